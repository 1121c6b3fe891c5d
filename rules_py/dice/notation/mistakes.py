"""Errors for text that the grammar can't read, with the nearest valid spelling."""

from __future__ import annotations

import re

from rules_py.dice.notation.refusal import Refusal, quote, unread
from rules_py.dice.notation.scanner import Scanner, whole


def missing_bracket(scanner: Scanner, bracket: str) -> Refusal:
    """Return the refusal of a text without a closing bracket."""
    tries = (f"{scanner.raw.strip()})",) if bracket == ")" and scanner.is_done else ()
    return Refusal("bracket", f"A closing bracket {bracket} is missing.", *tries)


def misread_dice(scanner: Scanner) -> Refusal:
    """Return the refusal of text where a number or dice should start."""
    before = scanner.raw[: scanner.at].rstrip()
    rest = scanner.rest
    if not rest:
        complete = re.sub(r"(?:[-+*/]|\b(?:plus|minus|times))\s*$", "", before, flags=re.IGNORECASE).rstrip()
        return Refusal("sign", "Something is missing after the last sign.", complete)
    if scanner.peek(r"[-+]"):
        return Refusal("sign", "There are too many signs in a row.")
    if scanner.peek(r"[*/]"):
        return unread(rest)
    if match := scanner.peek(r"(\d*) *d(?![^\W_{(\[%])[- ]*(\d*)"):
        return Refusal("size", "Write how many sides the die has.", f"{match[1] or 1}d{match[2] or 6}")
    if match := scanner.peek(r"\d+ *(d[^\W\d_]+)"):
        return unread(match[1])
    if match := scanner.peek(r"\[([^\]]*)\](.*)"):
        entries = scanner.raw[match.start(1) : match.end(1)]
        rule = re.sub(r"^k(?=\d)", "kh", match[2].strip())
        return Refusal("ambiguous", "Square brackets hold a label.", f"{{{entries}}}{rule}")
    if match := scanner.peek(r"[^\W\d_]+"):
        return unread(scanner.raw[match.start() : match.end()])
    return unread(rest)


def explain_rest(scanner: Scanner) -> Refusal:
    """Return the refusal of the text after readable dice."""
    before = scanner.raw[: scanner.at].rstrip()
    rest = scanner.rest
    is_attached = scanner.at < len(scanner.text) and scanner.text[scanner.at] != " "
    if before[-1:].isdigit() and (match := scanner.peek(r",(\d{1,3})(?![\d.]| *[dwt]\d)")):
        message = "Write decimals with a point, at most three."
        return Refusal("decimal", message, f"{before}.{match[1]}{scanner.raw[match.end() :]}")
    if scanner.peek(r"[,;]"):
        first = re.sub(r"\s+[^\W\d_][^\d\[\]]*$", "", before)
        return Refusal("several", "Write one roll at a time.", first)
    if scanner.peek(r"\)"):
        return Refusal("bracket", "An opening bracket ( is missing.")
    if scanner.peek(r"[\]}]"):
        return Refusal("bracket", f"An opening bracket {'[' if rest[0] == ']' else '{'} is missing.")
    if scanner.peek(r"\^|\*\*|//"):
        return Refusal("unsupported", "Powers, and // for division, can’t be read.")
    if before.endswith("%") and scanner.peek(r"%"):
        return Refusal(
            "unread", "One % is enough: d% is a die with 100 sides.", f"{before[:-1]}100{rest[1:]}"
        )
    if scanner.peek(r"%"):
        return Refusal("unsupported", "Remainders of dice can’t be rolled.")
    if scanner.peek(r"\d"):
        return _number_behind(before, rest)
    if (match := scanner.peek(r"[^\W\d_]+")) and match[0].isalpha():
        if is_attached:
            return _refuse_attached(scanner, before, match)
        return unread(scanner.raw[match.start() : match.end()])
    return unread(rest)


def _number_behind(before: str, rest: str) -> Refusal:
    """Return the refusal of dice or a number without a sign before them."""
    if re.match(r"\d+ *[dwt] *[\d%f{]", rest.lower()) and re.fullmatch(r"\d+", before):
        return Refusal(
            "ambiguous", f"Something is missing between {before} and {quote(rest)}.", f"{before}#{rest}"
        )
    first = quote(rest.split()[0])[1:-1]
    return Refusal("sign", f"Add + or − before {first}.", f"{before} + {rest}", f"{before} - {rest}")


def _refuse_attached(scanner: Scanner, before: str, match: re.Match[str]) -> Refusal:
    """Return the refusal of letters directly after dice."""
    word = match[0]
    behind = scanner.text[match.end() :]
    digits = re.match(r"\d*", behind)
    number = digits[0] if digits else ""
    if word == "p":
        message = "p can mean dice that penetrate, or that some are dropped."
        return Refusal("ambiguous", message, f"{before}!p", f"{before}dl{number or 1}")
    if word == "z" and (die := re.fullmatch(r"(\d*)d(\d{1,4})", before.lower())):
        sides = int(die[2])
        count = die[1] or "1"
        message = "Write a die that starts at 0 with its faces."
        return Refusal("unsupported", message, f"{count}d{{0..{sides - 1}}}", f"{count}d{{0..{sides}}}")
    if word == "u":
        return Refusal("unsupported", "Dice that must differ can’t be rolled here.")
    if word == "ra":
        return Refusal("unsupported", "Use !o to let each die add one more at most.", f"{before}!o")
    if word in ("cs", "cf") and (target := re.match(r"[<>=]*(\d+)", behind)):
        message = "cs and cf count dice in some tools and only mark them in others."
        return Refusal("ambiguous", message, f"{before}>={target[1]}", before)
    if word == "k" and number and re.fullmatch(r"\d+", before):
        return _roll_and_keep(before, number)
    return unread(scanner.raw[match.start() : match.end()], f"{before} [{word}]{scanner.raw[match.end() :]}")


def _roll_and_keep(before: str, number: str) -> Refusal:
    sides = whole(number)
    tries = [f"{before}d{sides}", f"{before}d10!!kh{sides}"]
    return Refusal("ambiguous", f"{before}k{sides} can be {before}d{sides}, or “roll and keep”.", *tries)
