"""A tracker: a brawl to set up, fight blow by blow and undo."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules_py.author import (
    CLOCKS,
    Action,
    ActionCheck,
    ActionOption,
    Actions,
    Checkboxes,
    Choice,
    Clock,
    Column,
    Combatant,
    Event,
    Fault,
    Flag,
    Int,
    ListOf,
    OutcomeShare,
    Preset,
    ProblemType,
    Record,
    RecordingDice,
    ReferenceList,
    Sample,
    Serializable,
    SetupSpec,
    Text,
    TickClock,
    TrackerSpec,
    View,
    faces,
    name_faults,
    read_clocks,
    read_participants,
    setup_field,
    state_field,
)

SIDES = {"you": "Your side", "they": "Their side"}
MOST = 12
ACTED = ProblemType("acted", "Only one blow each round.")
DOWN = ProblemType("down", "Someone who is down can't strike or be struck.")


# The state is immutable: applying an event returns a new one.


@dataclass(frozen=True, kw_only=True)
class Brawler(Serializable):
    name: str = setup_field(Text("name", "Name", longest=40, start="Someone"))
    side: str = setup_field(Choice("side", "Side", SIDES, start="they"))
    punch: int = setup_field(Int("punch", "Punch", 1, 6, start=3))
    grit: int = state_field(Int("grit", "Grit", 0, 9), setup=Int("grit", "Grit", 1, 9, start=3))
    acted: bool = state_field(Flag("acted", "Has struck this round"))


@dataclass(frozen=True, kw_only=True)
class Brawl(Serializable):
    round: int = state_field(Int("round", "Round", 1, 999))
    brawlers: tuple[Brawler, ...] = state_field(ListOf("brawlers", "Brawlers", Brawler.record(), most=MOST))
    clocks: tuple[Clock, ...] = state_field(CLOCKS)

    def find(self, name: str) -> Brawler | None:
        return next((each for each in self.brawlers if each.name == name), None)

    def but(self, changed: Brawler) -> "Brawl":
        """Return the brawl with this brawler replaced."""
        rest = (changed if each.name == changed.name else each for each in self.brawlers)
        return replace(self, brawlers=tuple(rest))


PARTICIPANT_INPUTS = Brawler.setup_inputs()
SETUP = (ListOf("brawlers", "Participants", Record(fields=PARTICIPANT_INPUTS), most=MOST), CLOCKS)
STATE = Brawl.record()


def read(data: Mapping[str, Any]) -> Brawl:
    return Brawl.read(STATE.parse(data))


def begin(start: Mapping[str, Any]) -> Brawl:
    """Return the state with everyone in the order in which they were added."""
    brawlers = read_participants(start, "brawlers", newcomer_faults)
    return read({"round": 1, "brawlers": brawlers, "clocks": read_clocks(start)})


def newcomer_faults(existing: list[str], newcomers: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """Yield a fault for a name that is missing or taken."""
    yield from name_faults(
        existing, {f"{at}.name": str(each["name"]) for at, each in newcomers.items()}, MOST
    )


@dataclass(frozen=True, kw_only=True)
class StrikeEvent(Event):
    who: str = state_field(Text("who", "Who"))
    on: str = state_field(Text("on", "Whom"))


class Strike(Action[Brawl, StrikeEvent]):
    id, label = "strike", "Strike"
    heading = "Blows"
    dice = faces(6)
    not_overridable = frozenset({"down"})

    def input_errors(self, state: Brawl, event: StrikeEvent) -> Iterator[Fault]:
        """Yield a fault for an unknown brawler or an invalid opponent."""
        who, on = state.find(event.who), state.find(event.on)
        if who is None:
            yield Fault("who", "unknown_name", event.who, "the name of a brawler", "Choose a brawler.")
        elif on is None or on.side == who.side:
            yield Fault("on", "unknown_name", event.on, "the name of an opponent", "Choose an opponent.")

    def check(self, state: Brawl, event: StrikeEvent) -> ActionCheck:
        """Return the broken rules. The game master can override any that isn't in `not_overridable`."""
        who, on = state.find(event.who), state.find(event.on)
        assert who and on  # checked by `input_errors`
        return ActionCheck((ACTED,) * who.acted + (DOWN,) * (not (who.grit and on.grit)))

    def apply(self, state: Brawl, event: StrikeEvent, dice: RecordingDice) -> tuple[Brawl, str]:
        """Roll a d6: Punch or less takes one point of Grit, and a 1 takes two."""
        who, on = state.find(event.who), state.find(event.on)
        assert who and on
        face = dice.d(6, label=f"{who.name} hits with {who.punch} or less")
        lost = min(on.grit, (face <= who.punch) + (face == 1))
        after = state.but(replace(who, acted=True)).but(replace(on, grit=on.grit - lost))
        if not lost:
            return after, f"{who.name} misses {on.name}."
        down = " and goes down" if lost == on.grit else ""
        return after, f"{who.name} hits: {on.name} loses {lost} Grit{down}."

    def options(self, state: Brawl, who: str) -> Iterator[ActionOption]:
        brawler = state.find(who)
        if brawler is None or not brawler.grit:
            return
        for foe in (each for each in state.brawlers if each.side != brawler.side and each.grit):
            yield self.option(
                state,
                {"who": who, "on": foe.name},
                id=f"strike-{foe.name}",
                title=f"Strike {foe.name}",
                dice=((f"{brawler.punch} or less hits", 6),),
                shares=shares(brawler.punch),
            )


