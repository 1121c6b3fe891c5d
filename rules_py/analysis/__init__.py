"""Comparisons, goal seek, distributions, plots and luck reports, computed from exact odds."""
