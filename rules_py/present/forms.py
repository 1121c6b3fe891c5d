"""Inputs as form controls. A control's name is the dotted path of its value: `challenges.0.situation`.

So a page reads any form into nested data, and writes it back, without knowing what it is about:

    name             where the value belongs; `data-kind` says how to read it: `int`, `flag`, `text`
    data-list        the path of a list; its rows are items whose paths end in 0, 1, 2 …, its <template> holds
                     one more row, with `__row__` where the number of the row goes
    data-several     the path of a list of chosen keys; the checkboxes inside hold the keys
    data-problems    the path whose problems are told here
    data-note        the path whose notes are told here
    data-case        a field of use only for some keys of the choice at the path `data-case-of`
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any

from rules_py import inputs
from rules_py.inputs import Input
from rules_py.plain import plain
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.links import rule_link

ROW = "__row__"
MOST_RADIOS = 3
"""A choice of so few stands open; more fold into a list."""


class Place:
    """Where a control stands: the value's path, the id of the form, the game its rules belong to.

    `case` are the attributes of a field that is of use only in some cases; `notes` says whether its fields
    have room for a note.
    """

    def __init__(
        self, form: str, game: str, path: str = "", compact: bool = False, *, notes: bool = False
    ) -> None:
        self.form, self.game, self.path, self.compact, self.notes = form, game, path, compact, notes
        self.case: dict[str, Any] = {}

    def below(self, name: str, *, compact: bool = False) -> Place:
        """The place of a value inside this one."""
        path = f"{self.path}.{name}" if self.path and name else self.path or name
        return Place(self.form, self.game, path, compact or self.compact, notes=self.notes)

    @property
    def id(self) -> str:
        """An id no other control of the page has."""
        return f"{self.form}--{self.path}"


def fields(
    form: str, game: str, declared: tuple[Input, ...], values: Mapping[str, Any], *, notes: bool = False
) -> Markup:
    """The controls of some inputs, filled in with plain values.

    `form` is an id of this form in its page; with `notes` its fields have room for them.
    """
    shown = plain(dict(values))
    return fragment(
        *(
            field(each, shown.get(each.name, each.usual), Place(form, game, each.name, notes=notes))
            for each in declared
        )
    )


@singledispatch
def field(declared: Input, value: Any, place: Place) -> Markup:
    """The labelled control of one input, with its help and room for its problems.

    A kind of input that a game brings along is read from text, as every input is.
    """
    return _line(declared, place, _typed(declared, value, place), "text")


def _help(declared: Input, place: Place) -> Markup | None:
    """The help of an input, for a control that is described by it."""
    return (
        tag("p", declared.help, id=f"{place.id}--help", class_="field__help")
        if declared.help and not place.compact
        else None
    )


def _rule(declared: Input, place: Place) -> Markup | None:
    """The rule behind an input, beside its label."""
    return (
        fragment(" ", rule_link(place.game, declared.rule)) if declared.rule and not place.compact else None
    )


def _problems(place: Place) -> Markup:
    note = tag("p", class_="field__note", data_note=place.path, hidden=True) if place.notes else None
    return fragment(note, tag("div", class_="problems", data_problems=place.path, id=f"{place.id}--problems"))


def _described(declared: Input, place: Place) -> str:
    return classes(
        f"{place.id}--help" if declared.help and not place.compact else None, f"{place.id}--problems"
    )


def _line(declared: Input, place: Place, control: Markup, kind: str) -> Markup:
    return tag(
        "div",
        tag(
            "div", tag("label", declared.title, for_=place.id), _rule(declared, place), class_="field__label"
        ),
        control,
        _help(declared, place),
        _problems(place),
        class_=f"field field--{kind}",
        **place.case,
    )


@field.register
def _int(declared: inputs.Int, value: Any, place: Place) -> Markup:
    control = tag(
        "input",
        type="number",
        id=place.id,
        name=place.path,
        min=declared.low,
        max=declared.high,
        step=1,
        value="" if value is None else value,
        inputmode="numeric",
        data_kind="int",
        autocomplete="off",
        aria_describedby=_described(declared, place),
        placeholder="–" if declared.optional else None,
    )
    return _line(
        declared,
        place,
        tag("span", _stepper(-1, declared, place), control, _stepper(1, declared, place), class_="stepper"),
        "int",
    )


def _stepper(by: int, declared: Input, place: Place) -> Markup:
    """A button that changes a number by one: a thumb finds it, the keyboard has the arrow keys instead."""
    words = "One less" if by < 0 else "One more"
    return tag(
        "button",
        "−" if by < 0 else "+",
        type="button",
        class_="stepper__button",
        data_step=by,
        data_for=place.id,
        tabindex=-1,
        aria_label=f"{words}: {declared.title}",
    )


@field.register
def _flag(declared: inputs.Flag, value: Any, place: Place) -> Markup:
    control = tag(
        "input",
        type="checkbox",
        id=place.id,
        name=place.path,
        checked=bool(value),
        data_kind="flag",
        aria_describedby=_described(declared, place),
    )
    return tag(
        "div",
        tag(
            "div",
            tag("label", control, tag("span", declared.title), class_="field__check"),
            _rule(declared, place),
            class_="field__head",
        ),
        _help(declared, place),
        _problems(place),
        class_="field field--flag",
        **place.case,
    )


@field.register
def _choice(declared: inputs.Choice, value: Any, place: Place) -> Markup:
    chosen = declared.aliases.get(value, value) if isinstance(value, str) else value
    if len(declared.options) <= MOST_RADIOS and not place.compact:
        return _radios(declared, chosen, place)
    offered = dict(declared.options)
    if declared.unknown_too and chosen:
        offered.setdefault(chosen, chosen)
    options = [tag("option", label, value=key, selected=key == chosen) for key, label in offered.items()]
    if declared.optional or chosen not in offered:
        options.insert(0, tag("option", "—", value="", selected=chosen not in declared.options))
    control = tag(
        "select",
        options,
        id=place.id,
        name=place.path,
        data_kind="text",
        aria_describedby=_described(declared, place),
    )
    return _line(declared, place, control, "choice")


def _radios(declared: inputs.Choice, chosen: Any, place: Place) -> Markup:
    radios = [
        tag(
            "label",
            tag("input", type="radio", name=place.path, value=key, checked=key == chosen, data_kind="text"),
            tag("span", label),
            class_="segments__one",
        )
        for key, label in declared.options.items()
    ]
    return tag(
        "fieldset",
        _legend(declared, place),
        tag("div", radios, class_="segments"),
        _help(declared, place),
        _problems(place),
        class_="field field--radios",
        aria_describedby=_described(declared, place),
        **place.case,
    )


@field.register
def _text(declared: inputs.Text, value: Any, place: Place) -> Markup:
    shared = {
        "id": place.id,
        "name": place.path,
        "maxlength": declared.longest,
        "data_kind": "text",
        "autocomplete": "off",
        "aria_describedby": _described(declared, place),
    }
    text = "" if value is None else str(value)
    if declared.lines > 1:
        # A textarea swallows one line break at its start, which the text may need.
        control = tag("textarea", Markup("\n"), text, rows=declared.lines, **shared)
    else:
        control = tag("input", type="text", value=text, **shared)
    return _line(declared, place, control, "text")


@field.register
def _amounts(declared: inputs.Amounts, value: Any, place: Place) -> Markup:
    """How many of each, a row for each that there is."""
    rows = [{"of": key, "count": count} for key, count in (value or {}).items()]
    return _list(replace(declared.rows, help=declared.help), rows, place)


@field.register
def _keyed(declared: inputs.Keyed, value: Any, place: Place) -> Markup:
    """Values under names of the reader's own, a row for each."""
    rows = [{"of": key, "value": each} for key, each in (value or {}).items()]
    return _list(replace(declared.rows, help=declared.help), rows, place)


