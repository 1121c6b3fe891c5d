"""The ledger of a character: the cost of every choice, the rest, and the broken rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules_py.base.problems import ERROR, WARNING, Problem
from rules_py.base.wording import same_name
from rules_py.systems.two_d6.armour import NEEDS_TRAINING
from rules_py.systems.two_d6.difficulty import LADDER
from rules_py.systems.two_d6.experience import BOOST_XP, CINEMATIC_XP, MOVED_POINT_XP, STARTING_XP
from rules_py.systems.two_d6.items import FAST, special_items
from rules_py.systems.two_d6.magic import price
from rules_py.systems.two_d6.problems import LEDGER_CODES
from rules_py.systems.two_d6.skills import find_skill
from rules_py.systems.two_d6.spells import SPELLS, Spell
from rules_py.systems.two_d6.stats import (
    HIGHEST,
    LOWEST,
    STAT_POINTS,
    STATS,
    initiative,
    is_rank,
    rank_price,
    resolve,
)
from rules_py.systems.two_d6.talents import (
    MAX_BOOSTS,
    ONCE,
    ORGAN_TIERS,
    PER_LABEL,
    TALENTS,
    Talent,
    find_talent,
)
from rules_py.systems.two_d6.wounds import BASE_WOUNDS, wounds_max

_SPELLS: Mapping[str, Spell] = {each.name.casefold(): each for each in SPELLS}
_WORKS_ON: Mapping[str, Callable[[Spell], bool]] = {
    "spell_turning": lambda spell: True,
    "mass_spell": lambda spell: spell.widens,
    "fast_caster": lambda spell: spell.time == "full",
}
"""The spells that each talent of magic affects. R-70, T-081, T-071."""


@dataclass(frozen=True)
class TalentBought:
    """A purchase of a talent. `tier` is the price of an Extra Organ, `xp` that of a custom talent; `plus` and
    `minus` are the stats of an Altered State, and `plus` alone that of a Stat Boost.
    """

    name: str
    label: str = ""
    tier: int | None = None
    plus: str | None = None
    minus: str | None = None
    at_creation: bool = True
    free: bool = False
    gm_exception: bool = False
    xp: int | None = None

    @cached_property
    def talent(self) -> Talent | None:
        """The talent in the list, or None for a custom one."""
        return find_talent(self.name)

    def is_a(self, talent_id: str) -> bool:
        return self.talent is TALENTS[talent_id]

    @property
    def full_name(self) -> str:
        """`Extra Sense (darkvision)`."""
        return f"{self.name} ({self.label})" if self.label else self.name

    @property
    def raises(self) -> str | None:
        """The stat that a Stat Boost raises, if it names one."""
        named = self.plus or self.label.strip().upper()
        return named if named in STATS else None

    @property
    def price(self) -> int:
        """The price; 0 if the game master gave it (R-11)."""
        if self.free:
            return 0
        if self.talent is None:
            return max(0, self.xp or 0)
        if self.is_a("extra_organ"):
            return self.tier if self.tier in ORGAN_TIERS else 0
        return self.talent.xp


@dataclass(frozen=True)
class SpellBought:
    """A purchase of a spell: `dc` is its base DC, if not the listed one."""

    name: str
    dc: int | None = None
    label: str = ""

    @cached_property
    def spell(self) -> Spell | None:
        """The spell in the list, or None for a custom one."""
        return _SPELLS.get(self.name.strip().casefold())

    @property
    def full_name(self) -> str:
        """`Control (fire)`."""
        return f"{self.name} ({self.label})" if self.label else self.name

    @property
    def price(self) -> int:
        """The price by base DC; a listed spell without one has a price of its own. R-74."""
        if self.dc is None or (self.spell is not None and self.spell.dc is None and self.dc in LADDER):
            return self.spell.xp if self.spell else 0
        return price(self.dc) if self.dc in LADDER else 0


@dataclass(frozen=True)
class AlteredState:
    """A state: its changes to two stats, and their amount."""

    name: str
    plus: str
    minus: str
    depth: int

    def apply(self, stats: Mapping[str, int]) -> dict[str, int]:
        """Return the stats while it lasts."""
        changed = dict(stats)
        changed[self.plus] += self.depth
        changed[self.minus] -= self.depth
        return changed


@dataclass(frozen=True)
class Line:
    """One purchase: `path` is that of its field."""

    path: str
    what: str
    xp: int


@dataclass(frozen=True)
class Build:
    """The purchases of a character. Counts below 0 are reported and treated as 0."""

    stats: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(STATS, 0))
    stat_points: int = STAT_POINTS
    starting_xp: int = STARTING_XP
    earned_xp: int = 0
    stat_boosts: Sequence[str] = ()
    stat_points_moved: int = 0
    talents: Sequence[TalentBought] = ()
    skills: Mapping[str, int] = field(default_factory=dict)
    spells: Sequence[SpellBought] = ()
    cinematics_bought: int = 0
    race_required: Sequence[tuple[str, str]] = ()
    lost_limbs: int = 0
    armour: str = "none"
    skill_stats: Mapping[str, str] = field(default_factory=dict)
    item_method: str = FAST
    special_items: int = 0
    literacy_on_mastery: bool = False
    base_wounds: int = BASE_WOUNDS
    cinematic_xp: int = CINEMATIC_XP

    @cached_property
    def stat_cost(self) -> int:
        """The points the stats cost, without impossible ranks."""
        return sum(rank_price(rank) for rank in self.stats.values() if is_rank(rank))

    @property
    def points_left(self) -> int:
        return max(0, self.count("stat_points") - self.stat_cost)

    @property
    def xp_budget(self) -> int:
        """The single pool of XP. R-1, R-2."""
        return self.count("starting_xp") + self.points_left + self.count("earned_xp")

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the ledger that were paid in XP."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[Line]:
        for place, stat in enumerate(self.stat_boosts):
            yield Line(f"stat_boosts.{place}", f"Stat Boost ({STATS[stat]})", BOOST_XP)
        for place, talent in enumerate(self.talents):
            yield Line(f"talents.{place}", talent.full_name, talent.price)
        for name, rank in self.skills.items():
            yield Line(f"skills.{name}", f"{name} {rank}", rank_price(rank) if is_rank(rank) else 0)
        for place, spell in enumerate(self.spells):
            yield Line(f"spells.{place}", spell.full_name, spell.price)
        if bought := self.count("cinematics_bought"):
            yield Line("cinematics_bought", f"Cinematics × {bought}", self.cinematic_xp * bought)
        if moved := self.count("stat_points_moved"):
            yield Line("stat_points_moved", f"Stat points moved × {moved}", MOVED_POINT_XP * moved)

    @cached_property
    def xp_spent(self) -> int:
        return sum(each.xp for each in self.lines)

    @property
    def xp_left(self) -> int:
        return self.xp_budget - self.xp_spent

    def count(self, name: str) -> int:
        """Return a count, at least 0."""
        value: int = getattr(self, name)
        return max(0, value)

    @cached_property
    def boosts(self) -> Counter[str]:
        """The number of boosts of each stat. R-3."""
        raises = (each.raises for each in self.talents if each.is_a("stat_boost"))
        return Counter([*self.stat_boosts, *filter(None, raises)])

    @cached_property
    def final_stats(self) -> dict[str, int]:
        """The stats with their boosts; an impossible rank stays unchanged. R-98."""
        return {name: self.stats[name] + self.boosts[name] for name in STATS}

    def has(self, talent_id: str) -> bool:
        return any(each.is_a(talent_id) for each in self.talents)

    def has_spell_for(self, talent_id: str) -> bool:
        """Return whether this talent of magic affects a spell that was bought, listed or custom."""
        works_on = _WORKS_ON[talent_id]
        return any(each.spell is None or works_on(each.spell) for each in self.spells)

    def most_wounds(self, stats: Mapping[str, int] | None = None) -> int:
        """Return the most wounds, of these stats or of the final ones."""
        toughness = (stats or self.final_stats)["TOU"]
        return wounds_max(
            toughness,
            extra_wound=self.has("extra_wound"),
            lost_limbs=self.count("lost_limbs"),
            base_wounds=self.base_wounds,
        )

    @cached_property
    def granted_skills(self) -> list[dict[str, str]]:
        """The skills that mastery of a Language grants for free. R-8."""
        kinds = ("Polyglot", "Literacy") if self.literacy_on_mastery else ("Polyglot",)
        return [{"name": kind, "label": tongue} for tongue in self._mastered_languages for kind in kinds]

    @property
    def _mastered_languages(self) -> list[str]:
        skills = ((find_skill(name), rank) for name, rank in self.skills.items())
        return [
            each.subset
            for each, rank in skills
            if each.skill and each.skill.id == "language" and each.subset and rank >= HIGHEST
        ]

    @cached_property
    def states(self) -> dict[str, list[TalentBought]]:
        """The purchases of Altered States by state; an unnamed one is identified by its pair of stats."""
        states: dict[str, list[TalentBought]] = {}
        for each in self.talents:
            if each.is_a("altered_state"):
                name = each.label.strip() or f"{each.plus} up, {each.minus} down"
                known = next((key for key in states if same_name(key, name)), name)
                states.setdefault(known, []).append(each)
        return states

    @property
    def valid_states(self) -> dict[str, AlteredState]:
        """The states without problems, by name."""
        return {
            name: AlteredState(name, *pair, len(bought))
            for name, bought in self.states.items()
            if (pair := _one_pair(bought))
        }

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The rules this character breaks, and the warnings; `field` is the path of the purchase."""
        parts = (self._of_counts, self._of_stats, self._of_talents, self._of_skills, self._of_spells)
        return tuple(problem for part in (*parts, self._of_the_rest) for problem in part())

    def _of_counts(self) -> Iterator[Problem]:
        counts = ("stat_points", "starting_xp", "earned_xp", "stat_points_moved", "cinematics_bought")
        for name in (*counts, "lost_limbs", "special_items"):
            if getattr(self, name) < 0:
                yield LEDGER_CODES.problem(name, "NEGATIVE")
        if self.xp_left < 0:
            yield LEDGER_CODES.problem("earned_xp", "XP_OVERSPENT")

    def _of_stats(self) -> Iterator[Problem]:
        for name, rank in self.stats.items():
            if not is_rank(rank):
                yield LEDGER_CODES.problem(f"stats.{name}", "STAT_RANGE")
            elif self.final_stats[name] > HIGHEST:
                yield LEDGER_CODES.problem(f"stats.{name}", "STAT_CAP")
        if self.stat_cost > self.count("stat_points"):
            yield LEDGER_CODES.problem("stats", "STAT_POINTS")
        boosts = len(self.stat_boosts) + sum(each.is_a("stat_boost") for each in self.talents)
        if boosts > MAX_BOOSTS:
            yield LEDGER_CODES.problem("stat_boosts", "BOOST_LIMIT")

    def _of_talents(self) -> Iterator[Problem]:
        for place, each in enumerate(self.talents):
            path = f"talents.{place}"
            if each.xp is not None and each.xp < 0:
                yield LEDGER_CODES.problem(path, "NEGATIVE")
            if each.talent is None and each.xp is None:
                yield LEDGER_CODES.problem(path, "TALENT_UNKNOWN")
            if any(_repeats(each, other) for other in self.talents[:place]):
                yield LEDGER_CODES.problem(path, "TALENT_REPEAT")
            if each.talent and each.talent.creation_rule and not (each.at_creation or _may_be_late(each)):
                yield LEDGER_CODES.problem(path, "TALENT_LATE", rule=each.talent.creation_rule)
            if each.is_a("extra_organ") and each.tier not in ORGAN_TIERS:
                yield LEDGER_CODES.problem(path, "ORGAN_TIER")
        yield from self._of_states()

    def _of_states(self) -> Iterator[Problem]:
        """Yield the problems of altered states. R-12."""
        for bought in self.states.values():
            last = max(place for place, each in enumerate(self.talents) if each in bought)
            if not _one_pair(bought):
                yield LEDGER_CODES.problem(f"talents.{last}", "ALTERED_PAIR")
        for name, state in self.valid_states.items():
            last = max(place for place, each in enumerate(self.talents) if each in self.states[name])
            now = state.apply(self.final_stats)
            if now[state.plus] > HIGHEST or now[state.minus] < LOWEST:
                yield LEDGER_CODES.problem(f"talents.{last}", "ALTERED_RANGE")

    def _of_skills(self) -> Iterator[Problem]:
        keys = set()
        for name, rank in self.skills.items():
            named, path = find_skill(name), f"skills.{name}"
            if named.key in keys:
                yield LEDGER_CODES.problem(path, "SKILL_TWICE")
            keys.add(named.key)
            if not is_rank(rank):
                yield LEDGER_CODES.problem(path, "SKILL_RANGE")
            if not named.is_specific:
                yield LEDGER_CODES.problem(path, "SKILL_SPECIALTY", rule="T-108" if named.subset else None)
        for name, stat in self.skill_stats.items():
            skill = find_skill(name).skill
            if skill and stat not in skill.stats:
                yield LEDGER_CODES.problem(f"skill_stats.{name}", "STAT_OFF_LIST")
        for place, each in enumerate(self.talents):
            if each.is_a("polyglot") and any(
                same_name(each.label, tongue) for tongue in self._mastered_languages
            ):
                yield LEDGER_CODES.problem(f"talents.{place}", "POLYGLOT_REDUNDANT")

    def _of_spells(self) -> Iterator[Problem]:
        for place, each in enumerate(self.spells):
            path = f"spells.{place}"
            if each.spell is None and each.dc is None:
                yield LEDGER_CODES.problem(path, "TALENT_UNKNOWN", rule="T-233")
            if each.dc is not None and each.dc not in LADDER:
                yield LEDGER_CODES.problem(path, "SPELL_DC")
            if any(_repeats_spell(each, other) for other in self.spells[:place]):
                yield LEDGER_CODES.problem(path, "TALENT_REPEAT", rule="R-99")

    def _of_the_rest(self) -> Iterator[Problem]:
        for place, (name, label) in enumerate(self.race_required):
            if not any(same_name(each.name, name) and same_name(each.label, label) for each in self.talents):
                missing = f" Missing: {TalentBought(name, label).full_name}."
                yield LEDGER_CODES.problem(f"race_required.{place}", "RACE_REQUIRED", missing)
        if self.armour in NEEDS_TRAINING and not self.has("armor_proficiency"):
            yield LEDGER_CODES.problem("armour", "ARMOUR_UNTRAINED")
        if self.most_wounds() == 0:
            yield LEDGER_CODES.problem("lost_limbs", "NO_WAKING")
        rich = self.has("rich")
        if self.item_method == FAST and self.special_items > special_items(rich=rich):
            yield LEDGER_CODES.problem("special_items", "SPECIAL_ITEMS", rule="T-152" if rich else None)


