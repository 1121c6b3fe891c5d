"""Dichotomy's fight desk, declared."""

from rules_py.systems.dichotomy.tracker.actions import DEEDS
from rules_py.systems.dichotomy.tracker.forecast import FORECAST
from rules_py.systems.dichotomy.tracker.participants import export_to_sheet
from rules_py.systems.dichotomy.tracker.player_view import hits_done, view_for_players
from rules_py.systems.dichotomy.tracker.presets import STARTS
from rules_py.systems.dichotomy.tracker.schema import SETUP, begin, read
from rules_py.systems.dichotomy.tracker.setup import SETTING
from rules_py.systems.dichotomy.tracker.view import view
from rules_py.tracker import Desk, Harm

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
    back=export_to_sheet,
    setting=SETTING,
    page="fight-desk/",
    seen=view_for_players,
    forecast=FORECAST,
    harm=Harm("Hits by round", round=lambda fight: fight.round, done=hits_done),
)
