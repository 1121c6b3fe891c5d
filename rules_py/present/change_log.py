"""The change log of a character: each change with its time and cause, and a button to undo it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.sheets.change_log import describe_change
from rules_py.sheets.sheet import Sheet

MAX_SHOWN = 60


def render_changes(sheet: Sheet, entries: Sequence[Any]) -> Markup:
    """Return the last entries, newest first, each with a button that undoes it. Damaged ones are skipped."""
    valid = [each for each in entries if _is_valid(each)]
    if not valid:
        return tag("p", "No changes yet.", class_="changes__none")
    return tag(
        "ol", [_entry(sheet, each) for each in reversed(valid[-MAX_SHOWN:])], class_="changes", role="list"
    )


def describe_last_change(sheet: Sheet, entries: Sequence[Any]) -> str:
    """Return what the last entry changed, in one sentence, or an empty string if there is none."""
    valid = [each for each in entries if _is_valid(each)]
    return _sentence(sheet, valid[-1]) if valid else ""


def _is_valid(entry: Any) -> bool:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str):
        return False
    changes = entry.get("changes")
    return isinstance(changes, list) and all(
        isinstance(each, Mapping) and isinstance(each.get("field"), str) for each in changes
    )


def _sentence(sheet: Sheet, entry: Mapping[str, Any]) -> str:
    why = entry.get("why")
    sentences = (
        describe_change(sheet, each["field"], each.get("from"), each.get("to"), each.get("entry")).sentence
        for each in entry["changes"]
    )
    return f"{f'{why}. ' if isinstance(why, str) and why else ''}{'; '.join(sentences)}"


def _entry(sheet: Sheet, entry: Mapping[str, Any]) -> Markup:
    sentence = _sentence(sheet, entry)
    when = entry.get("at")
    return tag(
        "li",
        tag("span", sentence, class_="changes__what"),
        " ",
        tag("time", data_at=when, class_="changes__when") if isinstance(when, int) else None,
        " ",
        tag(
            "button",
            "Undo",
            visually_hidden(f": {sentence}"),
            type="button",
            class_="button",
            data_put_back=entry["id"],
        ),
        class_="changes__one",
    )


def change_log_collapsible() -> Markup:
    """Return the collapsible for the change log, which the engine fills."""
    return tag(
        "details",
        tag("summary", "Change history"),
        tag("div", data_part="changes"),
        class_="collapsible sheet__changes",
        data_part="change-history",
    )


def undo_button() -> Markup:
    """Return the button that undoes the last change and names it."""
    return tag(
        "button",
        fragment("Undo", tag("span", data_part="last", class_="undo__last")),
        type="button",
        class_="button undo",
        data_command="undo",
        disabled=True,
    )
