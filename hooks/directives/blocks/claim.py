"""The `claim` directive: a sentence that generalises, proved in every case of its range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hooks.base.errors import DirectiveError, Place, from_input_error, mistake
from hooks.directives import yaml_body
from hooks.directives.blocks.calculator import named_by
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.analysis import claims
from rules_py.analysis.claims import KINDS, TRENDS, Claim, Counterexample, Expression, Names
from rules_py.authoring.error_summary import EXAMPLE_PREFIX
from rules_py.base.errors import InputError, join_or
from rules_py.calculators.calculator import Calculator
from rules_py.dice.incremental import run_to_completion
from rules_py.present import Markup, input_text
from rules_py.systems import registry

NAME = "claim"
_FIELDS = {
    "over": "The range: each variable with its values, as a list, as `0 to 10`, as `7 to 17 by 2`, or as a "
    "Python expression. A named list such as `stats` is shown as “20 stats”. With a `calculator` the "
    "variables are its inputs.",
    "holds": "A Python condition on the variables, true in every case.",
    "rises": "Instead of `holds`: a number that rises from each value of `along` to the next.",
    "falls": "Likewise, a number that falls.",
    "never_falls": "Likewise, a number that rises or stays the same.",
    "never_rises": "Likewise, a number that falls or stays the same.",
    "along": "The variable along which the number rises or falls.",
    "where": "A Python condition. Cases in which it is false are left out.",
    "calculator": "Its ID. Its measures, or the values of its answer, are names in the condition, as are "
    '`grade("success")` and `at_least("success")`.',
    "inputs": "The calculator's other inputs. Omitted ones have the form's initial values.",
    "says": "The claim in a few words, where several follow one paragraph.",
}
_VALUES = "a list of values, such as [1, 2, 3] or 1 to 3"
_OVER = "variables and their values, such as {bonus: 0 to 10}"
_CONDITION = "a Python expression"


class _Claim:
    def __init__(self, fence: Fence, context: Context) -> None:
        self.body = yaml_body.read(fence)
        self.body.only(*_FIELDS)
        self.kind = self._kind()
        self.order = context.order_of(fence)
        game = context.page.game
        self.calculators = registry.game(game).calculators if game in registry.game_ids() else ()
        self.calculator = named_by(self.body) if "calculator" in self.body.values else None
        fixed_inputs = self.body.mapping("inputs", "lines such as `name: value`")
        if fixed_inputs and not self.calculator:
            raise self._mistake("inputs", fixed_inputs, "a calculator that takes them")
        self.sets: dict[str, str] = {}
        self.names = Names(context.session.names, self.calculator, fixed_inputs, context.tables.odds)
        self.over = self._read_range()
        self.expression = self._expression(self.kind)
        self.where = self._expression("where") if "where" in self.body.values else None

    def show(self) -> Markup:
        """Check the claim and return the line that says so. Raises DirectiveError with a counterexample."""
        try:
            count = self._check()
        except InputError as error:
            raise from_input_error(self.body.place("over"), error) from error
        if isinstance(count, Counterexample):
            message = f"{self._subject()}: `{self._condition()}` fails at {count}"
            raise DirectiveError(self.body.place(self.kind), message)
        if not count:
            raise self._mistake("over", self.body.values["over"], "at least one case")
        ranges = [(self._label(name), self._range(name)) for name in self.over]
        says = self.body.text("says", "a short text", optional=True)
        fields = {name: value for name, value in self.body.values.items() if name != "says"}
        return present.render_claim(says, count, ranges, self._condition(), fields, self.order)

    def _check(self) -> int | Counterexample:
        trend = TRENDS.get(self.kind)
        along = self.body.one_of("along", {name: name for name in self.over}) if trend else ""
        claim = Claim(self.expression, self.over, self.names, trend, along, self.where)
        return run_to_completion(claim.check())

    def _kind(self) -> str:
        kinds = [kind for kind in KINDS if kind in self.body.values]
        if len(kinds) != 1:
            raise mistake(self.body.place(*kinds[1:2]), "condition of a claim", kinds or None, join_or(KINDS))
        [kind] = kinds
        if ("along" in self.body.values) != (kind in TRENDS):
            needed = f"a variable, for {kind}" if kind in TRENDS else f"nothing, for {kind}"
            raise self._mistake("along", self.body.values.get("along"), needed)
        return kind

    def _read_range(self) -> Mapping[str, Sequence[Any]]:
        values = self.body.mapping("over", _OVER) or self.body.require("over", _OVER)
        if not isinstance(values, dict):
            raise self._mistake("over", values, _OVER)
        return {str(name): self._values(str(name), value) for name, value in values.items()}

    def _values(self, name: str, value: Any) -> Sequence[Any]:
        if isinstance(value, str):
            value = self._compute(name, value)
        if not isinstance(value, list) or not value:
            place = self.body.place("over", name)
            raise mistake(place, f"values of {name}", value, _VALUES)
        declared = {each.name: each for each in self.calculator.inputs} if self.calculator else {}
        if name not in declared:
            return value
        try:
            return [declared[name].parse(each) for each in value]
        except InputError as error:
            raise from_input_error(self.body.place("over", name), error) from error

    def _compute(self, name: str, text: str) -> list[Any]:
        if text.isidentifier():
            self.sets[name] = text.replace("_", " ")
        place = self.body.place("over", name)
        try:
            return claims.values_of(text, self.names.shared, f"{EXAMPLE_PREFIX}{place}")
        except SyntaxError as error:
            raise _invalid(place, text, error) from error

    def _expression(self, field: str) -> Expression:
        text, place = str(self.body.require(field, _CONDITION)), self.body.place(field)
        try:
            return Expression(text, f"{EXAMPLE_PREFIX}{place}")
        except SyntaxError as error:
            raise _invalid(place, text, error) from error

    def _subject(self) -> str:
        return f"claim {self.body.text('says', 'a short text', optional=True)}".strip()

    def _condition(self) -> str:
        if self.kind == "holds":
            text = self.expression.source
        else:
            text = f"{self.expression.source} {TRENDS[self.kind].verb} along {self.body.values['along']}"
        return f"{text} where {self.where.source}" if self.where else text

    def _mistake(self, field: str, value: object, expected: str) -> DirectiveError:
        return mistake(self.body.place(field), f"{field} of {self.body.directive}", value, expected)

    def _label(self, name: str) -> str:
        """Return the label of the input of this name, of the calculator or else of the page's game."""
        return present.claim_label(name, [self.calculator] if self.calculator else self.calculators)

    def _range(self, name: str) -> str:
        if name in self.sets:
            return f"{len(self.over[name])} {self.sets[name]}"
        return _range_text(name, self.over[name], self.calculator)


