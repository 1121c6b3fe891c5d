"""Dice in imported texts, as inline dice that roll."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

from hooks.importing.markup import commonmark
from hooks.importing.report import Line, Note
from hooks.importing.text import substitute
from rules_py.base.errors import InputError
from rules_py.dice import notation

type Kinds = Literal["all", "obsidian", "none"]
"""The dice to convert: all that are written out, only those that are marked up as dice, or none."""

_NUMBER = r"\d{1,3}"
_EXPLODES = r"!(?!!|[\"”“’'*_)]*(?:\s*$|\s+[^\W\d_a-zß-öø-ÿ]))"
"""The mark of exploding dice, unlike the exclamation mark at the end of a sentence."""
_KEEPS = rf"(?:(?:kh|kl|dh|dl|k)\d{{0,2}}|{_EXPLODES})?"
_DIE = rf"(?:(?:{_NUMBER})?[dD](?:[1-9]\d{{0,3}}|%(?!%))|{_NUMBER}[dD]F){_KEEPS}"
_DICE = rf"{_DIE}(?:\s?\+\s?{_DIE}|\s?[+−-]\s?\d{{1,3}}(?![\d.]*[\w%′'’\"])|\s?[x×*]\s?\d{{1,5}}(?!\w))*"
_PLAIN = re.compile(
    rf"""
    !?\[\[[^\[\]]*\]\] | !?\[(?:[^\[\]\\]|\\.)*\](?:\([^()]*\)|\[[^\[\]]*\]) | <[^<>]*> | https?://\S+
    | \{{[^{{}}]*\}} | \^[\w-]+\s*$
    | (?<![\w.`/@\#$&\\])(?<!\w[-–])(?P<dice>{_DICE})
      (?!\w|[./][\w]|[-–]\s?[dD]?\d|\s?[+−-]\s?@|\s(?:systems?|games?|rules|SRD|OGL|Fantasy|Modern)\b)
    """,
    re.VERBOSE,
)
"""Dice in a text, or markup in which none are searched: links, HTML, attributes and the names of blocks."""
_CODE = re.compile(r"(?<!`)`\s*dice(?:-\w+)?:\s*(?P<dice>[^`]+?)\s*`(?!`)")
_COMMAND = re.compile(
    r"\[\[/(?:r|roll|gmr|gmroll|pr|br|sr)\s+(?P<dice>[^\[\]]+?)\s*\]\](?:\{(?P<label>[^{}]*)\})?"
)
_TABLE = re.compile(r"!?\[\[(?P<name>[^\[\]|#^]*)[^\[\]]*\]\].*")
_COMMENT = re.compile(r"\s*(?:\#.*|\|.*)$")


def convert(lines: list[Line], file: str, *, kinds: Kinds = "all") -> tuple[list[Line], list[Note]]:
    """Return the lines with their dice as inline dice.

    Headings, links, code and the headings of tables have none. Marked-up dice that the notation can't read
    become text, with a note.
    """
    notes: list[Note] = []
    result = [*lines]
    for at in _text_lines(lines):
        line = lines[at]
        text = _convert_markup(line, file, kinds, notes)
        if kinds == "all":
            text = _convert_dice(text, line, file, notes)
        result[at] = Line(text, line.number)
    return result, notes


def _text_lines(lines: list[Line]) -> Iterator[int]:
    """Yield the indices of the lines in which a button can be: those of paragraphs and rows of tables."""
    parser = commonmark.parser()
    parser.core.ruler.enableOnly(["normalize", "block"])
    in_text: set[int] = set()
    within_body = False
    for token in parser.parse("\n".join(line.text for line in lines) + "\n"):
        within_body = token.nesting == 1 if token.type in ("tbody_open", "tbody_close") else within_body
        if token.map and (token.type == "paragraph_open" or (token.type == "tr_open" and within_body)):
            in_text.update(range(*token.map))
    yield from sorted(at for at in in_text if at < len(lines))


def _convert_markup(line: Line, file: str, kinds: Kinds, notes: list[Note]) -> str:
    """Return a line with the dice that Obsidian, Foundry or Roll20 would roll."""

    def replacement(match: re.Match[str]) -> str:
        dice_text = match["dice"]
        if table := _TABLE.fullmatch(dice_text):
            notes.append(Note("mapped", file, line.number, "roll on a table, as its name"))
            return table["name"]
        dice = _COMMENT.sub("", dice_text)
        label = (match.groupdict().get("label") or "").strip()
        if kinds == "none":
            return label or dice
        if reason := _refusal(dice):
            what = f"dice `{dice_text}`, shown as text"
            notes.append(Note("by hand", file, line.number, what, reason.rstrip(".")))
            return label or dice
        notes.append(Note("mapped", file, line.number, "dice that were marked up"))
        return f"{label} `#!dice {dice}`" if label and label != dice else f"`#!dice {dice}`"

    return _COMMAND.sub(replacement, _CODE.sub(replacement, line.text))


def _convert_dice(text: str, line: Line, file: str, notes: list[Note]) -> str:
    """Return a line with its dice notation as inline dice."""

    def replacement(match: re.Match[str]) -> str:
        dice_text = match["dice"]
        if not dice_text or _refusal(dice_text):
            return match[0]
        notes.append(Note("mapped", file, line.number, "dice in the text"))
        return f"`#!dice {dice_text}`"

    return substitute(_PLAIN, replacement, text)


@cache
def _refusal(dice: str) -> str:
    """Return why the notation can't read these dice, or ""."""
    try:
        roll = notation.parse(dice)
    except InputError as error:
        return error.faults[0].user_message
    return "" if not roll.labels else f"Couldn’t read “{roll.labels[-1]}” as dice"
