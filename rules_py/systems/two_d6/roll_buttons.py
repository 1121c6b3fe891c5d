"""A character's rolls: every roll of the sheet with its chance in the current situation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import Any

from rules_py.calculators.party_rows import PartyRows
from rules_py.inputs import Choice, Input, Int
from rules_py.sheets.panel import Panel, RollButton
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.two_d6 import fields
from rules_py.systems.two_d6.calculators import CALCULATORS
from rules_py.systems.two_d6.character import Character, Roll, within
from rules_py.systems.two_d6.counterspells import LANDS
from rules_py.systems.two_d6.difficulty import effective, move_dc
from rules_py.systems.two_d6.initiative import before
from rules_py.systems.two_d6.margins import payoffs
from rules_py.systems.two_d6.skills import SKILLS
from rules_py.systems.two_d6.spells import LISTED, offers
from rules_py.systems.two_d6.stats import STATS

CHECK, OPPOSED, FIRST, DEATH = (
    "two_d6.check",
    "two_d6.opposed_check",
    "two_d6.initiative",
    "two_d6.death_check",
)
CAST, SPELL_ATTACK, COUNTER, REPEL = (
    "two_d6.unopposed_cast",
    "two_d6.attack_spell",
    "two_d6.counterspell",
    "two_d6.repel_attack",
)
DIFFICULTY = "DC {dc}"
_BY_ID = {each.id: each for each in CALCULATORS}
_HOUSE_RULES = {key: [rule for rule in each.inputs if rule.house_rule] for key, each in _BY_ID.items()}

BY_THE_BOOK: Mapping[str, Any] = {}

HELD, WON = "held", "won"
GOOD: Mapping[str, Callable[[Any], bool]] = {
    CHECK: lambda outcome: outcome.success,
    DEATH: lambda outcome: outcome.success,
    WON: lambda outcome: outcome.margin > 0,
    HELD: lambda outcome: outcome.margin <= 0,
    CAST: lambda outcome: outcome.outcome == "cast",
    SPELL_ATTACK: lambda outcome: outcome.outcome == "hit",
    COUNTER: lambda outcome: outcome.outcome == LANDS,
    REPEL: lambda outcome: outcome.margin <= 0,
}
"""The results that count as good for each roll; of two casts, the character's is the first, as for Negate."""


def chance(
    calculator: str, inputs: Mapping[str, Any], good: str = "", *, house: Mapping[str, Any] = BY_THE_BOOK
) -> Fraction:
    """Return the chance that a roll succeeds, under the house rules that its calculator takes."""
    other = {
        each.name: house[each.name]
        for each in _HOUSE_RULES[calculator]
        if house.get(each.name, each.default) != each.default
    }
    return _chance(calculator, json.dumps({**other, **inputs}), good or calculator)


@cache
def _chance(calculator: str, inputs: str, good: str) -> Fraction:
    odds = _BY_ID[calculator].bind(json.loads(inputs)).odds()
    return odds.chance(GOOD[good])


SITUATION: tuple[Input, ...] = (
    fields.dc_input(start=9),
    Int("steps", "Steps harder", -5, 5, default=0, rule="T-269"),
    Choice("stat", "Different stat", STATS, optional=True, default=None, rule="T-028"),
    fields.bonus_input("foe", "Their bonus", start=4),
    replace(fields.AIMED, label="Aimed shot or spell"),
)


@dataclass(frozen=True)
class Situation:
    """The situation of a roll. T-028, T-219, T-269."""

    dc: int = 9
    steps: int = 0
    stat: str | None = None
    foe: int = 4
    aimed: bool = False


