"""The conflict tracker: a conflict kept as a start and its events, every move with its exact chances.

shape       what a conflict is; schema: how one is asked for; codes: what forbids an action
dice        what everybody rolls, and who counters whom
course      how it goes on: comparisons, turns of several sides, rounds, who goes on the we owe list
priced      what each move is worth from here
actions     everything that may be done
view        what there is to see; seen: what players see of it
seats       characters of the sheet; starts: conflicts to begin with; setting: how the table is set
"""
