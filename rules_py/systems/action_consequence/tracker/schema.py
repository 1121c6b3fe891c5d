"""A conflict as plain data: what forms ask for, what programs hand over, what a newcomer brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_py.base.errors import Fault, InputError
from rules_py.base.wording import quoted
from rules_py.inputs import Choice, Flag, Input, Int, Keyed, ListOf, Record, Text
from rules_py.systems.action_consequence.fields import dice_input, give_at_input
from rules_py.systems.action_consequence.readings import ADVANTAGE
from rules_py.systems.action_consequence.sections import LONGEST_NAME, MOST_OWED
from rules_py.systems.action_consequence.sizes import MOST_DICE, SIZES
from rules_py.systems.action_consequence.tracker import shape
from rules_py.systems.action_consequence.tracker.shape import Conflict, Person, Side
from rules_py.tracker import name_faults, seated

MOST_PEOPLE = 8
MOST_SIDES = 4
MOST_ROUNDS = 999
LONGEST_WORDS = 300
MOST_TOGETHER = 4
"""Dice put together by hand."""

KINDS = {"pc": "Player’s character", "npc": "Game master’s character"}


def name(field: str, label: str, **more: Any) -> Text:
    return Text(field, label, longest=LONGEST_NAME, **more)


def _words(field: str, label: str, **more: Any) -> Text:
    return Text(field, label, longest=LONGEST_WORDS, **more)


SPECIAL = Record(
    fields=(
        name("name", "Name"),
        name("endeavor", "Endeavor", default="", rule="A-083"),
        name("adds", "Adds the dice of", default="", rule="A-084"),
        name("vulnerable_to", "Vulnerable to", default="", rule="A-085"),
        ListOf(
            "challenges",
            "Its formal challenges",
            _words("", "Challenge"),
            most=10,
            default=[],
            lone=True,
            rule="A-087",
        ),
        _words("opponent_challenge", "The opponent’s challenge", default="", rule="A-088"),
    ),
    phrase=lambda row: row.get("name") or "A specialization",
)

SEATED: tuple[Input, ...] = (
    name("name", "Name"),
    Choice("kind", "Who", KINDS, start="npc", default="pc", rule="R-21"),
    name("helps", "Helps", default="", rule="A-090", help="The name of whoever they are with."),
    name("act", "Throws for", default="", rule="A-009", help="An endeavor or a stat of theirs."),
    dice_input("dice", "Dice, where it is none of these", most=MOST_TOGETHER, default=[]),
    Int("owed", "Times on the we owe list", 0, MOST_OWED, default=0, rule="A-073"),
    give_at_input("gives_at", "The chances take it that they give at short answer number"),
    _words("interests", "Interests", default="", rule="A-106"),
    Keyed("stats", "Stats", dice_input("dice", "Dice", most=MOST_DICE), most=12, default={}, rule="A-010"),
    Keyed("endeavors", "Endeavors", name("stat", "Stat"), most=30, default={}, rule="A-008"),
    ListOf("specializations", "Specializations", SPECIAL, most=20, default=[], rule="A-083"),
    name("exert_stat", "Exerting yourself uses", default="", rule="R-35"),
    name("duress_stat", "Enduring duress uses", default="", rule="R-35"),
    ListOf(
        "consequences",
        "What it has cost so far",
        _words("", "Consequence"),
        most=60,
        default=[],
        lone=True,
        rule="A-051",
    ),
)
"""What somebody brings to a conflict."""


def _count(field: str, label: str) -> Int:
    return Int(field, label, 0, MOST_ROUNDS, default=0)


def _faces(field: str, label: str, highest: int = max(SIZES)) -> ListOf:
    return ListOf(field, label, Int(label="Face", low=0, high=highest), most=MOST_PEOPLE * 4, default=[])


SIDE = Record(
    fields=(
        name("lead", "Led by"),
        Int("since", "Since round", 0, MOST_ROUNDS, default=1),
        *(_count(each, each.capitalize()) for each in ("held", "gained", "struck", "short", "total")),
        ListOf(
            "thrown",
            "Thrown",
            Record(fields=(name("who", "Who"), _faces("faces", "Faces"))),
            most=MOST_PEOPLE,
            default=[],
        ),
        _faces("advantage", "Advantage dice", ADVANTAGE),
        _faces("sizes", "Dice"),
        ListOf("order", "Thrown for order", _faces("", "Faces", 99), most=99, default=[]),
        Flag("challenged", "Has challenged"),
        Flag("answered", "Has answered"),
        Choice(
            "out",
            "Out",
            {"": "in", shape.DOUBLED: "doubled", shape.GAVE: "gave", shape.LEFT: "left"},
            default="",
        ),
    )
)
PHASES = {
    each: each.capitalize()
    for each in (
        shape.CAST,
        shape.ORDER,
        shape.STRIKE,
        shape.CHALLENGE,
        shape.INTERFERE,
        shape.ANSWER,
        shape.CHOOSE,
        shape.SETTLE,
        shape.OVER,
    )
}


def _names(field: str, label: str) -> ListOf:
    return ListOf(field, label, name("", "Name"), most=MOST_PEOPLE, default=[])


STATE = Record(
    "state",
    "The conflict",
    (
        ListOf("people", "Who is there", Record(fields=SEATED), most=MOST_PEOPLE),
        ListOf("sides", "Sides", SIDE, most=MOST_PEOPLE),
        Int("round", "Round", 0, MOST_ROUNDS, default=1),
        Choice("phase", "What it waits for", PHASES, default=shape.CAST),
        *(name(each, each.capitalize(), default="") for each in ("challenger", "answerer", "opener")),
        _words("words", "The deed", default=""),
        _names("asked", "Asked"),
        Choice(
            "compared", "Compared", {"": "nothing", "cast": "the cast", "answer": "the answer"}, default=""
        ),
        ListOf(
            "faced",
            "Met in the first round",
            Record(
                fields=(name("one", "One"), name("other", "Other"), name("doubled", "Doubled", default=""))
            ),
            most=99,
            default=[],
        ),
        ListOf(
            "losses",
            "To be settled",
            Record(fields=(name("on", "Whose"), name("by", "By"))),
            most=MOST_PEOPLE,
            default=[],
        ),
        name("winner", "Winner", default=""),
        Choice(
            "how",
            "How",
            {"": "–", shape.DOUBLED: "by doubling", shape.GAVE: "by giving", shape.LEFT: "by dropping out"},
            default="",
        ),
    ),
)
SETUP = (ListOf("people", "Who is there", Record(fields=SEATED), most=MOST_PEOPLE),)


def read(data: Mapping[str, Any]) -> Conflict:
    """A conflict of its plain data. Raises InputError, `duplicate_person` for two of one name,
    `bad_scene` where its sides, the people and what it waits for don’t belong together.
    """
    conflict = Conflict.read(STATE.parse(data))
    faults = [
        *name_faults([], {f"state.people.{at}.name": each for at, each in enumerate(conflict.names)}, 99)
    ]
    if faults:
        raise InputError(*faults)
    leads = [each.lead for each in conflict.sides]
    if not (_belong_together(conflict, leads) and _may_wait(conflict)):
        words = "This conflict is damaged: its sides, its people and what it waits for don’t belong together."
        allowed = "the sides of those who are there, and what they may do"
        raise InputError.at("state.sides", leads, allowed, code="bad_scene", message=words)
    return conflict


def _belong_together(conflict: Conflict, leads: Sequence[str]) -> bool:
    """Whether everybody leads a side or helps one, and whoever is named is there."""
    known = {each.lead for each in conflict.people}
    playing = {conflict.challenger, conflict.answerer, conflict.opener, conflict.winner}
    asked = {*conflict.asked, *(each for loss in conflict.losses for each in (loss.on, loss.by))}
    return (
        set(leads) == known
        and len(leads) == len(known)
        and playing <= {"", *known}
        and asked <= {*conflict.names}
    )


def _may_wait(conflict: Conflict) -> bool:
    """Whether those are there for whom it is said to wait."""
    phase, met = conflict.phase, bool(conflict.answerer) and conflict.challenger != conflict.answerer
    if phase == shape.SETTLE:
        return bool(conflict.losses)
    if phase in (shape.CAST, shape.OVER):
        return True
    if len(conflict.throwing) < 2:
        return False
    if phase == shape.STRIKE:
        return bool(conflict.asked) and (conflict.compared == "cast" or (bool(conflict.challenger) and met))
    if phase == shape.INTERFERE and not conflict.asked:
        return False
    return phase == shape.ORDER or (bool(conflict.challenger) and (phase == shape.CHALLENGE or met))


def begin(start: Mapping[str, Any]) -> Conflict:
    """The conflict that a start begins. Raises InputError for two of one name, a nameless one, one who helps
    nobody who is there, or too many sides.
    """
    people = tuple(map(Person.read, seated(start, "people", newcomer_faults)))
    return Conflict(people=people, sides=tuple(Side(lead=each.name) for each in people if not each.helps))


def newcomer_faults(there: Sequence[Person], coming: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """What is wrong with those coming, by their field, beside those who are there."""
    names = {f"{at}.name": str(each["name"]) for at, each in coming.items()}
    yield from name_faults([each.name for each in there], names, MOST_PEOPLE, duplicate="duplicate_person")
    leads = [
        *(each.name for each in there if not each.helps),
        *(str(each["name"]) for each in coming.values() if not each.get("helps")),
    ]
    for at, each in coming.items():
        if (helps := str(each.get("helps") or "")) and (helps not in leads or helps == each["name"]):
            words = f"Nobody with a side of their own is called {quoted(helps)} here."
            yield Fault(f"{at}.helps", "unknown_person", helps, "who leads a side", words)
    if len(leads) > MOST_SIDES:
        words = f"There is room for {MOST_SIDES} sides here. Let somebody help another."
        yield Fault(f"{list(coming)[-1]}.helps", "too_many", len(leads), f"at most {MOST_SIDES} sides", words)
