"""The conflict tracker: a conflict as a start and its events, each move with its exact chances.

shape         the state of a conflict; schema: its inputs; codes: the problems that forbid an action
dice          the dice of each person, and who counters whom
course        the rules of its course: comparisons, turns of several sides, rounds, the we owe list
priced        the chances of each move
actions       the actions
view          the screen; player_view: what players see of it
forecast      the whole conflict; forecast_states: the states of its model
participants  characters of the sheet; presets: conflicts to start with; setup: adding participants
"""
