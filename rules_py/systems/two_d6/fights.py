"""Fights of many attacks: the length of a fight against one target, and the winner of a duel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Unpack

from rules_py.calculators.outcome import Outcome
from rules_py.dice.counts import merge, times
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.dice.race import Race, count_down, race
from rules_py.systems.two_d6.armour import rerolls_up_to
from rules_py.systems.two_d6.margins import most_wounds
from rules_py.systems.two_d6.opposed import AttackInputs, opposed_check, wound_counts

Fighter = Mapping[str, Any]
"""One side of a duel: `name`, `att_bonus`, `def_bonus`, `wounds`, `armour`, `proficient`, and `attacks`, the
number of attacks in a round.
"""


@dataclass(frozen=True, kw_only=True)
class Down(Outcome):
    """The wounds left after a number of attacks, and the attack that brought the target to 0, if one did."""

    left: int
    after: int | None

    @property
    def verdict(self) -> str:
        if self.after is not None:
            return f"Down after {'one attack' if self.after == 1 else f'{self.after} attacks'}"
        return f"Still up, with {self.left} {'wound' if self.left == 1 else 'wounds'} left"


class _Target(NamedTuple):
    """A target's wounds left, and the number of attacks on it so far."""

    left: int
    attacked: int = 0


def _note_wounds(dice: Dice, dealt: int, left: int) -> None:
    words = ("No wounds", "One wound", "Two wounds", "Three wounds")[dealt]
    dice.note(f"{words}, {left} left", "R-47")


def fight_length(dice: Dice, *, attacks: int, wounds: int, **inputs: Unpack[AttackInputs]) -> Down:
    """Roll attack after attack, each dealing the most wounds that its margin allows. T-199 to T-201, R-47."""

    def attack(dice: Dice, target: _Target) -> _Target | Done[Down]:
        number = target.attacked + 1
        check = opposed_check(dice, **inputs, attacker=f"Attack {number}", defender=f"Defence {number}")
        dealt = most_wounds(check.margin)
        left = max(target.left - dealt, 0)
        _note_wounds(dice, dealt, left)
        return _target_after(left, number, attacks)

    damage = _damage(**inputs)

    def count_attack(target: _Target) -> dict[_Target | Done[Down], int]:
        return merge(
            (_target_after(max(target.left - dealt, 0), target.attacked + 1, attacks), weight)
            for dealt, weight in damage.items()
        )

    fight: Process[_Target, Down] = Process(attack, count_attack)
    return fight.play(dice, _Target(wounds))


def _target_after(left: int, attacked: int, attacks: int) -> _Target | Done[Down]:
    if not left:
        return Done(Down(left=0, after=attacked))
    return Done(Down(left=left, after=None)) if attacked == attacks else _Target(left, attacked)


def _damage(
    *, att_bonus: int, def_bonus: int, armour: str, proficient: bool, aimed: bool, def_unaware: bool
) -> Mapping[int, int]:
    """Return the weight of each number of wounds that one attack deals."""
    return wound_counts(att_bonus, 0 if def_unaware else def_bonus, rerolls_up_to(armour, proficient), aimed)


def fight_length_odds(*, attacks: int, wounds: int, **inputs: Unpack[AttackInputs]) -> Odds:
    """Return the odds of `fight_length`, which takes the same inputs."""
    countdown = count_down(_damage(**inputs), wounds, attacks)
    ends: dict[Any, int] = {
        Down(left=0, after=number): weight
        for number, weight in enumerate(countdown.zero_at, start=1)
        if weight
    }
    ends |= {Down(left=left, after=None): weight for left, weight in countdown.left.items()}
    return Odds(ends, countdown.total)


EITHER_FIRST = "averaged over who acts first"
WINNERS = {"b": "The second wins", "never": "Neither can hurt the other", "a": "The first wins"}


@dataclass(frozen=True, kw_only=True)
class Duel(Outcome):
    """The winner, "a" or "b", or "never" if neither can hurt the other; and the winner's name, if any."""

    winner: str
    name: str = ""

    @property
    def verdict(self) -> str:
        return f"{self.name} wins" if self.name else WINNERS[self.winner]


class _Duellists(NamedTuple):
    """The wounds of both, whose turn it is, and the number of attacks in that turn so far."""

    a: int
    b: int
    a_acts: bool
    attacked: int = 0


def _damage_between(attacker: Fighter, defender: Fighter) -> Mapping[int, int]:
    """Return the weight of each number of wounds that one attack deals."""
    top = rerolls_up_to(defender["armour"], defender["proficient"])
    return wound_counts(attacker["att_bonus"], defender["def_bonus"], top)


def _after_attack(state: _Duellists, dealt: int, attacks: int) -> _Duellists | Done[Duel]:
    """Return the state after one attack by someone with this many attacks in a turn."""
    a, b, a_acts, attacked = state
    if a_acts:
        b = max(b - dealt, 0)
    else:
        a = max(a - dealt, 0)
    if not (a and b):
        return Done(Duel(winner="a" if a else "b"))
    turn_ends = attacked + 1 == attacks
    return _Duellists(a, b, not a_acts) if turn_ends else _Duellists(a, b, a_acts, attacked + 1)