@field.register
def _labelled(declared: inputs.Labelled, value: Any, place: Place) -> Markup:
    """A key with words behind it is typed; the keys are offered."""
    offered = [
        tag("option", value=f"{key} ()" if key in declared.with_words else key) for key in declared.options
    ]
    control = fragment(
        _typed(declared, value, place, list=f"{place.id}--keys"),
        tag("datalist", offered, id=f"{place.id}--keys"),
    )
    return _line(declared, place, control, "text")


@field.register
def _die_sizes(declared: inputs.DieSizes, value: Any, place: Place) -> Markup:
    """Dice are typed as `d12 d6`."""
    return _line(declared, place, _typed(declared, said(declared, value), place), "text")


def _typed(declared: Input, value: Any, place: Place, **more: Any) -> Markup:
    """The control of a value that is typed as text."""
    return tag(
        "input",
        type="text",
        id=place.id,
        name=place.path,
        value="" if value is None else value,
        data_kind="text",
        autocomplete="off",
        spellcheck="false",
        aria_describedby=_described(declared, place),
        **more,
    )


@field.register
def _distribution(declared: inputs.Distribution, value: Any, place: Place) -> Markup:
    """A mapping of numbers to chances is typed as `number: chance, number: chance`."""
    return _line(declared, place, _typed(declared, said(declared, value), place), "text")