def _invalid(place: Place, text: str, error: SyntaxError) -> DirectiveError:
    return mistake(place, "condition", text, f"a Python expression ({error.msg})")


_MAX_LISTED = 6


def _range_text(name: str, values: Sequence[Any], calculator: Calculator | None) -> str:
    """Return the values of a variable for readers: `0 to 10`, `7, 9 or 11`, `30 values`."""
    numbers = [each for each in values if isinstance(each, int) and not isinstance(each, bool)]
    if len(numbers) == len(values) > 2:
        steps = {after - before for before, after in zip(numbers, numbers[1:], strict=False)}
        if len(steps) == 1:
            [step] = steps
            by = "" if step == 1 else f", in steps of {step}"
            return f"{numbers[0]} to {numbers[-1]}{by}"
    declared = {each.name: each for each in calculator.inputs} if calculator else {}
    if name in declared and len(values) <= _MAX_LISTED:
        return join_or(input_text.value_text(declared[name], each) for each in values)
    if len(values) <= _MAX_LISTED and all(isinstance(each, (int, str)) for each in values):
        return join_or(map(str, values))
    return f"{len(values)} values"


DIRECTIVES = (
    Directive(
        NAME,
        "A claim about a range of cases. The build checks every case and stops at the first counterexample. "
        "It has the names that the page's examples define above it.",
        fields=_FIELDS,
        show=lambda fence, context: _Claim(fence, context).show(),
        made_from=lambda fence, context: context.examples,
        runs_code=True,
    ),
)
