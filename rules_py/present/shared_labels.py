"""Labels and messages that several parts of the interface share."""

UNNAMED = "Unnamed"
"""The name of a character, an encounter or a roll without one."""

RESTORED = "Restored."
NOT_SAVED = "Your browser couldn’t save it: its storage is full, disabled or not responding."

STANDARD_RULES = "Standard rules"
HOUSE_RULE = "House rule"

NOT_AT_YOUR_TABLE = "Not at your table"
"""The label of an example or a claim that doesn't hold under a table's house rules."""

NOT_USED_AT_YOUR_TABLE = "Not used at your table"
"""The label of a section or an entry of the book that a table leaves out."""

CHANCE_OF_ROLL = "Chance of “{result}”: {chance}"
"""The line with the chance of the result of a roll, filled in by the page."""

OWN_DICE = "Use our own dice"
TRACK_ONLY = "Tracking only: no dice, no odds"
"""The two switches of a tracker, the first also of a sheet; the page of saved data lists them too."""

SHOW_CARDS = "Show pop-up cards for rules and terms"
SHOW_PYTHON = "Show the Python behind the examples"
ANIMATE_DICE = "Animation"
ROLLED_BY = "Your name"
"""Settings that the page of saved data lists by the label of their control."""
