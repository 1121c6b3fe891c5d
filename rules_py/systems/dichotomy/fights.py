"""Fights of many rounds, rolled or solved exactly: a foe drops, a character is hurt, or one of two falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate
from typing import Any, NamedTuple

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.chances import Chances, at_least, by_text, mean, sum_independent, to_weights
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.dice.race import count_down, mean_steps
from rules_py.systems.dichotomy.attacks import Boons, describe_hits, hit_chances
from rules_py.systems.dichotomy.defence import HITS_TAKEN
from rules_py.systems.dichotomy.grades import Die
from rules_py.systems.dichotomy.house import house_of
from rules_py.systems.dichotomy.injuries import STEPS, UNHURT, InjuryState, tally

type Hits = Chances
"""The probability of each number of hits. The probabilities sum to 1."""


def round_hits(*, distributions: Sequence[Hits]) -> dict[str, Any]:
    """Return the hits of all attacks of a round, and the chance that they suffice for a step of the track."""
    hits = sum_independent(*distributions)
    return {"hits": by_text(hits), "mean": mean(hits), "three_or_more": at_least(hits, 3)}


def aim_or_shoot(
    *, value_a: int, value_b: int, tn_a: int, tn_b: int, npc_hits: int, **house: Any
) -> dict[str, Any]:
    """Compare two rounds of Finesse attacks with a round of Deadly Aim and one attack. D-061, R-21."""
    rules = house_of(**house)
    needs = Die(value_a, tn_a, house=rules).need, Die(value_b, tn_b, house=rules).need
    once = hit_chances(*needs, Boons(house=rules))
    plain = sum_independent(once, once)
    aimed = hit_chances(*needs, Boons(deadly_aim=True, house=rules))
    return {
        "plain": by_text(plain),
        "aimed": by_text(aimed),
        "plain_mean": mean(plain),
        "aimed_mean": mean(aimed),
        "plain_drop_round_1": at_least(once, npc_hits),
        "plain_drop_round_2": at_least(plain, npc_hits),
        "aimed_drop_round_2": at_least(aimed, npc_hits),
    }


@dataclass(frozen=True, kw_only=True)
class Drop(Outcome):
    """The round in which the foe fell, or None if it is still up."""

    round: int | None

    @property
    def verdict(self) -> str:
        return "The foe is still up" if self.round is None else f"The foe is out in round {self.round}"


def drop(dice: Dice, *, npc_hits: int, per_round: Hits, rounds: int) -> Drop:
    """Roll attacks on a foe until its hits are gone, or until the last round. D-198, R-48."""
    weights = to_weights(per_round)

    def attack(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[Drop]:
        number, left = state
        left -= dice.draw(weights, label=f"Round {number}, hits dealt", rule="D-194")
        if left <= 0:
            dice.note(f"Round {number}: the foe is out", "D-198")
            return Done(Drop(round=number))
        dice.note(f"Round {number}: the foe has {describe_hits(left)} left", "D-198")
        return (number + 1, left) if number < rounds else Done(Drop(round=None))

    fight: Process[tuple[int, int], Drop] = Process(attack)
    return fight.play(dice, (1, npc_hits))


def drop_odds(*, npc_hits: int, per_round: Hits, rounds: int) -> Odds:
    """Return the odds of the round in which the foe falls. Measures: `by_round`, `mean_rounds`."""
    weights = to_weights(per_round)
    countdown = count_down(weights, npc_hits, rounds)
    falls: dict[Any, int] = {
        Drop(round=number): weight for number, weight in enumerate(countdown.zero_at, start=1)
    }
    falls[Drop(round=None)] = sum(countdown.left.values())
    by_round = [Fraction(weight, countdown.total) for weight in accumulate(countdown.zero_at)]
    return Odds(
        falls,
        countdown.total,
        {"by_round": lambda odds: by_round, "mean_rounds": lambda odds: mean_steps(weights, npc_hits)},
    )


@dataclass(frozen=True, kw_only=True)
class InjuryResult(Outcome):
    """The state of a character's injury track after some rounds."""

    hits: int
    injured: bool
    serious: bool
    out: bool

    @property
    def verdict(self) -> str:
        words = InjuryState(self.hits, self.injured, self.serious, self.out).words
        return words[0].upper() + words[1:]


