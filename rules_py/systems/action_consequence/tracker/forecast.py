"""The forecast of a conflict of three sides and more: what each goes on doing, and the conflict that comes of
it, as little of it as matters.

Where their dice and limits are few enough, whole rounds of two and of three sides are counted at once; else
every roll is drawn by itself, and the conflict is played many times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from math import lcm, prod
from typing import Any, NamedTuple

from rules_py.dice.counts import merge
from rules_py.dice.incremental import run_to_completion
from rules_py.systems.action_consequence.fields import MOST_ON_A_SIDE
from rules_py.systems.action_consequence.order import firsts
from rules_py.systems.action_consequence.prices import Chances
from rules_py.systems.action_consequence.readings import (
    DOUBLED,
    HIGHER,
    SHORT,
    TIE,
    Law,
    Reading,
    law,
    places,
    relation,
)
from rules_py.systems.action_consequence.sweep import ENDS, round_ends
from rules_py.systems.action_consequence.three import Met, counting_three, less_shown
from rules_py.systems.action_consequence.tracker import priced
from rules_py.systems.action_consequence.tracker.actions.settling import options
from rules_py.systems.action_consequence.tracker.dice import side_dice
from rules_py.systems.action_consequence.tracker.shape import (
    CAST,
    CHOOSE,
    GAVE,
    ORDER,
    OVER,
    SETTLE,
    STRIKE,
    Conflict,
)
from rules_py.systems.action_consequence.tracker.shape import DOUBLED as OUT_DOUBLED
from rules_py.tracker import Event as PlainEvent
from rules_py.tracker import Share
from rules_py.tracker.forecast import Forecast, Foreseen, Gone, Throw, Weights, Winner

AS_NOW = (
    "As now means: whoever challenges names the one who shows least, of equals the first at the table. "
    "Nobody interferes, drops out, strikes a name or changes dice. Whoever answers short gives at the number "
    "set for them, and hangs in where none is; whoever has to choose just now hangs in."
)
FEW = "A forecast is for three sides and more. Of two, each choice says exactly what comes of it."
NO_DICE = "Somebody has more dice than chances are counted of."


def declined(conflict: Conflict) -> str:
    """Why there is none."""
    if conflict.phase == OVER:
        return "It is over."
    if len(conflict.within) < 3:
        return FEW
    most = max(len(side_dice(conflict, each.lead)) for each in conflict.within)
    if most > MOST_ON_A_SIDE:
        return NO_DICE
    return "" if any(side_dice(conflict, each.lead) for each in conflict.within) else FEW


# what each goes on doing


def deed(conflict: Conflict) -> PlainEvent | None:
    """What is done next; None once somebody has won, or nobody is left to be at odds with."""
    if len(conflict.within) < 2 and conflict.phase != SETTLE:
        return None
    asked = {"who": conflict.asked[0]} if conflict.asked else {}
    match conflict.phase:
        case "strike":
            return {"do": "leave", **asked}
        case "interfere":
            return {"do": "let_pass", **asked}
        case "challenge":
            return {"do": "challenge", "who": conflict.challenger, "on": _named(conflict)}
        case "answer":
            return {"do": "answer", "who": conflict.answerer}
        case "choose":
            side = conflict.side(conflict.answerer)
            gives = _gives(conflict[side.lead].gives_at, side.short)
            return {"do": "give" if gives else "hang_in", "who": side.lead}
        case "settle":
            loss = conflict.losses[0]
            take = next((each.words for each in options(conflict[loss.on])), "")
            return {"do": "hurt", "who": loss.by, "take": take}
        case phase:
            return {"do": phase}


def won(conflict: Conflict) -> str:
    """The side that is left."""
    return conflict.within[0].lead if len(conflict.within) == 1 and not conflict.losses else ""


def _named(conflict: Conflict) -> str:
    if conflict.answerer:
        return conflict.answerer
    others = [each for each in conflict.throwing if each.lead != conflict.challenger]
    return min(others, key=lambda each: each.reading).lead


def _gives(limit: int | None, short: int) -> bool:
    """Whether somebody who has hung in so often gives now. R-11."""
    return limit is not None and short + 1 >= limit


# the conflict that comes of it


class Seat(NamedTuple):
    """One side between two rounds: whether it holds the advantage; how often it has hung in, which is counted
    only of one who gives at some time; and how it went out.
    """

    held: int = 0
    short: int = 0
    out: str = ""


class Roll(NamedTuple):
    """One side within a round.

    held    the advantage dice it adds; read: what lies before it, None while it is to be thrown
    gained  1 if it has the advantage of the next round
    free    whether it has neither challenged nor answered; here: whether it is in this round
    order   what it has thrown for its turn. R-27
    """

    held: int
    read: Reading | None
    short: int
    gained: int = 0
    free: bool = True
    here: bool = True
    out: str = ""
    order: tuple[Reading, ...] = ()


Between = tuple[Seat, ...]
"""Where a conflict stands between two rounds."""


class Amid(NamedTuple):
    """Where it stands within one. `met` are who challenges and who is to answer, none where somebody is still
    to cast, where several are equal, and at the end of the round.
    """

    rolls: tuple[Roll, ...]
    met: tuple[int, int] | None = None


Place = Between | Amid
Ways = Mapping[Place, int] | Throw[Place]

MOST_READINGS = 500
"""Rounds of two or three sides are counted at once where all their rolls can read in so many ways: within a
hundredth of a second.
"""
MOST_SHORT = 4
"""And where there are no more ways than this in which they may have hung in."""


class Going:
    """A conflict as it goes on; a `Course`."""

    def __init__(self, conflict: Conflict) -> None:
        self._leads = tuple(each.lead for each in conflict.within)
        self._limits = tuple(conflict[lead].gives_at for lead in self._leads)
        self._dice = tuple(side_dice(conflict, lead) for lead in self._leads)
        self._most = places(self._dice)
        self._whole = len(self._dice) == 3 and self._few_enough()
        self._pairs = {pair for pair in combinations(range(len(self._dice)), 2) if self._few(pair)}
        self._thrown: dict[tuple[int, int], tuple[Weights, Sequence[Reading]]] = {}
        self.names = self._leads
        self.start: Place = self._begun(conflict, gives=False)

    def _few_enough(self) -> bool:
        """Whether rounds of three are counted at once."""
        return self._few(range(3)) and prod(limit or 1 for limit in self._limits) <= MOST_SHORT

    def _few(self, sides: Iterable[int]) -> bool:
        return sum(len(self._law(side, 1).ways) for side in sides) <= MOST_READINGS

    def _law(self, side: int, held: int) -> Law:
        return law(self._dice[side], held, self._most[side])

    # where it begins

    def after(self, conflict: Conflict) -> Place:
        """The place of what a deed makes of it. Whoever has to choose then gives at their number."""
        return self._begun(conflict, gives=None)

    def _begun(self, conflict: Conflict, *, gives: bool | None) -> Place:
        sides = [conflict.side(lead) for lead in self._leads]
        counts = [each.short if limit else 0 for each, limit in zip(sides, self._limits, strict=True)]
        everybody = len(conflict.throwing) == len(conflict.within)
        if conflict.phase == CAST and everybody and not any(each.struck for each in sides):
            return _over(
                tuple(
                    Roll(each.held, None, short, gained=each.held, out=each.out)
                    for each, short in zip(sides, counts, strict=True)
                )
            )
        cast = conflict.phase == CAST
        rolls = tuple(
            Roll(
                held=each.advantages,
                read=None if cast else self._as_compared(at, each.reading),
                short=counts[at],
                gained=each.gained,
                free=not (each.challenged or each.answered),
                here=each.since <= conflict.round,
                out=each.out,
                order=each.order,
            )
            for at, each in enumerate(sides)
        )
        if cast:
            return Amid(rolls)
        compares_cast = conflict.phase == STRIKE and conflict.compared == "cast"
        if compares_cast or conflict.phase in (ORDER, SETTLE, OVER):
            return self._cast_lies(rolls)
        if not conflict.answerer:
            return self._next_turn(rolls)
        met = (self._leads.index(conflict.challenger), self._leads.index(conflict.answerer))
        rolls = _met(rolls, *met)
        if conflict.phase == CHOOSE:
            return self._next_turn(self._short(rolls, *met, gives=gives))
        if conflict.phase == STRIKE:
            return self._answered(rolls, *met)
        return self._facing(rolls, *met)

    def _as_compared(self, side: int, read: Reading) -> Reading:
        most = self._most[side]
        return read if len(read) <= most else (*read[:most], 1)

    # the course

    def won(self, place: Place) -> str:
        within = [at for at, each in enumerate(_seats(place)) if not each.out]
        return self._leads[within[0]] if len(within) == 1 else ""

    def out(self, place: Place) -> Gone:
        seats = zip(self._leads, _seats(place), strict=True)
        return frozenset((lead, each.out) for lead, each in seats if each.out)

    def ends_round(self, place: Place) -> bool:
        if not isinstance(place, Amid):
            return self._whole or self._two_cast(_rolls(place))
        if place.met:
            return False
        return self._two_cast(place.rolls) or not (self._to_cast(place.rolls) or _first(place.rolls))

    def ways(self, place: Place) -> Ways:
        if isinstance(place, Amid):
            return self._ways_amid(place)
        if self._whole and not any(each.out for each in place):
            return self._round_of_three(place)
        return self._ways_amid(Amid(_rolls(place)))

    # whole rounds

    def _two_cast(self, rolls: tuple[Roll, ...]) -> bool:
        """Whether two are to cast, nobody else, and their round is counted at once: they do so again where
        they are equal, however often.
        """
        here = _here(rolls)
        return tuple(here) in self._pairs and all(rolls[at].read is None for at in here)

    def _round_of_two(self, rolls: tuple[Roll, ...]) -> Ways:
        one, other = _here(rolls)
        ends = round_ends(self._dice[one], self._dice[other], (rolls[one].held, rolls[other].held))
        return merge(
            (_over(self._ended(rolls, Met(one, other, end))), ways)
            for end, ways in zip(ENDS, ends.weights, strict=True)
        )

    def _round_of_three(self, seats: Between) -> Ways:
        return merge(self._ends_of_three(seats))

    def _ends_of_three(self, seats: Between) -> Iterator[tuple[Place, int]]:
        """Where the courses of a round lead, each with its ways."""
        begun = _rolls(seats)
        ends = run_to_completion(counting_three(self._dice, tuple(each.held for each in seats)))
        # Courses that begin alike lie beside each other.
        for first, courses in groupby(ends.weights.items(), lambda course: course[0][0]):
            rolls = self._ended(begun, first)
            answerer = next(at for at in less_shown(first) if not rolls[at].out)
            for (_, second), ways in courses:
                if second.answerer == answerer:
                    yield _over(self._ended(rolls, second)), ways

    def _ended(self, rolls: tuple[Roll, ...], met: Met) -> tuple[Roll, ...]:
        """What an exchange that ends so leaves."""
        one, other, end = met
        if end == "tie":
            return rolls
        if end in ("a_doubles", "b_doubles"):
            return _with(rolls, other if end == "a_doubles" else one, out=OUT_DOUBLED)
        return self._short(rolls, *((one, other) if end == "b_short" else (other, one)))

    def _short(
        self, rolls: tuple[Roll, ...], challenger: int, answerer: int, *, gives: bool | None = None
    ) -> tuple[Roll, ...]:
        """Somebody has answered short, and gives or hangs in. R-9, R-11."""
        limit, short = self._limits[answerer], rolls[answerer].short
        if _gives(limit, short) if gives is None else gives:
            return _with(rolls, answerer, out=GAVE)
        rolls = _with(rolls, answerer, short=short + (limit is not None))
        return _with(rolls, challenger, gained=1)

    # roll by roll

    def _ways_amid(self, place: Amid) -> Ways:
        rolls = place.rolls
        if not place.met and self._two_cast(rolls):
            return self._round_of_two(rolls)
        who = place.met[1] if place.met else next(iter(self._to_cast(rolls)), None)
        if who is not None:
            weights, reads = self._throws(who, rolls[who].held)
            if place.met and self._whole:
                return Throw(weights, self._answers(place, *place.met, reads))
            return Throw(weights, lambda which: self._rolled(place, who, reads[which]))
        if equals := _first(rolls):
            chances = firsts([self._law(at, rolls[at].held) for at in equals])
            whole = lcm(*(each.denominator for each in chances))
            return {
                self._turn_of(at, rolls): int(chance * whole)
                for at, chance in zip(equals, chances, strict=True)
                if chance
            }
        return {_over(rolls): 1}

    def _throws(self, side: int, held: int) -> tuple[Weights, Sequence[Reading]]:
        if (side, held) not in self._thrown:
            ways = self._law(side, held).ways
            self._thrown[side, held] = Weights(ways.values()), [*ways]
        return self._thrown[side, held]

    def _rolled(self, place: Amid, who: int, read: Reading) -> Amid:
        """What a roll leads to."""
        rolls = _with(place.rolls, who, read=read)
        if place.met:
            return self._answered(rolls, *place.met)
        return Amid(rolls) if self._to_cast(rolls) else self._cast_lies(rolls)

    def _answers(
        self, place: Amid, challenger: int, answerer: int, reads: Sequence[Reading]
    ) -> Callable[[int], Amid]:
        """Where each answer leads to, of three sides: one that isn’t higher, where all do that compare so."""
        standing = place.rolls[challenger].read or ()
        known: dict[str, Amid] = {}

        def answered(which: int) -> Amid:
            found = relation(standing, reads[which])
            if found == HIGHER:
                return self._rolled(place, answerer, reads[which])
            if found not in known:
                known[found] = self._rolled(place, answerer, reads[which])
            return known[found]

        return answered

    def _to_cast(self, rolls: tuple[Roll, ...]) -> list[int]:
        return [at for at, each in enumerate(rolls) if each.read is None and each.here and not each.out]

    def _cast_lies(self, rolls: tuple[Roll, ...]) -> Amid:
        """All have cast; two who are equal cast again. R-1."""
        here = _here(rolls)
        if (
            len(here) == 2
            and rolls[here[0]].read == rolls[here[1]].read
            and all(rolls[at].free for at in here)
        ):
            return Amid(_with(_with(rolls, here[0], read=None), here[1], read=None))
        return self._next_turn(rolls)

    def _next_turn(self, rolls: tuple[Roll, ...]) -> Amid:
        """The next to challenge does so; several equals cast again first. A-099, R-27, R-29."""
        first = _first(rolls)
        return self._turn_of(first[0], rolls) if len(first) == 1 else Amid(rolls)

    def _turn_of(self, who: int, rolls: tuple[Roll, ...]) -> Amid:
        """Whoever’s turn it is names who shows least."""
        others = [at for at in _here(rolls) if at != who]
        least = min(others, key=lambda at: rolls[at].read or ())
        return self._facing(_met(rolls, who, least), who, least)

    def _facing(self, rolls: tuple[Roll, ...], challenger: int, answerer: int) -> Amid:
        """A challenge stands. Of three sides, what the answerer showed before no longer matters, nor who was
        first of equals.
        """
        if self._whole:
            rolls = tuple(each._replace(order=()) for each in _with(rolls, answerer, read=()))
        return Amid(rolls, (challenger, answerer))

    def _answered(self, rolls: tuple[Roll, ...], challenger: int, answerer: int) -> Amid:
        """An answer lies beside the roll that stands."""
        standing, answer = rolls[challenger].read or (), rolls[answerer].read or ()
        found = relation(standing, answer)
        if found == HIGHER:
            return self._facing(rolls, answerer, challenger)
        if self._whole:
            # Of those two all that still matters is who shows less.
            rolls = _with(_with(rolls, challenger, read=() if found == TIE else (1,)), answerer, read=())
        if found == DOUBLED:
            rolls = _with(rolls, answerer, out=OUT_DOUBLED)
        elif found == SHORT:
            rolls = self._short(rolls, challenger, answerer)
        return self._next_turn(rolls)


def _seats(place: Place) -> Sequence[Seat | Roll]:
    return place.rolls if isinstance(place, Amid) else place


def _rolls(seats: Between) -> tuple[Roll, ...]:
    """A new round."""
    return tuple(Roll(held=each.held, read=None, short=each.short, out=each.out) for each in seats)


def _over(rolls: tuple[Roll, ...]) -> Between:
    """What a round leaves; of who is out, nothing more."""
    return tuple(Seat(out=each.out) if each.out else Seat(each.gained, each.short) for each in rolls)


def _with(rolls: tuple[Roll, ...], at: int, **changes: Any) -> tuple[Roll, ...]:
    return (*rolls[:at], rolls[at]._replace(**changes), *rolls[at + 1 :])


def _met(rolls: tuple[Roll, ...], challenger: int, answerer: int) -> tuple[Roll, ...]:
    """Once they meet, neither has a turn of their own left in the round. A-102."""
    return _with(_with(rolls, challenger, free=False), answerer, free=False)


def _here(rolls: tuple[Roll, ...]) -> list[int]:
    return [at for at, each in enumerate(rolls) if each.here and not each.out]


def _first(rolls: tuple[Roll, ...]) -> list[int]:
    """The highest of those who have neither challenged nor answered; several, if they are equal in everything
    they threw. R-27, R-29.
    """
    here = _here(rolls)
    free = [at for at in here if rolls[at].free]
    if not free or len(here) < 2:
        return []

    def shown(at: int) -> tuple[Reading, tuple[Reading, ...]]:
        return rolls[at].read or (), rolls[at].order

    best = max(map(shown, free))
    return [at for at in free if shown(at) == best]


def sides(conflict: Conflict) -> Mapping[str, Winner]:
    """Who may win, players’ characters welcome."""
    return {
        each.lead: Winner(
            conflict.verb(each.lead, "wins", "win"), "good" if conflict[each.lead].pc else "worst"
        )
        for each in conflict.within
    }


def awaits(found: Foreseen, lead: str) -> Sequence[Share]:
    """What comes of it for one side."""
    out = found.leaving[lead]
    doubled, gives = (out.get(how, Fraction()) for how in (OUT_DOUBLED, GAVE))
    return priced.whole(Chances(found.wins.get(lead, Fraction()), doubled, gives))


FORECAST: Forecast[Conflict] = Forecast(
    as_now=AS_NOW,
    deed=deed,
    won=won,
    course=Going,
    round=lambda conflict: conflict.round,
    sides=sides,
    declined=declined,
    leaving={OUT_DOUBLED: "doubled", GAVE: "gives"},
    awaits=awaits,
    after=Going.after,
)
