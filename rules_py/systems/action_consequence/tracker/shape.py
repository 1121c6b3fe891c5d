"""The state of a conflict: people, sides, rolls on the table, and the current phase. It is immutable: every
event makes a new conflict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from rules_py.base.wording import join_words
from rules_py.inputs import Choice, Flag, Int, Keyed, ListOf, Text
from rules_py.systems.action_consequence.character import Act, Character
from rules_py.systems.action_consequence.fields import dice_input, give_at_input
from rules_py.systems.action_consequence.options import OPTIONS, House
from rules_py.systems.action_consequence.readings import ADVANTAGE, Reading, to_reading
from rules_py.systems.action_consequence.sections import MAX_NAME_LENGTH, MAX_OWED
from rules_py.systems.action_consequence.sizes import MAX_DICE, SIZES
from rules_py.tracker import Roster, Serializable, house_field, setup_field, state_field

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
"""The phases of a conflict: a cast, a tie to reroll, a name to strike, a challenge, a chance to interfere, an
answer, the choice to hang in or give, a loss to settle, and the end.
"""

DOUBLED, GAVE, LEFT = "doubled", "gave", "left"
"""The reasons why a side is out. A-046, R-40."""

MAX_PEOPLE = 8
MAX_SIDES = 4
MAX_ROUNDS = 999
MAX_TEXT_CHARS = 300
MAX_TOGETHER = 4
"""The most dice entered by hand."""

KINDS = {"pc": "Player’s character", "npc": "Game master’s character"}


def quote_speech(words: str) -> str:
    """Return words as quoted at the end of a sentence, with a full stop unless they end with a mark."""
    return f"“{words}”" if words.endswith((".", "!", "?", "…")) else f"“{words}”."


def name_input(field: str, label: str, **more: Any) -> Text:
    return Text(field, label, longest=MAX_NAME_LENGTH, **more)


def _words(field: str, label: str, **more: Any) -> Text:
    return Text(field, label, longest=MAX_TEXT_CHARS, **more)


def _count(field: str) -> Int:
    return Int(field, field.capitalize(), 0, MAX_ROUNDS, default=0)


def _faces(field: str, label: str, highest: int = max(SIZES)) -> ListOf:
    return ListOf(field, label, Int(label="Face", low=0, high=highest), most=MAX_PEOPLE * 4, default=[])


def _lead(field: str) -> Text:
    return name_input(field, field.capitalize(), default="")


def _texts(field: str, label: str, item: str, most: int, rule: str) -> ListOf:
    return ListOf(field, label, _words("", item), most=most, default=[], lone=True, rule=rule)


@dataclass(frozen=True, kw_only=True)
class Special(Serializable):
    """A specialization, as the sheet has it."""

    name: str = state_field(name_input("name", "Name"))
    endeavor: str = state_field(name_input("endeavor", "Endeavor", default="", rule="A-083"))
    adds: str = state_field(name_input("adds", "Adds dice of", default="", rule="A-084"))
    vulnerable_to: str = state_field(name_input("vulnerable_to", "Vulnerable to", default="", rule="A-085"))
    challenges: tuple[str, ...] = state_field(
        _texts("challenges", "Formal challenges", "Challenge", 10, "A-087")
    )
    opponent_challenge: str = state_field(
        _words("opponent_challenge", "The opponent’s challenge", default="", rule="A-088")
    )


@dataclass(frozen=True, kw_only=True)
class Person(Serializable):
    """A person in the conflict. `helps` is the leader of the side they are on, "" for their own. `act` is the
    endeavor, with its specialization, or the stat that they roll; `dice` is what they roll without an act.
    `gives_at` is the short answer at which they give in the forecast.
    """

    name: str = setup_field(name_input("name", "Name"))
    kind: str = setup_field(Choice("kind", "Who", KINDS, start="npc", default="pc", rule="R-21"))
    helps: str = setup_field(
        name_input("helps", "Helps", default="", rule="A-090", help="Name of the person they help.")
    )
    act: str = setup_field(
        name_input("act", "Rolls for", default="", rule="A-009", help="One of their endeavors or stats.")
    )
    dice: tuple[int, ...] = setup_field(dice_input("dice", "Custom dice", most=MAX_TOGETHER, default=[]))
    owed: int = setup_field(Int("owed", "Entries on the we owe list", 0, MAX_OWED, default=0, rule="A-073"))
    gives_at: int | None = setup_field(
        give_at_input("gives_at", "Gives at short answer number (for the odds)")
    )
    interests: str = setup_field(_words("interests", "Interests", default="", rule="A-106"))
    stats: Mapping[str, Sequence[int]] = setup_field(
        Keyed("stats", "Stats", dice_input("dice", "Dice", most=MAX_DICE), most=12, default={}, rule="A-010")
    )
    endeavors: Mapping[str, str] = setup_field(
        Keyed("endeavors", "Endeavors", name_input("stat", "Stat"), most=30, default={}, rule="A-008")
    )
    specializations: tuple[Special, ...] = setup_field(
        ListOf(
            "specializations",
            "Specializations",
            Special.record(phrase=lambda row: row.get("name") or "A specialization"),
            most=20,
            default=[],
            rule="A-083",
        )
    )
    exert_stat: str = setup_field(name_input("exert_stat", "Stat for exertion", default="", rule="R-35"))
    duress_stat: str = setup_field(name_input("duress_stat", "Stat for duress", default="", rule="R-35"))
    consequences: tuple[str, ...] = setup_field(
        _texts("consequences", "Consequences so far", "Consequence", 60, "A-051")
    )

    def but(self, **changes: Any) -> Self:
        """Return the same person, changed."""
        return replace(self, **changes)

    @property
    def pc(self) -> bool:
        return self.kind == "pc"

    @property
    def lead(self) -> str:
        """The leader of their side."""
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
        """Everything they may roll for: every endeavor, and every stat alone if no endeavor fits."""
        character = self.character
        acts = character.acts()
        named = {each.name for each in acts}
        bare = (Act(stat, dice) for stat, dice in character.stats.items() if stat not in named)
        return (*acts, *bare)

    def chosen_act(self) -> Act | None:
        """Return the act they roll for, or None if their dice were entered by hand."""
        return next((each for each in self.acts if each.name == self.act), None)


@dataclass(frozen=True)
class RolledFaces(Serializable):
    """The faces of someone's dice on the table."""

    who: str = state_field(name_input("who", "Who"))
    faces: tuple[int, ...] = state_field(_faces("faces", "Faces"))


