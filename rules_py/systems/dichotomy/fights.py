"""Fights of many rounds, played or solved: until a foe drops, a character is hurt, or one of two falls.

Each is a process: one round, asked for its hits, which the simulator walks and the exact solver counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.chances import Chances, at_least, by_text, mean, sum_independent, to_weights
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.systems.dichotomy.attacks import AIM_BONUS, hit_chances, hits_said
from rules_py.systems.dichotomy.defence import HITS_TAKEN
from rules_py.systems.dichotomy.injuries import GAINED, STEPS, UNHURT, Track, tally

type Hits = Chances
"""The chance of each number of hits; the chances sum to 1."""


def round_hits(*, distributions: Sequence[Hits]) -> dict[str, Any]:
    """The hits of all attacks of one round, and the chance that they are enough for a step of the track."""
    hits = sum_independent(*distributions)
    return {"hits": by_text(hits), "mean": mean(hits), "three_or_more": at_least(hits, 3)}


def aim_or_shoot(
    *, value_a: int, value_b: int, tn_a: int, tn_b: int, npc_hits: int, miss_is_miss: bool
) -> dict[str, Any]:
    """Two rounds of plain Finesse attacks against a round of Deadly Aim and one attack. D-061, R-21."""
    once = hit_chances(tn_a - value_a, tn_b - value_b)
    plain = sum_independent(once, once)
    aimed = {hits + AIM_BONUS * (hits > 0 or not miss_is_miss): chance for hits, chance in once.items()}
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
    """In which round the foe fell, or none within those played."""

    round: int | None

    @property
    def verdict(self) -> str:
        return "The foe still stands" if self.round is None else f"The foe is out in round {self.round}"


def drop(dice: Dice, *, npc_hits: int, per_round: Hits, rounds: int) -> Drop:
    """Attack a foe round by round; it is out the moment its hits are gone. D-198, R-48."""
    weights = to_weights(per_round)

    def attacked(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[Drop]:
        number, left = state
        left -= dice.draw(weights, label=f"Round {number}, hits dealt", rule="D-194")
        if left <= 0:
            dice.note(f"Round {number}: the foe is out", "D-198")
            return Done(Drop(round=number))
        dice.note(f"Round {number}: the foe has {left} left", "D-198")
        return (number + 1, left) if number < rounds else Done(Drop(round=None))

    fight: Process[tuple[int, int], Drop] = Process(attacked)
    return fight.play(dice, (1, npc_hits))


def _falling(per_round: Hits) -> Process[int, bool]:
    return _falling_by(tuple(to_weights(per_round).items()))


@lru_cache(maxsize=4)
def _falling_by(weighted: tuple[tuple[int, int], ...]) -> Process[int, bool]:
    """Whoever asks how many hits it takes asks for each number of them: what a round does is counted once."""
    weights = dict(weighted)

    def step(dice: Dice, left: int) -> int | Done[bool]:
        left -= dice.draw(weights)
        return left if left > 0 else Done(True)

    process: Process[int, bool] = Process(step)
    return replace(process, weights=cache(process.round_weights))


def drop_odds(*, npc_hits: int, per_round: Hits, rounds: int) -> Odds:
    """The chance of each round in which the foe may fall. Measures: `by_round`, `mean_rounds`."""
    process = _falling(per_round)
    by_round = [row.get(True, Fraction()) for row in process.by_round(npc_hits, rounds)]
    falls = {
        Drop(round=number): now - before
        for number, (before, now) in enumerate(zip([Fraction(), *by_round], by_round, strict=False), start=1)
    }
    falls[Drop(round=None)] = 1 - by_round[-1]
    return Odds.from_chances(
        falls, {"by_round": lambda odds: by_round, "mean_rounds": lambda odds: process.solve(npc_hits).steps}
    )


@dataclass(frozen=True, kw_only=True)
class Hurt(Outcome):
    """Where a character's injury track stands after some rounds."""

    hits: int
    injured: bool
    serious: bool
    out: bool

    @property
    def verdict(self) -> str:
        words = Track(self.hits, self.injured, self.serious, self.out).words
        return words[0].upper() + words[1:]


def _hurt(track: Track) -> Hurt:
    return Hurt(**track._asdict())


def injury(dice: Dice, *, per_round: Hits, rounds: int, fortitude: bool, start: Mapping[str, Any]) -> Hurt:
    """Be attacked round by round, with the tally at the end of each. D-206, R-49."""
    weights = to_weights(per_round)

    def attacked(dice: Dice, state: tuple[int, Track]) -> tuple[int, Track] | Done[Hurt]:
        number, track = state
        taken = dice.draw(weights, label=f"Round {number}, hits taken", rule="D-195")
        track, gained = tally(track, taken, fortitude)
        step = f", {GAINED[gained]} now" if gained != "none" else ""
        dice.note(f"Round {number}: {hits_said(taken)} taken{step}; {track.words}", "D-206")
        return Done(_hurt(track)) if track.out or number == rounds else (number + 1, track)

    fight: Process[tuple[int, Track], Hurt] = Process(attacked)
    return fight.play(dice, (1, Track(**start)))


def mark_of(outcome: Hurt) -> str:
    """The worst of the track: `out`, `serious`, `injured`, `shaken` or `unhurt`."""
    worst = next((mark for mark in reversed(STEPS) if getattr(outcome, mark)), None)
    return worst or ("shaken" if outcome.hits else "unhurt")


def _suffering(per_round: Hits, fortitude: bool) -> Process[Track, Track]:
    weights = to_weights(per_round)

    def step(dice: Dice, track: Track) -> Track | Done[Track]:
        after, _ = tally(track, dice.draw(weights), fortitude)
        return Done(after) if after.out else after

    return Process(step)


