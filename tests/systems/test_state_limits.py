"""Limits of states that programs provide: ranges of numbers, lengths of texts and lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from rules_py.inputs import Input, Int, Keyed, ListOf, Record, Text
from rules_py.systems.action_consequence.tracker import schema as conflicts
from rules_py.systems.dichotomy.tracker import schema as battles
from rules_py.systems.two_d6.tracker import schema as fights

LIMITS = {
    "action_consequence": """
state: people, sides, asked, losses: up to 8
people: name, helps, act, exert_stat, duress_stat: 80 letters
people: owed: 0 to 99
people: gives_at: 1 to 5
people: interests, consequences: 300 letters
people: stats: up to 12
people: endeavors: up to 30
people.endeavors: stat: 80 letters
people: specializations: up to 20
people.specializations: name, endeavor, adds, vulnerable_to: 80 letters
people.specializations: challenges: up to 10
people.specializations: challenges, opponent_challenge: 300 letters
people: consequences: up to 60
sides: lead: 80 letters
sides: since, held, gained, struck, short, total: 0 to 999
sides: thrown: up to 8
sides.thrown: who: 80 letters
sides.thrown: faces: up to 32
sides.thrown: faces: 0 to 12
sides: advantage, sizes, order: up to 32
sides: advantage: 0 to 6
sides: sizes: 0 to 12
sides: order: up to 99
sides: order: 0 to 99
state: round: 0 to 999
state: challenger, answerer, opener, asked, winner: 80 letters
state: words: 300 letters
state: faced: up to 99
faced: one, other, doubled: 80 letters
losses: on, by: 80 letters
""",
    "dichotomy": """
state: round: 1 to 999
state: zones: up to 40
zones: name, note: 60 letters
zones: next: up to 12
zones.next: zone: 60 letters
zones: modifiers: up to 20
zones.modifiers: value: -999 to 999
zones.modifiers: against: 60 letters
state: fighters: up to 16
fighters: name, zone, came_from: 60 letters
fighters.scores: finesse, power, martial, spiritual: -999 to 999
fighters: hits, taken: 0 to 999
fighters: abilities: up to 45
fighters: bonus: 0 to 4
fighters: modifiers: up to 20
fighters.modifiers: value: -999 to 999
fighters.modifiers: against: 60 letters
fighters: turn: up to 12
fighters.turn: with: up to 6
fighters.turn: using, steps: up to 12
fighters.turn: target: 60 letters
fighters.turn: label: 120 letters
fighters.turn: cost: -99 to 99
fighters.effects: defending, defender, crowd, minds, aimed: 0 to 999
fighters.effects.covering: ally, zone: 60 letters
fighters.effects.covering: since: 0 to 999
fighters.locked: by: 60 letters
fighters.locked: until: 0 to 999
""",
    "two_d6": """
state: round: 0 to 999
state: fighters: up to 16
fighters: name, people: 60 letters
fighters: attacks: up to 16
fighters.attacks: name: 60 letters
fighters.attacks: bonus: 0 to 10
fighters.attacks: dc: 7 to 17
fighters: defence, unarmed, perform, diplomacy, initiative, resolve: 0 to 10
fighters: wounds_max, wounds, armour_wounds, armour_hit, limbs, lost: 0 to 12
fighters: talents: up to 8
fighters: favored: up to 6
fighters.favored: people: 60 letters
fighters: cinematics: 0 to 99
fighters: rolled: up to 50
fighters.rolled: total: 0 to 999
fighters: turn, uses: up to 20
fighters: distracted, negated: up to 2
fighters.distracted: round: 0 to 999
fighters.negated: round: 0 to 999
fighters.held: by: 60 letters
fighters.held: since: 0 to 999
roll: who, on: 60 letters
roll.weapon: name: 60 letters
roll.weapon: bonus: 0 to 10
roll.weapon: dc: 7 to 17
roll: attack, defence: 2 to 12
roll: bonus: 0 to 10
roll: rerolled: up to 20
roll: wounds: 0 to 9
spread: who: 60 letters
spread.weapon: name: 60 letters
spread.weapon: bonus: 0 to 10
spread.weapon: dc: 7 to 17
spread: attack: 2 to 12
spread: on: up to 16
spread.on: name: 60 letters
cast: who, healed, giver: 60 letters
cast.spell: name: 60 letters
cast.spell: bonus: 0 to 10
cast.spell: dc: 7 to 17
cast: dice: 2 to 12
state: wild: 60 letters
""",
}
"""Each line: a record, its fields and their limit.

A list without a name of its own, such as the faces of each roll for order, has the name of its parent field.
"""


def limits(declared: Input, parent: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the limit of each limited field of a form."""
    path = f"{parent}.{declared.name}" if parent and declared.name else parent or declared.name
    match declared:
        case Int():
            yield path, f"{declared.low} to {declared.high}"
        case Text():
            yield path, f"{declared.longest} letters"
        case ListOf():
            yield path, f"up to {declared.most}"
            yield from limits(declared.item, path)
        case Keyed():
            yield path, f"up to {declared.most}"
            yield from limits(declared.value, path)
        case Record():
            for each in declared.fields:
                yield from limits(each, path)


@pytest.mark.parametrize(
    ("game", "state"),
    [("action_consequence", conflicts.STATE), ("dichotomy", battles.STATE), ("two_d6", fights.STATE)],
    ids=LIMITS,
)
def test_state_fields_have_the_stated_limits(game: str, state: Record) -> None:
    by_limit = defaultdict[tuple[str, str], list[str]](list)
    for path, limit in limits(state):
        parent, _, name = path.rpartition(".")
        by_limit[parent.removeprefix("state").strip(".") or "state", limit].append(name)
    lines = [f"{parent}: {', '.join(names)}: {limit}" for (parent, limit), names in by_limit.items()]
    assert lines == LIMITS[game].split("\n")[1:-1]
