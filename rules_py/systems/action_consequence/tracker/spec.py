"""The conflict table, declared."""

from rules_py.systems.action_consequence.tracker.actions import DEEDS
from rules_py.systems.action_consequence.tracker.forecast import FORECAST
from rules_py.systems.action_consequence.tracker.participants import export_to_sheet
from rules_py.systems.action_consequence.tracker.player_view import player_view
from rules_py.systems.action_consequence.tracker.presets import STARTS
from rules_py.systems.action_consequence.tracker.schema import SETUP, begin, read
from rules_py.systems.action_consequence.tracker.setup import SETTING
from rules_py.systems.action_consequence.tracker.view import view
from rules_py.tracker import Desk

DESK = Desk(
    version=1,
    intro="Choose who is at odds and what they throw, then cast, challenge, answer and decide.",
    scene="conflict",
    starts=STARTS,
    setup=SETUP,
    begin=begin,
    read=read,
    deeds=DEEDS,
    view=view,
    back=export_to_sheet,
    setting=SETTING,
    page="conflict-table/",
    seen=player_view,
    forecast=FORECAST,
)
