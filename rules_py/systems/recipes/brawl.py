"""A desk: a brawl that is set up, fought blow by blow and taken back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from rules_py.author import (
    Act,
    Boxes,
    Choice,
    Column,
    Deed,
    Deeds,
    Desk,
    Fault,
    Flag,
    Int,
    Judged,
    ListOf,
    Piece,
    ProblemType,
    Record,
    RecordingDice,
    ReferenceList,
    Sample,
    Setting,
    Shape,
    Share,
    Start,
    Text,
    View,
    faces,
    name_faults,
    seated,
)

SIDES = {"you": "Your side", "they": "Their side"}
MOST = 12
ACTED = ProblemType("acted", "One blow each round is all there is time for.")
DOWN = ProblemType("down", "Who is down neither strikes nor is struck.")


# What a brawl is. Nothing of it is ever changed: each event makes a new one.


@dataclass(frozen=True)
class Brawler(Shape):
    name: str
    side: str
    punch: int
    grit: int
    acted: bool = False


@dataclass(frozen=True)
class Brawl(Shape):
    round: int
    brawlers: tuple[Brawler, ...]

    def named(self, name: str) -> Brawler | None:
        return next((each for each in self.brawlers if each.name == name), None)

    def but(self, changed: Brawler) -> "Brawl":
        """The brawl with this brawler in the place of the one of that name."""
        rest = (changed if each.name == changed.name else each for each in self.brawlers)
        return replace(self, brawlers=tuple(rest))


@dataclass(frozen=True, kw_only=True)
class Event(Shape):
    """What the events of all deeds hold, those fields left empty that a deed has no use for."""

    do: str
    who: str = ""
    on: str = ""
    comer: Mapping[str, Any] = field(default_factory=dict)
    allow: bool = False


# How it is asked for: what somebody brings to the table, and what gathers there.

SEAT = (
    Text("name", "Name", longest=40, start="Somebody"),
    Choice("side", "Side", SIDES, start="they"),
    Int("punch", "Punch", 1, 6, start=3),
    Int("grit", "Grit", 1, 9, start=3),
)
SETUP = (ListOf("brawlers", "Who is there", Record(fields=SEAT), most=MOST),)
BRAWLER = Record(
    fields=(*SEAT[:3], Int("grit", "Grit", 0, 9), Flag("acted", "Has struck this round", default=False))
)
STATE = Record(fields=(Int("round", "Round", 1, 999), ListOf("brawlers", "Brawlers", BRAWLER, most=MOST)))


def read(data: Mapping[str, Any]) -> Brawl:
    return Brawl.read(STATE.parse(data))


def begin(start: Mapping[str, Any]) -> Brawl:
    """Everybody in the order they were put on the table."""
    return read({"round": 1, "brawlers": seated(start, "brawlers", newcomer_faults)})


def newcomer_faults(there: list[str], coming: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """Everybody needs a name of their own."""
    yield from name_faults(there, {f"{at}.name": str(each["name"]) for at, each in coming.items()}, MOST)


# What may be done.


class Strike(Deed[Brawl, Event]):
    do, label = "strike", "Strike"
    fields = (Text("who", "Who"), Text("on", "Whom"))
    dice = faces(6)
    final = frozenset({"down"})

    def faults(self, state: Brawl, event: Event) -> Iterator[Fault]:
        """What makes no sense at all."""
        who, on = state.named(event.who), state.named(event.on)
        if who is None:
            yield Fault("who", "unknown_name", event.who, "somebody who is here", "Choose who strikes.")
        elif on is None or on.side == who.side:
            yield Fault("on", "unknown_name", event.on, "a foe who is here", "Choose a foe.")

    def judged(self, state: Brawl, event: Event) -> Judged:
        """What the rules forbid. The one who runs the game may allow it, unless it is `final`."""
        who, on = state.named(event.who), state.named(event.on)
        assert who and on  # `faults` has seen to it
        return Judged((ACTED,) * who.acted + (DOWN,) * (not (who.grit and on.grit)))

    def done(self, state: Brawl, event: Event, dice: RecordingDice) -> tuple[Brawl, str]:
        """A d6 of at most Punch takes one point of Grit, a 1 two."""
        who, on = state.named(event.who), state.named(event.on)
        assert who and on
        face = dice.d(6, label=f"{who.name} hits with {who.punch} or less")
        lost = min(on.grit, (face <= who.punch) + (face == 1))
        after = state.but(replace(who, acted=True)).but(replace(on, grit=on.grit - lost))
        if not lost:
            return after, f"{who.name} misses {on.name}."
        down = " and goes down" if lost == on.grit else ""
        return after, f"{who.name} hits: {on.name} loses {lost} Grit{down}."

    def offers(self, state: Brawl, who: str) -> Iterator[Act]:
        brawler = state.named(who)
        if brawler is None or not brawler.grit:
            return
        for foe in (each for each in state.brawlers if each.side != brawler.side and each.grit):
            event = Event(do=self.do, who=who, on=foe.name)
            yield Act(
                id=f"strike-{foe.name}",
                title=f"Strike {foe.name}",
                button="Strike",
                kind="Blows",
                event={"do": self.do, "who": who, "on": foe.name},
                dice=((f"{brawler.punch} or less hits", 6),),
                shares=shares(brawler.punch),
                reasons=self.judged(state, event).reasons,
            )


def shares(punch: int) -> tuple[Share, ...]:
    """What a blow may come to."""
    return (
        Share("no Grit", Fraction(6 - punch, 6), "bad"),
        Share("1 Grit", Fraction(punch - 1, 6), "good"),
        Share("2 Grit", Fraction(1, 6), "best"),
    )


class EndRound(Deed[Brawl, Event]):
    do, label = "end_round", "End of the round"

    def done(self, state: Brawl, event: Event, dice: RecordingDice) -> tuple[Brawl, str]:
        rested = tuple(replace(each, acted=False) for each in state.brawlers)
        return Brawl(state.round + 1, rested), f"Round {state.round} is over."

    def offers(self, state: Brawl, who: str) -> Iterator[Act]:
        yield Act(
            id="end_round",
            title=f"End round {state.round}",
            button="End the round",
            kind="Round",
            event={"do": self.do},
        )


class Join(Deed[Brawl, Event]):
    do, label = "join", "Joins"
    fields = (Record("comer", "Who comes", SEAT),)

    def faults(self, state: Brawl, event: Event) -> Iterator[Fault]:
        yield from newcomer_faults([each.name for each in state.brawlers], {"comer": event.comer})

    def done(self, state: Brawl, event: Event, dice: RecordingDice) -> tuple[Brawl, str]:
        comer = Brawler.read(event.comer)
        return replace(state, brawlers=(*state.brawlers, comer)), f"{comer.name} joins in."


DEEDS: Deeds[Brawl, Event] = Deeds(Strike(), EndRound(), Join(), read=Event.read)


# What there is to see.


def view(state: Brawl, turn: str) -> View:
    """Everybody as a card, and the acts of one of them: the one asked for, or the next who hasn't struck."""
    standing = {SIDES[each.side] for each in state.brawlers if each.grit}
    over = len(standing) == 1 and len({each.side for each in state.brawlers}) == 2
    waiting = [each.name for each in state.brawlers if each.grit and not each.acted]
    following = "" if over or not waiting else waiting[0]
    shown = turn or following
    end = tuple(DEEDS["end_round"].offers(state, ""))
    return View(
        title=f"Round {state.round}",
        news=f"{standing.pop()} wins." if over else f"{following} is next." if following else "Nobody waits.",
        pieces=tuple(map(piece, state.brawlers)),
        turn_title=f"{shown} acts" if shown else "Nobody acts",
        turn=shown,
        next=following,
        acts=tuple(DEEDS["strike"].offers(state, shown)),
        due=() if following else end,
        common=end if following else (),
    )


