"""The fight desk: a fight kept as a start and its events, with the exact chances of what may come next.

shape is what a fight is, schema how it is asked for; matchup reads an attack; deeds are what may be done; ahead
and view say what may come next and what there is to see; seats are for characters of the sheet.
"""
