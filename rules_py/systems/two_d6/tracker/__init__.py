"""The combat tracker: a fight kept as a start and its events, with the exact chances of what may come next.

shape       what a fight is; schema: how one is asked for; codes: what forbids an action
matchup     how an attack is read
order       who acts when
actions     everything that may be done
view        what there is to see; seen: what players see of it
seats       characters of the sheet; starts: fights to begin with; setting: how the table is set
"""
