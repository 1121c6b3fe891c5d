"""How an attack between two fighters is read: whose dice, against which targets, and how hits come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from rules_py.systems.dichotomy.attacks import HITS_DEALT, Boons, hit_chances, hits_with
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.checks import PVP_BASE
from rules_py.systems.dichotomy.defence import DEFEND_BONUS, HITS_TAKEN, defence_pair
from rules_py.systems.dichotomy.grades import FACES, PAIRS, Die, grade_of
from rules_py.systems.dichotomy.modifiers import Modifier, added_up, gear_modifier
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter

Pair = tuple[str, ...]


@dataclass(frozen=True)
class Matchup:
    """An attack about to be rolled: the player's two dice, and how hits come about."""

    a: Die
    b: Die
    boons: Boons
    base_hits: Mapping[str, int]

    @property
    def chances(self) -> dict[int, Fraction]:
        """The chance of each number of hits."""
        return hit_chances(self.a.need, self.b.need, self.boons, self.base_hits)

    def hits(self, face_a: int, face_b: int) -> int:
        """The hits of these faces."""
        grade = grade_of(face_a, face_b, self.a.need, self.b.need)
        return hits_with(self.base_hits[grade], self.boons)[0]


def matchup(
    fight: Fight,
    attacker: Fighter,
    target: Fighter,
    pair: Pair,
    using: Iterable[str] = (),
    extra: tuple[int, int] = (0, 0),
) -> Matchup:
    """How the dice of this attack are read; `extra` are modifiers of them that the table adds.

    The player rolls, to hit or to defend; between two characters the attacker does. The targets are a foe's
    own, or a character's attributes in defence with what is added to them. D-020, D-021, R-07, R-09.
    """
    bodily = pair[0]
    boons = Boons(
        smite=bodily == "power" and "smite" in attacker.abilities,
        deadly_aim=bodily == "finesse" and attacker.effects.aimed == fight.round - 1 > 0,
        bless="bless" in attacker.abilities and target.outsider,
        telekinesis="telekinesis" in using and pair == ("finesse", "spiritual"),
        protected=_protected(fight, target, attacker, bodily),
    )
    defending = defence_pair(pair, attacker.zone == target.zone) if target.pc else pair
    attack = _Side(fight, attacker, target, pair, "attack")
    defence = _Side(fight, target, attacker, defending, "defence")
    roller, against = (attack, defence) if attacker.pc else (defence, attack)
    dice = zip(roller.scores, against.targets, roller.mods, extra, roller.pair, strict=True)
    a, b = (Die(score, tn, mod + more, ATTRIBUTES[name]) for score, tn, mod, more, name in dice)
    return Matchup(a, b, boons, HITS_DEALT if attacker.pc else HITS_TAKEN)


@dataclass(frozen=True)
class _Side:
    """One of the two, with the pair of attributes they use."""

    fight: Fight
    fighter: Fighter
    opponent: Fighter
    pair: Pair
    rolling: str

    @property
    def scores(self) -> list[int]:
        return [self.fighter.scores[each] for each in self.pair]

    @property
    def mods(self) -> list[int]:
        """What is added to each die, or to each target where they don't roll.

        R-07, R-10, R-13, R-16, R-17.
        """
        fighter = self.fighter
        guarding = self.rolling == "defence" and fighter.effects.defending
        everywhere = fighter.bonus + (DEFEND_BONUS if guarding else 0)
        gear: int = gear_modifier(gear=fighter.gear, attribute=self.pair[1])["modifier"]
        first, second = added_up(self._modifiers(), self.pair, self.rolling)
        return [first + everywhere, second + everywhere + gear]

    def _modifiers(self) -> Iterator[Modifier]:
        """Those of the zone and the person that hold against this opponent. R-13."""
        near = {"", self.opponent.zone, self.opponent.came_from}
        held = (*self.fight.zone(self.fighter.zone).modifiers, *self.fighter.modifiers)
        return (each for each in held if each.against in near)

    @property
    def targets(self) -> list[int]:
        """What the other's dice are set against."""
        base = PVP_BASE if self.fighter.pc else 0
        return [base + score + mod for score, mod in zip(self.scores, self.mods, strict=True)]


def _protected(fight: Fight, target: Fighter, attacker: Fighter, bodily: str) -> bool:
    """Whether a friend's Defender or Covering Fire keeps a hit off. R-30."""
    friends = [
        each
        for each in fight.fighters
        if each.side == target.side and each.able and each.name not in (target.name, attacker.name)
    ]
    if bodily == "power":
        return any(each.effects.defender and each.zone == target.zone for each in friends)
    covering = [each.effects.covering for each in friends if each.effects.covering]
    return any(each.ally == target.name or (each.zone and each.zone == attacker.zone) for each in covering)


def all_enough(
    fight: Fight, attacker: Fighter, targets: Iterable[Fighter], pair: Pair, using: Iterable[str]
) -> Fraction:
    """The chance that one roll, read against each of these targets, is enough for every one of them. R-24."""
    met = [(matchup(fight, attacker, each, pair, using), each.missing) for each in targets]
    rolls = product(range(1, FACES + 1), repeat=2)
    enough = sum(all(found.hits(*faces) >= needed for found, needed in met) for faces in rolls)
    return Fraction(enough, PAIRS)


def mind_open(fight: Fight, target: Fighter) -> bool:
    """Whether a mind can be read: not that of a telepath, nor one that a telepath beside it shields.

    D-097, D-098.
    """
    shields = (
        each.effects.minds and each.side == target.side and each.zone == target.zone and each.able
        for each in fight.fighters
    )
    return "telepathy" not in target.abilities and not any(shields)
