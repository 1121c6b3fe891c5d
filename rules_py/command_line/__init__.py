"""The command line: `python -m rules_py`, installed as `diceleaf`. No part of the engine."""