@field.register
def _record(declared: inputs.Record, value: Any, place: Place) -> Markup:
    inside = tag("div", _parts(declared, value, place), class_="field__parts")
    return _group(declared, place, inside, "record")


def _parts(declared: inputs.Record, value: Any, place: Place, *, compact: bool = False) -> list[Markup]:
    """The controls of a record; one that its kind has no use for is there, but hidden."""
    values = value if isinstance(value, Mapping) else {}
    shown = {each.name: values.get(each.name, each.usual) for each in declared.fields}
    controls = []
    for each in declared.fields:
        below = place.below(each.name, compact=compact)
        if each.name in declared.only_for:
            kinds = declared.only_for[each.name]
            below.case = {
                "data_case": " ".join(kinds),
                "data_case_of": place.below(declared.kind).path,
                "hidden": shown[declared.kind] not in kinds,
            }
        controls.append(field(each, shown[each.name], below))
    return controls


@field.register
def _several(declared: inputs.Several, value: Any, place: Place) -> Markup:
    chosen = value or []
    boxes = [
        tag(
            "label",
            tag("input", type="checkbox", value=key, checked=key in chosen, id=f"{place.id}--{number}"),
            tag("span", label),
            class_="field__check",
        )
        for number, (key, label) in enumerate(declared.item.options.items())
    ]
    return _group(
        declared, place, tag("div", boxes, class_="field__boxes", data_several=place.path), "several"
    )


@field.register
def _list(declared: inputs.ListOf, value: Any, place: Place) -> Markup:
    values = value if isinstance(value, list) else []
    rows = [_row(declared.item, each, place.below(str(number))) for number, each in enumerate(values)]
    template = tag("template", _row(declared.item, declared.item.usual, place.below(ROW)))
    inside = tag(
        "div",
        tag("ol", rows, class_="rows", role="list"),
        template,
        tag(
            "button",
            "Add",
            unseen(f" one to {declared.title}"),
            type="button",
            class_="button button--quiet",
            data_add=True,
        ),
        class_="field__list",
        data_list=place.path,
        data_fewest=declared.fewest,
        data_most=declared.most,
    )
    return _group(declared, place, inside, "list")


def _row(item: Input, value: Any, place: Place) -> Markup:
    """One item of a list; the number of the row names a control that has no name of its own."""
    if isinstance(item, inputs.Record):
        controls = _parts(item, value, place, compact=True)
    else:
        controls = [field(replace(item, help="", rule=None), value, place.below("", compact=True))]
    remove = tag(
        "button",
        "×",
        unseen(" Remove this entry"),
        type="button",
        class_="button button--icon",
        data_remove=True,
        title="Remove",
    )
    problems = _problems(place) if isinstance(item, inputs.Record) else None
    return tag("li", tag("div", controls, class_="row__fields"), remove, problems, class_="row")


def _group(declared: Input, place: Place, inside: Markup, kind: str) -> Markup:
    """Several controls under one heading."""
    return tag(
        "fieldset",
        _legend(declared, place),
        _help(declared, place),
        inside,
        _problems(place),
        class_=f"field field--{kind}",
        aria_describedby=_described(declared, place),
        **place.case,
    )


def _legend(declared: Input, place: Place) -> Markup:
    return tag("legend", declared.title, _rule(declared, place), class_="field__label")


@singledispatch
def said(declared: Input, value: Any) -> str:
    """The value of an input in words, for pages where no form works: paper, or no JavaScript."""
    return "—" if value is None or value == "" else str(value)