def _hurt(track: InjuryState) -> InjuryResult:
    return InjuryResult(**track._asdict())


def injury(
    dice: Dice, *, per_round: Hits, rounds: int, fortitude: bool, start: Mapping[str, Any], step_hits: int
) -> InjuryResult:
    """Roll the hits of each round and tally them at its end, until the character is out. D-206, R-49."""
    weights = to_weights(per_round)

    def suffer(dice: Dice, state: tuple[int, InjuryState]) -> tuple[int, InjuryState] | Done[InjuryResult]:
        number, track = state
        hits = dice.draw(weights, label=f"Round {number}, hits taken", rule="D-195")
        track, _ = tally(track, hits, fortitude, step_hits)
        dice.note(f"Round {number}: {describe_hits(hits)} taken; now {track.words}", "D-206")
        return Done(_hurt(track)) if track.out or number == rounds else (number + 1, track)

    fight: Process[tuple[int, InjuryState], InjuryResult] = Process(suffer)
    return fight.play(dice, (1, InjuryState(**start)))


def mark_of(outcome: InjuryResult) -> str:
    """Return the worst mark: `out`, `serious`, `injured`, `shaken` or `unhurt`."""
    worst = next((mark for mark in reversed(STEPS) if getattr(outcome, mark)), None)
    return worst or ("shaken" if outcome.hits else "unhurt")


def _injury_process(per_round: Hits, fortitude: bool, step_hits: int) -> Process[InjuryState, InjuryState]:
    weights = to_weights(per_round)

    def step(dice: Dice, track: InjuryState) -> InjuryState | Done[InjuryState]:
        after, _ = tally(track, dice.draw(weights), fortitude, step_hits)
        return Done(after) if after.out else after

    return Process(step)


def _track_of(state: InjuryState | Done[InjuryState]) -> InjuryState:
    return state.outcome if isinstance(state, Done) else state


def _is_without(mark: str, track: InjuryState) -> int:
    return int(not getattr(track, mark))


def injury_odds(
    *, per_round: Hits, rounds: int, fortitude: bool, start: Mapping[str, Any], step_hits: int
) -> Odds:
    """Return the odds of `injury`. Measures: `by_round`, and the mean rounds to each mark."""
    return _injury_odds(tuple(per_round.items()), rounds, fortitude, InjuryState(**start), step_hits)


@lru_cache(32)
def _injury_odds(
    per_round: tuple[tuple[int, Fraction], ...],
    rounds: int,
    fortitude: bool,
    start: InjuryState,
    step_hits: int,
) -> Odds:
    # Cached, because goal seek tries hundreds of target numbers, and most of them are too easy or too hard to
    # make a difference.
    process = _injury_process(dict(per_round), fortitude, step_hits)
    tracks: list[dict[Any, Fraction]] = process.by_round(start, rounds, _track_of)
    by_round = [
        {
            mark: sum((chance for track, chance in row.items() if getattr(track, mark)), Fraction())
            for mark in STEPS
        }
        for row in tracks
    ]

    @cache
    def means() -> Mapping[str, Fraction | None]:
        """Return the mean number of rounds without each mark, or None if it may never be reached."""
        return process.solve(start, {mark: partial(_is_without, mark) for mark in STEPS}).means

    def mean_to(mark: str, _: Odds) -> Fraction | None:
        return Fraction() if getattr(start, mark) else means()[mark]

    return Odds.from_chances(
        {_hurt(track): chance for track, chance in tracks[-1].items() if chance},
        {"by_round": lambda odds: by_round, **{f"mean_to_{mark}": partial(mean_to, mark) for mark in STEPS}},
    )


