"""One folder a game; each exports GAME. Nothing here knows which games there are: those of a book in a
repository of its own lie there, in `rules_py/systems` likewise.
"""

from rules_py.base.paths import BOOK, FROM_PAGES, PACKAGE

if BOOK != PACKAGE:
    __path__.insert(0, str(BOOK / "rules_py" / "systems"))
__path__.append(str(FROM_PAGES / "rules_py" / "systems"))
