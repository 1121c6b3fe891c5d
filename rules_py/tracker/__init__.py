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

from rules_py.tracker.actions import Deed, Deeds, Event, Happening, Judged, Pending, faces
from rules_py.tracker.encounter import (
    AnyEvent,
    Played,
    Scene,
    begun,
    happened,
    played,
    playing,
    read_file,
    read_scene,
    reading_file,
)
from rules_py.tracker.roster import (
    Newcomer,
    PersonDeed,
    Roster,
    free_name,
    name_faults,
    next_turn,
    nobody_called,
    seated,
    told_apart,
)
from rules_py.tracker.serializable import Shape, called, setup_field, state_field
from rules_py.tracker.setup import fresh, names_at, set_so, setting_so
from rules_py.tracker.spec import Desk, Harm, Sample, Setting, Start, State
from rules_py.tracker.view import Act, Boxes, Piece, Place, Reason, Share, View
from rules_py.tracker.zone_map import Ground, Way

__all__ = [
    "Act",
    "AnyEvent",
    "Boxes",
    "Deed",
    "Deeds",
    "Desk",
    "Event",
    "Ground",
    "Happening",
    "Harm",
    "Judged",
    "Newcomer",
    "Pending",
    "PersonDeed",
    "Piece",
    "Place",
    "Played",
    "Reason",
    "Roster",
    "Sample",
    "Scene",
    "Setting",
    "Shape",
    "Share",
    "Start",
    "State",
    "View",
    "Way",
    "begun",
    "called",
    "faces",
    "free_name",
    "fresh",
    "happened",
    "name_faults",
    "names_at",
    "next_turn",
    "nobody_called",
    "played",
    "playing",
    "read_file",
    "reading_file",
    "read_scene",
    "seated",
    "set_so",
    "setting_so",
    "setup_field",
    "state_field",
    "told_apart",
]
