"""The fight desk: a fight kept as a start and its events, with the exact chances of what may come next.

shape       what a fight is; schema: how one is asked for
matchup     how an attack is read
deeds       everything that may be done
ahead       what may come next; view: what there is to see
seats       characters of the sheet; starts: fights to begin with
"""
