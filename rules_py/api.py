"""The entry point to calculators and character sheets for the command line, the site build and the browser.

It takes plain data and returns results with `to_json()`. The entry point for a page is `rules_py.web`, which
also handles trackers, luck, plots and lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules_py.base import file_format, safe_json
from rules_py.base.errors import Fault, InputError, TooManyBranchesError
from rules_py.base.jsonable import to_jsonable
from rules_py.base.limits import MAX_FACES
from rules_py.calculators.calculator import Answer, BoundCalculator, Calculator, PartialRoll
from rules_py.calculators.comparison import MAX_COMPARED, Comparison, compare_odds
from rules_py.calculators.goal_seek import GoalSeek, GoalSeekResult, find_goal, find_input
from rules_py.calculators.outcome import Outcome
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.odds import Odds
from rules_py.dice.recording import RandomDice, RecordingDice, ScriptedDice, SeededDice, invalid_faces
from rules_py.dice.roll_steps import RollStep
from rules_py.dice.seeded import SEEDS
from rules_py.inputs import Chance, Int
from rules_py.sheets.sheet import Sheet, SheetReport
from rules_py.systems import registry

TARGET_CHANCE = Chance("chance", "The chance")
"""The target chance of a goal seek."""

SEED = Int("seed", "The seed", low=0, high=SEEDS - 1, optional=True, code="bad_seed", noun="A seed")


@dataclass(frozen=True)
class RollResult:
    """The result of a roll: the faces in the order rolled, the outcome, and its steps.

    If it `has_choices`, someone or a policy made a decision during the roll, so its odds don't apply.
    """

    bound: BoundCalculator = field(repr=False)
    seed: int | None
    faces: tuple[Any, ...]
    outcome: Outcome
    has_choices: bool = False

    @property
    def calculator(self) -> str:
        """The ID of its calculator."""
        return self.bound.calculator.id

    @property
    def inputs(self) -> Mapping[str, Any]:
        return self.bound.inputs

    @property
    def steps(self) -> tuple[RollStep, ...]:
        return self.outcome.working

    def to_json(self) -> dict[str, Any]:
        """Return plain data: `calculator`, `inputs`, `seed`, `faces`, `outcome`."""
        return self.roll_to_json() | {"outcome": self.outcome.to_json()}

    def roll_to_json(self) -> dict[str, Any]:
        """Return the roll as plain data without its outcome, enough to repeat it."""
        return {
            "calculator": self.calculator,
            "inputs": to_jsonable(self.inputs),
            "seed": self.seed,
            "faces": to_jsonable(self.faces),
        }


def _calculator_that(calculator_id: str, fits: bool, what: str, code: str) -> None:
    if not fits:
        raise InputError.at("calculator", calculator_id, what, code=code)


def _calculator_with_dice(calculator_id: str) -> Calculator:
    calculator = registry.calculator(calculator_id)
    _calculator_that(
        calculator_id,
        calculator.rolls_dice,
        "a calculator that rolls dice (use odds or ask for this one)",
        "throws_no_dice",
    )
    return calculator


def roll(calculator: str, /, *, seed: int | str | None = None, **inputs: Any) -> RollResult:
    """Roll the dice. A `seed` (0 to 2**64 - 1) gives the same faces everywhere and in every version.

    It may be text, as in a URL, because JavaScript would round a large number.

    Raises InputError for an unknown calculator, input or value.
    """
    bound = _calculator_with_dice(calculator).bind(inputs)
    read = SEED.parse(seed)
    return _roll(bound, RandomDice() if read is None else SeededDice(read), read)


def _roll(bound: BoundCalculator, dice: RecordingDice, seed: int | None = None) -> RollResult:
    try:
        outcome = bound.roll(dice)
    except TooManyBranchesError as error:
        raise _too_large(bound, error) from error
    return RollResult(bound, seed, tuple(dice.faces), outcome, bool(dice.choices))


def _too_large(bound: BoundCalculator, error: TooManyBranchesError) -> InputError:
    calculator, inputs = bound.calculator.id, bound.inputs
    fault = Fault(
        "inputs", "too_large", inputs, "less to calculate", error.user_message, f"{calculator}: {error}"
    )
    return InputError(fault)


def roll_to_decision(calculator: str, faces: Any, inputs: Mapping[str, Any]) -> RollResult | tuple[Any, ...]:
    """Roll on from these faces and return the result, or the faces so far if the reader has to decide.

    Raises InputError as `partial_roll` does.
    """
    bound, known_faces = bind_for_partial_roll(calculator, faces, inputs)
    state = bound.roll_to_decision(known_faces)
    if state.outcome is None:
        return state.faces
    outcome = state.outcome.with_working(state.steps)
    return RollResult(bound, None, state.faces, outcome, bool(state.choices))


def resolve(calculator: str, /, *, dice: Sequence[Any], **inputs: Any) -> Outcome:
    """Return the outcome of these faces; `dice` is one flat list in the order rolled.

    Raises InputError as `roll` does, then `wrong_dice_count` and `bad_die`.
    """
    return resolve_roll(calculator, dice, inputs).outcome


def resolve_roll(calculator: str, dice: Sequence[Any], inputs: Mapping[str, Any]) -> RollResult:
    """Return the outcome of these faces with the parsed inputs and the faces."""
    with_dice = _calculator_with_dice(calculator)
    faces = _row(dice)
    aliases = with_dice.policy.face_aliases
    more = invalid_faces(with_dice.fixed_dice, faces, aliases)
    bound = with_dice.bind_for_faces(inputs, faces, more=more)
    scripted = ScriptedDice(faces, aliases)
    rolled = _roll(bound, scripted)
    scripted.finish()
    return rolled


def _row(dice: Any) -> Sequence[Any]:
    """Return the dice as a list of faces. Raises InputError (`bad_dice`) if they aren't a list."""
    faces = safe_json.parse_if_text(dice)
    if not isinstance(faces, (list, tuple)) or len(faces) > MAX_FACES:
        raise InputError.at(
            "dice",
            dice,
            f"a list of at most {MAX_FACES} faces",
            code="bad_dice",
            message="Couldn’t read those dice. Enter whole numbers, such as 6 and 1.",
        )
    return faces


