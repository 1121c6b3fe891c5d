"""Coverage of a book by its checks: its numbered rules, and the branches of its Python.

report(games)   what nothing checks, for `diceleaf coverage`
"""

from hooks.contracts.coverage.summary import Coverage, report

__all__ = ["Coverage", "report"]
