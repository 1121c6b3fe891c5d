"""The combat tracker: a fight as a start and its events, with the exact chances of the next ones.

shape         the state of a fight; schema: its inputs; codes: the problems that forbid an action
matchup       an attack against a defence; defences: the ways to defend
order         the order of turns
actions       the actions
view          the screen; player_view: the players' view; forecast: the whole fight
participants  characters of the sheet; presets: fights to start with; setup: adding participants
"""
