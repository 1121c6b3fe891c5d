"""The reference lists of [2d6]."""
