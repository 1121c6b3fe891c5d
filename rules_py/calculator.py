"""A calculator: one mechanic of a game, declared once, from which every form, table, roller and test is
made.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules_py.dice.dice import Dice, FacedDice
from rules_py.dice.expand import expand
from rules_py.dice.odds import Odds
from rules_py.errors import Fault, InputError
from rules_py.inputs import Input, parse_all, read_all
from rules_py.outcome import Outcome
from rules_py.plain import plain
from rules_py.scale import Scale


@dataclass(frozen=True)
class Published:
    """Odds the game itself prints: for these inputs, the chance of each named grade.

    Tests hold them to ours.
    """

    inputs: Mapping[str, Any]
    chances: Mapping[Hashable, Fraction]
    source: str


class Answer(dict):
    """What a calculator without dice says: a dict of plain values, chances as Fractions."""

    def __init__(self, values: Mapping[str, Any], calculator: Calculator, inputs: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.calculator = calculator
        self.inputs = dict(inputs)

    def to_json(self) -> dict:
        return {name: plain(value) for name, value in self.items()}


@dataclass(frozen=True)
class Output:
    """One value of an answer, for people: its label, and how to say its value where plain text would not
    do.
    """

    name: str
    label: str
    words: Mapping[Any, str] | Callable[[Any], str] | None = None

    def say(self, value: Any) -> Any:
        """The value in words, or the value itself for the page to lay out."""
        if self.words is None:
            return value
        return self.words(value) if callable(self.words) else self.words.get(value, value)


@dataclass(frozen=True, kw_only=True)
class Calculator:
    """Says once what a mechanic needs to be asked for, thrown, counted and shown.

    id          `game.name`, the contract everywhere
    title       for headings; summary: one sentence on what question it answers
    rules       numbers of the rules it carries out, linked wherever it is shown
    inputs      parsed in this order
    mechanic    `mechanic(dice, **inputs) -> Outcome`: it throws dice and has odds
    closed_form `closed_form(**inputs) -> Odds`: odds without a mechanic, or instead of enumerating a slow one
    answer      `answer(**inputs) -> dict`: it throws no dice; exactly one of mechanic/closed_form or answer
                is given
    outputs     what an answer holds, for people
    scale       how outcomes are read; measures: named figures of the odds
    examples    inputs worth showing and testing besides the usual ones
    largest     the inputs that cost most; the limits of speed are tested at them
    face_aliases  faces the game writes otherwise (0 for 10), read so in given dice
    faults_between  `faults_between(inputs)` names what is wrong with inputs only when taken together; it is
                given those that are fine by themselves
    always_throws  the sides of its dice where they never vary, so that wrong faces can be named beside wrong
                inputs
    for_programs  its inputs are what programs hand over, a whole scene; a book shows it in an example, not
                as a form
    first_fault_only  report the first problem of the inputs instead of all of them
    faults_sorted  report the problems of the inputs by code, in alphabetical order
    """

    id: str
    title: str
    summary: str
    inputs: tuple[Input, ...]
    mechanic: Callable[..., Outcome] | None = None
    closed_form: Callable[..., Odds] | None = None
    answer: Callable[..., Mapping[str, Any]] | None = None
    outputs: tuple[Output, ...] = ()
    scale: Scale | None = None
    measures: Mapping[str, Callable[[Odds], Any]] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()
    examples: tuple[Mapping[str, Any], ...] = ()
    largest: Mapping[str, Any] = field(default_factory=dict)
    face_aliases: Mapping[int, int] = field(default_factory=dict)
    faults_between: Callable[[Mapping[str, Any]], Iterable[Fault]] | None = None
    always_throws: tuple[int, ...] = ()
    for_programs: bool = False
    first_fault_only: bool = False
    faults_sorted: bool = False

    @property
    def game(self) -> str:
        """The id of the game it belongs to."""
        return self.id.partition(".")[0]

    @property
    def throws_dice(self) -> bool:
        return self.mechanic is not None

    @property
    def has_odds(self) -> bool:
        return self.answer is None

    def parse(self, given: Mapping[str, Any], *, more: Iterable[Fault] = ()) -> dict[str, Any]:
        """The checked inputs by name, defaults filled in.

        Raises InputError for what is wrong, `more` included.
        """
        parsed, faults = read_all(self.inputs, given)
        if self.faults_between:
            faults += self.faults_between(parsed)
        faults += more
        if not faults:
            return parsed
        if self.first_fault_only:
            raise InputError(faults[0])
        raise InputError(*sorted(faults, key=lambda fault: fault.code) if self.faults_sorted else faults)

    def usual_inputs(self) -> dict[str, Any]:
        """What the form shows at first, as parsed inputs."""
        return parse_all(self.inputs, {each.name: each.usual for each in self.inputs})

    def throw(self, dice: FacedDice, inputs: Mapping[str, Any]) -> Outcome:
        """Run the mechanic with these dice; the outcome carries its working. `inputs` are parsed ones."""
        outcome = self.mechanic(dice, **as_arguments(inputs))
        return outcome.with_working(dice.working)

    def odds(self, inputs: Mapping[str, Any]) -> Odds:
        """The exact odds for parsed inputs, with the measures. Raises TooManyPaths past the branch budget."""
        arguments = as_arguments(inputs)
        if self.closed_form:
            return self.closed_form(**arguments)

        def mechanic(dice: Dice) -> Outcome:
            return self.mechanic(dice, **arguments)

        counts, total = expand(mechanic)
        return Odds(counts, total, self.measures)

    def ask(self, inputs: Mapping[str, Any]) -> Answer:
        """The answer for parsed inputs."""
        return Answer(self.answer(**as_arguments(inputs)), self, inputs)


def as_arguments(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs as Python arguments: one named like a keyword (`from`) gets an underscore behind it."""
    return {f"{name}_" if keyword.iskeyword(name) else name: value for name, value in inputs.items()}
