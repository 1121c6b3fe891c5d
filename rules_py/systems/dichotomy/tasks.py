"""Sample tasks, and what failure, partial and total success look like in each."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.reference import Column, ReferenceList


@dataclass(frozen=True)
class Task:
    """A sample task: the attributes it takes, and what each grade looks like."""

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
        "It holds.",
        "It gives, slowly, and everyone hears.",
        "It flies open.",
        ("D-041", "R-12"),
    ),
    Task(
        "pick-a-lock",
        "Pick a lock",
        "Finesse + Technical",
        "The lock is jammed.",
        "Open after a while, scratched; the pick may be done for.",
        "Open at once, and nobody will know.",
        ("D-042",),
    ),
    Task(
        "spot-a-trap",
        "Spot a trap underground",
        "Finesse + Technical",
        "Not seen.",
        "Half of it seen: the tripwire, say.",
        "All of it seen, what sets it off and what it does.",
        ("D-043",),
    ),
    Task(
        "read-a-diagram",
        "Make sense of a foreign diagram",
        "Finesse + Technical",
        "Wrong.",
        "In parts.",
        "What it is about.",
        ("D-044",),
    ),
    Task(
        "spot-an-ambush",
        "Spot an ambush in the open",
        "Finesse + Natural",
        "Not seen.",
        "A few of them seen, and they notice.",
        "All of them seen, and now it is they who may be surprised.",
        ("D-045",),
    ),
    Task(
        "find-a-route",
        "Find a way",
        "Finesse + Natural",
        "Lost.",
        "A long way or a dangerous one.",
        "The quickest, and safe.",
        ("D-046",),
    ),
    Task(
        "climb-a-cliff",
        "Climb a cliff",
        "Power + Natural",
        "No way up and a bad fall.",
        "Up with bruises, late, and maybe without some gear.",
        "Up, quickly and neatly.",
        ("D-047",),
    ),
    Task(
        "sword-attack",
        "Strike with a sword",
        "Power + Martial",
        "0 hits dealt.",
        "1 hit dealt.",
        "2 hits dealt.",
        ("D-048",),
    ),
    Task(
        "dodge-a-crossbow",
        "Dodge a crossbow",
        "Finesse + Martial",
        "2 hits taken.",
        "1 hit taken.",
        "0 hits taken.",
        ("D-049",),
    ),
    Task(
        "resist-a-ghost",
        "Withstand a ghost's touch",
        "Power + Spiritual",
        "2 hits taken.",
        "1 hit taken.",
        "0 hits taken.",
        ("D-050",),
    ),
    Task(
        "burn-a-foe",
        "Burn a foe by Pyrokinesis",
        "Finesse + Spiritual",
        "0 hits dealt.",
        "1 hit dealt.",
        "2 hits dealt.",
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
    states=False,
)