def _track_of(place: Track | Done[Track]) -> Track:
    return place.outcome if isinstance(place, Done) else place


def _without(mark: str, track: Track) -> int:
    """1 for a round that ends without this mark."""
    return int(not getattr(track, mark))


def injury_odds(*, per_round: Hits, rounds: int, fortitude: bool, start: Mapping[str, Any]) -> Odds:
    """Where the track may stand after the rounds. Measures: `by_round`, and the mean rounds to each mark."""
    return _standing(tuple(per_round.items()), rounds, fortitude, Track(**start))


@lru_cache(32)
def _standing(
    per_round: tuple[tuple[int, Fraction], ...], rounds: int, fortitude: bool, begin: Track
) -> Odds:
    """Kept: whoever asks which target number it takes asks for hundreds, nearly all of them too easy or too
    hard to be told apart.
    """
    process = _suffering(dict(per_round), fortitude)
    standing: list[dict[Any, Fraction]] = process.by_round(begin, rounds, _track_of)
    by_round = [
        {
            mark: sum((chance for track, chance in row.items() if getattr(track, mark)), Fraction())
            for mark in STEPS
        }
        for row in standing
    ]

    @cache
    def means() -> Mapping[str, Fraction | None]:
        """The mean number of rounds spent without each mark; none where it may never come."""
        return process.solve(begin, {mark: partial(_without, mark) for mark in STEPS}).means

    def mean_to(mark: str, _: Odds) -> Fraction | None:
        return Fraction() if getattr(begin, mark) else means()[mark]

    return Odds.from_chances(
        {_hurt(track): chance for track, chance in standing[-1].items() if chance},
        {"by_round": lambda odds: by_round, **{f"mean_to_{mark}": partial(mean_to, mark) for mark in STEPS}},
    )


def _taken_from(attackers: int, need_a: int, need_b: int) -> dict[int, Fraction]:
    """The hits taken in a round from so many attackers who are all alike."""
    return sum_independent(*[hit_chances(need_a, need_b, base_hits=HITS_TAKEN)] * attackers)


def endurance(
    dice: Dice,
    *,
    value_a: int,
    value_b: int,
    tn_a: int,
    tn_b: int,
    attackers: int,
    rounds: int,
    fortitude: bool,
) -> Hurt:
    """Defend against each of the attackers, round by round, from unhurt. D-195, D-206."""
    per_round = _taken_from(attackers, tn_a - value_a, tn_b - value_b)
    return injury(dice, per_round=per_round, rounds=rounds, fortitude=fortitude, start=UNHURT)


def endurance_odds(
    *, value_a: int, value_b: int, tn_a: int, tn_b: int, attackers: int, rounds: int, fortitude: bool
) -> Odds:
    """`injury_odds` for attackers who are all alike."""
    per_round = _taken_from(attackers, tn_a - value_a, tn_b - value_b)
    return injury_odds(per_round=per_round, rounds=rounds, fortitude=fortitude, start=UNHURT)


class Fight(NamedTuple):
    """Where a duel stands: the hits the foe has left, the character's track, whether the foe acts next."""

    npc_hits: int
    track: Track
    foe_acts: bool = False


ENDS = Scale(
    "The end",
    "winner",
    (
        Grade("npc", "The character is out", "worst"),
        Grade("neither", "Neither can hurt the other", "mixed"),
        Grade("pc", "The foe drops first", "best"),
    ),
    ordered=False,
)


@dataclass(frozen=True, kw_only=True)
class Duel(Outcome, scale=ENDS):
    """Who won: `pc`, `npc`, or `neither` where they can't hurt each other."""

    winner: str


def _duelling(attack: Hits, defence: Hits, fortitude: bool) -> Process[Fight, Duel]:
    dealing, taking = to_weights(attack), to_weights(defence)

    def step(dice: Dice, fight: Fight) -> Fight | Done[Duel]:
        """One attack: half a round, so that the solver need not look at every pair of results."""
        if not fight.foe_acts:
            left = fight.npc_hits - dice.draw(dealing, label="Hits dealt", rule="D-194")
            if left <= 0:
                dice.note("The foe drops", "D-198")
                return Done(Duel(winner="pc"))
            return Fight(left, fight.track, True)
        track, _ = tally(fight.track, dice.draw(taking, label="Hits taken", rule="D-195"), fortitude)
        dice.note(
            f"End of the round: the foe has {fight.npc_hits} left, the character is {track.words}", "D-206"
        )
        return Done(Duel(winner="npc")) if track.out else Fight(fight.npc_hits, track)

    return Process(step)


def _hopeless(attack: Hits, defence: Hits) -> bool:
    return set(attack) == set(defence) == {0}


def duel(dice: Dice, *, npc_hits: int, attack: Hits, defence: Hits, fortitude: bool) -> Duel:
    """Until one falls: the character attacks, the foe if still up attacks, the round is tallied."""
    if _hopeless(attack, defence):
        dice.note("Neither side can deal a hit", "D-194")
        return Duel(winner="neither")
    return _duelling(attack, defence, fortitude).play(dice, Fight(npc_hits, Track()))


def duel_odds(*, npc_hits: int, attack: Hits, defence: Hits, fortitude: bool) -> Odds:
    """The chance of each end. Measures: `pc_wins`, `mean_rounds`."""
    rounds = {"rounds": lambda fight: int(not fight.foe_acts)}
    found = _duelling(attack, defence, fortitude).solve(Fight(npc_hits, Track()), rounds)
    chances = dict(found.chances)
    if found.never:
        chances[Duel(winner="neither")] = found.never
    return Odds.from_chances(
        chances,
        {
            "pc_wins": lambda odds: odds.get(Duel(winner="pc"), Fraction()),
            "mean_rounds": lambda odds: found.means["rounds"],
        },
    )
