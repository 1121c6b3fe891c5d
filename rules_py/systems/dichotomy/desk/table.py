"""Dichotomy's fight desk, declared."""

from rules_py.desk import Desk, Harm
from rules_py.systems.dichotomy.desk.deeds import DEEDS
from rules_py.systems.dichotomy.desk.forecast import FORECAST
from rules_py.systems.dichotomy.desk.schema import SETUP, begin, read
from rules_py.systems.dichotomy.desk.seats import back
from rules_py.systems.dichotomy.desk.seen import hits_done, seen
from rules_py.systems.dichotomy.desk.setting import SETTING
from rules_py.systems.dichotomy.desk.starts import STARTS
from rules_py.systems.dichotomy.desk.view import view

DESK = Desk(
    version=1,
    intro="Put characters and foes on the table and play the fight round by round.",
    scene="fight",
    place="zone",
    starts=STARTS,
    setup=SETUP,
    begin=begin,
    read=read,
    deeds=DEEDS,
    view=view,
    back=back,
    setting=SETTING,
    page="fight-desk/",
    seen=seen,
    forecast=FORECAST,
    harm=Harm("Hits by round", round=lambda fight: fight.round, done=hits_done),
)