@dataclass(frozen=True, kw_only=True)
class Side(Serializable):
    """A side, named after its leader.

    since       the first round in which it rolls
    held        1 while it holds a seized advantage; gained: the same for the next round
    struck      names struck in this round; short: the number of times it has hung in
    rolled      its dice on the table; `advantage` its advantage dice; `sizes` the sizes of its dice, without
                advantage dice; total: their sides in the first round
    order       rolls made only to break ties of turn order
    challenged  whether it has opened an exchange in this round; answered: whether it has answered in one
    out         "" while it is in
    """

    lead: str = state_field(name_input("lead", "Led by"))
    since: int = state_field(Int("since", "Since round", 0, MAX_ROUNDS, default=1))
    held: int = state_field(_count("held"))
    gained: int = state_field(_count("gained"))
    struck: int = state_field(_count("struck"))
    short: int = state_field(_count("short"))
    rolled: tuple[RolledFaces, ...] = state_field(
        ListOf("thrown", "Rolled", RolledFaces.record(), most=MAX_PEOPLE, default=[])
    )
    advantage: tuple[int, ...] = state_field(_faces("advantage", "Advantage dice", ADVANTAGE))
    sizes: tuple[int, ...] = state_field(_faces("sizes", "Dice"))
    total: int = state_field(_count("total"))
    order: tuple[tuple[int, ...], ...] = state_field(
        ListOf("order", "Rerolls for order", _faces("", "Faces", 99), most=99, default=[])
    )
    challenged: bool = state_field(Flag("challenged", "Has challenged"))
    answered: bool = state_field(Flag("answered", "Has answered"))
    out: str = state_field(
        Choice("out", "Out", {"": "in", DOUBLED: "doubled", GAVE: "gave", LEFT: "left"}, default="")
    )

    def but(self, **changes: Any) -> Self:
        """Return the same side, changed."""
        return replace(self, **changes)

    @property
    def advantages(self) -> int:
        """The advantage dice it adds to each roll of this round. R-7, R-23."""
        return self.held + self.struck

    @property
    def reading(self) -> Reading:
        """The side’s faces on the table, in order."""
        return to_reading((face for each in self.rolled for face in each.faces), self.advantage)


@dataclass(frozen=True)
class Meeting(Serializable):
    """Two sides that met in the first round, and the doubled one, if any. R-31."""

    one: str = state_field(name_input("one", "One"))
    other: str = state_field(name_input("other", "Other"))
    doubled: str = state_field(name_input("doubled", "Doubled", default=""))


