"""The parts of a page that come from the rules, as HTML: the build and the browser both call these functions.

Everything returned is Markup, complete without JavaScript and on paper; all text is escaped. Links start from
the root given by `linked`.
"""

from rules_py.present.answer import render_answer
from rules_py.present.backup import backups
from rules_py.present.bookshelf import shelf
from rules_py.present.calculator import render_calculator
from rules_py.present.cards import render_cards
from rules_py.present.chance import exact_chance, figure, render_chance
from rules_py.present.change_log import changes, last_change
from rules_py.present.compare import as_csv, as_markdown, characters, named_by_difference, whose_sides
from rules_py.present.compare import parts as comparison_parts
from rules_py.present.compare import render_frame as comparison_frame
from rules_py.present.diagrams import ladder, map_figure, seesaws_figure
from rules_py.present.dice import die, render_dice
from rules_py.present.example import (
    example_answer,
    example_odds,
    example_refusal,
    example_sheet,
    example_throw,
    render_example,
)
from rules_py.present.forecast import declined, foreseen, foretold
from rules_py.present.goal_seek import answer as reverse_answer
from rules_py.present.goal_seek import form as reverse_form
from rules_py.present.goal_seek import goal_options, reversible
from rules_py.present.goal_seek import in_words as reverse_in_words
from rules_py.present.grid import odds_table
from rules_py.present.headline import answer_headline, render_headline
from rules_py.present.house_rules import house_options
from rules_py.present.html import Markup
from rules_py.present.input_text import given
from rules_py.present.links import linked, prose, rule_link, rule_mark, throw_address
from rules_py.present.luck import in_a_word, render_luck
from rules_py.present.motifs import motif
from rules_py.present.odds import counted, render_odds
from rules_py.present.outcome import render_outcome, spoken
from rules_py.present.partial_roll import half_thrown, misfit
from rules_py.present.player_view import seen
from rules_py.present.random_table import render_random_table
from rules_py.present.reference import asked_above, offers_of, render_reference
from rules_py.present.sheet import (
    checklist,
    drawings,
    notes,
    played,
    problem,
    problems,
    render_sheet,
    sheet_report,
)
from rules_py.present.sides import seat
from rules_py.present.tracker import desk, desk_parts, setting_parts
from rules_py.present.tracker_setup import Picked
from rules_py.present.tray import render_tray
from rules_py.present.tray_entry import thrown

__all__ = [
    "Markup",
    "Picked",
    "render_answer",
    "answer_headline",
    "as_csv",
    "as_markdown",
    "asked_above",
    "backups",
    "render_calculator",
    "render_cards",
    "render_chance",
    "changes",
    "checklist",
    "characters",
    "comparison_frame",
    "comparison_parts",
    "counted",
    "declined",
    "desk",
    "desk_parts",
    "render_dice",
    "die",
    "drawings",
    "exact_chance",
    "figure",
    "render_example",
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
    "render_headline",
    "house_options",
    "in_a_word",
    "ladder",
    "last_change",
    "linked",
    "render_luck",
    "map_figure",
    "misfit",
    "motif",
    "named_by_difference",
    "notes",
    "render_odds",
    "odds_table",
    "offers_of",
    "render_outcome",
    "played",
    "problem",
    "problems",
    "prose",
    "render_random_table",
    "render_reference",
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
    "render_sheet",
    "sheet_report",
    "shelf",
    "spoken",
    "throw_address",
    "thrown",
    "render_tray",
    "whose_sides",
]
