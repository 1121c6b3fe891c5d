"""The combat tracker, declared."""

from rules_py.desk import Desk, Harm
from rules_py.systems.two_d6.desk.deeds import DEEDS
from rules_py.systems.two_d6.desk.forecast import FORECAST
from rules_py.systems.two_d6.desk.schema import SETUP, begin, read
from rules_py.systems.two_d6.desk.seats import back
from rules_py.systems.two_d6.desk.seen import seen, wounds_done
from rules_py.systems.two_d6.desk.setting import SETTING
from rules_py.systems.two_d6.desk.starts import STARTS
from rules_py.systems.two_d6.desk.view import view

DESK = Desk(
    version=1,
    intro="Put characters and foes on the table, roll initiative, and play the fight round by round.",
    scene="fight",
    starts=STARTS,
    setup=SETUP,
    begin=begin,
    read=read,
    deeds=DEEDS,
    view=view,
    back=back,
    setting=SETTING,
    page="combat-tracker/",
    seen=seen,
    forecast=FORECAST,
    harm=Harm("Wounds by round", round=lambda fight: fight.round, done=wounds_done, before="Surprise"),
)