def _injury_inputs(
    *,
    value_a: int,
    value_b: int,
    tn_a: int,
    tn_b: int,
    attackers: int,
    rounds: int,
    fortitude: bool,
    **house: Any,
) -> dict[str, Any]:
    """Return the inputs of `injury` for an unhurt character and several identical attackers in each round."""
    rules = house_of(**house)
    needs = Die(value_a, tn_a, house=rules).need, Die(value_b, tn_b, house=rules).need
    once = hit_chances(*needs, Boons(house=rules), HITS_TAKEN)
    return {
        "per_round": sum_independent(*[once] * attackers),
        "rounds": rounds,
        "fortitude": fortitude,
        "start": UNHURT,
        "step_hits": rules.step_hits,
    }


def endurance(dice: Dice, **inputs: Any) -> InjuryResult:
    """Roll the defences of an unhurt character against each attacker, round by round. D-195, D-206."""
    return injury(dice, **_injury_inputs(**inputs))


def endurance_odds(**inputs: Any) -> Odds:
    """Return the odds of `endurance`."""
    return injury_odds(**_injury_inputs(**inputs))


class _Duellists(NamedTuple):
    """The hits that the foe has left, the character's track, and whether the foe acts next."""

    npc_hits: int
    track: InjuryState
    foe_acts: bool = False


ENDS = Scale(
    "Result",
    "winner",
    (
        Grade("npc", "The character is out", "worst"),
        Grade("neither", "Neither can hurt the other", "mixed"),
        Grade("pc", "The foe is out first", "best"),
    ),
    ordered=False,
)


@dataclass(frozen=True, kw_only=True)
class Duel(Outcome, scale=ENDS):
    """The winner: `pc`, `npc`, or `neither` if they can't hurt each other."""

    winner: str


def _duel_process(attack: Hits, defence: Hits, fortitude: bool, step_hits: int) -> Process[_Duellists, Duel]:
    dealt, hits_taken = to_weights(attack), to_weights(defence)

    # A step is one attack, half a round, so that the solver doesn't need every pair of results.
    def step(dice: Dice, fight: _Duellists) -> _Duellists | Done[Duel]:
        if not fight.foe_acts:
            left = fight.npc_hits - dice.draw(dealt, label="Hits dealt", rule="D-194")
            if left <= 0:
                dice.note("The foe is out", "D-198")
                return Done(Duel(winner="pc"))
            return _Duellists(left, fight.track, True)
        track, _ = tally(
            fight.track, dice.draw(hits_taken, label="Hits taken", rule="D-195"), fortitude, step_hits
        )
        hits = describe_hits(fight.npc_hits)
        dice.note(f"End of the round: the foe has {hits} left, the character is {track.words}", "D-206")
        return Done(Duel(winner="npc")) if track.out else _Duellists(fight.npc_hits, track)

    return Process(step)


def duel(dice: Dice, *, npc_hits: int, attack: Hits, defence: Hits, fortitude: bool, step_hits: int) -> Duel:
    """Roll until one falls. In a round the character attacks, then the foe, and the hits are tallied."""
    if set(attack) == set(defence) == {0}:
        dice.note("Neither side can deal a hit", "D-194")
        return Duel(winner="neither")
    return _duel_process(attack, defence, fortitude, step_hits).play(
        dice, _Duellists(npc_hits, InjuryState())
    )


def duel_odds(*, npc_hits: int, attack: Hits, defence: Hits, fortitude: bool, step_hits: int) -> Odds:
    """Return the odds of the duel. Measures: `pc_wins`, `mean_rounds`."""
    rounds = {"rounds": lambda fight: int(not fight.foe_acts)}
    result = _duel_process(attack, defence, fortitude, step_hits).solve(
        _Duellists(npc_hits, InjuryState()), rounds
    )
    chances = dict(result.chances)
    if result.never:
        chances[Duel(winner="neither")] = result.never
    return Odds.from_chances(
        chances,
        {
            "pc_wins": lambda odds: odds.get(Duel(winner="pc"), Fraction()),
            "mean_rounds": lambda odds: result.means["rounds"],
        },
    )