def partial_roll(calculator: str, /, faces: Sequence[Any], **inputs: Any) -> PartialRoll:
    """Return the state of a roll after its first `faces`: the next die and every outcome's exact chance.

    After the last face it is one outcome with certainty, that of `resolve`. A calculator that infers its
    number of dice from the faces takes it from its inputs here, as part of the faces isn't enough to infer
    it.

    Raises InputError as `roll` does, then `bad_die`, and `wrong_dice_count` for more faces than it takes.
    """
    bound, known_faces = bind_for_partial_roll(calculator, faces, inputs)
    return bound.partial_roll(known_faces)


def bind_for_partial_roll(
    calculator: str, faces: Any, inputs: Mapping[str, Any]
) -> tuple[BoundCalculator, Sequence[Any]]:
    """Return the calculator bound to these inputs, and the faces as a list.

    Raises InputError as `partial_roll` does, except for faces that do not fit.
    """
    return _calculator_with_dice(calculator).bind(inputs), _row(faces)


def odds(calculator: str, /, *, projection: str | None = None, **inputs: Any) -> Odds:
    """Return the exact chance of every outcome; the calculator's measures are available as attributes.

    With the name of a projection, return the odds of its result for each outcome.

    Raises InputError as `roll` does.
    """
    return odds_of(bind_for_odds(calculator, inputs), projection)


def odds_of(bound: BoundCalculator, projection: str | None = None) -> Odds:
    """Return the odds of a bound calculator. Raises InputError (`too_large`) if counting takes too long."""
    try:
        return bound.odds(projection)
    except TooManyBranchesError as error:
        raise _too_large(bound, error) from error


def bind_for_odds(calculator: str, inputs: Mapping[str, Any]) -> BoundCalculator:
    """Return the calculator bound to these inputs, ready for counting. Raises InputError as `odds` does."""
    declared = registry.calculator(calculator)
    _calculator_that(
        calculator, declared.has_odds, "a calculator with odds (use ask for this one)", "has_no_odds"
    )
    return declared.bind(inputs)


def ask(calculator: str, /, **inputs: Any) -> Answer:
    """Return the answer of a calculator without dice, as a dict. Raises InputError as `roll` does."""
    declared = registry.calculator(calculator)
    _calculator_that(
        calculator,
        declared.answer is not None,
        "a calculator without dice (use roll, resolve or odds for this one)",
        "not_a_question",
    )
    bound = declared.bind(inputs)
    try:
        return bound.answer()
    except TooManyBranchesError as error:
        raise _too_large(bound, error) from error


def compare(calculator: str, /, *several: Mapping[str, Any]) -> Comparison:
    """Compare the odds for several sets of inputs; the first set is the baseline.

    Raises InputError as `odds` does, and `wrong_number` for none or more than `comparison.MAX_COMPARED`.
    """
    return run_to_completion(compare_incrementally(calculator, several, BoundCalculator.odds_incrementally))


