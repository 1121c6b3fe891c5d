"""Controls for several values: the fields of a record, the rows of a list, the boxes of a multiple choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules_py import inputs
from rules_py.inputs import Input
from rules_py.present.components import button
from rules_py.present.forms.controls import render_field
from rules_py.present.forms.frame import Place, group, problems_of
from rules_py.present.html import Markup, tag, visually_hidden

ROW = "__row__"


@render_field.register
def _record(field: inputs.Record, value: Any, place: Place) -> Markup:
    inside = tag("div", _parts(field, value, place), class_="field__parts")
    return group(field, place, inside, "record")


def _parts(field: inputs.Record, value: Any, place: Place, *, compact: bool = False) -> list[Markup]:
    """Return the controls of a record; those that its kind doesn't use are hidden."""
    values = value if isinstance(value, Mapping) else {}
    row = {each.name: values.get(each.name, each.initial_value) for each in field.fields}
    controls = []
    for each in field.fields:
        below = place.below(each.name, compact=compact)
        if each.name in field.only_for:
            case = {
                "data_show_if": " ".join(field.only_for[each.name]),
                "data_show_if_input": place.below(field.kind).path,
                "hidden": not field.is_relevant(each.name, row),
            }
            below = replace(below, case=case)
        if isinstance(each, inputs.Int) and each.follows:
            below = replace(below, case={**below.case, "data_follows": place.below(each.follows).path})
        controls.append(render_field(each, row[each.name], below))
    return controls


@render_field.register
def _several(field: inputs.Several, value: Any, place: Place) -> Markup:
    chosen = value or []
    boxes = [
        tag(
            "label",
            tag("input", type="checkbox", value=key, checked=key in chosen, id=f"{place.id}--{number}"),
            tag("span", label),
            class_="field__check",
        )
        for number, (key, label) in enumerate(field.item.options.items())
    ]
    return group(field, place, tag("div", boxes, class_="field__boxes", data_several=place.path), "several")


@render_field.register
def _amounts(field: inputs.Amounts, value: Any, place: Place) -> Markup:
    """Return amounts, with a row for each one that isn't 0."""
    rows = [{"of": key, "count": count} for key, count in (value or {}).items()]
    return _list(replace(field.rows, help=field.help), rows, place)


@render_field.register
def _render_keyed(field: inputs.Keyed, value: Any, place: Place) -> Markup:
    """Return one row for each value with a custom name."""
    rows = field.as_rows(value or {})
    return _list(replace(field.rows, help=field.help), rows, place, keyed=True)


@render_field.register
def _list(field: inputs.ListOf, value: Any, place: Place, *, keyed: bool = False) -> Markup:
    values = value if isinstance(value, list) else []
    rows = [_row(field.item, each, place.below(str(number))) for number, each in enumerate(values)]
    template = tag("template", _row(field.item, field.item.initial_value, place.below(ROW)))
    inside = tag(
        "div",
        tag("ol", rows, class_="rows", role="list"),
        template,
        button("Add", visually_hidden(f" to {field.title}"), data_add=True),
        class_="field__list",
        data_list=place.path,
        data_keyed=keyed or None,
        data_fewest=field.fewest,
        data_most=field.most,
    )
    return group(field, place, inside, "list")


def _row(item: Input, value: Any, place: Place) -> Markup:
    """Return one item of a list; a control without a label is labelled by the number of its row."""
    if isinstance(item, inputs.Record):
        controls = _parts(item, value, place, compact=True)
    else:
        controls = [render_field(replace(item, help="", rule=None), value, place.below("", compact=True))]
    remove = button(
        "×",
        visually_hidden(" Remove entry ", tag("span", data_row_name=True)),
        kind="icon",
        data_remove=True,
        title="Remove",
    )
    problems = problems_of(place) if isinstance(item, inputs.Record) else None
    return tag("li", tag("div", controls, class_="row__fields"), remove, problems, class_="row")
