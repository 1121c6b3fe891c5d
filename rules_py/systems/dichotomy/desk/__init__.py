"""The fight desk: a fight kept as plain data, changed by events, with the exact chances of what may come
next.
"""
