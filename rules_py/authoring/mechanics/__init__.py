"""Mechanics written as text, such as a `mechanic` block of a page: read, translated to Python, and built."""
