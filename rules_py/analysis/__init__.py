"""The blocks of a page (odds tables, plots, claims, examples) and luck reports, computed from exact odds."""
