"""The combat tracker: a fight as a start and its events, with the exact chances of the next ones.

shape         the state of a fight; schema: its inputs
matchup       an attack: dice, targets and hits
actions       the actions
outlook       possible events of this round; forecast: the whole fight; view: the screen
participants  characters of the sheet; presets: fights to start with
"""
