"""Changes to a character sheet as text: the field, its old and new value, and the difference.

A change comes from the browser's storage, so it may be of an unknown field. Such a change is described
without the key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py import inputs
from rules_py.base.wording import quote, signed
from rules_py.inputs import Input
from rules_py.sheets.sheet import Sheet
from rules_py.sheets.sheet_parser import HOUSE

UNNAMED = "an empty entry"
MAX_NAME_CHARS = 80
SOMETHING = "An unknown field"


@dataclass(frozen=True)
class ChangeText:
    """A change as text: its subject and the change, such as `2 → 1 (−1)`."""

    subject: str
    change: str

    @property
    def sentence(self) -> str:
        return f"{self.subject}: {self.change}"


def describe_change(sheet: Sheet, path: str, before: Any, after: Any, entry: Any = None) -> ChangeText:
    """Describe the change of the value at this dotted path as text.

    `entry` is the previous entry of a list that the path leads into, which is then called by its own name.
    """
    if path == HOUSE:
        before, after = ("its own" if rules else "the table’s" for rules in (before, after))
        return ChangeText("House rules", f"{before} → {after}")
    for track in sheet.play.fields:
        # the label of a track that shows the remaining points would reverse the meaning of the change
        if track.field == path and track.label and not track.shows_remaining:
            return ChangeText(track.label, _describe(sheet.at(path), before, after))
    field, names = _find_field(sheet, path, entry)
    return ChangeText(", ".join(names) or SOMETHING, _describe(field, before, after))


def _find_field(sheet: Sheet, path: str, entry: Any) -> tuple[Input | None, list[str]]:
    """Return the field at a path that may lead into lists, and the labels along the path."""
    fields: tuple[Input, ...] = sheet.fields
    field: Input | None = None
    names: list[str] = []
    for part in path.split("."):
        if isinstance(field, inputs.Keyed):
            if not part.isdigit():  # a name, in a mapping that isn't in a form's rows
                names.append(part[:MAX_NAME_CHARS])
                field, fields = field.value, ()
                continue
            field = field.rows
        if isinstance(field, inputs.ListOf) and part.isdigit():
            names[-1] = _name_of(field.item, entry) or f"{names[-1]}, entry {int(part[:9]) + 1}"
            field = field.item
        else:
            field = next((each for each in fields if each.name == part), None)
            if field is None:
                return None, []
            names.append(_within(field.title) if names else field.title)
        fields = field.fields if isinstance(field, inputs.Record) else ()
    # the name of a record's part is enough without the record's own name
    return field, names[-2:] if isinstance(field, inputs.Record) else names


def _name_of(item: Input, entry: Any) -> str:
    """Return the name of a list entry, or an empty string if it is unknown."""
    if not isinstance(item, inputs.Record) or not isinstance(entry, Mapping) or not entry:
        return ""
    name = item.phrase(entry) if item.phrase else _value(item, entry)
    return name if any(map(str.isalpha, name)) and name != UNNAMED else ""


def _within(title: str) -> str:
    """Return a title as used mid-sentence: `Rich, taken later`, but `Rich, XP`."""
    return title if title[1:2].isupper() else f"{title[:1].lower()}{title[1:]}"


def _describe(field: Input | None, before: Any, after: Any) -> str:
    if isinstance(field, inputs.Keyed):
        before, after = field.as_rows(before or {}), field.as_rows(after or {})
        field = field.rows
    if isinstance(field, inputs.ListOf) and isinstance(before or [], list) and isinstance(after, list):
        return _of_list(field, before or [], after)
    if isinstance(field, inputs.Text) and field.lines > 1:
        return "rewritten"
    if isinstance(field, inputs.Flag) and isinstance(after, bool):
        return "yes" if after else "no"
    by = ""
    if _is_number(before) and _is_number(after):
        by = f" ({'+' if after > before else ''}{signed(after - before)})"
    return f"{_value(field, before)} → {_value(field, after)}{by}"


def _of_list(field: inputs.ListOf, before: list[Any], after: list[Any]) -> str:
    old_items, new_items = (Counter(_value(field.item, each) for each in side) for side in (before, after))
    added, removed = (
        list((one - other).elements()) for one, other in ((new_items, old_items), (old_items, new_items))
    )
    changes = [
        f"{word} {', '.join(names)}" for word, names in (("added", added), ("removed", removed)) if names
    ]
    return "; ".join(changes) or "reordered"


def _value(field: Input | None, value: Any) -> str:
    """Return a value as text; for a record, its relevant, non-empty parts."""
    match field:
        case inputs.Flag() if isinstance(value, bool):
            return "yes" if value else "no"
        case inputs.Choice() if isinstance(value, str) and value in field.options:
            return field.options[value]
        case inputs.Record() if isinstance(value, Mapping):
            useful = (each for each in field.fields if field.is_relevant(each.name, value))
            parts = ((each, value.get(each.name)) for each in useful)
            return _row(_value(each, part) for each, part in parts if part not in (None, "", False))
        case inputs.DieSizes() if isinstance(value, list):
            return " ".join(f"d{each}" for each in value) or "none"
    return quote(value)


def _row(parts: Iterable[str]) -> str:
    return " ".join(parts) or UNNAMED


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