def compare_incrementally(
    calculator: str,
    several: Sequence[Mapping[str, Any]],
    count: Callable[[BoundCalculator], Incremental[Odds]],
) -> Incremental[Comparison]:
    """Compare incrementally, as `compare` does; `count` returns the odds of each."""
    if not 1 <= len(several) <= MAX_COMPARED:
        expected = f"1 to {MAX_COMPARED} sets of inputs"
        message = f"You can compare at most {MAX_COMPARED}."
        raise InputError.at("several", several, expected, code="wrong_number", message=message)
    bound = [bind_for_odds(calculator, each) for each in several]
    try:
        return (yield from compare_odds(bound, count))
    except TooManyBranchesError as error:
        raise _too_large(bound[0], error) from error


def goal_seek(
    calculator: str, input: str, goal: str, chance: Any = Fraction(1, 2), /, **inputs: Any
) -> GoalSeekResult:
    """Find the value of an input that gives at least this `chance` of a goal, such as `"60%"`.

    `input` is a number, a choice or a flag, which needn't be given itself; one within a record by its path.
    Goals are `at_least.GRADE` and `at_most.GRADE` of an ordered scale, `exactly.GRADE` of another, and
    `measure.NAME`. Raises InputError as `odds` does, `unknown_input` and `unknown_goal`.
    """
    declared = registry.calculator(calculator)
    varied = find_input(declared, input)
    trial = GoalSeek(
        declared.bind({varied.path: varied.initial_value, **inputs} if varied.is_whole else inputs), varied
    )
    run_to_completion(trial.run_incrementally())
    return trial.answer(find_goal(trial.goals(), goal), TARGET_CHANCE.parse(chance))


def check_sheet(game: str, sheet: Any) -> SheetReport:
    """Return derived values and problems of a character sheet (a dict, or its JSON text).

    Raises InputError (`unknown_game`, `no_sheet`, `bad_sheet`) only if the data isn't a sheet at all.
    """
    return sheet_of(game).check(sheet_data(sheet))


def upgrade_sheet(game: str, sheet: Any, version: Any) -> Mapping[str, Any]:
    """Return a sheet saved in version `version` of the game's sheet, upgraded to the current version.

    Raises InputError as `check_sheet` does, and `unknown_version` for a version that has never existed or is
    later than the current one.
    """
    declared = sheet_of(game)
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= declared.version:
        raise InputError.at(
            "version",
            version,
            f"a sheet version from 1 to {declared.version}",
            code="unknown_version",
            message="This character was saved by another version of the site and can’t be opened here.",
        )
    data = sheet_data(sheet)
    return data if version == declared.version else declared.upgrade(data, version)


def read_characters(game: str, text: Any) -> list[Mapping[str, Any]]:
    """Return the characters in a file's text, upgraded to the current version of the game's sheet.

    Raises InputError with a message for the reader; see `file_format.read`.
    """
    return run_to_completion(read_characters_incrementally(game, text))


def read_characters_incrementally(game: str, text: Any) -> Incremental[list[Mapping[str, Any]]]:
    """Read characters incrementally, as `read_characters` does."""
    declared = sheet_of(game)
    version, sheets = file_format.read(file_format.CHARACTERS, text, game, declared.version)
    upgraded = []
    for place, sheet in enumerate(sheets):
        yield place / len(sheets)
        upgraded.append(upgrade_sheet(game, sheet, version))
        declared.check(upgraded[-1])
    return upgraded


def apply_template(game: str, sheet: Any, template: Any) -> dict[str, Any]:
    """Return the sheet with one of the game's templates applied.

    Raises InputError as `check_sheet`, `unknown_template`.
    """
    return sheet_of(game).apply_template(sheet_data(sheet), template)


def sheet_of(game: str) -> Sheet:
    """Return the sheet of a game. Raises InputError (`unknown_game`, `no_sheet`)."""
    declared = registry.game(game)
    if declared.sheet is None:
        raise InputError.at("game", game, "a game with a character sheet", code="no_sheet")
    return declared.sheet


def sheet_data(sheet: Any) -> Mapping[str, Any]:
    """Return a sheet's data from a mapping or its JSON text. Raises InputError (`bad_sheet`)."""
    data = safe_json.parse_if_text(sheet)
    if not isinstance(data, Mapping):
        raise InputError.at(
            "sheet",
            sheet,
            "a mapping of the sheet's fields",
            code="bad_sheet",
            message="Couldn’t read this character. It’s damaged.",
        )
    return data
