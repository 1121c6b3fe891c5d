"""Errors, limits, text and data conversion that all other packages share."""
