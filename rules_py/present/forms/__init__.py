"""Inputs as form controls. A control's name is the dotted path of its value: `challenges.0.situation`.

So a page can read any form into nested data, and write it back, without knowing its subject:

    name             the path of the value; `data-kind` is how to read it: `int`, `flag`, `text`, `dice`
    data-list        the path of a list; its rows are items whose paths end in 0, 1, 2 …, its <template> holds
                     one more row, with `__row__` instead of the number of the row
    data-keyed       a list that represents a mapping: each row is a key (`of`) and its `value`
    data-several     the path of a list of chosen keys; the checkboxes inside hold the keys
    data-problems    the path whose problems are shown here
    data-note        the path whose notes are shown here
    data-show-if        the keys of the choice at the path `data-show-if-input` for which the field is shown
    data-follows        the path of the maximum that a number follows
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Input
from rules_py.present.forms import rows as rows  # registers more controls with `render_field`
from rules_py.present.forms.controls import render_field
from rules_py.present.forms.frame import Place
from rules_py.present.html import Markup, fragment


def render_fields(
    form: str, game: str, fields: tuple[Input, ...], values: Mapping[str, Any], *, notes: bool = False
) -> Markup:
    """Return the controls of some inputs, filled in with plain values.

    `form` is the id of this form in its page; with `notes` its fields have room for notes.
    """
    data = to_jsonable(dict(values))
    return fragment(
        *(
            render_field(
                each, data.get(each.name, each.initial_value), Place(form, game, each.name, notes=notes)
            )
            for each in fields
        )
    )