def duel(dice: Dice, *, a: Fighter, b: Fighter, a_first: bool) -> Duel:
    """Roll turn by turn until one is at 0, each attack dealing the most wounds its margin allows. R-47."""
    first, second = a["name"] or "The first", b["name"] or "The second"
    sides = {True: (a, b, first, second), False: (b, a, second, first)}

    def attack(dice: Dice, state: _Duellists) -> _Duellists | Done[Duel]:
        attacker, defender, attacker_name, defender_name = sides[state.a_acts]
        check = opposed_check(
            dice,
            att_bonus=attacker["att_bonus"],
            def_bonus=defender["def_bonus"],
            armour=defender["armour"],
            proficient=defender["proficient"],
            aimed=False,
            def_unaware=False,
            attacker=f"{attacker_name} attacks",
            defender=f"{defender_name} defends",
        )
        dealt = most_wounds(check.margin)
        if dealt:
            _note_wounds(dice, dealt, max((state.b if state.a_acts else state.a) - dealt, 0))
        return _after_attack(state, dealt, attacker["attacks"])

    def count_attack(state: _Duellists) -> dict[_Duellists | Done[Duel], int]:
        attacker, defender, *_ = sides[state.a_acts]
        return merge(
            (_after_attack(state, dealt, attacker["attacks"]), weight)
            for dealt, weight in _damage_between(attacker, defender).items()
        )

    if _damage_between(a, b).keys() == _damage_between(b, a).keys() == {0}:
        dice.note("Neither can get past the other’s defence", "T-197")
        return Duel(winner="never")
    fight: Process[_Duellists, Duel] = Process(attack, count_attack)
    return _to_duel(fight.play(dice, _Duellists(a["wounds"], b["wounds"], a_first)).winner, a, b)


def _to_duel(winner: str, a: Fighter, b: Fighter) -> Duel:
    return Duel(winner=winner, name={"a": a["name"], "b": b["name"]}.get(winner, ""))


def average_win_label(odds: Odds) -> str:
    """Return the label of the chance that the first wins, if either is equally likely to act first."""
    wins = (outcome for outcome in odds if isinstance(outcome, Duel) and outcome.winner == "a")
    return f"{next((outcome.verdict for outcome in wins), WINNERS['a'])}, {EITHER_FIRST}"


def _race(first: Fighter, second: Fighter) -> Race:
    """Return the result of the duel in which `first` acts first. T-199 to T-201, R-47.

    All attacks of a turn count together. Those after the end of a duel deal wounds that no longer matter.
    """
    by_first = times(_damage_between(first, second), first["attacks"])
    by_second = times(_damage_between(second, first), second["attacks"])
    return race(by_first, by_second, first["wounds"], second["wounds"])


def _average_rounds(a: Fighter, b: Fighter) -> Fraction | None:
    """Return the mean rounds if either is equally likely to act first, or None if no one ever wins."""
    one, other = _race(a, b).mean_rounds, _race(b, a).mean_rounds
    return None if one is None or other is None else (one + other) / 2


def duel_odds(*, a: Fighter, b: Fighter, a_first: bool) -> Odds:
    """Return the odds of the duel, with its mean rounds.

    The measures `p_a_average` and `mean_rounds_average` are for either being equally likely to act first.
    """
    result = _race(a, b) if a_first else _race(b, a)
    p_a, p_b = (result.first, result.second) if a_first else (result.second, result.first)
    chances = {"a": p_a, "b": p_b, "never": result.never}
    return Odds.from_chances(
        {_to_duel(winner, a, b): chance for winner, chance in chances.items()},
        {
            "p_a": lambda odds: p_a,
            "p_b": lambda odds: p_b,
            "p_never": lambda odds: result.never,
            "mean_rounds": lambda odds: result.mean_rounds,
            "p_a_average": lambda odds: (_race(a, b).first + _race(b, a).second) / 2,
            "mean_rounds_average": lambda odds: _average_rounds(a, b),
        },
    )


IMPROVEMENTS: Mapping[str, str] = {
    "multiattack": "Multiattack",
    "rank": "One more rank",
    "attack": "+1 attack only",
    "defence": "+1 defence only",
    "extra_wound": "One more wound",
    "light": "Light armour",
    "medium": "Medium armour with Armor Proficiency",
    "heavy": "Heavy armour with Armor Proficiency",
}
"""The advantages that one of two equals can have over the other."""


def improve(fighter: Fighter, improvement: str) -> Fighter:
    """Return the fighter with one of `IMPROVEMENTS`."""
    match improvement:
        case "multiattack":
            return {**fighter, "attacks": 2}
        case "rank":
            return improve(improve(fighter, "attack"), "defence")
        case "attack":
            return {**fighter, "att_bonus": fighter["att_bonus"] + 1}
        case "defence":
            return {**fighter, "def_bonus": fighter["def_bonus"] + 1}
        case "extra_wound":
            return {**fighter, "wounds": fighter["wounds"] + 1}
    return {**fighter, "armour": improvement, "proficient": True}


def duel_worth(*, att_bonus: int, def_bonus: int, wounds: int) -> dict[str, Any]:
    """Return the chance to win against an equal with each advantage, and the mean rounds between equals.

    Either is equally likely to act first.
    """
    equal = {
        "name": "",
        "att_bonus": att_bonus,
        "def_bonus": def_bonus,
        "wounds": wounds,
        "armour": "none",
        "proficient": False,
        "attacks": 1,
    }
    return {
        **{name: _average_win(improve(equal, name), equal) for name in IMPROVEMENTS},
        "rounds": _average_rounds(equal, equal),
    }


def _average_win(a: Fighter, b: Fighter) -> Fraction | None:
    result = _race(a, b)
    return None if result.never else (result.first + result.first_if_late) / 2