@said.register
def _(declared: inputs.Flag, value: Any) -> str:
    return "yes" if value else "no"


@said.register
def _(declared: inputs.Choice, value: Any) -> str:
    unknown = value if declared.unknown_too and value else "—"
    return declared.options.get(declared.aliases.get(value, value), unknown)


@said.register
def _(declared: inputs.Amounts, value: Any) -> str:
    counts = value if isinstance(value, Mapping) else {}
    return ", ".join(f"{declared.options.get(key, key)} × {count}" for key, count in counts.items()) or "none"


@said.register
def _(declared: inputs.Keyed, value: Any) -> str:
    values = value if isinstance(value, Mapping) else {}
    return ", ".join(f"{key} {said(declared.value, each)}" for key, each in values.items()) or "none"


@said.register
def _(declared: inputs.DieSizes, value: Any) -> str:
    return " ".join(f"d{size}" for size in value) if isinstance(value, list) else value or ""


@said.register
def _(declared: inputs.Distribution, value: Any) -> str:
    if not isinstance(value, Mapping):
        return value or ""
    return ", ".join(f"{number}: {plain(chance)}" for number, chance in value.items())


@said.register
def _(declared: inputs.ListOf, value: Any) -> str:
    return "; ".join(said(declared.item, each) for each in value or []) or "none"


@said.register
def _(declared: inputs.Record, value: Any) -> str:
    """Only what was chosen: a record has room for every case, and one case fills little of it.

    Numbers that stand among nothing but numbers are told all the same, as 9 means little without the 10
    beside it; and where nothing was chosen, they are all there is to tell.
    """
    if not isinstance(value, Mapping):
        return "none"
    parts = [(each, value.get(each.name, each.default)) for each in declared.fields]
    numbers = [part for part in parts if isinstance(part[0], inputs.Int)]
    chosen = [part for part in parts if not _left_as_it_is(*part)]
    telling = parts if len(numbers) == len(parts) else chosen or numbers
    return (
        ", ".join(_part(*part, bare=part[0] is declared.fields[0]) for part in telling) or declared.unmarked
    )


def _left_as_it_is(declared: Input, value: Any) -> bool:
    """Whether a part of a record has the value it has if nobody says anything."""
    return (
        value is inputs.REQUIRED or value == declared.default or (declared.optional and value in (None, ""))
    )


def _part(declared: Input, value: Any, *, bare: bool) -> str:
    """A part of a record: its label is all that need be said of a flag that is set.

    A choice that comes first (`bare`) says what the record is, and needs no label. A list in a record is
    joined by another sign than the records of a list.
    """
    if bare and isinstance(declared, inputs.Choice) and value not in (None, inputs.REQUIRED):
        return said(declared, value)
    if isinstance(declared, inputs.Flag) and value:
        return declared.title
    if isinstance(declared, inputs.ListOf) and value:
        return f"{declared.title} {' + '.join(said(declared.item, each) for each in value)}"
    return f"{declared.title} {said(declared, None if value is inputs.REQUIRED else value)}"


def given(declared: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """All inputs and their values as a list in words."""
    rows = [
        tag("div", tag("dt", each.title), tag("dd", _said_in_full(each, values.get(each.name))))
        for each in declared
    ]
    return tag("dl", rows, class_="given")


def _said_in_full(declared: Input, value: Any) -> Markup:
    """What `said` says; several records one below the other, as in a row nobody could tell them apart."""
    if not (isinstance(declared, inputs.ListOf) and isinstance(declared.item, inputs.Record)):
        return fragment(said(declared, value))
    if isinstance(value, list) and len(value) > 1:
        return tag("ol", [tag("li", said(declared.item, each)) for each in value])
    return fragment(said(declared, value))


def told(declared: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """`given` for an example, whose values stand: without what adds nothing, such as a flag that isn't
    set.
    """
    telling = tuple(each for each in declared if not _adds_nothing(each, values.get(each.name)))
    return given(telling, values) if telling else fragment()


def _adds_nothing(declared: Input, value: Any) -> bool:
    """Whether a value is none, nought or no, and would be if nobody said so. A usual 10 is worth telling."""
    if value is None:
        return declared.optional
    if declared.quiet:
        return bool(value == declared.default)
    return (isinstance(declared, inputs.Record) or not value) and bool(value == declared.default)
