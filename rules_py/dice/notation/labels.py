"""Labels behind dice: text in brackets, or words that can't be a rule."""

from __future__ import annotations

import re

from rules_py.dice.notation.refusal import Refusal, quote
from rules_py.dice.notation.scanner import Scanner

RULE_WORDS = (
    *("advantage", "disadvantage", "disadv", "adv", "dis", "best", "highest", "worst", "lowest"),
    *("drop", "keep", "reroll", "exploding", "explode", "times", "plus", "minus"),
)
"""Words of the grammar. A label can contain these, and words that look like a misspelt one, only in brackets.
"""

_WORD = r"[^\W\d_][^\s\d+\-*/,;()\[\]{}<>=!#%@^~|\\]*"
_OPERATOR = r"(?:plus|minus|times)(?![^\W_])|x *[\d(]|\d+ *times *$"
_VERSUS = ("vs", "vs.", "versus", "dc", "dc:", "against", "tn", "target")


def read_label(scanner: Scanner) -> str | None:
    """Return the label at this place, or None if there is none.

    Raises Refusal for a word that may be a misspelt rule, and for words before a number.
    """
    if match := scanner.take(r"\[([^\]]*)(\])?"):
        if not match[2]:
            raise Refusal("bracket", "A closing bracket ] is missing.")
        return scanner.raw[match.start(1) : match.end(1)].strip()
    if scanner.at and not scanner.text[scanner.at - 1 : scanner.at + 1].count(" "):
        return None
    before = scanner.raw[: scanner.at].rstrip()
    words: list[re.Match[str]] = []
    while not scanner.peek(_OPERATOR) and (word := scanner.take(_WORD)):
        words.append(word)
    if not words or not words[0][0][0].isalpha():
        scanner.at = words[0].start() if words else scanner.at
        return None
    label = scanner.raw[words[0].start() : words[-1].end()]
    if number := scanner.peek(r"\d+"):
        raise _number_behind_words(before, scanner.raw[number.start() :], number[0], words[-1][0])
    for word in words:
        _require_no_rule(scanner, word, before, label)
    return label


def _number_behind_words(before: str, rest: str, number: str, last: str) -> Refusal:
    if last in _VERSUS:
        return Refusal(
            "ambiguous",
            "Write whether the total must be at least this number or at most.",
            f"{before} >= {number}",
            f"{before} <= {number}",
        )
    return Refusal("sign", f"Add + or − before {number}.", f"{before} + {rest}")


def _require_no_rule(scanner: Scanner, word: re.Match[str], before: str, label: str) -> None:
    """Raise Refusal for a word of the grammar, or one that looks like one."""
    text = word[0]
    rule_word = text if text in RULE_WORDS else _misspelt(text)
    if rule_word is None:
        return
    raw = scanner.raw
    correction = [f"{raw[: word.start()]}{rule_word}{raw[word.end() :]}"] if rule_word != text else []
    advice = f" Did you mean {quote(rule_word)}?" if correction else ""
    raise Refusal(
        "slip",
        f"{quote(text)} isn’t a rule here.{advice} Write a name for the dice in brackets.",
        *correction,
        f"{before} [{label}]{raw[scanner.at :]}",
    )


def _misspelt(word: str) -> str | None:
    """Return the word of the grammar that a word may stand for, with a letter missing, doubled, added or
    swapped.
    """
    for rule in RULE_WORDS:
        if len(rule) < 4:
            continue
        shorter = {rule[:at] + rule[at + 1 :] for at in range(len(rule))}
        swapped = {rule[:at] + rule[at + 1] + rule[at] + rule[at + 2 :] for at in range(len(rule) - 1)}
        doubled = {rule[:at] + rule[at] + rule[at:] for at in range(len(rule))}
        if word in shorter | swapped | doubled | {f"{rule}s", f"{rule}ed"}:
            return rule
    return None
