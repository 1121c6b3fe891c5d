"""Inputs that are words: flags, choices, texts, and options with a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from rules_py.base.errors import join_or
from rules_py.base.suggest import KnownNames
from rules_py.base.wording import join_words, quote, short_name_list
from rules_py.inputs.base import REQUIRED, Input, is_empty

MAX_KEY_CHARS = 100


@dataclass(frozen=True)
class Flag(Input):
    """Yes or no; no if omitted, unless `default=True`."""

    _: KW_ONLY
    default: Any = False
    WORDS: ClassVar[Mapping[str, bool]] = {
        "yes": True,
        "true": True,
        "on": True,
        "1": True,
        "no": False,
        "false": False,
        "off": False,
        "0": False,
        "": False,
    }

    @property
    def expected(self) -> str:
        return "yes or no"

    def user_message(self, value: Any) -> str:
        return f"Answer yes or no for {self.title_in_sentence}."

    def read(self, value: Any) -> bool:
        if isinstance(value, str) and value.strip().lower() in self.WORDS:
            return self.WORDS[value.strip().lower()]
        if not isinstance(value, bool):
            raise self.input_error(value)
        return value


@dataclass(frozen=True)
class Choice(Input):
    """One key of `options` (key to label). `aliases` are other words for a key.

    With `unknown_too`, other short texts are accepted, and the game's rules must check them.
    """

    options: Mapping[Any, str] = REQUIRED
    _: KW_ONLY
    aliases: Mapping[str, str] = field(default_factory=dict)
    unknown_too: bool = False

    def _check_consistency(self) -> None:
        if not self.options:
            raise self.declaration_error("options", self.options, "at least one key with its label")
        for word, key in self.aliases.items():
            if key not in self.options:
                raise self.declaration_error(f"alias {word!r}", key, join_or(self.options))

    @property
    def expected(self) -> str:
        return KnownNames(join_or(self.options), [*map(str, self.options), *self.aliases])

    def user_message(self, value: Any) -> str:
        choices, label = short_name_list(self.options.values()), self.title_in_sentence
        choose = f"Choose {choices} for {label}" if choices else f"Choose {label} from the list"
        return f"{choose}." if is_empty(value) else f"{choose} ({quote(value)} isn’t an option)."

    def read(self, value: Any) -> str:
        if isinstance(value, bool):  # as YAML has a bare yes, no, on or off
            meant = [key for key in self.options if Flag.WORDS.get(str(key).lower()) is value]
            value = meant[0] if len(meant) == 1 else value
        if isinstance(value, str):
            if value in self.options:
                return value
            if value in self.aliases:
                return self.aliases[value]
            if self.unknown_too and is_key(value):
                return value
        raise self.input_error(value)


@dataclass(frozen=True)
class NumberChoice(Choice):
    """One of some whole numbers with labels, such as `{7: "7 Easy", 9: "9 Average"}`. Gives the number."""

    @property
    def expected(self) -> str:
        return str(join_or(self.options))

    def read(self, value: Any) -> Any:
        text = value.strip() if isinstance(value, str) else value
        for number in self.options:
            if (text == number and not isinstance(text, bool)) or text == str(number):
                return number
        raise self.input_error(value)


@dataclass(frozen=True)
class Text(Input):
    """A text of at most `longest` characters; a form shows `lines` lines."""

    _: KW_ONLY
    default: Any = ""
    longest: int = 200
    lines: int = 1

    @property
    def expected(self) -> str:
        return f"a text of at most {self.longest} characters"

    def user_message(self, value: Any) -> str:
        if not isinstance(value, str):
            return super().user_message(value) if value is None else f"{self.quoted_title} must be text."
        return f"{self.quoted_title} must be {self.longest} characters or fewer (currently {len(value)})."

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.input_error(value)
        return value


@dataclass(frozen=True)
class Labelled(Input):
    """A key of `options`, some of them with the reader's own words: `Trade (Chef)`, `Knowledge (history)`.

    `with_words` are the keys that need such words. Gives the text `Key (words)`, or the key alone.
    """

    options: Mapping[str, str] = REQUIRED
    _: KW_ONLY
    with_words: AbstractSet[str] = frozenset()
    longest: int = 60

    @property
    def expected(self) -> str:
        hint = f", with words in brackets after {join_or(sorted(self.with_words))}" if self.with_words else ""
        return KnownNames(f"{join_or(self.options)}{hint}", self.options)

    def user_message(self, value: Any) -> str:
        key, words = self._split(value)
        if key in self.options:
            option = self.options[key]
            if not words:
                return f"Add your own words in brackets after {option} for {self.title_in_sentence}."
            if key not in self.with_words:
                return f"Remove the words in brackets after {option} for {self.title_in_sentence}."
            room = f"must be {self.longest} characters or fewer (currently {len(words)})"
            return f"The words in brackets for {self.title_in_sentence} {room}."
        choose = Choice.user_message(Choice(self.name, self.label, self.options, noun=self.noun), value)
        with_words = [self.options[key] for key in self.options if key in self.with_words]
        return (
            f"{choose} Add your own words in brackets after {join_words(with_words)}."
            if with_words
            else choose
        )

    @staticmethod
    def _split(value: Any) -> tuple[str, str]:
        """Return the key and the words of `Key (words)`; two empty texts for anything else."""
        match = re.fullmatch(r"([^()]*[^() ])\s*(?:\(([^()]*)\))?\s*", value) if is_key(value) else None
        return (match[1].strip(), (match[2] or "").strip()) if match else ("", "")

    def read(self, value: Any) -> str:
        key, words = self._split(value)
        if key not in self.options or bool(words) != (key in self.with_words) or len(words) > self.longest:
            raise self.input_error(value)
        return f"{key} ({words})" if words else key


def is_key(value: Any) -> bool:
    """Return whether a value could be the key of an option, known or not."""
    return isinstance(value, str) and value.isprintable() and len(value) <= MAX_KEY_CHARS
