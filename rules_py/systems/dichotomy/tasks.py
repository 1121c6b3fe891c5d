"""Sample tasks, each with descriptions of failure, partial and total success."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList


@dataclass(frozen=True)
class Task:
    """A sample task: its attributes, and a description of each grade."""

    id: str
    name: str
    attributes: str
    failure: str
    partial: str
    total: str
    rules: tuple[str, ...]


TASKS = (
    Task(
        "force-a-door",
        "Force a locked door",
        "Power + Technical",
        "The door stays shut.",
        "The door gives way slowly, with enough noise to draw attention.",
        "The door opens at once.",
        ("D-041",),
    ),
    Task(
        "pick-a-lock",
        "Pick a lock",
        "Finesse + Technical",
        "The lock is jammed.",
        "The lock opens slowly, with scratches, and the pick may not survive.",
        "The lock opens quickly, and no one will ever know.",
        ("D-042",),
    ),
    Task(
        "spot-a-trap",
        "Notice a trap underground",
        "Finesse + Technical",
        "You miss the trap.",
        "You see part of the trap, perhaps the trigger.",
        "You see the trigger and the weapon.",
        ("D-043",),
    ),
    Task(
        "read-a-diagram",
        "Puzzle out a drawing in a strange tongue",
        "Finesse + Technical",
        "You get the drawing wrong.",
        "You understand part of the drawing.",
        "You have the gist.",
        ("D-044",),
    ),
    Task(
        "spot-an-ambush",
        "Notice an ambush outdoors",
        "Finesse + Natural",
        "You miss the ambush.",
        "You see a few of the ambushers, and they see that you see.",
        "You see all of the ambushers, and could spring a surprise of your own.",
        ("D-045",),
    ),
    Task(
        "find-a-route",
        "Find a route",
        "Finesse + Natural",
        "You are lost.",
        "You find a slow or risky way.",
        "You find the quickest and safest way.",
        ("D-046",),
    ),
    Task(
        "climb-a-cliff",
        "Climb a cliff",
        "Power + Natural",
        "You don’t get up, and it’s a long way down.",
        "You get up slowly, with skinned knuckles, and may lose some gear.",
        "You climb quickly and smoothly to the top.",
        ("D-047",),
    ),
    Task(
        "sword-attack",
        "Strike with a sword",
        "Power + Martial",
        "You deal 0 hits.",
        "You deal 1 hit.",
        "You deal 2 hits.",
        ("D-048",),
    ),
    Task(
        "dodge-a-crossbow",
        "Dodge a crossbow",
        "Finesse + Martial",
        "You take 2 hits.",
        "You take 1 hit.",
        "You take 0 hits.",
        ("D-049",),
    ),
    Task(
        "resist-a-ghost",
        "Withstand the cold hand of a ghost",
        "Power + Spiritual",
        "You take 2 hits.",
        "You take 1 hit.",
        "You take 0 hits.",
        ("D-050",),
    ),
    Task(
        "burn-a-foe",
        "Set a foe alight by thought",
        "Finesse + Spiritual",
        "You deal 0 hits.",
        "You deal 1 hit.",
        "You deal 2 hits.",
        ("D-051",),
    ),
)

TASK_LIST = ReferenceList(
    "tasks",
    "Sample tasks",
    (
        Column("attributes", "Attributes", filter=True),
        Column("failure", "Failure"),
        Column("partial", "Partial success"),
        Column("total", "Total success"),
    ),
    TASKS,
)
