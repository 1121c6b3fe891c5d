"""The parts of a page that come from the rules, as HTML: the build and the browser both call these functions.

Everything returned is Markup, complete without JavaScript and on paper; all text is escaped. Links start from
the root given by `link_rules`.
"""

from rules_py.present.answer import render_answer
from rules_py.present.backup import render_backup
from rules_py.present.bookshelf import render_bookshelf
from rules_py.present.calculator import render_calculator
from rules_py.present.cards import render_cards
from rules_py.present.chance import render_chance, render_exact_chance, render_value
from rules_py.present.change_log import describe_last_change, render_changes
from rules_py.present.claim import claim_label, render_claim, render_contradicted_claim
from rules_py.present.compare import (
    comparison_parts,
    named_by_difference,
    render_character_picker,
    render_comparison_frame,
    render_party_picker,
    render_side_picker,
    to_csv,
    to_markdown,
)
from rules_py.present.diagrams import balances_figure, render_track, zone_map_figure
from rules_py.present.dice import render_dice, render_die
from rules_py.present.example import render_example, render_example_at_table, render_example_result
from rules_py.present.forecast import render_action_forecast, render_forecast, render_no_forecast
from rules_py.present.goal_seek import (
    NO_VALUE_WORKS,
    can_seek,
    describe_goal_seek,
    goal_options,
    render_goal_seek,
    render_goal_seek_form,
)
from rules_py.present.headline import render_answer_headline, render_headline
from rules_py.present.house_figures import render_house_number, render_no_effect, render_number
from rules_py.present.house_line import render_house_line
from rules_py.present.html import Markup, fragment
from rules_py.present.inline_dice import render_inline_dice
from rules_py.present.input_text import render_inputs
from rules_py.present.links import link_rules, prose, roll_address, rule_link, rule_mark
from rules_py.present.luck import luck_announcement, render_luck
from rules_py.present.motifs import render_motif
from rules_py.present.odds import render_calculator_odds, render_odds
from rules_py.present.odds_table import render_table, render_table_note
from rules_py.present.outcome import outcome_announcement, render_outcome
from rules_py.present.partial_roll import render_misfit, render_partial_roll
from rules_py.present.play_mode import entries_of as card_entries
from rules_py.present.player_view import render_player_view
from rules_py.present.problems import notes_data, problems_data, render_problem
from rules_py.present.random_table import render_random_table
from rules_py.present.readback import render_readback, render_suggestions
from rules_py.present.reference import render_list_inputs, render_reference, render_roll_options
from rules_py.present.shared_labels import NOT_USED_AT_YOUR_TABLE
from rules_py.present.sheet import (
    render_checklist,
    render_diagrams,
    render_play_mode,
    render_sheet,
    render_sheet_report,
    render_totals,
)
from rules_py.present.sides import participant_of_sheet
from rules_py.present.tracker import render_tracker, setup_parts, tracker_parts
from rules_py.present.tracker_setup import SetupSelection
from rules_py.present.tray import render_tray
from rules_py.present.tray_entry import entry_of_roll

__all__ = [
    "NOT_USED_AT_YOUR_TABLE",
    "NO_VALUE_WORKS",
    "Markup",
    "fragment",
    "SetupSelection",
    "render_answer",
    "render_answer_headline",
    "to_csv",
    "to_markdown",
    "render_list_inputs",
    "render_backup",
    "render_calculator",
    "card_entries",
    "render_cards",
    "render_chance",
    "render_changes",
    "render_checklist",
    "render_character_picker",
    "render_party_picker",
    "claim_label",
    "render_claim",
    "render_contradicted_claim",
    "render_comparison_frame",
    "comparison_parts",
    "render_calculator_odds",
    "render_no_effect",
    "render_no_forecast",
    "render_tracker",
    "tracker_parts",
    "render_dice",
    "render_die",
    "render_diagrams",
    "render_exact_chance",
    "render_value",
    "render_example",
    "render_house_line",
    "render_example_at_table",
    "render_example_result",
    "render_forecast",
    "render_action_forecast",
    "render_inline_dice",
    "render_inputs",
    "render_readback",
    "render_suggestions",
    "goal_options",
    "render_partial_roll",
    "render_headline",
    "luck_announcement",
    "render_track",
    "describe_last_change",
    "link_rules",
    "render_luck",
    "zone_map_figure",
    "render_misfit",
    "render_motif",
    "named_by_difference",
    "notes_data",
    "render_odds",
    "render_number",
    "render_house_number",
    "render_table",
    "render_table_note",
    "render_roll_options",
    "render_outcome",
    "render_play_mode",
    "render_problem",
    "problems_data",
    "prose",
    "render_random_table",
    "render_reference",
    "render_goal_seek",
    "render_goal_seek_form",
    "describe_goal_seek",
    "can_seek",
    "rule_link",
    "rule_mark",
    "participant_of_sheet",
    "render_player_view",
    "balances_figure",
    "setup_parts",
    "render_sheet",
    "render_sheet_report",
    "render_totals",
    "render_bookshelf",
    "outcome_announcement",
    "roll_address",
    "entry_of_roll",
    "render_tray",
    "render_side_picker",
]
