"""The declaration of the conflict tracker."""

from rules_py.systems.action_consequence.options import OPTIONS
from rules_py.systems.action_consequence.tracker.actions import CONFLICT_ACTIONS
from rules_py.systems.action_consequence.tracker.forecast import FORECAST
from rules_py.systems.action_consequence.tracker.participants import export_to_sheet
from rules_py.systems.action_consequence.tracker.player_view import player_view
from rules_py.systems.action_consequence.tracker.presets import STARTS
from rules_py.systems.action_consequence.tracker.schema import SETUP, begin, read
from rules_py.systems.action_consequence.tracker.setup import SETTING
from rules_py.systems.action_consequence.tracker.view import view
from rules_py.tracker import TrackerSpec

TRACKER = TrackerSpec(
    version=1,
    intro="Choose the opponents and their dice, then roll, challenge, answer and decide.",
    encounter_noun="conflict",
    presets=STARTS,
    setup_inputs=SETUP,
    begin=begin,
    read=read,
    actions=CONFLICT_ACTIONS,
    view=view,
    export_to_sheet=export_to_sheet,
    setup=SETTING,
    page="conflict-table/",
    player_view=player_view,
    forecast=FORECAST,
    options=OPTIONS,
)
