"""The fields of the character sheet, from top to bottom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Text
from rules_py.sheets.sheet import Section
from rules_py.systems.two_d6.armour import ARMOUR_NAMES
from rules_py.systems.two_d6.character import OWN, SPELL_OF_ID
from rules_py.systems.two_d6.experience import STARTING_XP
from rules_py.systems.two_d6.fields import bonus_input, dc_input
from rules_py.systems.two_d6.items import MAX_SLOTS, METHODS
from rules_py.systems.two_d6.options import LITERACY
from rules_py.systems.two_d6.skills import ALL as ALL_SKILLS
from rules_py.systems.two_d6.skills import SKILL_NAMES
from rules_py.systems.two_d6.stats import HIGHEST, LOWEST, MEANINGS, STAT_POINTS, STATS
from rules_py.systems.two_d6.talents import ALL as ALL_TALENTS
from rules_py.systems.two_d6.talents import BOOST, PER_LABEL, STATE, TALENT_NAMES

MOST = 60
MANY = 9999
MAX_HELD = 99

LABELLED = tuple(each.id for each in ALL_TALENTS if each.repeat in (PER_LABEL, STATE))
BOOSTED = tuple(each.id for each in ALL_TALENTS if each.repeat == BOOST)
ALTERED = tuple(each.id for each in ALL_TALENTS if each.repeat == STATE)
SUBSETS = tuple(each.id for each in ALL_SKILLS if each.subset)
LABELLED_SPELLS = tuple(each.id for each in SPELL_OF_ID.values() if each.each)

SPELL_NAMES = {key: each.name for key, each in SPELL_OF_ID.items()} | {OWN: "Custom"}

CHECK, ATTACK, DEFENCE, FIRST, RESOLVE, CAST = "check", "attack", "defence", "first", "resolve", "cast"
AIMS = {
    CHECK: "a check",
    ATTACK: "an attack",
    DEFENCE: "a defence",
    FIRST: "acting first",
    RESOLVE: "a Resolve check",
    CAST: "casting",
}
USUAL_AIMS = [
    {"kind": CHECK, "skill": "notice", "subset": "", "stat": "PER", "dc": 11, "foe": 4},
    {"kind": ATTACK, "skill": "melee", "subset": "", "stat": "STR", "dc": 11, "foe": 4},
    {"kind": DEFENCE, "skill": "athletics", "subset": "", "stat": "AGI", "dc": 11, "foe": 4},
    {"kind": FIRST, "skill": "notice", "subset": "", "stat": "", "dc": 11, "foe": 4},
]

TALENT = Choice("talent", "Talent", TALENT_NAMES | {OWN: "Custom"}, start="acrobat", code="TALENT_UNKNOWN")
LABEL = Text("label", "Which", longest=80, default="")
SKILL = Choice("skill", "Skill", SKILL_NAMES | {OWN: "Custom"}, start="notice", code="SKILL_UNKNOWN")
STAT = Choice("stat", "Used with", STATS, optional=True, default=None, noun="Stat")


def _count(name: str, label: str, default: int = 0, **more: Any) -> Int:
    arguments: dict[str, Any] = {"code": "NEGATIVE", "as_given": True, **more}
    return Int(name, label, 0, MANY, default=default, **arguments)


def _number(name: str, label: str, low: int, high: int, **more: Any) -> Int:
    return Int(name, label, low, high, as_given=True, **more)


def _full_name(names: Mapping[str, str], key: object, label: object) -> str:
    """Return `Extra Sense (darkvision)`, or only the label of a custom talent."""
    text = str(label or "").strip()
    if key == OWN:
        return text or names[OWN]
    return f"{names.get(str(key), '—')} ({text})" if text else names.get(str(key), "—")


def _talent_phrase(row: Mapping[str, Any]) -> str:
    name = _full_name(TALENT.options, row.get("talent"), row.get("label"))
    if row.get("talent") in BOOSTED:
        return f"{name} ({row.get('plus')})"
    return f"{name}, {row.get('plus')} up, {row.get('minus')} down" if row.get("talent") in ALTERED else name


def _skill_phrase(row: Mapping[str, Any]) -> str:
    name = _full_name(SKILL.options, row.get("skill"), row.get("subset"))
    return f"{name} {row.get('rank', 1)}"


def _item_phrase(row: Mapping[str, Any]) -> str:
    text = str(row.get("text") or "—")
    return f"{text} (special)" if row.get("kind") == "special" else text


SECTIONS = (
    Section(
        "Character",
        (
            Text("name", "Name", longest=80, missing="NAME_MISSING"),
            Text("player", "Player", longest=80),
            Text("concept", "Concept", longest=200, rule="T-016", help="Who you are, and why you do it."),
            Text("race", "Race", longest=80, rule="T-174"),
            Text("languages", "Languages (house rule)", longest=200, rule="R-7"),
        ),
    ),
    Section(
        "Race",
        (
            ListOf(
                "race_required",
                "Talents required by your race",
                Record(
                    only_for={"label": LABELLED},
                    kind="talent",
                    phrase=_talent_phrase,
                    fields=(
                        Choice("talent", "Talent", TALENT_NAMES, start="extra_sense", code="TALENT_UNKNOWN"),
                        LABEL,
                    ),
                ),
                most=10,
                start=[],
                rule="T-176",
            ),
        ),
        help="The buttons above the sheet fill in the talents that a race requires.",
        paper=False,
    ),
    Section(
        "Stats",
        (
            Record(
                "stats",
                "Stats",
                tuple(
                    _number(
                        key,
                        f"{key} {name}",
                        LOWEST,
                        HIGHEST,
                        default=0,
                        noun=name,
                        help=MEANINGS[key][0],
                        rule=MEANINGS[key][1],
                        code="STAT_RANGE",
                    )
                    for key, name in STATS.items()
                ),
                rule="T-029",
                default=dict.fromkeys(STATS, 0),
                phrase=lambda row: ", ".join(f"{name} +{row.get(name, 0)}" for name in STATS),
            ),
        ),
        help="Each rank costs its own number (+3 costs 1 + 2 + 3). Leftover points become XP.",
        layout="grid",
    ),
    Section(
        "Points and experience",
        (
            _count("stat_points", "Points to spend", STAT_POINTS, rule="T-034"),
            _count("stat_points_moved", "Stat points moved", rule="R-4"),
            _count("starting_xp", "Starting XP", STARTING_XP, rule="T-047"),
            _count("earned_xp", "XP earned", rule="T-220"),
            _count("cinematics_bought", "Cinematics bought", rule="T-222"),
        ),
    ),
    Section(
        "Talents",
        (
            ListOf(
                "talents",
                "Talents",
                Record(
                    kind="talent",
                    phrase=_talent_phrase,
                    only_for={
                        "label": (*LABELLED, OWN),
                        "tier": ("extra_organ",),
                        "plus": (*ALTERED, *BOOSTED),
                        "minus": ALTERED,
                        "xp": (OWN,),
                        "gm_exception": ("extra_organ",),
                    },
                    fields=(
                        TALENT,
                        LABEL,
                        _number("tier", "Organ price (XP)", 1, 5, default=1, code="ORGAN_TIER"),
                        Choice("plus", "Raises", STATS, default="STR"),
                        Choice("minus", "Lowers", STATS, default="CHA"),
                        _number("xp", "XP", 0, MANY, optional=True, default=None, code="NEGATIVE"),
                        Flag("later", "Taken after creation", rule="R-10"),
                        Flag("free", "Free", rule="R-11"),
                        Flag("gm_exception", "GM exception", rule="R-10"),
                    ),
                ),
                most=MOST,
                start=[],
                rule="T-046",
            ),
        ),
    ),
    Section(
        "Skills",
        (
            ListOf(
                "skills",
                "Skills",
                Record(
                    kind="skill",
                    phrase=_skill_phrase,
                    only_for={"subset": (*SUBSETS, OWN)},
                    fields=(
                        SKILL,
                        Text("subset", "Which", longest=80, default=""),
                        _number("rank", "Rank", LOWEST, HIGHEST, default=1, code="SKILL_RANGE"),
                        STAT,
                    ),
                ),
                most=MOST,
                start=[],
                rule="T-089",
            ),
            LITERACY,
        ),
    ),
    Section(
        "Spells",
        (
            ListOf(
                "spells",
                "Spells",
                Record(
                    kind="spell",
                    phrase=lambda row: _full_name(SPELL_NAMES, row.get("spell"), row.get("label")),
                    only_for={"label": (*LABELLED_SPELLS, OWN)},
                    fields=(
                        Choice("spell", "Spell", SPELL_NAMES, start="blast", code="TALENT_UNKNOWN"),
                        LABEL,
                        _number(
                            "dc",
                            "DC, if different",
                            7,
                            17,
                            noun="DC",
                            optional=True,
                            default=None,
                            code="SPELL_DC",
                        ),
                    ),
                ),
                most=MOST,
                start=[],
                rule="T-230",
            ),
        ),
    ),
    Section(
        "Items",
        (
            Choice(
                "armour",
                "Armour worn",
                ARMOUR_NAMES,
                default="none",
                rule="T-157",
                help="List it below too: light armour is a mundane item, other armour a special one.",
            ),
            ListOf(
                "items",
                "Belongings",
                Record(
                    phrase=_item_phrase,
                    fields=(
                        Text("text", "Item", longest=80, default=""),
                        Choice(
                            "kind",
                            "Type",
                            {"special": "special", "later": "acquired later"},
                            optional=True,
                            default=None,
                            rule="T-149",
                        ),
                    ),
                ),
                most=MOST,
                start=[],
                rule="T-156",
            ),
            Text("money", "Money in hand", longest=80),
        ),
    ),
    Section(
        "Starting items",
        (
            Choice("item_method", "Method", METHODS, default="fast", rule="T-147"),
            Int("swapped", "Slots exchanged for money", 0, MAX_SLOTS, default=0, rule="T-151"),
            Int("slot_value", "Money per slot", 0, 1_000_000, default=0, rule="T-151"),
            Int("purse", "Starting money", 0, 1_000_000, default=0, rule="T-153"),
        ),
        paper=False,
    ),
    Section(
        "Now",
        (
            Int("wounds_lost", "Wounds lost", 0, 99, default=0, rule="T-207"),
            Int("cinematics", "Cinematics held", 0, MAX_HELD, default=0, rule="T-227"),
            Flag("unconscious", "Unconscious", rule="T-209"),
            Flag("dead", "Dead", rule="T-210"),
            _count("lost_limbs", "Limbs lost for good", rule="T-217"),
            Text("limbs", "Which limbs", longest=80),
            Text("state", "Current Altered State", longest=80, rule="R-13"),
        ),
    ),
    Section(
        "Rolls to compare",
        (
            ListOf(
                "aims",
                "Rolls to compare choices by",
                Record(
                    kind="kind",
                    only_for={
                        "skill": (CHECK, ATTACK, DEFENCE),
                        "subset": (CHECK, ATTACK, DEFENCE),
                        "stat": (CHECK, ATTACK, DEFENCE),
                        "dc": (CHECK, RESOLVE, CAST),
                        "foe": (ATTACK, DEFENCE, FIRST),
                    },
                    fields=(
                        Choice("kind", "Kind", AIMS, start=CHECK),
                        Choice("skill", "Skill", SKILL_NAMES, default="notice"),
                        Text("subset", "Which", longest=80, default=""),
                        STAT,
                        dc_input(start=None, default=11),
                        bonus_input("foe", "Opponent’s bonus", start=None, default=4),
                    ),
                ),
                most=8,
                start=[],
                help="Each card shows its effect on these rolls. If you list none: a Notice check, an "
                "attack, a defence and initiative.",
            ),
        ),
        paper=False,
    ),
    Section("Notes", (Text("notes", "Background and notes", longest=4000, lines=8),), layout="wide"),
)
