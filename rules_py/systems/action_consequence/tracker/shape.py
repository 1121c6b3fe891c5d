"""The shape of a conflict: who is there, on which side, what lies before them, and what it waits for. Nothing
of it is ever changed: every event makes a new conflict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from rules_py.base.wording import join_words
from rules_py.systems.action_consequence.character import Act, Character
from rules_py.systems.action_consequence.readings import Reading, reading
from rules_py.tracker import Roster, Shape

CAST, ORDER, STRIKE, CHALLENGE, INTERFERE, ANSWER, CHOOSE, SETTLE, OVER = (
    "cast",
    "order",
    "strike",
    "challenge",
    "interfere",
    "answer",
    "choose",
    "settle",
    "over",
)
"""What a conflict waits for: a cast; a tie to be thrown out; somebody who may strike a name; a challenge;
somebody who may interfere; an answer; hang in or give; what the doubled lose. `over`: nothing more.
"""

DOUBLED, GAVE, LEFT = "doubled", "gave", "left"
"""How a side goes out. A-046, R-40."""


@dataclass(frozen=True, kw_only=True)
class Special(Shape):
    """A specialization, as the sheet has it."""

    name: str
    endeavor: str = ""
    adds: str = ""
    vulnerable_to: str = ""
    challenges: tuple[str, ...] = ()
    opponent_challenge: str = ""


@dataclass(frozen=True, kw_only=True)
class Person(Shape):
    """Somebody at the table. `helps` is whose side they are on, "" on their own; `act` is the endeavor, with
    its specialization, or the stat that they throw, and `dice` what they throw where it is none of these;
    `gives_at` is at which short answer the chances take them to give.
    """

    name: str
    kind: str = "pc"
    helps: str = ""
    act: str = ""
    dice: tuple[int, ...] = ()
    gives_at: int | None = None
    interests: str = ""
    stats: Mapping[str, Sequence[int]] = field(default_factory=dict)
    endeavors: Mapping[str, str] = field(default_factory=dict)
    specializations: tuple[Special, ...] = ()
    exert_stat: str = ""
    duress_stat: str = ""
    owed: int = 0
    consequences: tuple[str, ...] = ()

    def but(self, **changes: Any) -> Self:
        """The same person, changed."""
        return replace(self, **changes)

    @property
    def pc(self) -> bool:
        return self.kind == "pc"

    @property
    def lead(self) -> str:
        """Who leads their side."""
        return self.helps or self.name

    @property
    def character(self) -> Character:
        """The part of their sheet that the rules work with."""
        stats = {name: tuple(sorted(dice, reverse=True)) for name, dice in self.stats.items()}
        endeavors = {name: stat for name, stat in self.endeavors.items() if stat in stats}
        special = [each.to_json() for each in self.specializations]
        return Character(stats, endeavors, special, self.exert_stat, self.duress_stat)

    @property
    def acts(self) -> tuple[Act, ...]:
        """All they may throw for: every endeavor, and every stat by itself where none fits."""
        character = self.character
        acts = character.acts()
        named = {each.name for each in acts}
        bare = (Act(stat, dice) for stat, dice in character.stats.items() if stat not in named)
        return (*acts, *bare)

    def acting(self) -> Act | None:
        """What they throw for; None where their dice were put together by hand."""
        return next((each for each in self.acts if each.name == self.act), None)


@dataclass(frozen=True)
class Thrown(Shape):
    """The faces that lie before somebody."""

    who: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Side(Shape):
    """A side, called after who leads it.

    since       the first round in which it throws
    held        1 while it holds an advantage it has seized; gained: the same for the next round
    struck      names struck in this round; short: how often it has hung in
    thrown      the dice that lie before it, with the `advantage` dice; `sizes` what they are, its advantage
                dice not among them; total: their sides in the first round
    order       what was thrown only to break ties of turn
    challenged  whether it has opened an exchange in this round; answered: whether it has answered in one
    out         "" while it is in
    """

    lead: str
    since: int = 1
    held: int = 0
    gained: int = 0
    struck: int = 0
    short: int = 0
    thrown: tuple[Thrown, ...] = ()
    advantage: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()
    total: int = 0
    order: tuple[tuple[int, ...], ...] = ()
    challenged: bool = False
    answered: bool = False
    out: str = ""

    def but(self, **changes: Any) -> Self:
        """The same side, changed."""
        return replace(self, **changes)

    @property
    def advantages(self) -> int:
        """The advantage dice it adds to each roll of this round. R-7, R-23."""
        return self.held + self.struck

    @property
    def reading(self) -> Reading:
        """What lies before it, in order."""
        return reading((face for each in self.thrown for face in each.faces), self.advantage)


@dataclass(frozen=True)
class Faced(Shape):
    """Two sides that met in the first round, and which of them was doubled, if one was. R-31."""

    one: str
    other: str
    doubled: str = ""


@dataclass(frozen=True)
class Loss(Shape):
    """Somebody who was doubled, and whose challenge it was: what they lose is to be settled."""

    on: str
    by: str


@dataclass(frozen=True, kw_only=True)
class Conflict(Roster[Person]):
    """A conflict as it stands.

    phase       what it waits for
    challenger  whose roll stands, and who is the `answerer`; `opener` has opened this exchange
    words       the deed, as it was said
    asked       who is still to say whether they strike a name, or interfere, the first of them now
    compared    what the names are struck about: `cast` or `answer`
    faced       who met whom in the first round; losses: what is to be settled
    winner      who has won; how: in what way the last side to go out did
    """

    people: tuple[Person, ...]
    sides: tuple[Side, ...]
    round: int = 1
    phase: str = CAST
    challenger: str = ""
    answerer: str = ""
    opener: str = ""
    words: str = ""
    asked: tuple[str, ...] = ()
    compared: str = ""
    faced: tuple[Faced, ...] = ()
    losses: tuple[Loss, ...] = ()
    winner: str = ""
    how: str = ""

    people_in, scene, somebody, unknown = "people", "conflict", "somebody there", "unknown_person"

    # people

    def members(self, lead: str) -> list[Person]:
        """Everybody on a side, who leads it first."""
        found = [each for each in self.people if each.lead == lead]
        return sorted(found, key=lambda each: each.name != lead)

    def called(self, lead: str) -> str:
        """A side by the names of all on it: `Ruta and Oswin`."""
        return join_words([each.name for each in self.members(lead)], conjunction="and")

    def verb(self, lead: str, one: str, many: str) -> str:
        """What a side does: `Ruta answers`, `Ruta and Oswin answer`."""
        return f"{self.called(lead)} {one if len(self.members(lead)) == 1 else many}"

    # sides

    def side(self, lead: str) -> Side:
        return next(each for each in self.sides if each.lead == lead)

    def with_side(self, *changed: Side) -> Conflict:
        """The conflict with these sides in place of those of their names."""
        new = {each.lead: each for each in changed}
        return self.but(sides=tuple(new.get(each.lead, each) for each in self.sides))

    @property
    def within(self) -> tuple[Side, ...]:
        """The sides that are still in the conflict."""
        return tuple(each for each in self.sides if not each.out)

    @property
    def throwing(self) -> tuple[Side, ...]:
        """Those of them that are in this round."""
        return tuple(each for each in self.within if each.since <= self.round)

    @property
    def standing(self) -> Reading:
        """The roll that stands."""
        return self.side(self.challenger).reading


@dataclass(frozen=True, kw_only=True)
class Event(Shape):
    """Something that happens, as its deed reads it: the fields of all deeds, those it has no use for left
    empty.
    """

    do: str
    who: str = ""
    on: str = ""
    act: str = ""
    sizes: tuple[int, ...] = ()
    words: str = ""
    take: str = ""
    terms: Sequence[Mapping[str, Any]] = ()
    newcomer: Mapping[str, Any] = field(default_factory=dict)
    allow: bool = False
