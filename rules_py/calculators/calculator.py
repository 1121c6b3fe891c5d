"""A calculator: one mechanic of a game, declared once, from which every form, table, roller and test is
made.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from functools import cached_property
from inspect import Parameter, signature
from typing import Any

from rules_py.base.errors import DeclarationError, Fault, InputError, TooManyBranchesError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.type_check import check_field_types
from rules_py.calculators.measure import Measure
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.partial_roll import HalfThrown
from rules_py.calculators.scale import Scale
from rules_py.dice.dice import Dice, RecordingDice, pool_size_for
from rules_py.dice.enumerate_branches import MAX_BRANCHES, expand, expand_incrementally
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.odds import Odds
from rules_py.dice.partial import NextDie, conditional_odds_incrementally, read_partial
from rules_py.inputs import Input, Int, parse_all, read_all

Inputs = Mapping[str, Any]

RESERVED = ("dice", "seed", "reading", "compare")
"""What the doors and addresses themselves take beside the inputs."""

FEW_PATHS = 20_000
"""The most branches counted after a face where the odds of the whole throw come from a closed form: somebody
waits between two dice.
"""

FIRST, SORTED, ALL = "first", "sorted", "all"
"""Which problems of the inputs a `Policy` reports."""


@dataclass(frozen=True)
class Policy:
    """What a game says once for all its calculators.

    face_aliases  faces the game writes otherwise (0 for 10), read so in given dice
    faults        which problems of the inputs are reported: `all` of them in the order of the inputs, all
                  `sorted` by code, or the `first` alone
    """

    face_aliases: Mapping[int, int] = field(default_factory=dict)
    faults: str = ALL

    def __post_init__(self) -> None:
        check_field_types(self)
        if self.faults not in (FIRST, SORTED, ALL):
            raise DeclarationError("faults of a game", self.faults, join_or((FIRST, SORTED, ALL)))

    def told(self, faults: Sequence[Fault]) -> InputError:
        """The error that reports these faults."""
        if self.faults == FIRST:
            return InputError(faults[0])
        return InputError(*sorted(faults, key=lambda each: each.code) if self.faults == SORTED else faults)


@dataclass(frozen=True)
class Published:
    """Odds the game itself prints: for these inputs, the chance of each named grade.

    Tests hold them to ours.
    """

    inputs: Inputs
    chances: Mapping[Hashable, Fraction]
    source: str

    def __post_init__(self) -> None:
        check_field_types(self)


class Answer(dict[str, Any]):
    """What a calculator without dice says: a dict of plain values, chances as Fractions."""

    def __init__(self, values: Inputs, calculator: Calculator, inputs: Inputs) -> None:
        super().__init__(values)
        self.calculator = calculator
        self.inputs = dict(inputs)

    def to_json(self) -> dict[str, Any]:
        return {name: to_jsonable(value) for name, value in self.items()}


@dataclass(frozen=True)
class Calculator:
    """Says once what a mechanic needs to be asked for, thrown, counted and shown.

    id          `game.name`, the contract everywhere
    title       for headings
    summary     one sentence on what question it answers
    inputs      parsed in this order
    mechanic    `mechanic(dice, **inputs) -> Outcome`: it throws dice and has odds
    closed_form `closed_form(**inputs) -> Odds`: odds without a mechanic, or in place of a slow one, which
                may have more branches than can be counted; it may be `-> Incremental[Odds]`, to be counted
                incrementally
    answer      `answer(**inputs) -> dict`: it throws no dice; exactly one of mechanic/closed_form or answer
                is given
    scale       how outcomes are read
    across      how else they are read: the odds show a table of both ways at once, `scale` down, this across
    measures    named figures of the odds, or what an answer holds
    readings    `name -> reading(outcome)`: odds may be asked for over what a reading says of each outcome,
                where there are too many outcomes to count them all
    rules       numbers of the rules it carries out, linked wherever it is shown
    published   odds the game prints
    examples    inputs worth showing and testing besides the usual ones
    largest     the inputs that cost most; the limits of speed are tested at them
    faults_between  `faults_between(inputs)` names what is wrong with inputs only when taken together; it is
                given those that are fine by themselves
    always_throws  the sides of its dice where they never vary, so that wrong faces can be named beside wrong
                inputs
    count_from_row  the input, a whole number, that a row of given dice supplies itself: as many as use it up
    written_dice  the input that takes any dice as people write them: the tray throws its own dice with it
    for_programs  its inputs are what programs hand over, a whole scene; a book shows it in an example, not
                as a form
    finds       what it answers is a value that gives a wanted chance, so it isn't asked that way round again
    policy      what its game says for all of them, filled in by the game

    Checked when it is built: DeclarationError says what is wrong and what to write instead.
    """

    id: str
    title: str
    summary: str
    inputs: tuple[Input, ...] = ()
    _: KW_ONLY
    mechanic: Callable[..., Outcome] | None = None
    closed_form: Callable[..., Odds | Incremental[Odds]] | None = None
    answer: Callable[..., Mapping[str, Any]] | None = None
    scale: Scale | None = None
    across: Scale | None = None
    measures: tuple[Measure, ...] = ()
    readings: Mapping[str, Callable[[Any], Hashable]] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()
    examples: tuple[Inputs, ...] = ()
    largest: Inputs = field(default_factory=dict)
    faults_between: Callable[[Inputs], Iterable[Fault]] | None = None
    always_throws: tuple[int, ...] = ()
    count_from_row: str = ""
    written_dice: str = ""
    for_programs: bool = False
    finds: bool = False
    policy: Policy = Policy()

    def __post_init__(self) -> None:
        check_field_types(self, self._wrong)
        game, dot, name = self.id.partition(".")
        if not (game.isidentifier() and dot and name.isidentifier()):
            raise self._wrong("id", self.id, "GAME.NAME, the folder of the game and a name in snake case")
        if (self.answer is None) == (self.mechanic is None and self.closed_form is None):
            given = [each for each in ("mechanic", "closed_form", "answer") if getattr(self, each)]
            raise self._wrong("what it does", given, "a mechanic or a closed_form, or else an answer")
        self._check_names()
        self._check_functions()

    def _wrong(self, what: str, given: object, allowed: str) -> DeclarationError:
        return DeclarationError(f"calculator {self.id}: {what}", given, allowed)

    def _check_names(self) -> None:
        names = [each.name for each in self.inputs]
        for what, found in (("inputs", names), ("measures", [each.name for each in self.measures])):
            if len(set(found)) != len(found) or "" in found:
                raise self._wrong(f"names of its {what}", found, "a name for each, and each once")
        for name in names:
            if name in RESERVED and self.mechanic:
                raise self._wrong("name of an input", name, "another name: the doors take it themselves")
        for what, inputs in (
            *(("an example", each) for each in self.examples),
            ("its largest inputs", self.largest),
            *(("published odds", each.inputs) for each in self.published),
        ):
            for name in inputs:
                if name not in names:
                    raise self._wrong(f"input named in {what}", name, join_or(names))
        numbers = [each.name for each in self.inputs if isinstance(each, Int)]
        if self.count_from_row and self.count_from_row not in numbers:
            raise self._wrong("count_from_row", self.count_from_row, join_or(numbers))
        if self.written_dice and self.written_dice not in names:
            raise self._wrong("written_dice", self.written_dice, join_or(names))
        if self.across and not (self.scale and self.has_odds):
            raise self._wrong("across", self.across.title, "none without odds and a scale")
        if self.readings and self.mechanic is None:
            raise self._wrong("readings", list(self.readings), "none without a mechanic")

    def _check_functions(self) -> None:
        wanted = set(as_arguments({each.name: None for each in self.inputs}))
        for function, first in ((self.mechanic, 1), (self.closed_form, 0), (self.answer, 0)):
            if function is None:
                continue
            taken = list(signature(function).parameters.values())[first:]
            if any(each.kind is Parameter.VAR_KEYWORD for each in taken):
                continue
            unknown = [each.name for each in taken if each.name not in wanted and each.default is each.empty]
            missing = sorted(wanted - {each.name for each in taken})
            if unknown or missing:
                where = f"arguments of {function.__module__}.{function.__qualname__}"
                raise self._wrong(
                    where, [each.name for each in taken], f"the inputs: {join_or(sorted(wanted))}"
                )

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

    @property
    def size_from_row(self) -> Int | None:
        """The input that a row of given dice supplies itself."""
        found = (each for each in self.inputs if each.name == self.count_from_row)
        return next((each for each in found if isinstance(each, Int)), None)

    def measure(self, name: str) -> Measure | None:
        """The measure of this name; of `band.success` that of `band`."""
        return self._measures.get(name) or self._measures.get(name.partition(".")[0])

    @cached_property
    def _measures(self) -> dict[str, Measure]:
        return {each.name: each for each in self.measures}

    def parse(self, given: Inputs, *, more: Iterable[Fault] = ()) -> dict[str, Any]:
        """The checked inputs by name, defaults filled in.

        Raises InputError for what is wrong, `more` included.
        """
        parsed, faults = read_all(self.inputs, given)
        if self.faults_between:
            faults += self.faults_between(parsed)
        faults += more
        if faults:
            raise self.policy.told(faults)
        return parsed

    def asked(self, given: Inputs, *, more: Iterable[Fault] = ()) -> Asked:
        """The calculator with these inputs, checked once. Raises InputError as `parse` does."""
        return Asked(self, self.parse(given, more=more))

    def asked_for_row(self, given: Inputs, faces: Sequence[Any], *, more: Iterable[Fault] = ()) -> Asked:
        """Return the calculator with as many dice as the given row uses up, where the row says their number.

        What is wrong with the inputs together is judged with that number. Raises InputError as `parse` does.
        """
        counted = self.size_from_row
        if counted is None or counted.name in given:
            return self.asked(given, more=more)
        name = counted.name
        alone, faults = read_all(self.inputs, {**given, name: counted.low})
        if faults := [*faults, *more]:
            raise self.policy.told(faults)

        def play(dice: Dice, number: int) -> object:
            return Asked(self, {**alone, name: number})._play(dice)

        size = pool_size_for(play, faces, counted.low, counted.high, self.policy.face_aliases)
        return self.asked({**given, name: size})

    def usual_inputs(self) -> dict[str, Any]:
        """What the form shows at first, as parsed inputs."""
        return parse_all(self.inputs, {each.name: each.initial_value for each in self.inputs})


@dataclass(frozen=True)
class Asked:
    """A calculator with checked inputs, to be thrown, counted or answered."""

    calculator: Calculator
    inputs: Inputs

    def throw(self, dice: RecordingDice) -> Outcome:
        """Run the mechanic with these dice; the outcome carries its working."""
        outcome = self._play(dice)
        if not isinstance(outcome, Outcome):
            what = f"calculator {self.calculator.id}: what its mechanic returns"
            allowed = "an outcome: an instance of a class that is based on Outcome"
            raise DeclarationError(what, outcome, allowed)
        return outcome.with_working(dice.steps)

    def odds(self, reading: str | None = None) -> Odds:
        """The exact odds, with the measures; or those of what one of the calculator's readings says.

        Raises TooManyBranchesError past the branch budget, InputError (`unknown_reading`).
        """
        return self._read_odds(reading) if reading is not None else run_to_completion(self.counting())

    def counting(self) -> Incremental[Odds]:
        """The odds, bit by bit."""
        if self.calculator.closed_form:
            counted = self.calculator.closed_form(**self._arguments)
            found = counted if isinstance(counted, Odds) else (yield from counted)
        else:
            found = Odds(*(yield from expand_incrementally(self._play)))
        return self._measured(found)

    def _measured(self, odds: Odds) -> Odds:
        return odds.with_measures(
            {each.name: self._figure(each.of) for each in self.calculator.measures if each.of}
        )

    def half_thrown(self, faces: Sequence[Any]) -> HalfThrown:
        """The throw after its first faces, in the order thrown: how it stands and what can still come.

        Raises InputError (`bad_die`, `wrong_dice_count`) for faces its dice do not have, or too many.
        """
        return run_to_completion(self.half_counting(faces))

    def half_counting(self, faces: Sequence[Any], *, most: int | None = None) -> Incremental[HalfThrown]:
        """The same, bit by bit; with another limit than usual to the branches that are counted."""
        stands = read_partial(self._play, faces, self.calculator.policy.face_aliases)
        if stands.next is None:
            return HalfThrown(self, stands, self._measured(Odds({stands.outcome: 1})), 0, certain=True)
        least, certain = self._to_come(stands.next, len(stands.faces))
        try:
            if self.calculator.closed_form and not stands.faces:
                return HalfThrown(self, stands, self.odds(), least, certain)
            usual = FEW_PATHS if self.calculator.closed_form else MAX_BRANCHES
            most = usual if most is None else most
            coming = yield from conditional_odds_incrementally(self._play, stands.faces, max_branches=most)
        except TooManyBranchesError:
            return HalfThrown(self, stands, None, least, certain)
        found = self._measured(Odds(coming.weights, coming.total_weight))
        return HalfThrown(self, stands, found, max(least, coming.min_remaining), certain or coming.is_fixed)

    def _to_come(self, following: NextDie, fallen: int) -> tuple[int, bool]:
        """How many dice are still to be thrown, at least, and whether it is known to be no more."""
        always = len(self.calculator.always_throws)
        return (always - fallen, True) if always else (following.pool_size - following.position + 1, False)

    def _read_odds(self, reading: str) -> Odds:
        readings = self.calculator.readings
        if not isinstance(reading, str) or reading not in readings:
            allowed = join_or(readings) if readings else "none: this calculator has no readings"
            raise InputError.at("reading", reading, allowed, code="unknown_reading")
        if self.calculator.closed_form:
            return self.odds().by(readings[reading])
        return Odds(*expand(self._play, projection=readings[reading]))

    def _play(self, dice: Dice) -> Outcome:
        """Run the mechanic once, whoever answers for the dice."""
        mechanic = self._needed(self.calculator.mechanic, "a mechanic")
        outcome: Outcome = mechanic(dice, **self._arguments)
        return outcome

    @cached_property
    def _arguments(self) -> dict[str, Any]:
        """The inputs as the mechanic takes them, thousands of times where it is counted."""
        return as_arguments(self.inputs)

    def _figure(self, of: Callable[[Odds, Inputs], Any]) -> Callable[[Odds], Any]:
        return lambda odds: of(odds, self.inputs)

    def answer(self) -> Answer:
        """What the calculator answers."""
        answer = self._needed(self.calculator.answer, "an answer")
        return Answer(answer(**self._arguments), self.calculator, self.inputs)

    def by_the_book(self) -> Asked | None:
        """The same without house options; None where none is chosen."""
        book = {each.name: each.default for each in self.calculator.inputs if each.house_rule}
        changed = {name: value for name, value in book.items() if self.inputs[name] != value}
        return Asked(self.calculator, {**self.inputs, **changed}) if changed else None

    def _needed[F](self, function: F | None, what: str) -> F:
        if function is None:
            raise TypeError(f"{self.calculator.id} has not {what}")
        return function


def as_arguments(inputs: Inputs) -> dict[str, Any]:
    """Inputs as Python arguments: one named like a keyword (`from`) gets an underscore behind it."""
    return {f"{name}_" if keyword.iskeyword(name) else name: value for name, value in inputs.items()}