def piece(brawler: Brawler) -> Piece:
    return Piece(
        name=brawler.name,
        side=SIDES[brawler.side],
        standing=f"{brawler.grit} Grit" if brawler.grit else "down",
        turn="" if not brawler.grit else "has struck" if brawler.acted else "to act",
        tone="good" if brawler.grit > 1 else "bad" if brawler.grit else "worst",
        boxes=(Boxes("Grit", brawler.grit, brawler.grit, str(brawler.grit)),) if brawler.grit else (),
        facts=(("Punch", str(brawler.punch)),),
        able=bool(brawler.grit),
    )


# Who may be put on the table, and the scenes it begins with.

TOUGHS: tuple[dict[str, Any], ...] = (
    {"id": "sailor", "name": "Sailor", "punch": 3, "grit": 2},
    {"id": "cook", "name": "Cook", "punch": 4, "grit": 4},
)
TOUGH_LIST = ReferenceList("toughs", "Toughs", (Column("punch", "Punch"), Column("grit", "Grit")), TOUGHS)


def seat(tough: Mapping[str, Any]) -> dict[str, Any]:
    return {"side": "they", **{name: tough[name] for name in ("name", "punch", "grit")}}


ILSE = {"name": "Ilse", "side": "you", "punch": 4, "grit": 5}
DESK: Desk[Brawl, Event] = Desk(
    version=1,
    intro="Put people on the table and have them brawl, blow by blow.",
    scene="brawl",
    starts=(Start("tavern", "In the tavern", {"brawlers": [ILSE, *map(seat, TOUGHS)]}),),
    setup=SETUP,
    begin=begin,
    read=read,
    deeds=DEEDS,
    view=view,
    page="desk/",
    setting=Setting(
        seats="brawlers",
        place="",
        blank=Start("blank", "A new brawl", {"brawlers": []}),
        samples=tuple(
            Sample(each["id"], each["name"], f"Grit {each['grit']}", seat(each)) for each in TOUGHS
        ),
        listed=TOUGH_LIST.name,
        somebody={"name": "Somebody", "side": "you", "punch": 3, "grit": 3},
        join=lambda comer: {"do": "join", "comer": comer},
    ),
)