def check(character: Character, roll: Roll, now: Situation) -> RollButton | str:
    """Return a check against the DC, or a text if armour makes it impossible. R-27.

    A DC that armour has raised is an input of the character, not of the situation.
    """
    dc = effective(
        now.dc,
        now.steps,
        agility=roll.agile,
        armour=character.build.armour,
        armored_acrobat=character.build.has("armored_acrobat"),
    )
    if dc is None:
        return "impossible in this armour"
    aimed = now.aimed and roll.aimable
    inputs = {"dc": dc, "bonus": roll.bonus, "aimed": aimed}
    label, moment = roll.name, {"dc": f"DC {dc}", "aimed": _aim_text(aimed)}
    if dc != move_dc(now.dc, now.steps):
        label, moment = f"{roll.name}, DC {dc} in this armour", {"aimed": _aim_text(aimed)}
    return RollButton(CHECK, inputs, label, chance(CHECK, inputs), situation=moment, button_text=DIFFICULTY)


def party_rolls(sheet: ParsedSheet) -> dict[str, dict[str, Any]]:
    """Return a row of the party for every skill; one without a rank is the stat alone. T-090, T-158."""
    character = Character.of(sheet)
    untrained_rolls = [
        character.untrained_roll(skill.name, skill.stats[0])
        for skill in SKILLS.values()
        if not skill.subset and character.find(skill.id) is None
    ]
    build = character.build
    armour_inputs = {"armour": build.armour, "armored_acrobat": build.has("armored_acrobat")}
    rolls = sorted((*character.rolls(), *untrained_rolls), key=attrgetter("name"))
    return {each.name: {"bonus": each.bonus, "agility": each.agile, **armour_inputs} for each in rolls}


PARTY_ROWS = PartyRows("two_d6.party_chances", "party", party_rolls, name="name")


def _aim_text(aimed: bool) -> str:
    return "aimed" if aimed else ""


def _opponent_text(now: Situation) -> str:
    return f"vs +{now.foe}"


def against(roll: Roll, now: Situation, what: str) -> RollButton:
    """Return an attack, or any other roll that its owner starts: ties go to the other side. T-194, R-39."""
    aimed = now.aimed and roll.aimable
    inputs = {"att_bonus": roll.bonus, "def_bonus": now.foe, "aimed": aimed}
    moment = {"def_bonus": _opponent_text(now), "aimed": _aim_text(aimed)}
    won = chance(OPPOSED, inputs, WON)
    fights = what == "Attack"
    return RollButton(
        OPPOSED,
        inputs | ({"attack": roll.attack} if fights else {}),
        f"{what}, {roll.name}",
        won,
        situation=moment,
        button_text="vs +{def_bonus}",
        payoffs=payoffs(roll.attack) if fights else (),
    )


def answer_button(character: Character, roll: Roll, now: Situation, what: str) -> RollButton:
    """Return a defence, or any other answer to someone else's roll: ties go to its owner. T-195, T-197."""
    armour_inputs = {"armour": character.build.armour, "proficient": character.proficient}
    armour = armour_inputs if what == "Defence" else {}
    inputs = {"att_bonus": now.foe, "def_bonus": roll.bonus, **armour}
    moment = {"att_bonus": _opponent_text(now)}
    defence = chance(OPPOSED, inputs, HELD)
    return RollButton(
        OPPOSED, inputs, f"{what}, {roll.name}", defence, situation=moment, button_text="vs +{att_bonus}"
    )


def first(character: Character, now: Situation) -> RollButton:
    """Return the roll to act before someone. T-190, T-191."""
    own = within(character.initiative)
    inputs = {"scores": [own, now.foe]}
    label = f"Initiative, against +{now.foe}"
    return RollButton(FIRST, inputs, label, before(own, now.foe), button_text="vs +{scores[1]}")


def death(character: Character) -> RollButton:
    """Return the death check at 0 wounds. T-208."""
    inputs = {"resolve": within(character.resolve)}
    return RollButton(DEATH, inputs, "Death check", chance(DEATH, inputs, house=character.house))


