"""The declaration of Dichotomy's combat tracker."""

from rules_py.systems.dichotomy.options import IN_FIGHTS
from rules_py.systems.dichotomy.tracker.actions import FIGHT_ACTIONS
from rules_py.systems.dichotomy.tracker.forecast import FORECAST
from rules_py.systems.dichotomy.tracker.participants import export_to_sheet
from rules_py.systems.dichotomy.tracker.player_view import hits_between, view_for_players
from rules_py.systems.dichotomy.tracker.presets import STARTS
from rules_py.systems.dichotomy.tracker.schema import SETUP, begin, read
from rules_py.systems.dichotomy.tracker.setup import SETTING
from rules_py.systems.dichotomy.tracker.view import view
from rules_py.tracker import DamageTable, TrackerSpec

TRACKER = TrackerSpec(
    version=1,
    intro="Add characters and foes, and play the fight round by round.",
    encounter_noun="fight",
    zone_noun="zone",
    presets=STARTS,
    setup_inputs=SETUP,
    begin=begin,
    read=read,
    actions=FIGHT_ACTIONS,
    view=view,
    export_to_sheet=export_to_sheet,
    setup=SETTING,
    page="fight-desk/",
    player_view=view_for_players,
    forecast=FORECAST,
    damage_table=DamageTable("Hits by round", round=lambda fight: fight.round, damage=hits_between),
    options=IN_FIGHTS,
)
