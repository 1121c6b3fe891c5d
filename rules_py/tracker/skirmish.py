"""The common parts of trackers for fights between two sides, characters and foes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from rules_py.base.wording import join_words
from rules_py.dice.recording import RecordingDice
from rules_py.tracker.actions import Event
from rules_py.tracker.forecast import Victory
from rules_py.tracker.roster import JoinAction, Roster
from rules_py.tracker.view import Combatant, View, Zone

SIDES = {"pc": "Characters", "npc": "Foes"}
"""The labels of the two sides by key."""

NOBODY = "nobody"
"""The winner of a fight in which no one is left."""

MAX_CHECKBOXES = 12
"""The most points that a combatant's card shows as checkboxes."""

END_ROUND = {"do": "end_round"}
"""The event that ends a round."""

_MISSING = {"": "No one here yet.", "pc": "No foes yet.", "npc": "No characters yet."}
"""The message for a missing side, by the only side present (`""` if there is none)."""

_ENDINGS = {
    SIDES["pc"]: "no foes are standing",
    SIDES["npc"]: "no characters are standing",
    NOBODY: "no one is standing",
}


class Member(Protocol):
    """A member of one side, who is `able` until they are out of the fight."""

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def able(self) -> bool: ...


class Skirmish[C: Member](Hashable, Container[str], Protocol):
    """The state of a fight between two sides."""

    @property
    def fighters(self) -> Sequence[C]: ...

    def __getitem__(self, name: str, /) -> C: ...


class JoinSkirmish[S: Roster[Any], E: Event](JoinAction[S, E]):
    """An action by which a fighter joins a side later."""

    heading = "Round"

    @abstractmethod
    def newcomer(self, event: E) -> Member:
        """Return the fighter who joins."""

    def place(self, fighter: Any) -> str:
        """Return where the fighter appears, as the end of a sentence."""
        return ""

    def apply(self, state: S, event: E, dice: RecordingDice) -> tuple[S, str]:
        fighter = self.newcomer(event)
        people = (*getattr(state, state.participants_field), fighter)
        after = state.but(**{state.participants_field: people})
        return after, f"{fighter.name} joins the {state.encounter_noun}{self.place(fighter)}."


def missing_side(fight: Skirmish[Member]) -> str:
    """Return a message if a side has no members yet, or "" if both have."""
    sides = {fighter.side for fighter in fight.fighters}
    return "" if len(sides) == 2 else _MISSING[next(iter(sides), "")]


def missing_foes(fight: Skirmish[Member]) -> str:
    """Return a message unless there are foes. Players can keep their characters on paper."""
    return "" if any(fighter.side == "npc" for fighter in fight.fighters) else missing_side(fight)


def winner(fight: Skirmish[Member]) -> str:
    """Return the side of everyone who is able, or "" while both sides fight."""
    sides = {fighter.side for fighter in fight.fighters if fighter.able}
    if len(sides) == 2:
        return ""
    return SIDES[sides.pop()] if sides else NOBODY


def describe_ending(fight: Skirmish[Member]) -> str:
    """Return how the fight has ended, or "" if it hasn't, or if a side is still missing."""
    if missing_side(fight) or not (side := winner(fight)):
        return ""
    return f"The fight is over: {_ENDINGS[side]}."


def victories(**tones: str) -> Mapping[str, Victory]:
    """Return the presentation of each victory from its tone by "pc", "npc" or "nobody"."""
    return {
        SIDES.get(key, key): Victory(f"{SIDES[key]} win" if key in SIDES else "No one is left", tone)
        for key, tone in tones.items()
    }


def news(fight: Skirmish[Member], ending: str, next_name: str, all_acted: str) -> str:
    """Return the headline of the view: the end, what is missing, or who acts next."""
    if missing := missing_side(fight):
        return f"{missing} Add participants under “Set-up and participants”."
    return ending or (f"{next_name} is next." if next_name else all_acted)


def left_over(left: Mapping[str, str]) -> str:
    """Return what some have left of their turns when everyone has acted: their names, each with the amount as
    text, or "" if no one has anything left.
    """
    parts = [f"{name} has {amount} left" for name, amount in left.items()]
    return join_words(parts, conjunction="and") if parts else ""


def title_without_turn(fight: Skirmish[Member], ending: str) -> str:
    """Return the title of the actions when they are no one's in particular."""
    if not fight.fighters:
        return "No one here yet"
    return "The fight is over" if ending else "Everyone has acted"


def player_view(
    title: str, ending: str, next_name: str, pieces: Iterable[Combatant], places: Iterable[Zone] = ()
) -> View:
    """Return a view without actions, for players."""
    return View(
        title=title,
        news=ending or (f"{next_name} is next." if next_name else "The round ends."),
        combatants=tuple(pieces),
        zones=tuple(places),
        turn="" if ending else next_name,
        turn_title="Turn order",
    )


_CONDITIONS = {1: ("badly hurt", "bad"), 2: ("hurt", "mixed"), 3: ("barely hurt", "good")}


def visible_condition(left: int, whole: int) -> tuple[str, str]:
    """Return how badly someone looks hurt, in words and as a tone: they can take `left` more of `whole`
    damage.
    """
    if left >= whole:
        return "unhurt", "good"
    # Someone with nothing left can still be up, if the GM has overridden the rules.
    thirds = max(1, -(-3 * left // whole))
    return _CONDITIONS[thirds]


def damage_by_name[C: Member](
    before: Skirmish[C], after: Skirmish[C], damage: Callable[[C, C], int]
) -> dict[str, int]:
    """Return the damage that an event did to each combatant.

    `damage(before, after)` measures it for one of them. It is not positive if there was none.
    """
    pairs = [(before[fighter.name], fighter) for fighter in after.fighters if fighter.name in before]
    return {now.name: loss for was, now in pairs if (loss := damage(was, now)) > 0}
