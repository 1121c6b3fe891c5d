"""Rolls that a page can make before the engine has loaded.

The build walks the mechanic of each roller and roll button at its printed inputs (`walk.py`), writes what it
can show as data (`tables.py`) into the page or a file (`pages.py`), and stops if a roll played from it
differs from Python's (`check.py`). `docs/assets/js/rolls` plays it.

    write(site, Compiler(places, cache, hashes))   the compiled rolls of every page
    write_quick_dice(site, calculator, places)     the file for the quick dice of the tray
"""

from hooks.compiled_rolls.check import CompiledRollError
from hooks.compiled_rolls.compiler import Compiler
from hooks.compiled_rolls.pages import write
from hooks.compiled_rolls.quick_dice import write_quick_dice

__all__ = ["CompiledRollError", "Compiler", "write", "write_quick_dice"]
