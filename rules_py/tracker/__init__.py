"""Encounter trackers: a game declares an encounter, such as a fight, that readers set up and play.

spec             the declaration: presets, setup, actions, view
view             what a tracker shows: combatants, zones, action options
actions          the things that participants can do, and what an event changes
clocks           clocks, and tick_clock the action that ticks them
serializable     states and events as plain data, declared with their inputs
encounter        a saved start and a log of events; replaying it
setup            changes to the start, one at a time
roster           participants and their names
zone_map         zones and the routes between them
forecast         who wins if everyone goes on as now: the model, and the result
forecast_solver  the computation of a forecast, by forecast_exact or forecast_simulation
tally_model      the common forecast model of fights
skirmish         parts that two-sided fights share
api_calculators  the tracker for programs, as calculators
"""

from rules_py.tracker.actions import (
    Action,
    ActionCheck,
    Actions,
    AppliedEvent,
    Event,
    EventData,
    PendingRoll,
    faces,
)
from rules_py.tracker.clocks import CLOCKS, Clock, read_clocks
from rules_py.tracker.encounter import (
    Encounter,
    EventInput,
    Replay,
    append_event,
    from_preset,
    from_preset_under,
    read_encounter,
    read_file,
    read_file_incrementally,
    replay,
    replay_incrementally,
)
from rules_py.tracker.roster import (
    JoinAction,
    ParticipantAction,
    ParticipantEvent,
    Roster,
    check_unique_names,
    free_name,
    name_faults,
    next_turn,
    read_participants,
    unknown_name_message,
)
from rules_py.tracker.serializable import Serializable, house_field, json_field, setup_field, state_field
from rules_py.tracker.setup import apply_change, apply_change_incrementally, new_encounter, participant_names
from rules_py.tracker.spec import DamageTable, Preset, Sample, SetupSpec, State, TrackerSpec
from rules_py.tracker.tick_clock import TickClock
from rules_py.tracker.view import ActionOption, Checkboxes, Combatant, OutcomeShare, Reason, View, Zone
from rules_py.tracker.zone_map import Route, ZoneMap

__all__ = [
    "Action",
    "ActionCheck",
    "ActionOption",
    "Actions",
    "AppliedEvent",
    "CLOCKS",
    "Checkboxes",
    "Clock",
    "Combatant",
    "DamageTable",
    "Encounter",
    "Event",
    "EventData",
    "EventInput",
    "JoinAction",
    "OutcomeShare",
    "ParticipantAction",
    "ParticipantEvent",
    "PendingRoll",
    "Preset",
    "Reason",
    "Replay",
    "Roster",
    "Route",
    "Sample",
    "Serializable",
    "SetupSpec",
    "State",
    "TickClock",
    "TrackerSpec",
    "View",
    "Zone",
    "ZoneMap",
    "append_event",
    "apply_change",
    "apply_change_incrementally",
    "check_unique_names",
    "faces",
    "free_name",
    "from_preset",
    "from_preset_under",
    "house_field",
    "json_field",
    "name_faults",
    "new_encounter",
    "next_turn",
    "participant_names",
    "read_clocks",
    "read_encounter",
    "read_file",
    "read_file_incrementally",
    "read_participants",
    "replay",
    "replay_incrementally",
    "setup_field",
    "state_field",
    "unknown_name_message",
]
