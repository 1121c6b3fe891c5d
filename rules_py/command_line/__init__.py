"""The command line: `python -m rules_py`, installed as `diceleaf`. Not part of the engine."""
