"""The top folders of a site that the build writes; no book can have one of these names."""

ASSETS = "assets"
ENGINE = "engine"
LICENCES = "licences"
PRINT = "print"
SEARCH = "search"

BUILT = frozenset({ASSETS, ENGINE, LICENCES, PRINT, SEARCH})
