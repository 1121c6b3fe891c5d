"""The `odds` directive: an exact table over one or two inputs."""

from __future__ import annotations

from typing import Any

from hooks.base.errors import DirectiveError, from_input_error, mistake, unknown_name
from hooks.directives import yaml_body
from hooks.directives.blocks.calculator import named_by
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from hooks.directives.table_cache import TableCache
from hooks.directives.yaml_body import Body
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberRef
from rules_py.analysis.odds_table import WORSE, Axis, OddsTable, TableSpec
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup, input_text, render_table

_CAPTION = "a sentence that describes the table"

_FIELDS = {
    "calculator": "Its ID, such as `core_rules.challenge`.",
    "rows": "One input and its values: `{steps: [0, 1, 2]}`.",
    "columns": "A second input and its values; each cell is then one number.",
    "inputs": "The other inputs. Omitted ones have the form's initial values.",
    **number_refs.KINDS,
    "caption": "What the table shows, in one sentence. The search finds it.",
    "worse": "`less` or `more`: marks each cell that is less or more than the one above.",
}


def _read(fence: Fence, tables: TableCache) -> OddsTable:
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    calculator = named_by(body)
    caption = body.text("caption", _CAPTION)
    worse = body.text("worse", join_or(WORSE), optional=True)
    if worse and worse not in WORSE:
        raise mistake(body.place("worse"), f"{body.directive}: worse", worse, join_or(WORSE))
    rows = axis(body, "rows", calculator)
    columns = axis(body, "columns", calculator) if "columns" in body.values else None
    spec = TableSpec(
        calculator, caption, rows, columns, _inputs(body, rows, columns), _number_ref(body), worse or ""
    )
    try:
        grid = spec.grid()
        key = {
            "calculator": calculator.id,
            "inputs": to_jsonable([[bound.inputs for bound in row] for row in grid]),
            "wanted": [spec.number.kind, spec.number.name],
        }
        return OddsTable.of(spec, grid, *tables.numbers(key, lambda: spec.numbers(grid, tables.odds)))
    except InputError as error:
        raise body.from_input_error(error, "inputs") from error


def _show(fence: Fence, context: Context) -> Markup:
    """Return the table, its numbers linked to the calculator's form if the page has one."""
    table = _read(fence, context.tables)
    context.tables.add(table.to_json())
    has_form = context.form_of(table.spec.calculator) is not None
    return render_table(table, context.page.address if has_form else None, is_open=context.page.opened)


def _number_ref(body: Body) -> NumberRef:
    kinds = [kind for kind in number_refs.KINDS if kind in body.values]
    if len(kinds) > 1:
        raise mistake(
            body.place(kinds[1]), body.directive, kinds, f"only one of {join_or(number_refs.KINDS)}"
        )
    return NumberRef(kinds[0], str(body.require(kinds[0], "a name"))) if kinds else NumberRef()


def axis(body: Body, field: str, calculator: Calculator) -> Axis:
    """Return the input and the values in the field. Raises DirectiveError if one is invalid."""
    example = f"`{field}: {{{calculator.inputs[0].name}: [...]}}`"
    expected = f"one input and a list of its values, such as {example}"
    body.require(field, expected)
    mapping = body.mapping(field, expected)
    if len(mapping) != 1:
        raise mistake(body.place(field), f"{body.directive}: {field}", mapping, expected)
    ((name, values),) = mapping.items()
    declared = {declared.name: declared for declared in calculator.inputs}
    if name not in declared:
        raise unknown_name(body.place(field, name), "input", str(name), join_or(declared), field)
    if not isinstance(values, list) or not values:
        raise mistake(body.place(field, name), f"{body.directive}: {field}", values, expected)
    parsed = []
    for index, value in enumerate(values):
        try:
            parsed.append(declared[name].parse(value))
        except InputError as error:
            raise from_input_error(body.place(field, name, index), error) from error
    labels = tuple(input_text.value_text(declared[name], value) for value in parsed)
    return Axis(name, tuple(parsed), labels)


def _inputs(body: Body, rows: Axis, columns: Axis | None) -> dict[str, Any]:
    """Return the inputs that all cells share."""
    if columns and columns.name == rows.name:
        place = body.place("columns", columns.name)
        raise mistake(place, "columns", columns.name, "another input than in the rows")
    fixed_inputs = body.mapping("inputs", "lines such as `name: value`")
    for axis in filter(None, (rows, columns)):
        if axis.name in fixed_inputs:
            message = f"inputs: {axis.name!r} is already in the rows or columns. Remove it here."
            raise DirectiveError(body.place("inputs", axis.name), message)
    return fixed_inputs


DIRECTIVES = (
    Directive(
        "odds",
        "An exact table over one or two inputs. Without `columns` it has a column for each result.",
        fields=_FIELDS,
        show=_show,
        made_from=lambda fence, context: frozenset(context.form_ids.values()),
    ),
)
