"""Races, which are templates for a character: one from the rules, and two more described in its example."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList


@dataclass(frozen=True)
class RacialTalent:
    """A talent that a race brings, by the name of the talent and its label."""

    talent: str
    label: str
    tier: int | None = None


@dataclass(frozen=True)
class Race:
    """A race with the fields that the rules list; the table decides empty ones. `unmarked` talents are those
    for which the source doesn't state whether the race requires them.
    """

    id: str
    name: str
    description: str
    required: tuple[RacialTalent, ...] = ()
    optional: tuple[RacialTalent, ...] = ()
    unmarked: tuple[RacialTalent, ...] = ()
    sleep: str = ""
    diet: str = ""
    reproduction: str = ""
    culture: str = ""
    lands: str = ""
    lives: str = ""
    rules: tuple[str, ...] = ()

    @property
    def talents(self) -> str:
        """Its racial talents as text."""
        unmarked = (self.unmarked, "required or optional, as your world decides")
        marked = ((self.required, "required"), (self.optional, "optional"), unmarked)
        return ", ".join(f"{each.label} ({mark})" for talents, mark in marked for each in talents) or "none"


DARKVISION = RacialTalent("extra_sense", "darkvision")
BLOODHOUND_NOSE = RacialTalent("extra_sense", "bloodhound nose")
GILLS = RacialTalent("extra_organ", "gills", 5)
WINGS = RacialTalent("extra_organ", "wings", 5)

GOBLIN = Race(
    "goblin",
    "Goblin",
    "2 to 3 feet tall. Many are nimble and deft, and given to stealth.",
    (DARKVISION,),
    (BLOODHOUND_NOSE,),
    sleep="Nocturnal",
    diet="Carnivore",
    reproduction="Sexual",
    culture="They live on what others leave, mostly in small villages outside towns, and raid the country "
    "round about. They breed wolves, train them, and often ride them to war. In town some beg or steal, and "
    "a few have shops.",
    lands="None of their own; some squat in empty buildings.",
    lives="20 to 30 years, for most",
    rules=("T-181", "T-182"),
)
RACES = (
    GOBLIN,
    Race(
        "fish_folk",
        "Fish-folk",
        "At home under water. The rules name them in passing; the rest is up to your world.",
        unmarked=(GILLS,),
    ),
    Race(
        "eagle_folk",
        "Eagle-folk",
        "At home in the wind. The rules name them in passing; the rest is up to your world.",
        unmarked=(WINGS,),
    ),
)


def find_race(name: str) -> Race | None:
    """Return the race of this name, ignoring case, or None for a custom one."""
    return next((each for each in RACES if each.name.casefold() == name.strip().casefold()), None)


RACE_LIST = ReferenceList(
    "races",
    "Races",
    (
        Column("description", "Description"),
        Column("talents", "Racial talents"),
        Column("sleep", "Sleep"),
        Column("diet", "Diet"),
        Column("reproduction", "Reproduction"),
        Column("culture", "Culture"),
        Column("lands", "Lands"),
        Column("lives", "Life span"),
    ),
    RACES,
)
