"""The combat tracker, declared."""

from rules_py.systems.two_d6.tracker.actions import DEEDS
from rules_py.systems.two_d6.tracker.forecast import FORECAST
from rules_py.systems.two_d6.tracker.participants import export_to_sheet
from rules_py.systems.two_d6.tracker.player_view import view_for_players, wounds_done
from rules_py.systems.two_d6.tracker.presets import STARTS
from rules_py.systems.two_d6.tracker.schema import SETUP, begin, read
from rules_py.systems.two_d6.tracker.setup import SETTING
from rules_py.systems.two_d6.tracker.view import view
from rules_py.tracker import Desk, Harm

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
    back=export_to_sheet,
    setting=SETTING,
    page="combat-tracker/",
    seen=view_for_players,
    forecast=FORECAST,
    harm=Harm("Wounds by round", round=lambda fight: fight.round, done=wounds_done, before="Surprise"),
)
