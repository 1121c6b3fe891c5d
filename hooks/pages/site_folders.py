"""The folders at the top of a site that the build itself writes. No book can have one of these names."""

ASSETS = "assets"
ENGINE = "engine"
LICENCES = "licences"
PRINT = "print"
SEARCH = "search"

BUILT = frozenset({ASSETS, ENGINE, LICENCES, PRINT, SEARCH})
