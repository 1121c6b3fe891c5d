"""The parts of a page that come from the rules, as HTML: the build and the browser both call these functions.

Everything returned is Markup, complete without JavaScript and on paper; all text is escaped. Links start from
the root given by `linked`.
"""

from rules_py.present.answer import answer
from rules_py.present.backup import backups
from rules_py.present.bookshelf import shelf
from rules_py.present.calculator import calculator
from rules_py.present.cards import cards
from rules_py.present.chance import chance, exact_chance, figure
from rules_py.present.change_log import changes, last_change
from rules_py.present.compare import as_csv, as_markdown, characters, named_by_difference, whose_sides
from rules_py.present.compare import frame as comparison_frame
from rules_py.present.compare import parts as comparison_parts
from rules_py.present.diagrams import ladder, map_figure, seesaws_figure
from rules_py.present.dice import dice, die
from rules_py.present.example import (
    example,
    example_answer,
    example_odds,
    example_refusal,
    example_sheet,
    example_throw,
)
from rules_py.present.forecast import declined, foreseen, foretold
from rules_py.present.goal_seek import answer as reverse_answer
from rules_py.present.goal_seek import form as reverse_form
from rules_py.present.goal_seek import goal_options, reversible
from rules_py.present.goal_seek import in_words as reverse_in_words
from rules_py.present.grid import odds_table
from rules_py.present.headline import answer_headline, headline
from rules_py.present.house_rules import house_options
from rules_py.present.html import Markup
from rules_py.present.input_text import given
from rules_py.present.links import linked, prose, rule_link, rule_mark, throw_address
from rules_py.present.luck import in_a_word, luck
from rules_py.present.motifs import motif
from rules_py.present.odds import counted, odds
from rules_py.present.outcome import outcome, spoken
from rules_py.present.partial_roll import half_thrown, misfit
from rules_py.present.player_view import seen
from rules_py.present.random_table import random_table
from rules_py.present.reference import asked_above, offers_of, reference
from rules_py.present.sheet import checklist, drawings, notes, played, problem, problems, sheet, sheet_report
from rules_py.present.sides import seat
from rules_py.present.tracker import desk, desk_parts, setting_parts
from rules_py.present.tracker_setup import Picked
from rules_py.present.tray import tray
from rules_py.present.tray_entry import thrown

__all__ = [
    "Markup",
    "Picked",
    "answer",
    "answer_headline",
    "as_csv",
    "as_markdown",
    "asked_above",
    "backups",
    "calculator",
    "cards",
    "chance",
    "changes",
    "checklist",
    "characters",
    "comparison_frame",
    "comparison_parts",
    "counted",
    "declined",
    "desk",
    "desk_parts",
    "dice",
    "die",
    "drawings",
    "exact_chance",
    "figure",
    "example",
    "example_answer",
    "example_odds",
    "example_refusal",
    "example_sheet",
    "example_throw",
    "foreseen",
    "foretold",
    "given",
    "goal_options",
    "half_thrown",
    "headline",
    "house_options",
    "in_a_word",
    "ladder",
    "last_change",
    "linked",
    "luck",
    "map_figure",
    "misfit",
    "motif",
    "named_by_difference",
    "notes",
    "odds",
    "odds_table",
    "offers_of",
    "outcome",
    "played",
    "problem",
    "problems",
    "prose",
    "random_table",
    "reference",
    "reverse_answer",
    "reverse_form",
    "reverse_in_words",
    "reversible",
    "rule_link",
    "rule_mark",
    "seat",
    "seen",
    "seesaws_figure",
    "setting_parts",
    "sheet",
    "sheet_report",
    "shelf",
    "spoken",
    "throw_address",
    "thrown",
    "tray",
    "whose_sides",
]
