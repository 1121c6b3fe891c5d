"""The conflict table, declared."""

from rules_py.systems.action_consequence.tracker.actions import DEEDS
from rules_py.systems.action_consequence.tracker.forecast import FORECAST
from rules_py.systems.action_consequence.tracker.participants import back
from rules_py.systems.action_consequence.tracker.player_view import seen
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
    back=back,
    setting=SETTING,
    page="conflict-table/",
    seen=seen,
    forecast=FORECAST,
)
