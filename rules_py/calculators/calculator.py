"""Calculators: the mechanics of a game, each declared once for its form, odds tables, rolls and tests."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from functools import cached_property
from inspect import Parameter, signature
from typing import Any

from rules_py.base.errors import DeclarationError, Fault, InputError, TooManyBranchesError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.type_check import check_field_types
from rules_py.base.wording import join_words
from rules_py.calculators.measure import Measure
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Scale
from rules_py.dice.conditional import conditional_odds_incrementally
from rules_py.dice.dice import Dice
from rules_py.dice.enumerate_branches import MAX_BRANCHES, expand, expand_incrementally
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.odds import Odds
from rules_py.dice.partial import NextDie, PartialState, read_partial, roll_to_decision
from rules_py.dice.recording import RecordingDice, pool_size_for
from rules_py.inputs import Input, Int, parse_all, read_all

Inputs = Mapping[str, Any]

RESERVED = ("dice", "seed", "reading", "compare")
"""The names that the entry points and URLs use themselves."""

MAX_CLOSED_FORM_BRANCHES = 20_000
"""The most branches enumerated for a partial roll if the whole roll has a closed form: a reader waits."""

FIRST, SORTED, ALL = "first", "sorted", "all"
"""The faults of the inputs that a `Policy` reports."""


@dataclass(frozen=True)
class Policy:
    """The settings shared by all calculators of a game.

    face_aliases  faces that the game's dice show differently, such as 0 for 10
    faults        the errors of the inputs to report: `all` in the order of the inputs, all `sorted` by code,
                  or only the `first`
    """

    face_aliases: Mapping[int, int] = field(default_factory=dict)
    faults: str = ALL

    def __post_init__(self) -> None:
        check_field_types(self)
        if self.faults not in (FIRST, SORTED, ALL):
            raise DeclarationError("faults of a game", self.faults, join_or((FIRST, SORTED, ALL)))

    def to_error(self, faults: Sequence[Fault]) -> InputError:
        """Return the error that reports these faults."""
        if self.faults == FIRST:
            return InputError(faults[0])
        return InputError(*sorted(faults, key=lambda each: each.code) if self.faults == SORTED else faults)


@dataclass(frozen=True)
class PublishedOdds:
    """Odds that the game itself prints: the chance of each named grade for these inputs. Tests check them."""

    inputs: Inputs
    chances: Mapping[Hashable, Fraction]
    source: str

    def __post_init__(self) -> None:
        check_field_types(self)


class Answer(dict[str, Any]):
    """The answer of a calculator without dice: a dict of plain values, chances as Fractions."""

    def __init__(self, values: Inputs, calculator: Calculator, inputs: Inputs) -> None:
        super().__init__(values)
        self.calculator = calculator
        self.inputs = dict(inputs)

    def to_json(self) -> dict[str, Any]:
        return {name: to_jsonable(value) for name, value in self.items()}


@dataclass(frozen=True)
class Calculator:
    """The declaration of one mechanic or one answer, with its form, odds and tests.

    id          `game.name`, the contract everywhere
    title       for headings
    summary     one sentence: the question it answers
    inputs      parsed in this order
    mechanic    `mechanic(dice, **inputs) -> Outcome`: it rolls dice and has odds
    closed_form `closed_form(**inputs) -> Odds`: odds without a mechanic, or instead of a slow one, which
                may have more branches than the limit. It may be `-> Incremental[Odds]`, an incremental task
    answer      `answer(**inputs) -> dict`, without dice. Declare either mechanic/closed_form or answer
    scale       the grades of its outcomes
    second_scale  another scale: the odds table shows both, `scale` down and this one across
    measures    named statistics of the odds, or values of an answer
    projections `name -> projection(outcome)`: the odds of a projection can be requested where there are too
                many outcomes to count them all
    rules       numbers of the rules it applies, linked wherever it is shown
    published   odds that the game prints
    examples    inputs worth showing and testing besides the initial ones
    worst_case  the most expensive inputs, at which the speed limits are tested
    cross_check `cross_check(inputs)` yields the faults of inputs that are valid alone but not together
    fixed_dice  the sides of its dice if they never vary, so that wrong faces are reported with wrong inputs
    pool_size_input  the whole-number input whose value follows from the number of dice in a given roll
    notation_input  the input that takes any dice in dice notation: the tray rolls its own dice with it
    api_only    its inputs come from programs, such as a whole encounter; a book shows it in an example, not
                as a form
    is_solver   its answer is a value that gives a wanted chance, so it offers no goal seek
    policy      the rules for all calculators of its game, set by the game

    Raises DeclarationError if the declaration is invalid.
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
    second_scale: Scale | None = None
    measures: tuple[Measure, ...] = ()
    projections: Mapping[str, Callable[[Any], Hashable]] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    published: tuple[PublishedOdds, ...] = ()
    examples: tuple[Inputs, ...] = ()
    worst_case: Inputs = field(default_factory=dict)
    cross_check: Callable[[Inputs], Iterable[Fault]] | None = None
    fixed_dice: tuple[int, ...] = ()
    pool_size_input: str = ""
    notation_input: str = ""
    api_only: bool = False
    is_solver: bool = False
    policy: Policy = Policy()

    def __post_init__(self) -> None:
        check_field_types(self, self._wrong)
        game, dot, name = self.id.partition(".")
        if not (game.isidentifier() and dot and name.isidentifier()):
            raise self._wrong("id", self.id, "GAME.NAME, the folder of the game and a name in snake_case")
        if (self.answer is None) == (self.mechanic is None and self.closed_form is None):
            declared = [each for each in ("mechanic", "closed_form", "answer") if getattr(self, each)] or None
            raise self._wrong("", declared, "either a mechanic or closed_form, or an answer")
        self._check_names()
        self._check_input_references()
        self._check_options()
        self._check_functions()

    def _wrong(self, what: str, value: object, expected: str, **more: str) -> DeclarationError:
        subject = f"calculator {self.id}"
        return DeclarationError(f"{subject}: {what}" if what else subject, value, expected, **more)

    def _check_names(self) -> None:
        """Raise DeclarationError unless inputs and measures have unique names that aren't reserved."""
        names = [each.name for each in self.inputs]
        for what, names_used in (("inputs", names), ("measures", [each.name for each in self.measures])):
            if len(set(names_used)) != len(names_used) or "" in names_used:
                raise self._wrong(what, names_used, "a different name for each")
        for name in names:
            if name in RESERVED and self.mechanic:
                message = f"the name {name!r} is reserved. Use another name."
                raise self._wrong("input", name, "", message=message)

    def _check_input_references(self) -> None:
        """Raise DeclarationError if another field refers to an input that the calculator doesn't have."""
        names = [each.name for each in self.inputs]
        for what, inputs in (
            *(("examples", each) for each in self.examples),
            ("worst_case", self.worst_case),
            *(("published", each.inputs) for each in self.published),
        ):
            for name in inputs:
                if name not in names:
                    raise self._wrong(what, name, join_or(names), kind="input")
        numbers = [each.name for each in self.inputs if isinstance(each, Int)]
        if self.pool_size_input and self.pool_size_input not in numbers:
            raise self._wrong("pool_size_input", self.pool_size_input, join_or(numbers))
        if self.notation_input and self.notation_input not in names:
            raise self._wrong("notation_input", self.notation_input, join_or(names))

    def _check_options(self) -> None:
        """Raise DeclarationError for a second scale or projections that have nothing to apply to."""
        if self.second_scale and not (self.scale and self.has_odds):
            raise self._wrong(
                "second_scale", self.second_scale.title, "nothing, as there is no scale or no odds"
            )
        if self.projections and self.mechanic is None:
            raise self._wrong("projections", list(self.projections), "nothing, as there is no mechanic")

    def _check_functions(self) -> None:
        input_names = set(to_kwargs({each.name: None for each in self.inputs}))
        for function, first in ((self.mechanic, 1), (self.closed_form, 0), (self.answer, 0)):
            if function is None:
                continue
            parameters = list(signature(function).parameters.values())[first:]
            if any(each.kind is Parameter.VAR_KEYWORD for each in parameters):
                continue
            unknown = [
                each.name
                for each in parameters
                if each.name not in input_names and each.default is each.empty
            ]
            missing = sorted(input_names - {each.name for each in parameters})
            if unknown or missing:
                where = f"arguments of {function.__module__}.{function.__qualname__}"
                raise self._wrong(
                    where,
                    [each.name for each in parameters],
                    f"the inputs ({join_words(sorted(input_names), conjunction='and')})",
                )

    @property
    def game(self) -> str:
        """The id of the game it belongs to."""
        return self.id.partition(".")[0]

    @property
    def rolls_dice(self) -> bool:
        return self.mechanic is not None

    @property
    def has_odds(self) -> bool:
        return self.answer is None

    @property
    def pool_size(self) -> Int | None:
        """The input whose value follows from the number of entered dice."""
        named = (each for each in self.inputs if each.name == self.pool_size_input)
        return next((each for each in named if isinstance(each, Int)), None)

    def measure(self, name: str) -> Measure | None:
        """Return the measure of this name, for `band.success` that of `band`."""
        return self._measures.get(name) or self._measures.get(name.partition(".")[0])

    @cached_property
    def _measures(self) -> dict[str, Measure]:
        return {each.name: each for each in self.measures}

    def parse(self, values: Inputs, *, more: Iterable[Fault] = ()) -> dict[str, Any]:
        """Return the checked inputs by name, with defaults filled in.

        Raises InputError for invalid inputs, including the faults in `more`.
        """
        parsed, faults = read_all(self.inputs, values)
        if self.cross_check:
            faults += self.cross_check(parsed)
        faults += more
        if faults:
            raise self.policy.to_error(faults)
        return parsed

    def with_house_rules(self, values: Inputs, inputs: Inputs) -> dict[str, Any]:
        """Return the inputs with a table's values for the house rules among them that aren't provided.

        Names that this calculator doesn't take and invalid values are left out.
        """
        own = {each.name: each for each in self.house_rules_besides(inputs)}
        filled: dict[str, Any] = {}
        for name, value in values.items():
            if name in own:
                try:
                    filled[name] = own[name].parse(value)
                except InputError:
                    continue
        return {**inputs, **filled}

    def changed_house_rules(self, values: Inputs, named: Container[str]) -> dict[str, Any]:
        """Return a table's values that differ from the book's, of the house rules that aren't named."""
        filled = self.with_house_rules(values, {})
        options = self.house_rules_besides(named)
        changed = (each.name for each in options if filled.get(each.name, each.default) != each.default)
        return {name: filled[name] for name in changed}

    def house_rules_besides(self, named: Container[str]) -> list[Input]:
        """Return the house rules among the inputs but those that are named: what a table may decide."""
        return [each for each in self.inputs if each.house_rule and each.name not in named]

    def bind(self, values: Inputs, *, more: Iterable[Fault] = ()) -> BoundCalculator:
        """Return the calculator with these inputs, checked once. Raises InputError as `parse` does."""
        return BoundCalculator(self, self.parse(values, more=more))

    def bind_for_faces(
        self, values: Inputs, faces: Sequence[Any], *, more: Iterable[Fault] = ()
    ) -> BoundCalculator:
        """Return the calculator with the number of dice that these faces use up, if they determine it.

        `cross_check` then checks the inputs with that number. Raises InputError as `parse` does.
        """
        size_input = self.pool_size
        if size_input is None or size_input.name in values:
            return self.bind(values, more=more)
        name = size_input.name
        alone, faults = read_all(self.inputs, {**values, name: size_input.low})
        if faults := [*faults, *more]:
            raise self.policy.to_error(faults)

        def play(dice: Dice, number: int) -> object:
            return BoundCalculator(self, {**alone, name: number})._play(dice)

        size = pool_size_for(play, faces, size_input.low, size_input.high, self.policy.face_aliases)
        return self.bind({**values, name: size})

    def initial_inputs(self) -> dict[str, Any]:
        """Return the initial values of the form, parsed."""
        return parse_all(self.inputs, {each.name: each.initial_value for each in self.inputs})


