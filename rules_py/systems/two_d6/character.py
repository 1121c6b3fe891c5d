"""A parsed sheet as a character: purchases, the current state, and the bonus of every roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules_py.base.wording import same_name
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.two_d6.difficulty import HIGHEST_BONUS, LOWEST_BONUS
from rules_py.systems.two_d6.experience import STARTING_XP
from rules_py.systems.two_d6.ledger import Build, SpellBought, TalentBought
from rules_py.systems.two_d6.races import find_race
from rules_py.systems.two_d6.skills import SKILLS, UNARMED, Skill, find_skill
from rules_py.systems.two_d6.spells import SPELLS
from rules_py.systems.two_d6.stats import STAT_POINTS, STATS, initiative, resolve
from rules_py.systems.two_d6.talents import TALENTS

OWN = "own"
"""The key of a talent, skill or spell that is the table's own."""
SPELL_OF_ID = {each.id: each for each in SPELLS}


@dataclass(frozen=True)
class TrainedSkill:
    """A skill on the sheet: the index of its line, its rank, and the stat it is used with."""

    place: int
    skill: Skill | None
    name: str
    subset: str
    rank: int
    stat: str


@dataclass(frozen=True)
class Roll:
    """A character's roll: a name, a stat, and the total bonus. `aimable`: the roll can be aimed. `attack` is
    the kind of attack that it makes, one of `margins.ATTACKS`, if it makes one.
    """

    name: str
    stat: str
    bonus: int
    aimable: bool = False
    attack: str = ""

    @property
    def agile(self) -> bool:
        """True if armour hampers it. T-158."""
        return self.stat == "AGI"

    @property
    def text(self) -> str:
        return f"{self.name} ({self.stat} +{self.bonus})" if self.stat else f"{self.name} (+{self.bonus})"


def within(bonus: int) -> int:
    """Return a bonus within the calculators' limits, which a sheet that breaks the rules may exceed. R-80."""
    return min(max(bonus, LOWEST_BONUS), HIGHEST_BONUS)


def skill_name(skill: str | None, subset: str) -> str:
    """Return the name of a skill, for example `Trade (Cooking)`; a custom skill is named by its subset."""
    if skill is None or skill == OWN:
        return subset.strip() or "Custom skill"
    entry = SKILLS[skill]
    return f"{entry.name} ({subset.strip()})" if entry.subset and subset.strip() else entry.name


@dataclass(frozen=True)
class Character:
    """A character: purchases and current state. `places` maps purchases to the paths of their lines; `house`
    are the house rules for their rolls.
    """

    build: Build
    skills: tuple[TrainedSkill, ...]
    spells: tuple[SpellBought, ...]
    places: Mapping[str, str]
    state: str
    proficient: bool
    house: Mapping[str, Any]

    @classmethod
    def of(cls, sheet: ParsedSheet) -> Character:
        """Return the character of a parsed sheet."""
        skills = tuple(_skills(sheet))
        talents = [(place, _talent(each)) for place, each in _chosen_entries(sheet, "talents", "talent")]
        spells = [(place, _spell(each)) for place, each in _chosen_entries(sheet, "spells", "spell")]
        required = list(_required_talents(sheet))
        build = Build(
            stats={name: sheet["stats"][name] for name in STATS},
            stat_points=allowance(sheet, "stat_points"),
            starting_xp=allowance(sheet, "starting_xp"),
            **{name: sheet[name] for name in COUNTS},
            talents=tuple(each for _, each in talents),
            skills={each.name: each.rank for each in skills},
            spells=tuple(each for _, each in spells),
            race_required=tuple(bought for _, bought in required),
            armour=sheet["armour"],
            skill_stats={each.name: each.stat for each in skills},
            item_method=sheet["item_method"],
            special_items=_special_items(sheet),
            literacy_on_mastery=sheet["literacy_on_mastery"] or sheet.house["literacy_on_mastery"],
            base_wounds=sheet.house["base_wounds"],
            cinematic_xp=sheet.house["cinematic_xp"],
        )
        places = (
            {f"talents.{at}": f"talents.{place}" for at, (place, _) in enumerate(talents)}
            | {f"spells.{at}": f"spells.{place}" for at, (place, _) in enumerate(spells)}
            | {f"race_required.{at}": place for at, (place, _) in enumerate(required)}
            | {f"skills.{each.name}": f"skills.{each.place}" for each in skills}
            | {f"skill_stats.{each.name}": f"skills.{each.place}.stat" for each in skills}
        )
        return cls(
            build,
            skills,
            tuple(each for _, each in spells),
            places,
            sheet["state"].strip(),
            build.has("armor_proficiency"),
            sheet.house,
        )

    @cached_property
    def stats(self) -> dict[str, int]:
        """The current stats, in the current state. R-13."""
        final = self.build.final_stats
        state = next(
            (each for name, each in self.build.valid_states.items() if same_name(name, self.state)), None
        )
        return state.apply(final) if state and self.state else final

    @property
    def resolve(self) -> int:
        return resolve(self.stats)

    @property
    def initiative(self) -> int:
        return initiative(self.stats)

    @property
    def most_wounds(self) -> int:
        return self.build.most_wounds(self.stats)

    def roll(self, trained: TrainedSkill, stat: str | None = None) -> Roll:
        """Return the roll of a skill with its stat, or with another one."""
        named = stat or trained.stat
        aimable = trained.skill is not None and trained.skill.aimable
        return Roll(
            trained.name, named, within(trained.rank + self.stats[named]), aimable, _attack_kind(trained)
        )

    def untrained_roll(self, name: str, stat: str) -> Roll:
        """Return the roll of a skill without a rank: the stat alone. T-090."""
        return Roll(name, stat, within(self.stats[stat]))

    def rolls(self, stat: str | None = None) -> list[Roll]:
        """Return the roll of every skill that was bought."""
        return [self.roll(each, stat) for each in self.skills]

    def attacks(self) -> list[Roll]:
        """Return the rolls for attacks; fists are always available."""
        own = [self.roll(each) for each in self.skills if each.skill and each.skill.attacks]
        if self._has("melee", UNARMED):
            return own
        return [*own, replace(self.untrained_roll("Melee (Unarmed)", "STR"), attack="unarmed")]

    def defences(self) -> list[Roll]:
        """Return the rolls for defences; everyone can dodge."""
        own = [self.roll(each) for each in self.skills if each.skill and each.skill.defends]
        return own if self._has("athletics") else [*own, self.untrained_roll("Athletics", "AGI")]

    def dances(self) -> list[Roll]:
        """Return the rolls for dodging arrows and thrown things with Perform. R-41."""
        return [self.roll(each) for each in self.skills if each.skill is SKILLS["perform"]]

    def _has(self, skill: str, subset: str = "") -> bool:
        return self.find(skill, subset) is not None

    def find(self, skill: str, subset: str = "") -> TrainedSkill | None:
        """Return the skill on the sheet; any subset will do if none is named."""
        return next(
            (
                each
                for each in self.skills
                if each.skill is SKILLS[skill] and (not subset.strip() or same_name(each.subset, subset))
            ),
            None,
        )


