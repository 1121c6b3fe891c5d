"""The declaration of the combat tracker."""

from rules_py.systems.two_d6.options import IN_FIGHTS
from rules_py.systems.two_d6.tracker.actions import FIGHT_ACTIONS
from rules_py.systems.two_d6.tracker.forecast import FORECAST
from rules_py.systems.two_d6.tracker.participants import export_to_sheet
from rules_py.systems.two_d6.tracker.player_view import view_for_players, wounds_between
from rules_py.systems.two_d6.tracker.presets import STARTS
from rules_py.systems.two_d6.tracker.schema import SETUP, begin, read
from rules_py.systems.two_d6.tracker.setup import SETTING
from rules_py.systems.two_d6.tracker.view import view
from rules_py.tracker import DamageTable, TrackerSpec

TRACKER = TrackerSpec(
    version=1,
    intro="Add characters and foes, roll initiative, and play the fight round by round.",
    encounter_noun="fight",
    presets=STARTS,
    setup_inputs=SETUP,
    begin=begin,
    read=read,
    actions=FIGHT_ACTIONS,
    view=view,
    export_to_sheet=export_to_sheet,
    setup=SETTING,
    page="combat-tracker/",
    options=IN_FIGHTS,
    player_view=view_for_players,
    forecast=FORECAST,
    damage_table=DamageTable(
        "Wounds by round", round=lambda fight: fight.round, damage=wounds_between, round_0_label="Surprise"
    ),
)