def panels(character: Character, now: Situation) -> Iterator[Panel]:
    """Yield all rolls, those of a fight first."""
    yield Panel(
        "Attacks",
        ("Roll", f"vs +{now.foe}"),
        tuple((roll.text, against(roll, now, "Attack")) for roll in character.attacks()),
    )
    yield Panel(
        "Defences",
        ("Roll", f"vs +{now.foe}"),
        tuple((roll.text, answer_button(character, roll, now, "Defence")) for roll in character.defences()),
    )
    if character.spells:
        yield _magic(character, now)
    yield _checks(character, now)
    initiative = f"Initiative (+{character.initiative})"
    yield Panel("Initiative", ("Roll", f"vs +{now.foe}"), ((initiative, first(character, now)),))
    yield _resolve(character, now)
    row = (f"Death check (+{character.resolve})", death(character))
    yield Panel(f"At 0 wounds, DC {character.house['death_dc']}", ("Roll", "Survive"), (row,))
    yield _stats(character, now)


def _checks(character: Character, now: Situation) -> Panel:
    rows = [
        (roll.text, check(character, roll, now), against(roll, now, "Check"))
        for roll in character.rolls(now.stat)
    ]
    return Panel("Skills", ("Skill", f"DC {now.dc}", f"vs +{now.foe}"), tuple(rows))


def _resolve(character: Character, now: Situation) -> Panel:
    roll = Roll("Resolve", "", within(character.resolve))
    inputs = {"dc": now.dc, "bonus": roll.bonus}
    moment = {"dc": f"DC {now.dc}"}
    checked = RollButton(
        CHECK, inputs, "Resolve", chance(CHECK, inputs), situation=moment, button_text=DIFFICULTY
    )
    row = (roll.text, checked, answer_button(character, roll, now, "Resolve"))
    return Panel("Resolve", ("Roll", f"DC {now.dc}", f"vs +{now.foe}"), (row,))


def _magic(character: Character, now: Situation) -> Panel:
    """Return the rolls of a caster's own spells. R-100."""
    rows: list[tuple[Any, ...]] = []
    rivals = dict.fromkeys(("def_bonus", "def_resolve", "att_bonus"), _opponent_text(now))
    others = {**rivals, "aimed": _aim_text(now.aimed), "targets": ""}
    for each in character.spells:
        power = str(each.dc) if each.dc in fields.DC_LABELS else LISTED
        roll_inputs = {
            "resolve": within(character.resolve),
            "power": power,
            "targets": 1,
            "against": now.foe,
            "aimed": now.aimed,
        }
        if each.spell is None:
            if each.dc in fields.DC_LABELS:
                rows.append((each.full_name, _cast(character, each.full_name, each.dc, roll_inputs)))
            continue
        for offer in offers(each.spell, roll_inputs):
            if isinstance(offer, str):
                rows.append((each.full_name, "at the stored spell’s DC"))
                continue
            inputs = dict(offer.inputs)
            if offer.calculator == REPEL:
                inputs |= {"armour": character.build.armour, "proficient": character.proficient}
            cast = RollButton(
                offer.calculator,
                inputs,
                offer.label,
                chance(offer.calculator, inputs, house=character.house),
                situation={name: words for name, words in others.items() if name in inputs},
                button_text=_opponent_text(now) if rivals.keys() & inputs.keys() else "",
                payoffs=payoffs("spell") if offer.calculator == SPELL_ATTACK else (),
            )
            rows.append((f"{each.full_name}: {offer.kind}", cast))
    return Panel(f"Spells (+{character.resolve})", ("Spell", "Cast"), tuple(rows))


def _cast(character: Character, name: str, dc: int | None, request: Mapping[str, Any]) -> RollButton:
    inputs = {"dc": dc, "resolve": request["resolve"], "aimed": request["aimed"]}
    moment = {"aimed": _aim_text(inputs["aimed"])}
    chance_to_cast = chance(CAST, inputs, house=character.house)
    return RollButton(CAST, inputs, f"{name}, DC {dc}", chance_to_cast, situation=moment)


def _stats(character: Character, now: Situation) -> Panel:
    rows = []
    for name, words in STATS.items():
        roll = replace(character.untrained_roll(words, name), aimable=True)
        rows.append((roll.text, check(character, roll, now), against(roll, now, "Check")))
    return Panel(
        "Untrained (stat only)",
        ("Stat", f"DC {now.dc}", f"vs +{now.foe}"),
        tuple(rows),
        note="For skills you have no ranks in.",
        paper=False,
    )