COUNTS = ("earned_xp", "stat_points_moved", "cinematics_bought", "lost_limbs")
ALLOWANCES = {"stat_points": STAT_POINTS, "starting_xp": STARTING_XP}
"""The points and XP of a new character, by the book."""


def allowance(sheet: ParsedSheet, name: str) -> int:
    """Return the amount that a character can spend: the house rule's, unless the sheet has its own number.

    Sheets are saved with the book's number, which therefore doesn't count as their own. T-034.
    """
    own: int = sheet[name]
    allowed: int = sheet.house[name]
    return allowed if own == ALLOWANCES[name] else own


def _chosen_entries(sheet: ParsedSheet, name: str, key: str) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the entries of a list with a choice, each with its index."""
    return [(place, each) for place, each in sheet.entries(name) if each[key]]


def _required_talents(sheet: ParsedSheet) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the talents that the race requires, each with the field that requires it: those of the sheet's
    own list, and those of a race of the book. T-176.
    """
    listed = [
        (f"race_required.{place}", (TALENTS[each["talent"]].name, each["label"].strip()))
        for place, each in _chosen_entries(sheet, "race_required", "talent")
    ]
    yield from listed
    race = find_race(sheet["race"])
    for each in race.required if race else ():
        name = TALENTS[each.talent].name
        if not any(known == name and same_name(label, each.label) for _, (known, label) in listed):
            yield "race", (name, each.label)


def _attack_kind(trained: TrainedSkill) -> str:
    """Return the kind of attack that a skill makes, or an empty string if it makes none. R-91."""
    if not (trained.skill and trained.skill.attacks):
        return ""
    if trained.skill is not SKILLS["melee"]:
        return "ranged"
    return "unarmed" if same_name(trained.subset, UNARMED) else "melee"


def _skills(sheet: ParsedSheet) -> Iterator[TrainedSkill]:
    """Yield the skills of the sheet, the first line of each name."""
    keys = set()
    for place, each in _chosen_entries(sheet, "skills", "skill"):
        skill = SKILLS.get(each["skill"])
        name = skill_name(each["skill"], each["subset"])
        key = find_skill(name).key
        if key in keys:
            continue
        keys.add(key)
        stat = each["stat"] or (skill.stats[0] if skill else "INT")
        yield TrainedSkill(place, skill, name, each["subset"].strip(), each["rank"] or 0, stat)


def _talent(each: Mapping[str, Any]) -> TalentBought:
    """Return a line of the sheet's talents as a purchase for the ledger."""
    talent = TALENTS.get(each["talent"])
    flags = {"at_creation": not each["later"], "free": each["free"], "gm_exception": each["gm_exception"]}
    if talent is None:
        name = each["label"].strip() or "Custom talent"
        return TalentBought(name, xp=each["xp"], **flags)
    label = "" if talent.id == "stat_boost" else each["label"].strip()
    tier = each["tier"] if talent.id == "extra_organ" else None
    plus = each["plus"] if talent.id in ("altered_state", "stat_boost") else None
    minus = each["minus"] if talent.id == "altered_state" else None
    return TalentBought(talent.name, label, tier, plus, minus, **flags)


def _spell(each: Mapping[str, Any]) -> SpellBought:
    """Return a line of the sheet's spells as a purchase for the ledger."""
    spell = SPELL_OF_ID.get(each["spell"])
    if spell is None:
        return SpellBought(each["label"].strip() or "Custom spell", each["dc"])
    return SpellBought(spell.name, each["dc"], each["label"].strip())


def _special_items(sheet: ParsedSheet) -> int:
    """Return the number of special items at the start."""
    return sum(each["kind"] == "special" for _, each in sheet.entries("items"))
