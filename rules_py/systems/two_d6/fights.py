"""Fights of many attacks: how long one takes to bring somebody down, and who of two wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from rules_py.calculators.outcome import Outcome
from rules_py.dice.counts import merge, times
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.systems.two_d6.armour import rerolls_up_to
from rules_py.systems.two_d6.margins import most_wounds
from rules_py.systems.two_d6.opposed import opposed_check, wound_counts

Fighter = Mapping[str, Any]
"""`att_bonus`, `def_bonus`, `wounds`, `armour`, `proficient`, and `attacks` a round."""


@dataclass(frozen=True, kw_only=True)
class Down(Outcome):
    """What so many attacks leave: the wounds left, and the attack that brought the target to 0."""

    left: int
    after: int | None

    @property
    def verdict(self) -> str:
        if self.after is not None:
            return f"Down after {'one attack' if self.after == 1 else f'{self.after} attacks'}"
        return f"Still up, with {self.left} {'wound' if self.left == 1 else 'wounds'} left"


class _Attacked(NamedTuple):
    """Where a target stands: the wounds left, and the attacks made so far."""

    left: int
    made: int = 0


def _said(dealt: int) -> str:
    return {0: "no wound", 1: "one wound", 2: "two wounds", 3: "three wounds"}[dealt]


def fight_length(
    dice: Dice,
    *,
    att_bonus: int,
    def_bonus: int,
    armour: str,
    proficient: bool,
    aimed: bool,
    def_unaware: bool,
    attacks: int,
    wounds: int,
) -> Down:
    """Attack after attack, each dealing the most wounds its margin allows. T-199 to T-201, R-47."""

    def attacked(dice: Dice, state: _Attacked) -> _Attacked | Done[Down]:
        number = state.made + 1
        found = opposed_check(
            dice,
            att_bonus=att_bonus,
            def_bonus=def_bonus,
            armour=armour,
            proficient=proficient,
            aimed=aimed,
            def_unaware=def_unaware,
            attacker=f"Attack {number}",
            defender=f"Defence {number}",
        )
        left = max(state.left - most_wounds(found.margin), 0)
        dice.note(f"{_said(most_wounds(found.margin)).capitalize()}, {left} left", "R-47")
        return _after(_Attacked(left, number), attacks)

    top = rerolls_up_to(armour, proficient)
    dealt = wound_counts(att_bonus, 0 if def_unaware else def_bonus, top, aimed)

    def counted(state: _Attacked) -> dict[_Attacked | Done[Down], int]:
        return merge(
            (_after(_Attacked(max(state.left - each, 0), state.made + 1), attacks), ways)
            for each, ways in dealt.items()
        )

    fight: Process[_Attacked, Down] = Process(attacked, counted)
    return fight.play(dice, _Attacked(wounds))


def _after(state: _Attacked, attacks: int) -> _Attacked | Done[Down]:
    if not state.left:
        return Done(Down(left=0, after=state.made))
    return Done(Down(left=state.left, after=None)) if state.made == attacks else state


def fight_length_odds(
    *,
    att_bonus: int,
    def_bonus: int,
    armour: str,
    proficient: bool,
    aimed: bool,
    def_unaware: bool,
    attacks: int,
    wounds: int,
) -> Odds:
    """The chance of every end."""
    top = rerolls_up_to(armour, proficient)
    dealt = wound_counts(att_bonus, 0 if def_unaware else def_bonus, top, aimed)
    whole = sum(dealt.values())
    standing = {wounds: 1}
    found: dict[Any, int] = {}
    for number in range(1, attacks + 1):
        later = merge(
            (max(left - each, 0), ways * more)
            for left, ways in standing.items()
            for each, more in dealt.items()
        )
        if fallen := later.pop(0, 0):
            found[Down(left=0, after=number)] = fallen * whole ** (attacks - number)
        standing = later
    for left, ways in standing.items():
        found[Down(left=left, after=None)] = ways
    return Odds(found, whole**attacks)


class Facing(NamedTuple):
    """Where a duel stands at the beginning of a turn: the wounds of both, and how often who acts has
    attacked.
    """

    a: int
    b: int
    a_acts: bool
    made: int = 0


@dataclass(frozen=True, kw_only=True)
class Duel(Outcome):
    """Who brought the other down: `a`, `b`, or `never` where neither can hurt the other; and what they are
    called, where that is told.
    """

    winner: str
    name: str = ""

    @property
    def verdict(self) -> str:
        return f"{self.name} wins" if self.name else WINNERS[self.winner]


WHOEVER_BEGINS = "whoever acts first"
WINNERS = {"b": "The second wins", "never": "Neither can hurt the other", "a": "The first wins"}


def dealt_by(attacker: Fighter, defender: Fighter) -> Mapping[int, int]:
    """How often one attack deals so many wounds."""
    top = rerolls_up_to(defender["armour"], defender["proficient"])
    return wound_counts(attacker["att_bonus"], defender["def_bonus"], top)


def _next(state: Facing, dealt: int, attacks: int) -> Facing | Done[Duel]:
    """Where the duel stands after one attack that dealt so much, by somebody with so many a turn."""
    a, b = (state.a, max(state.b - dealt, 0)) if state.a_acts else (max(state.a - dealt, 0), state.b)
    if not (a and b):
        return Done(Duel(winner="a" if a else "b"))
    made = state.made + 1
    return Facing(a, b, not state.a_acts) if made == attacks else Facing(a, b, state.a_acts, made)


def duel(dice: Dice, *, a: Fighter, b: Fighter, a_first: bool) -> Duel:
    """Turn by turn, until one of them is at 0: each deals the most wounds the margin allows. R-47."""
    first, second = a["name"] or "The first", b["name"] or "The second"
    sides = {True: (a, b, first, second), False: (b, a, second, first)}

    def attack(dice: Dice, state: Facing) -> Facing | Done[Duel]:
        one, other, attacks, defends = sides[state.a_acts]
        found = opposed_check(
            dice,
            att_bonus=one["att_bonus"],
            def_bonus=other["def_bonus"],
            armour=other["armour"],
            proficient=other["proficient"],
            aimed=False,
            def_unaware=False,
            attacker=f"{attacks} attacks",
            defender=f"{defends} defends",
        )
        dealt = most_wounds(found.margin)
        reached = _next(state, dealt, one["attacks"])
        if dealt:
            left = max((state.b if state.a_acts else state.a) - dealt, 0)
            dice.note(f"{_said(dealt).capitalize()}, {left} left", "R-47")
        return reached

    def counted(state: Facing) -> dict[Facing | Done[Duel], int]:
        one, other, *_ = sides[state.a_acts]
        return merge(
            (_next(state, dealt, one["attacks"]), ways) for dealt, ways in dealt_by(one, other).items()
        )

    if dealt_by(a, b).keys() == dealt_by(b, a).keys() == {0}:
        dice.note("Neither can get past the other’s defence", "T-197")
        return Duel(winner="never")
    fight: Process[Facing, Duel] = Process(attack, counted)
    return _named(fight.play(dice, Facing(a["wounds"], b["wounds"], a_first)).winner, a, b)


def _named(winner: str, a: Fighter, b: Fighter) -> Duel:
    return Duel(winner=winner, name={"a": a["name"], "b": b["name"]}.get(winner, ""))


def whoever_begins_said(odds: Odds) -> str:
    """What the mean over both beginnings is the chance of, with the name of the first."""
    ends = (each for each in odds if isinstance(each, Duel) and each.winner == "a")
    return f"{next((each.verdict for each in ends), WINNERS['a'])}, {WHOEVER_BEGINS}"


class Fought(NamedTuple):
    """How a duel ends: the chance that each wins, or nobody ever, and its rounds in the mean."""

    p_a: Fraction
    p_b: Fraction
    p_never: Fraction
    mean_rounds: Fraction | None
    p_a_second: Fraction = Fraction()
    """The chance of the first if the other had begun, where it is known: of one who begins."""


class _Turn(NamedTuple):
    """What a turn of one side may deal, out of `whole`: `dealt[k]` ways for k wounds."""

    dealt: tuple[int, ...]
    whole: int


def _turn(attack: Mapping[int, int], attacks: int) -> _Turn:
    """All attacks of a turn together; those past the end of a fight deal what no longer counts."""
    sums = times(attack, attacks)
    return _Turn(tuple(sums.get(dealt, 0) for dealt in range(max(sums) + 1)), sum(sums.values()))


def fought(a: Fighter, b: Fighter, a_first: bool) -> Fought:
    """How the duel of these two ends. T-199 to T-201, R-47."""
    by_a, by_b = _turn(dealt_by(a, b), a["attacks"]), _turn(dealt_by(b, a), b["attacks"])
    if a_first:
        return _fought(by_a, by_b, a["wounds"], b["wounds"])
    found = _fought(by_b, by_a, b["wounds"], a["wounds"])
    return Fought(found.p_b, found.p_a, found.p_never, found.mean_rounds)


@lru_cache(maxsize=1024)
def _fought(first: _Turn, second: _Turn, wounds_first: int, wounds_second: int) -> Fought:
    """The duel whose first side acts first.

    A round in which nobody is hurt leaves all as it was, with the same chance wherever the duel stands. So
    with both sides' wounds `n` in all, chances are whole numbers out of a power of the ways in which
    somebody is, and no fraction is ever reduced before the end.
    """
    whole = first.whole * second.whole
    hurt = whole - first.dealt[0] * second.dealt[0]
    if not hurt:
        return Fought(Fraction(), Fraction(), Fraction(1), None)
    power = [
        hurt**each for each in range(wounds_first + wounds_second + len(first.dealt) + len(second.dealt))
    ]
    hits = [
        (dealt, taken, ways * more * power[dealt + taken - 1])
        for dealt, ways in enumerate(first.dealt)
        for taken, more in enumerate(second.dealt)
        if (dealt or taken) and ways and more
    ]
    ends = [sum(first.dealt[left:]) * second.whole for left in range(wounds_second + 1)]
    # wins[x, y] and rounds[x, y] are out of hurt ** (x + y - 1).
    wins: dict[tuple[int, int], int] = {}
    rounds: dict[tuple[int, int], int] = {}
    for x in range(1, wounds_first + 1):
        for y in range(1, wounds_second + 1):
            won, length = ends[y] * power[x + y - 2], whole * power[x + y - 2]
            for dealt, taken, scale in hits:
                if dealt < y and taken < x:
                    there = (x - taken, y - dealt)
                    won += wins[there] * scale
                    length += rounds[there] * scale
            wins[x, y], rounds[x, y] = won, length
    start, out_of = (wounds_first, wounds_second), power[wounds_first + wounds_second - 1]
    p_first = Fraction(wins[start], out_of)
    # Where the second begins, it deals its wounds, and then the first is the one to begin.
    answered = sum(
        ways * wins[wounds_first - taken, wounds_second] * power[taken]
        for taken, ways in enumerate(second.dealt[:wounds_first])
    )
    p_second = Fraction(answered, out_of * second.whole)
    return Fought(p_first, 1 - p_first, Fraction(), Fraction(rounds[start], out_of), p_second)


def p_whoever_begins(a: Fighter, b: Fighter) -> Fraction | None:
    """The chance that the first wins where either is as likely to act first; None where neither ever does."""
    by_a, by_b = _turn(dealt_by(a, b), a["attacks"]), _turn(dealt_by(b, a), b["attacks"])
    begun = _fought(by_a, by_b, a["wounds"], b["wounds"])
    return None if begun.mean_rounds is None else (begun.p_a + begun.p_a_second) / 2


class Averaged(NamedTuple):
    """A duel in which either is as likely to act first: the chance that the first wins, and the mean rounds,
    none where it never ends.
    """

    p_a: Fraction
    mean_rounds: Fraction | None


def averaged(a: Fighter, b: Fighter) -> Averaged:
    one, other = fought(a, b, True), fought(a, b, False)
    mean = None
    if one.mean_rounds is not None and other.mean_rounds is not None:
        mean = (one.mean_rounds + other.mean_rounds) / 2
    return Averaged((one.p_a + other.p_a) / 2, mean)


def duel_odds(*, a: Fighter, b: Fighter, a_first: bool) -> Odds:
    """The chance of each end.

    Measures: `mean_rounds`, and `p_a_average` and `mean_rounds_average`, over who goes first.
    """
    found = fought(a, b, a_first)
    chances = {"a": found.p_a, "b": found.p_b, "never": found.p_never}
    return Odds.from_chances(
        {_named(winner, a, b): chance for winner, chance in chances.items()},
        {
            "p_a": lambda odds: found.p_a,
            "p_b": lambda odds: found.p_b,
            "p_never": lambda odds: found.p_never,
            "mean_rounds": lambda odds: found.mean_rounds,
            "p_a_average": lambda odds: averaged(a, b).p_a,
            "mean_rounds_average": lambda odds: averaged(a, b).mean_rounds,
        },
    )


IMPROVEMENTS: Mapping[str, str] = {
    "multiattack": "Multiattack",
    "rank": "One rank more",
    "attack": "One more in attack alone",
    "defence": "One more in defence alone",
    "extra_wound": "One wound more",
    "light": "Light armour",
    "medium": "Medium armour, with training",
    "heavy": "Heavy armour, with training",
}
"""What one of two equals may have beyond the other."""


def improved(fighter: Fighter, improvement: str) -> Fighter:
    """The fighter with one of IMPROVEMENTS."""
    match improvement:
        case "multiattack":
            return {**fighter, "attacks": 2}
        case "rank":
            return improved(improved(fighter, "attack"), "defence")
        case "attack":
            return {**fighter, "att_bonus": fighter["att_bonus"] + 1}
        case "defence":
            return {**fighter, "def_bonus": fighter["def_bonus"] + 1}
        case "extra_wound":
            return {**fighter, "wounds": fighter["wounds"] + 1}
    return {**fighter, "armour": improvement, "proficient": True}


def duel_worth(*, att_bonus: int, def_bonus: int, wounds: int) -> dict[str, Any]:
    """The chance to beat one's equal with something more, averaged over who goes first; and the mean rounds
    of the duel between equals.
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
        **{each: p_whoever_begins(improved(equal, each), equal) for each in IMPROVEMENTS},
        "rounds": averaged(equal, equal).mean_rounds,
    }