@dataclass(frozen=True)
class Loss(Serializable):
    """A loss yet to be settled: the doubled person and the challenger."""

    on: str = state_field(name_input("on", "Whose"))
    by: str = state_field(name_input("by", "By"))


PHASES = {
    phase: phase.capitalize()
    for phase in (CAST, ORDER, STRIKE, CHALLENGE, INTERFERE, ANSWER, CHOOSE, SETTLE, OVER)
}


@dataclass(frozen=True, kw_only=True)
class Conflict(Roster[Person]):
    """The current state of a conflict.

    phase       the phase, one of PHASES
    challenger  the side with the standing roll; `answerer` the other side; `opener` the side that opened this
                exchange
    words       the text of the challenge
    asked       the sides that may still strike a name, or interfere; the first of them decides now
    compared    the comparison for which names can be struck: `cast` or `answer`
    faced       the sides that met in the first round; losses: the losses to settle
    winner      the winner; how: why the last side to go out did so
    house       the table's house rules
    """

    people: tuple[Person, ...] = state_field(
        ListOf("people", "Participants", Person.record(), most=MAX_PEOPLE)
    )
    sides: tuple[Side, ...] = state_field(ListOf("sides", "Sides", Side.record(), most=MAX_PEOPLE))
    round: int = state_field(Int("round", "Round", 0, MAX_ROUNDS, default=1))
    phase: str = state_field(Choice("phase", "Waiting for", PHASES, default=CAST))
    challenger: str = state_field(_lead("challenger"))
    answerer: str = state_field(_lead("answerer"))
    opener: str = state_field(_lead("opener"))
    words: str = state_field(_words("words", "Challenge", default=""))
    asked: tuple[str, ...] = state_field(  # a saved name
        ListOf("asked", "Asked", name_input("", "Name"), most=MAX_PEOPLE, default=[])
    )
    compared: str = state_field(
        Choice(
            "compared", "Compared", {"": "nothing", "cast": "the cast", "answer": "the answer"}, default=""
        )
    )
    faced: tuple[Meeting, ...] = state_field(
        ListOf("faced", "Met in the first round", Meeting.record(), most=99, default=[])
    )
    losses: tuple[Loss, ...] = state_field(
        ListOf("losses", "To be settled", Loss.record(), most=MAX_PEOPLE, default=[])
    )
    winner: str = state_field(name_input("winner", "Winner", default=""))
    how: str = state_field(
        Choice(
            "how",
            "How",
            {"": "–", DOUBLED: "by doubling", GAVE: "by giving", LEFT: "by dropping out"},
            default="",
        )
    )

    house: Mapping[str, Any] = house_field(OPTIONS)

    participants_field, encounter_noun, participant_noun, unknown_code = (
        "people",
        "conflict",
        "a participant",
        "unknown_person",
    )

    @property
    def rules(self) -> House:
        """The values of the house rules in force."""
        return House.of(self.house)

    def members(self, lead: str) -> list[Person]:
        """Return the members of a side, the leader first."""
        members = [each for each in self.people if each.lead == lead]
        return sorted(members, key=lambda each: each.name != lead)

    def side_name(self, lead: str) -> str:
        """Return a side by the names of all on it: `Ruta and Oswin`."""
        return join_words([each.name for each in self.members(lead)], conjunction="and")

    def verb(self, lead: str, one: str, many: str) -> str:
        """Return the side’s name with the verb in singular or plural: `Ruta answers`, `Ruta and Oswin
        answer`.
        """
        return f"{self.side_name(lead)} {one if len(self.members(lead)) == 1 else many}"

    def side(self, lead: str) -> Side:
        return next(each for each in self.sides if each.lead == lead)

    def with_side(self, *changed: Side) -> Conflict:
        """Return the conflict with these sides replacing those of the same names."""
        new = {each.lead: each for each in changed}
        return self.but(sides=tuple(new.get(each.lead, each) for each in self.sides))

    @property
    def within(self) -> tuple[Side, ...]:
        """The sides that are still in the conflict."""
        return tuple(each for each in self.sides if not each.out)

    @property
    def rolling_sides(self) -> tuple[Side, ...]:
        """The sides still in the conflict that roll in this round."""
        return tuple(each for each in self.within if each.since <= self.round)

    @property
    def standing_roll(self) -> Reading:
        """The standing roll."""
        return self.side(self.challenger).reading
