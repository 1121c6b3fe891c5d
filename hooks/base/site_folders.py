"""The top folders of a site that the build writes; no book can have one of these names."""

ASSETS = "assets"
DOWNLOADS = "downloads"
EMBED = "embed"
ENGINE = "engine"
LICENCES = "licences"
PRINT = "print"
SEARCH = "search"
SHARE = "r"

BUILT = frozenset({ASSETS, DOWNLOADS, EMBED, ENGINE, LICENCES, PRINT, SEARCH, SHARE})
