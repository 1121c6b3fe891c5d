"""A game's desk: a scene such as a fight, declared by the game, kept as a start and a log, played step by
step.

    shown       what is drawn: acts, pieces, places
    deeds       each thing that may be done, and what an event comes to
    declared    the desk itself; shape: its state and events as plain data
    scene       the start and the log, gone through and taken back
    ground      places and the ways between them
    roster      people found by their names, newcomers, turns
    setting     the table set, one thing at a time
    forecast    what comes of it if everybody goes on as now: solved, or played many times
    course      what the courses of fights share: grounds looked at once, attacks weighed
    programs    the same desk for programs, as calculators
"""

from rules_py.tracker.actions import Action, ActionCheck, Actions, AppliedEvent, Event, PendingRoll, faces
from rules_py.tracker.encounter import (
    Encounter,
    EventInput,
    Replay,
    append_event,
    from_preset,
    read_encounter,
    read_file,
    read_file_incrementally,
    replay,
    replay_incrementally,
)
from rules_py.tracker.roster import (
    JoinAction,
    ParticipantAction,
    Roster,
    check_unique_names,
    free_name,
    name_faults,
    next_turn,
    read_participants,
    unknown_name_message,
)
from rules_py.tracker.serializable import Serializable, json_field, setup_field, state_field
from rules_py.tracker.setup import apply_change, apply_change_incrementally, new_encounter, participant_names
from rules_py.tracker.spec import DamageTable, Preset, Sample, SetupSpec, State, TrackerSpec
from rules_py.tracker.view import ActionOption, Checkboxes, Combatant, OutcomeShare, Reason, View, Zone
from rules_py.tracker.zone_map import Route, ZoneMap

__all__ = [
    "ActionOption",
    "EventInput",
    "Checkboxes",
    "Action",
    "Actions",
    "TrackerSpec",
    "Event",
    "ZoneMap",
    "AppliedEvent",
    "DamageTable",
    "ActionCheck",
    "JoinAction",
    "PendingRoll",
    "ParticipantAction",
    "Combatant",
    "Zone",
    "Replay",
    "Reason",
    "Roster",
    "Sample",
    "Encounter",
    "SetupSpec",
    "Serializable",
    "OutcomeShare",
    "Preset",
    "State",
    "View",
    "Route",
    "from_preset",
    "json_field",
    "faces",
    "free_name",
    "new_encounter",
    "append_event",
    "name_faults",
    "participant_names",
    "next_turn",
    "unknown_name_message",
    "replay",
    "replay_incrementally",
    "read_file",
    "read_file_incrementally",
    "read_encounter",
    "read_participants",
    "apply_change",
    "apply_change_incrementally",
    "setup_field",
    "state_field",
    "check_unique_names",
]