def shares(punch: int) -> tuple[OutcomeShare, ...]:
    """Return the possible outcomes of a blow."""
    return (
        OutcomeShare("no Grit", Fraction(6 - punch, 6), "bad"),
        OutcomeShare("1 Grit", Fraction(punch - 1, 6), "good"),
        OutcomeShare("2 Grit", Fraction(1, 6), "best"),
    )


class EndRound(Action[Brawl, Event]):
    id, label = "end_round", "End of the round"
    button = "End the round"
    heading = "Round"

    def apply(self, state: Brawl, event: Event, dice: RecordingDice) -> tuple[Brawl, str]:
        rested = tuple(replace(each, acted=False) for each in state.brawlers)
        return replace(state, round=state.round + 1, brawlers=rested), f"Round {state.round} is over."

    def options(self, state: Brawl, who: str) -> Iterator[ActionOption]:
        yield self.option(state, {}, title=f"End round {state.round}")


@dataclass(frozen=True, kw_only=True)
class JoinEvent(Event):
    comer: Mapping[str, Any] = state_field(Record("comer", "Newcomer", PARTICIPANT_INPUTS))


class Join(Action[Brawl, JoinEvent]):
    id, label = "join", "Joins"

    def input_errors(self, state: Brawl, event: JoinEvent) -> Iterator[Fault]:
        yield from newcomer_faults([each.name for each in state.brawlers], {"comer": event.comer})

    def apply(self, state: Brawl, event: JoinEvent, dice: RecordingDice) -> tuple[Brawl, str]:
        comer = Brawler.read(event.comer)
        return replace(state, brawlers=(*state.brawlers, comer)), f"{comer.name} joins in."


ACTIONS: Actions[Brawl] = Actions(Strike(), EndRound(), Join(), TickClock())


def view(state: Brawl, turn: str) -> View:
    """Return everyone as a card, with the options of `turn`, or of the next brawler who hasn't struck."""
    standing = {SIDES[each.side] for each in state.brawlers if each.grit}
    over = len(standing) == 1 and len({each.side for each in state.brawlers}) == 2
    waiting = [each.name for each in state.brawlers if each.grit and not each.acted]
    following = "" if over or not waiting else waiting[0]
    name = turn or following
    end = tuple(ACTIONS["end_round"].options(state, ""))
    return View(
        title=f"Round {state.round}",
        news=f"{standing.pop()} wins."
        if over
        else f"{following} is next."
        if following
        else "Everyone has struck.",
        combatants=tuple(map(piece, state.brawlers)),
        clocks=state.clocks,
        turn_title=f"{name} acts" if name else "No one acts",
        turn=name,
        next=following,
        options=tuple(ACTIONS["strike"].options(state, name)),
        due_options=() if following else end,
        common_options=end if following else (),
    )


def piece(brawler: Brawler) -> Combatant:
    return Combatant(
        name=brawler.name,
        side=SIDES[brawler.side],
        standing=f"{brawler.grit} Grit" if brawler.grit else "down",
        turn="" if not brawler.grit else "has struck" if brawler.acted else "to act",
        tone="good" if brawler.grit > 1 else "bad" if brawler.grit else "worst",
        boxes=(Checkboxes("Grit", brawler.grit, brawler.grit, str(brawler.grit)),) if brawler.grit else (),
        facts=(("Punch", str(brawler.punch)),),
        able=bool(brawler.grit),
    )


TOUGHS: tuple[dict[str, Any], ...] = (
    {"id": "sailor", "name": "Sailor", "punch": 3, "grit": 2},
    {"id": "cook", "name": "Cook", "punch": 4, "grit": 4},
)
TOUGH_LIST = ReferenceList("toughs", "Toughs", (Column("punch", "Punch"), Column("grit", "Grit")), TOUGHS)


def to_participant(tough: Mapping[str, Any]) -> dict[str, Any]:
    return {"side": "they", **{name: tough[name] for name in ("name", "punch", "grit")}}


ILSE = {"name": "Ilse", "side": "you", "punch": 4, "grit": 5}
WATCH = {"name": "The watch arrives", "size": 6, "ticked": 1}
TRACKER: TrackerSpec[Brawl] = TrackerSpec(
    version=1,
    intro="Add brawlers and play their fight, blow by blow.",
    encounter_noun="brawl",
    presets=(
        Preset(
            "tavern", "In the tavern", {"brawlers": [ILSE, *map(to_participant, TOUGHS)], "clocks": [WATCH]}
        ),
    ),
    setup_inputs=SETUP,
    begin=begin,
    read=read,
    actions=ACTIONS,
    view=view,
    page="desk/",
    setup=SetupSpec(
        list_field="brawlers",
        zone_field="",
        blank=Preset("blank", "A new brawl", {"brawlers": []}),
        samples=tuple(
            Sample(each["id"], each["name"], f"Grit {each['grit']}", to_participant(each)) for each in TOUGHS
        ),
        reference_list=TOUGH_LIST.name,
        default_participant={"name": "Someone", "side": "you", "punch": 3, "grit": 3},
        join_event=lambda comer: {"do": "join", "comer": comer},
    ),
)
