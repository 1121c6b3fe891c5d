"""The conflict table, declared."""

from rules_py.desk import Desk
from rules_py.systems.action_consequence.desk.deeds import DEEDS
from rules_py.systems.action_consequence.desk.forecast import FORECAST
from rules_py.systems.action_consequence.desk.schema import SETUP, begin, read
from rules_py.systems.action_consequence.desk.seats import back
from rules_py.systems.action_consequence.desk.seen import seen
from rules_py.systems.action_consequence.desk.setting import SETTING
from rules_py.systems.action_consequence.desk.starts import STARTS
from rules_py.systems.action_consequence.desk.view import view

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
