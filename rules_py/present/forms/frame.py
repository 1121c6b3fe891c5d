"""The frame of every control: label, rule, help, and room for notes and problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from rules_py.inputs import Input
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.links import rule_link


@dataclass(frozen=True)
class Place:
    """The position of a control: the value's path, the id of the form, and the game its rules belong to.

    A `compact` one has no room for its help and rule; with `notes` it has room for a note. `case` are the
    attributes of a field that is only shown in some cases.
    """

    form: str
    game: str
    path: str = ""
    _: KW_ONLY
    compact: bool = False
    notes: bool = False
    case: Mapping[str, Any] = field(default_factory=dict)

    def below(self, name: str, *, compact: bool = False) -> Place:
        """Return the place of a value inside this one."""
        path = f"{self.path}.{name}" if self.path and name else self.path or name
        return replace(self, path=path, compact=compact or self.compact, case={})

    @property
    def id(self) -> str:
        """An id that is unique in the page."""
        return f"{self.form}--{self.path}"


def line(field: Input, place: Place, control: Markup, kind: str) -> Markup:
    """Return one control with its label."""
    return tag(
        "div",
        tag("div", tag("label", field.title, for_=place.id), rule_of(field, place), class_="field__label"),
        control,
        help_of(field, place),
        problems_of(place),
        class_=f"field field--{kind}",
        **place.case,
    )


def group(field: Input, place: Place, inside: Markup, kind: str) -> Markup:
    """Return several controls under one heading."""
    return tag(
        "fieldset",
        legend(field, place),
        help_of(field, place),
        inside,
        problems_of(place),
        class_=f"field field--{kind}",
        aria_describedby=describing_ids(field, place),
        **place.case,
    )


def legend(field: Input, place: Place) -> Markup:
    """Return the legend of a group of controls."""
    return tag("legend", field.title, rule_of(field, place), class_="field__label")


def rule_of(field: Input, place: Place) -> Markup | None:
    """Return the rule behind an input, beside its label."""
    if place.compact or not field.rule:
        return None
    return fragment(" ", rule_link(place.game, field.rule, tab_stop=False))


def help_of(field: Input, place: Place) -> Markup | None:
    """Return the help of an input, which describes its control."""
    if place.compact or not field.help:
        return None
    return tag("p", field.help, id=f"{place.id}--help", class_="field__help")


def problems_of(place: Place) -> Markup:
    """Return the place for the note and the problems of a value, empty at first."""
    note = tag("p", class_="field__note", data_note=place.path, hidden=True) if place.notes else None
    return fragment(note, tag("div", class_="problems", data_problems=place.path, id=f"{place.id}--problems"))


def describing_ids(field: Input, place: Place) -> str:
    """Return the ids of the elements that describe a control: its help and its problems."""
    return classes(f"{place.id}--help" if field.help and not place.compact else None, f"{place.id}--problems")