@dataclass(frozen=True)
class BoundCalculator:
    """A calculator with checked inputs."""

    calculator: Calculator
    inputs: Inputs

    def roll(self, dice: RecordingDice) -> Outcome:
        """Run the mechanic with these dice and return the outcome with its steps."""
        outcome = self._play(dice)
        if not isinstance(outcome, Outcome):
            what = f"calculator {self.calculator.id}: result of its mechanic"
            raise DeclarationError(what, outcome, "an instance of a subclass of Outcome")
        return outcome.with_working(dice.steps)

    def odds(self, projection: str | None = None) -> Odds:
        """Return the exact odds with the measures, or the odds of one of the projections.

        Raises TooManyBranchesError past the branch budget, InputError (`unknown_reading`).
        """
        return (
            self._read_odds(projection)
            if projection is not None
            else run_to_completion(self.odds_incrementally())
        )

    def odds_incrementally(self) -> Incremental[Odds]:
        """Compute the odds incrementally."""
        if self.calculator.closed_form:
            weights = self.calculator.closed_form(**self._arguments)
            odds = weights if isinstance(weights, Odds) else (yield from weights)
        else:
            odds = Odds(*(yield from expand_incrementally(self._play)))
        return self._with_measures(odds)

    def _with_measures(self, odds: Odds) -> Odds:
        return odds.with_measures(
            {each.name: self._bind_measure(each.of) for each in self.calculator.measures if each.of}
        )

    def roll_to_decision(self, faces: Sequence[Any]) -> PartialState[Outcome]:
        """Roll on from these faces, until the end or until the reader has to decide. Raises InputError."""
        return roll_to_decision(self._play, faces, self.calculator.policy.face_aliases)

    def partial_roll(self, faces: Sequence[Any]) -> PartialRoll:
        """Return the partial roll after these faces, in the order rolled.

        Raises InputError (`bad_die`, `wrong_dice_count`) for faces its dice do not have, or too many.
        """
        return run_to_completion(self.partial_roll_incrementally(faces))

    def partial_roll_incrementally(
        self, faces: Sequence[Any], *, most: int | None = None
    ) -> Incremental[PartialRoll]:
        """Compute a partial roll incrementally; `most` replaces the branch limit."""
        stands = read_partial(self._play, faces, self.calculator.policy.face_aliases)
        if stands.next is None:
            return PartialRoll(self, stands, self._with_measures(Odds({stands.outcome: 1})), 0, is_fixed=True)
        least, certain = self._to_come(stands.next, len(stands.faces))
        try:
            if self.calculator.closed_form and not stands.faces:
                return PartialRoll(self, stands, self.odds(), least, certain)
            limit = MAX_CLOSED_FORM_BRANCHES if self.calculator.closed_form else MAX_BRANCHES
            most = limit if most is None else most
            conditional = yield from conditional_odds_incrementally(
                self._play, stands.faces, max_branches=most
            )
        except TooManyBranchesError:
            return PartialRoll(self, stands, None, least, certain)
        odds = self._with_measures(Odds(conditional.weights, conditional.total_weight))
        return PartialRoll(
            self, stands, odds, max(least, conditional.min_remaining), certain or conditional.is_fixed
        )

    def _to_come(self, following: NextDie, rolled_count: int) -> tuple[int, bool]:
        """Return the fewest dice still to roll, and whether exactly that many are."""
        always = len(self.calculator.fixed_dice)
        return (
            (always - rolled_count, True) if always else (following.pool_size - following.position + 1, False)
        )

    def _read_odds(self, reading: str) -> Odds:
        readings = self.calculator.projections
        if not isinstance(reading, str) or reading not in readings:
            expected = join_or(readings) if readings else "none, as this calculator has no projections"
            raise InputError.at("reading", reading, expected, code="unknown_reading")
        if self.calculator.closed_form:
            return self.odds().by(readings[reading])
        return Odds(*expand(self._play, projection=readings[reading]))

    def _play(self, dice: Dice) -> Outcome:
        """Run the mechanic once."""
        mechanic = self._require(self.calculator.mechanic, "a mechanic")
        outcome: Outcome = mechanic(dice, **self._arguments)
        return outcome

    @cached_property
    def _arguments(self) -> dict[str, Any]:
        """The keyword arguments of the mechanic, cached because counting calls it thousands of times."""
        return to_kwargs(self.inputs)

    def _bind_measure(self, of: Callable[[Odds, Inputs], Any]) -> Callable[[Odds], Any]:
        return lambda odds: of(odds, self.inputs)

    def answer(self) -> Answer:
        """Return the answer."""
        answer = self._require(self.calculator.answer, "an answer")
        return Answer(answer(**self._arguments), self.calculator, self.inputs)

    def without_house_rules(self) -> BoundCalculator | None:
        """Return the calculator without house rules, or None if none is chosen."""
        book = {each.name: each.default for each in self.calculator.inputs if each.house_rule}
        changed = {name: value for name, value in book.items() if self.inputs[name] != value}
        return BoundCalculator(self.calculator, {**self.inputs, **changed}) if changed else None

    def _require[F](self, function: F | None, what: str) -> F:
        if function is None:
            raise TypeError(f"{self.calculator.id} doesn't have {what}")
        return function


@dataclass(frozen=True)
class PartialRoll:
    """A calculator's roll after some of its faces.

    bound          the calculator with its inputs
    state          the faces so far, their steps, and either the next die or the outcome
    odds           the exact odds given these faces, or None if counting them would take too long
    min_remaining  the fewest dice still to roll
    is_fixed       whether exactly `min_remaining` dice are still to roll
    """

    bound: BoundCalculator
    state: PartialState[Outcome]
    odds: Odds | None
    min_remaining: int
    is_fixed: bool

    @property
    def faces(self) -> tuple[Any, ...]:
        return self.state.faces

    @property
    def next_die(self) -> NextDie | None:
        """The next die to roll; None if the roll is complete."""
        return self.state.next

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the roll with its steps, or None while dice remain to be rolled."""
        reached = self.state.outcome
        return reached and reached.with_working(self.state.steps)


def to_kwargs(inputs: Inputs) -> dict[str, Any]:
    """Return inputs as keyword arguments; a name that is a Python keyword (`from`) gets an underscore."""
    return {f"{name}_" if keyword.iskeyword(name) else name: value for name, value in inputs.items()}
