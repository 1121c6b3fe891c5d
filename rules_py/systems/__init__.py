"""One folder for each game, which exports GAME. Nothing here depends on which games there are: a book in its
own repository has its games there, also in `rules_py/systems`.
"""

from rules_py.base.paths import BOOK, FROM_PAGES, PACKAGE

if BOOK != PACKAGE:
    __path__.insert(0, str(BOOK / "rules_py" / "systems"))
__path__.append(str(FROM_PAGES / "rules_py" / "systems"))
