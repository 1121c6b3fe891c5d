"""The matchup of an attack: the dice, their targets, and the resulting hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from rules_py.systems.dichotomy.attacks import HITS_DEALT, Boons, hit_chances, hits_with
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.defence import HITS_TAKEN, defence_pair
from rules_py.systems.dichotomy.grades import FACES, PAIRS, Die, grade_of
from rules_py.systems.dichotomy.modifiers import Modifier, added_up, gear_modifier
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter

Pair = tuple[str, ...]


@dataclass(frozen=True)
class Matchup:
    """An attack about to be rolled: the player's two dice, and everything that determines the hits."""

    a: Die
    b: Die
    boons: Boons
    base_hits: Mapping[str, int]

    @property
    def chances(self) -> dict[int, Fraction]:
        """The probability of each number of hits."""
        return hit_chances(self.a.need, self.b.need, self.boons, self.base_hits)

    def hits(self, face_a: int, face_b: int) -> int:
        """Return the hits for these faces."""
        grade = grade_of(face_a, face_b, self.a.need, self.b.need, self.boons.house)
        return hits_with(self.base_hits[grade], self.boons)[0]


def matchup(
    fight: Fight,
    attacker: Fighter,
    target: Fighter,
    pair: Pair,
    using: Iterable[str] = (),
    extra: tuple[int, int] = (0, 0),
) -> Matchup:
    """Return the matchup of an attack. `extra` are further modifiers of the two dice.

    The player rolls, to hit or to defend; between two characters, the attacker rolls. A foe has its own
    target numbers; those of a character come from the attributes they defend with. D-020, D-021, R-07, R-09.
    """
    bodily = pair[0]
    boons = Boons(
        smite=bodily == "power" and "smite" in attacker.abilities,
        deadly_aim=bodily == "finesse" and attacker.effects.aimed == fight.round - 1 > 0,
        bless="bless" in attacker.abilities and target.outsider,
        telekinesis="telekinesis" in using and pair == ("finesse", "spiritual"),
        protected=_is_protected(fight, target, attacker, bodily),
        house=fight.rules,
    )
    defending = defence_pair(pair, attacker.zone == target.zone) if target.pc else pair
    attack = _Side(fight, attacker, target, pair, "attack")
    defence = _Side(fight, target, attacker, defending, "defence")
    roller, against = (attack, defence) if attacker.pc else (defence, attack)
    dice = zip(roller.scores, against.targets, roller.mods, extra, roller.pair, strict=True)
    a, b = (Die(score, tn, mod + more, ATTRIBUTES[name], fight.rules) for score, tn, mod, more, name in dice)
    return Matchup(a, b, boons, HITS_DEALT if attacker.pc else HITS_TAKEN)


@dataclass(frozen=True)
class _Side:
    """One of the two fighters, with the pair of attributes they use."""

    fight: Fight
    fighter: Fighter
    opponent: Fighter
    pair: Pair
    rolling: str

    @property
    def scores(self) -> list[int]:
        return [self.fighter.scores[attribute] for attribute in self.pair]

    @property
    def mods(self) -> list[int]:
        """The modifiers of each die, or of each target number if the fighter doesn't roll.

        R-07, R-10, R-13, R-16, R-17.
        """
        fighter = self.fighter
        defends = self.rolling == "defence" and fighter.effects.defending
        bonus = fighter.bonus + (self.fight.rules.defend_bonus if defends else 0)
        gear: int = gear_modifier(gear=fighter.gear, attribute=self.pair[1])["modifier"]
        first, second = added_up(self._modifiers(), self.pair, self.rolling)
        return [first + bonus, second + bonus + gear]

    def _modifiers(self) -> Iterator[Modifier]:
        """Return the modifiers of the zone and the fighter that apply to this opponent. R-13."""
        zones = {"", self.opponent.zone, self.opponent.came_from}
        modifiers = (*self.fight.zone(self.fighter.zone).modifiers, *self.fighter.modifiers)
        return (modifier for modifier in modifiers if modifier.against in zones)

    @property
    def targets(self) -> list[int]:
        """The target numbers of the opponent's dice."""
        base = self.fight.rules.pvp_base if self.fighter.pc else 0
        return [base + score + mod for score, mod in zip(self.scores, self.mods, strict=True)]


def _is_protected(fight: Fight, target: Fighter, attacker: Fighter, bodily: str) -> bool:
    """Return whether a friend's Defender or Covering Fire prevents a hit. R-30."""
    friends = [
        fighter
        for fighter in fight.fighters
        if fighter.side == target.side and fighter.able and fighter.name not in (target.name, attacker.name)
    ]
    if bodily == "power":
        return any(friend.effects.defender and friend.zone == target.zone for friend in friends)
    covering = [friend.effects.covering for friend in friends if friend.effects.covering]
    return any(fire.ally == target.name or (fire.zone and fire.zone == attacker.zone) for fire in covering)


def all_enough(
    fight: Fight, attacker: Fighter, targets: Iterable[Fighter], pair: Pair, using: Iterable[str]
) -> Fraction:
    """Return the chance that one roll, compared with each target, is enough for all of them. R-24."""
    needs = [
        (matchup(fight, attacker, target, pair, using), fight.hits_to_next_step(target)) for target in targets
    ]
    rolls = product(range(1, FACES + 1), repeat=2)
    enough = sum(all(attack.hits(*faces) >= needed for attack, needed in needs) for faces in rolls)
    return Fraction(enough, PAIRS)


def mind_open(fight: Fight, target: Fighter) -> bool:
    """Return whether a mind can be read.

    The mind of a telepath can't, nor one that a telepath in the same zone shields. D-097, D-098.
    """
    shields = (
        friend.effects.minds and friend.side == target.side and friend.zone == target.zone and friend.able
        for friend in fight.fighters
    )
    return "telepathy" not in target.abilities and not any(shields)
