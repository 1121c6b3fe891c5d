"""`python -m rules_py` is the command line."""

import sys

from rules_py.command_line.main import main

if __name__ == "__main__":
    sys.exit(main())