def _one_pair(bought: Sequence[TalentBought]) -> tuple[str, str] | None:
    """Return the two different stats that all purchases of a state name, or none if they don't."""
    (plus, minus), *others = {(each.plus, each.minus) for each in bought}
    return (plus, minus) if plus and minus and plus != minus and not others else None


def _repeats(one: TalentBought, other: TalentBought) -> bool:
    """Return whether a talent is bought again although it can't be, or with the same label. R-9."""
    if one.talent is not other.talent or (one.talent is None and not same_name(one.name, other.name)):
        return False
    if one.talent and one.talent.repeat != PER_LABEL:
        return one.talent.repeat == ONCE
    return same_name(one.label, other.label)


def _may_be_late(each: TalentBought) -> bool:
    """Return whether the talent is an Extra Organ that the game master allows late. R-10."""
    return each.is_a("extra_organ") and each.gm_exception


def _repeats_spell(one: SpellBought, other: SpellBought) -> bool:
    """Return whether both are the same spell, with the same kind if it is bought by kind. R-99."""
    if not same_name(one.name, other.name):
        return False
    return not (one.spell and one.spell.each) or same_name(one.label, other.label)


def character_ledger(**value: Any) -> dict[str, Any]:
    """Return the whole ledger of a character, with its problems."""
    talents = tuple(TalentBought(**each) for each in value.pop("talents"))
    spells = tuple(SpellBought(**each) for each in value.pop("spells"))
    required = tuple((each["name"], each["label"]) for each in value.pop("race_required"))
    return to_answer(Build(talents=talents, spells=spells, race_required=required, **value))


def to_answer(build: Build) -> dict[str, Any]:
    """Return the answer of the ledger, with its public names."""
    codes: dict[str, set[str]] = {ERROR: set(), WARNING: set()}
    for each in build.problems:
        codes[each.severity].add(each.code)
    return {
        "stat_cost": build.stat_cost,
        "stat_points_left": build.points_left,
        "xp_budget": build.xp_budget,
        "xp_spent": build.xp_spent,
        "xp_left": build.xp_left,
        "final_stats": build.final_stats,
        "resolve": resolve(build.final_stats),
        "initiative": initiative(build.final_stats),
        "wounds_max": build.most_wounds(),
        "granted": build.granted_skills,
        "errors": sorted(codes[ERROR]),
        "warnings": sorted(codes[WARNING]),
        "problems": [each.to_json() for each in build.problems],
        "legal": not codes[ERROR],
    }
