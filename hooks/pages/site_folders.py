"""The top folders of a site that the build writes; no book can have one of these names."""

ASSETS = "assets"
DOWNLOADS = "downloads"
ENGINE = "engine"
LICENCES = "licences"
PRINT = "print"
SEARCH = "search"

BUILT = frozenset({ASSETS, DOWNLOADS, ENGINE, LICENCES, PRINT, SEARCH})
