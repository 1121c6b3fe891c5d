"""The conflict tracker: a conflict as a start and its events, each move with its exact chances.

shape         the state of a conflict; schema: its inputs; codes: the problems that forbid an action
dice          the dice of each person, and countered specializations
course        the steps of a conflict: comparisons, turns of several sides, rounds, the we owe list
priced        the chances of each move
actions       the actions
view          the screen; player_view: the players' view
forecast      the whole conflict; forecast_states: the states of its model
participants  characters of the sheet; presets: conflicts to start with; setup: adding participants
"""
