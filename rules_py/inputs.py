"""The typed inputs of calculators and sheets: what is legal, what to call it, how to read it.

Every door (Python, command line, form, directive) hands values to `parse`, which returns plain checked data
or raises `InputError`. Text is read as a person would type it: `"3"` is the number 3, `"yes"` a flag, a JSON
text a list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, ClassVar

from rules_py import json_text
from rules_py.errors import DeclarationError, Fault, InputError, listed
from rules_py.wording import counted, is_plural, quoted, row_of_names, said, signed

LONGEST_MAPPING = 100
"""Entries of a mapping from keys to numbers."""

LONGEST_KEY = 100

REQUIRED: Any = type("Required", (), {"__repr__": lambda self: "REQUIRED"})()
"""The default of an input that has none."""


@dataclass(frozen=True)
class Input:
    """Base of all inputs. Every kind is declared as its name, its label, then what is its own.

    `name` is the contract; `label` and `help` are for people, and `noun` is what a sentence calls it where
    the label is no noun (`A modifier` for `By`); `rule` is the number of the rule behind it; `code` names the
    problem of a bad value. One with a `default` may be left out, one without must be given; `start` is what
    a form shows at first where there is no default. `optional` lets the value be left out or null, which
    gives None. An example tells a `quiet` input only where it is not at its default. `house` marks a house
    option, whose default is the book's way: with another value the book's odds are shown beside.

    `missing` names the problem of a sheet that lacks the value or leaves it blank.

    Checked when it is built: DeclarationError says what is wrong and what to write instead.
    """

    name: str = ""
    label: str = ""
    _: KW_ONLY
    help: str = ""
    noun: str = ""
    rule: str | None = None
    default: Any = REQUIRED
    start: Any = REQUIRED
    optional: bool = False
    quiet: bool = False
    house: bool = False
    code: str = "bad_value"
    missing: str = ""

    def __post_init__(self) -> None:
        for each in fields(self):
            if each.name not in ("default", "start") and getattr(self, each.name) is REQUIRED:
                raise self.wrong(each.name, None, f"{type(self).__name__}(name, label, {each.name}, …)")
        if self.house and self.default is REQUIRED:
            raise self.wrong("default", None, "the book's way, as the default of a house option")
        for what, value in (("default", self.default), ("start", self.start)):
            if value is not REQUIRED and value is not None:
                try:
                    self.parse(value)
                except InputError as error:
                    raise self.wrong(what, value, str(error.allowed)) from error

    def wrong(self, what: str, given: object, allowed: str) -> DeclarationError:
        """The error for a declaration of this input that can't be."""
        return DeclarationError(
            f"input {self.name or self.label or type(self).__name__!r}: {what}", given, allowed
        )

    @property
    def usual(self) -> Any:
        """The value a form shows at first: `start`, else the default, else nothing."""
        shown = self.default if self.start is REQUIRED else self.start
        return None if shown is REQUIRED else shown

    @property
    def allowed(self) -> str:
        """What is allowed, as the end of a sentence: `a whole number from 0 to 10`."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is allowed")

    def parse(self, value: Any) -> Any:
        """The checked value. Raises InputError naming what is allowed."""
        if self.optional and (value is None or value == ""):
            return None
        return self.read(value)

    def read(self, value: Any) -> Any:
        """`parse` for a value that is there."""
        raise NotImplementedError(f"{type(self).__name__} does not read values")

    def refuse(self, value: Any, words: str = "") -> InputError:
        """The error for a value that is not allowed; with `words` where a reader is to be told of a nearer
        reason.
        """
        return InputError.at(self.name, value, self.allowed, code=self.code, words=words or self.told(value))

    def told(self, value: Any) -> str:
        """Why a value is not allowed, as a sentence for a reader, made of what the page calls the input."""
        if is_blank(value):
            return f"{self.titled} is missing."
        return f"{self.titled} can’t be {quoted(value)}."

    @property
    def title(self) -> str:
        """What a page calls it."""
        if self.house:
            return f"House option: {self.label}"
        return self.label or self.name.replace("_", " ").capitalize()

    @property
    def called(self) -> str:
        """What a sentence calls it, at its beginning."""
        return self.noun or self.title or "This"

    @property
    def titled(self) -> str:
        """What a sentence calls it that quotes the page."""
        return f"“{self.title}”" if self.title and not self.noun else self.noun or "This"


def is_blank(value: Any) -> bool:
    """Whether nothing was given: a field left empty."""
    return value is None or (isinstance(value, str) and not value.strip())


_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,12}\s*")


def _out_of_range(declared: Int | Number, value: Any, number: int | Fraction | None, such: str) -> str:
    """`Steps of improvement go from 0 to 10; 99 is too many.`"""
    many = is_plural(declared.called)
    low, high = signed(declared.low), signed(declared.high)
    span = f"{declared.called} {'go' if many else 'goes'} from {low} to {high}{such}"
    if is_blank(value):
        return f"{span}; the field is empty."
    if number is None or declared.low <= number <= declared.high:
        return f"{span}; {quoted(value)} is no {'whole ' if isinstance(declared, Int) else ''}number."
    word = "many" if many else "high"
    if number < declared.low:
        word = "few" if many else "low"
    return f"{span}; {quoted(number)} is too {word}."


@dataclass(frozen=True)
class Int(Input):
    """A whole number from `low` to `high`, both included."""

    low: int = REQUIRED
    high: int = REQUIRED

    def __post_init__(self) -> None:
        if REQUIRED not in (self.low, self.high) and self.low > self.high:
            raise self.wrong("low and high", [self.low, self.high], "the lowest number first")
        super().__post_init__()

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def told(self, value: Any) -> str:
        found = self._number(value)
        whole = isinstance(found, int) and not isinstance(found, bool)
        return _out_of_range(self, value, found if whole else None, "")

    @staticmethod
    def _number(value: Any) -> Any:
        """A number that was typed as text; anything else comes back as it is."""
        return int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else value

    def read(self, value: Any) -> int:
        value = self._number(value)
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Flag(Input):
    """Yes or no."""

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
    def allowed(self) -> str:
        return "yes or no"

    def told(self, value: Any) -> str:
        wants = f"{self.titled} is answered with yes or no"
        return f"{wants}." if is_blank(value) else f"{wants}, not with {quoted(value)}."

    def read(self, value: Any) -> bool:
        if isinstance(value, str) and value.strip().lower() in self.WORDS:
            return self.WORDS[value.strip().lower()]
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Choice(Input):
    """One key of `options` (key to label). `aliases` are other words for a key, accepted and turned into it.

    With `unknown_too`, a short text that is no option passes, for the rules to judge.
    """

    options: Mapping[str, str] = REQUIRED
    _: KW_ONLY
    aliases: Mapping[str, str] = field(default_factory=dict)
    unknown_too: bool = False

    def __post_init__(self) -> None:
        if not self.options:
            raise self.wrong("options", self.options, "at least one key with its label")
        if self.options is not REQUIRED:
            for word, key in self.aliases.items():
                if key not in self.options:
                    raise self.wrong(f"what the alias {word!r} stands for", key, listed(self.options))
        super().__post_init__()

    @property
    def allowed(self) -> str:
        return listed(self.options)

    def told(self, value: Any) -> str:
        choices = row_of_names(self.options.values())
        choose = f"For {self.titled} choose {choices or 'from the list'}"
        if is_blank(value):
            return f"{choose}."
        return f"{choose}; {quoted(value)} {'is none of them' if choices else 'is not on it'}."

    def read(self, value: Any) -> str:
        if isinstance(value, str):
            if value in self.options:
                return value
            if value in self.aliases:
                return self.aliases[value]
            if self.unknown_too and _is_key(value):
                return value
        raise self.refuse(value)


@dataclass(frozen=True)
class Text(Input):
    """A text of at most `longest` characters; `lines` is how many a form shows."""

    _: KW_ONLY
    default: Any = ""
    longest: int = 200
    lines: int = 1

    @property
    def allowed(self) -> str:
        return f"a text of at most {self.longest} characters"

    def told(self, value: Any) -> str:
        if not isinstance(value, str):
            return (
                super().told(value) if value is None else f"{self.titled} takes words, not {quoted(value)}."
            )
        return f"{self.titled} has room for {self.longest} characters; these are {len(value)}."

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.refuse(value)
        return value


_EXACT = re.compile(r"[0-9]{1,60}(/[0-9]{1,60}|\.[0-9]{1,60})?\s*%?")


def _exact(value: Any) -> Fraction | None:
    """A number of 0 or more as it was typed, exactly: `2/3`, `0.4`, `40%`; None for what is none."""
    if isinstance(value, str):
        # Stripped first: runs of blanks around a sign that is not there would be tried in every division.
        text = value.strip()
        if not _EXACT.fullmatch(text):
            return None
        number, percent, _ = text.partition("%")
        try:
            return Fraction(number.strip()) / (100 if percent else 1)
        except ZeroDivisionError:
            return None
    return Fraction(value) if isinstance(value, (int, Fraction)) and not isinstance(value, bool) else None


@dataclass(frozen=True)
class Number(Input):
    """An exact number from `low` to `high`, whole or not: a Fraction, or text such as "1/2" or "0.5".

    Floats are read as the decimals they are written as.
    """

    low: int = REQUIRED
    high: int = REQUIRED

    @property
    def allowed(self) -> str:
        return f'a number from {self.low} to {self.high}, such as "0.5" or "1/2"'

    def told(self, value: Any) -> str:
        below = isinstance(value, str) and value.strip().startswith("-")
        found = self._number(value.strip()[1:] if below else value)
        return _out_of_range(self, value, -found if below and found else found, ", such as 0.5 or 1/2")

    @staticmethod
    def _number(value: Any) -> Fraction | None:
        if isinstance(value, float):
            value = str(value)
        return None if isinstance(value, str) and "%" in value else _exact(value)

    def read(self, value: Any) -> Fraction:
        found = self._number(value)
        if found is None or not self.low <= found <= self.high:
            raise self.refuse(value)
        return found


@dataclass(frozen=True)
class Chance(Input):
    """A chance from 0 to 1, exact: a Fraction, or text such as "2/3", "0.4" or "40%". Floats are refused."""

    @property
    def allowed(self) -> str:
        return 'a chance from 0 to 1, such as "2/3" or "40%"'

    def told(self, value: Any) -> str:
        given = "the field is empty" if is_blank(value) else f"{quoted(value)} is none"
        return f"{self.titled} takes a chance from 0 to 1, such as 2/3 or 40%; {given}."

    def read(self, value: Any) -> Fraction:
        found = _exact(value)
        if found is None or not 0 <= found <= 1:
            raise self.refuse(value)
        return found


def _is_key(value: Any) -> bool:
    """Whether a value could be the key of an option, known or not."""
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_KEY


def _pairs(value: Any) -> Any:
    """A mapping that was typed as `key: value, key: value`, or as JSON; anything else comes back as it is."""
    value = json_text.read_if_text(value)
    if not isinstance(value, str) or len(value) > json_text.LONGEST:
        return value
    pairs = [part.split(":", 1) for part in value.split(",") if part.strip()]
    if any(len(pair) != 2 for pair in pairs) or len({pair[0].strip() for pair in pairs}) != len(pairs):
        return value
    return {key.strip(): part.strip() for key, part in pairs}


@dataclass(frozen=True)
class Amounts(Input):
    """How many of each: a mapping from a key of `options` to a whole number from 0 to `most`, or text:
    `rope: 2, oil: 1`.

    A form gives it as rows, a list of `{"of": "rope", "count": 2}`, whose counts are added up. What is there
    0 times is left out. With `unknown_too`, keys that are no option pass, for the rules to judge.
    """

    options: Mapping[str, str] = REQUIRED
    _: KW_ONLY
    most: int = 1000
    unknown_too: bool = False

    @property
    def allowed(self) -> str:
        return f"a mapping of {listed(self.options)} to a whole number from 0 to {self.most}"

    def told(self, value: Any) -> str:
        example = f"{next(iter(self.options.values()))}: 2"
        return f"{self.titled} says what and how many, such as {example}; {quoted(value)} can’t be read so."

    @property
    def rows(self) -> ListOf:
        """The same as rows of a form."""
        return ListOf(
            self.name,
            self.label,
            Record(
                fields=(
                    Choice(
                        "of",
                        "What",
                        self.options,
                        unknown_too=self.unknown_too,
                        code=self.code,
                        start=next(iter(self.options)),
                    ),
                    Int("count", "How many", 0, self.most, noun="The number", code=self.code, start=1),
                )
            ),
            rule=self.rule,
            most=LONGEST_MAPPING,
        )

    def read(self, value: Any) -> dict[str, int]:
        value = _pairs(value)
        if isinstance(value, list):
            value = _added_up(self.rows.read(value))
        if not isinstance(value, Mapping) or len(value) > LONGEST_MAPPING:
            raise self.refuse(value)
        known = Choice(self.name, self.label, self.options, code=self.code)
        read = {}
        for key, count in value.items():
            if not _is_key(key) or not (self.unknown_too or key in self.options):
                raise known.refuse(key)
            noun = f"The number of “{self.options.get(key, key)}”"
            amount = Int(noun=noun, low=0, high=self.most, code=self.code)
            try:
                read[key] = amount.parse(count)
            except InputError as error:
                raise error.below(f"{self.name}.{key}") from error
        return {key: count for key, count in read.items() if count}


@dataclass(frozen=True)
class Keyed(Input):
    """A mapping from keys of the reader's own, such as the names of skills, to values of one kind.

    A form gives it as rows, a list of `{"of": "Guts", "value": 3}`; a key may not come twice. `key` is how a
    key is read: a Text, or a Choice that lets unknown ones pass.
    """

    value: Input = REQUIRED
    _: KW_ONLY
    key: Input = Text(label="Name", longest=LONGEST_KEY)
    most: int = LONGEST_MAPPING

    @property
    def allowed(self) -> str:
        return f"a mapping of at most {self.most} names, each to {self.value.allowed}"

    def told(self, value: Any) -> str:
        return f"{self.titled} gives a value to each name; {quoted(value)} can’t be read so."

    @cached_property
    def rows(self) -> ListOf:
        """The same as rows of a form."""
        pair = (replace(self.key, name="of"), replace(self.value, name="value"))
        return ListOf(self.name, self.label, Record(fields=pair), rule=self.rule, most=self.most)

    def read(self, value: Any) -> dict[str, Any]:
        value = _pairs(value)
        if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
            value = [{"of": key, "value": each} for key, each in value.items()]
        if not isinstance(value, list):
            raise self.refuse(value)
        read: dict[str, Any] = {}
        for row in self.rows.read(value):
            if not row["of"].strip() or row["of"] in read:
                allowed = "names that differ from one another"
                words = f"{quoted(row['of'])} stands twice." if row["of"].strip() else "A name is missing."
                raise InputError.at(self.name, row["of"], allowed, code=self.code, words=words)
            read[row["of"]] = row["value"]
        return read


@dataclass(frozen=True)
class Labelled(Input):
    """A key of `options`, for some of them with words of the reader's own: `Trade (Chef)`, `Knowledge
    (history)`.

    `with_words` are the keys that need such words. Gives the text `Key (words)`; a bare key gives itself.
    """

    options: Mapping[str, str] = REQUIRED
    _: KW_ONLY
    with_words: frozenset[str] = frozenset()
    longest: int = 60

    @property
    def allowed(self) -> str:
        worded = (
            f"; {listed(sorted(self.with_words))} with words behind it in brackets" if self.with_words else ""
        )
        return f"{listed(self.options)}{worded}"

    def told(self, value: Any) -> str:
        choose = Choice.told(Choice(self.name, self.label, self.options, noun=self.noun), value)
        worded = [self.options[key] for key in self.options if key in self.with_words]
        return f"{choose} Words of your own go in brackets behind {said(worded)}." if worded else choose

    def read(self, value: Any) -> str:
        found = re.fullmatch(r"([^()]*[^() ])\s*(?:\(([^()]*)\))?\s*", value) if _is_key(value) else None
        if not found:
            raise self.refuse(value)
        key, words = found[1].strip(), (found[2] or "").strip()
        if key not in self.options or bool(words) != (key in self.with_words) or len(words) > self.longest:
            raise self.refuse(value)
        return f"{key} ({words})" if words else key


@dataclass(frozen=True)
class DieSizes(Input):
    """Some dice by their sizes: a list of whole numbers such as [12, 6], or text such as `d12 d6` or `12, 6`.

    Gives a list of ints, in the order given. `sizes` are those the game has.
    """

    sizes: tuple[int, ...] = (4, 6, 8, 10, 12)
    _: KW_ONLY
    fewest: int = 0
    most: int = 6

    @property
    def allowed(self) -> str:
        number = str(self.most) if self.fewest == self.most else f"{self.fewest} to {self.most}"
        example = " ".join(f"d{each}" for each in (max(self.sizes), min(self.sizes)))
        return f"{number} dice of {listed(f'd{each}' for each in self.sizes)}, such as {example}"

    def told(self, value: Any) -> str:
        given = "the field is empty" if is_blank(value) else f"{quoted(value)} can’t be read so"
        return f"{self.titled} takes {self.allowed}; {given}."

    def read(self, value: Any) -> list[int]:
        given = json_text.read_if_text(value)
        if isinstance(given, int) and not isinstance(given, bool):
            given = [given]
        if isinstance(given, str):
            parts = re.split(r"[\s,+]+", given.strip()) if len(given) <= LONGEST_KEY and given.strip() else []
            given = [
                int(each.lstrip("dD")) if re.fullmatch(r"[dD]?[0-9]{1,4}", each) else each for each in parts
            ]
        if not isinstance(given, (list, tuple)) or not self.fewest <= len(given) <= self.most:
            raise self.refuse(value)
        if any(isinstance(each, bool) or each not in self.sizes for each in given):
            raise self.refuse(value)
        return list(given)


def _added_up(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Rows of a form as a mapping; the same key twice is added up."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["of"]] = counts.get(row["of"], 0) + row["count"]
    return counts


@dataclass(frozen=True)
class Distribution(Input):
    """The chance of each whole number from 0 to `high`: a mapping such as {"0": "1/4", "1": "3/4"}, or
    text: `0: 1/4, 1: 3/4`.

    Chances are exact and sum to 1; what has no chance is left out. `finest` bounds their common denominator,
    so that what is worked out from them stays quick. Gives a dict from int to Fraction, in ascending order.
    """

    _: KW_ONLY
    high: int = 20
    finest: int = 10**24

    @property
    def allowed(self) -> str:
        numbers = f"whole numbers from 0 to {self.high}"
        return f'a mapping of {numbers} to their chances, such as "3/4", which sum to 1'

    def told(self, value: Any) -> str:
        example = "0: 1/4, 1: 3/4"
        given = "the field is empty" if is_blank(value) else f"{quoted(value)} can’t be read so"
        return f"{self.titled} gives each number its chance, such as {example}; {given}."

    def read(self, value: Any) -> dict[int, Fraction]:
        given, value = value, _pairs(value)
        if not isinstance(value, Mapping) or not 1 <= len(value) <= LONGEST_MAPPING:
            raise self.refuse(given)
        number = Int(low=0, high=self.high, noun=f"A number in {self.titled}")
        chance = Chance(noun=f"Each number in {self.titled}")
        try:
            read = sorted((number.parse(key), chance.parse(part)) for key, part in value.items())
        except InputError as error:
            raise self.refuse(given, error.told) from None
        if why := self._wrong_as_a_whole(read):
            raise self.refuse(given, why)
        return {key: part for key, part in read if part}

    def _wrong_as_a_whole(self, read: list[tuple[int, Fraction]]) -> str:
        """What is wrong with the chances taken together, as a sentence; "" if they are a distribution."""
        numbers = [key for key, _ in read]
        whole = sum((part for _, part in read), Fraction())
        if len(set(numbers)) != len(numbers):
            return f"In {self.titled} a number stands twice."
        if whole != 1:
            return f"The chances in {self.titled} come to {_short(whole)} together, not to 1."
        if lcm(*(part.denominator for _, part in read)) > self.finest:
            return f"The chances in {self.titled} are too finely divided. Take rounder ones."
        return ""


def _short(number: Fraction) -> str:
    """A fraction, or about how much it is where its figures would fill a line."""
    return str(number) if number.denominator < 10_000 else f"about {float(number):.4f}"


@dataclass(frozen=True)
class ListOf(Input):
    """From `fewest` to `most` values of one kind; each is parsed by `item`, whose name is its place.

    With `lone`, a value that is no list is read as a list of it.
    """

    item: Input = REQUIRED
    _: KW_ONLY
    fewest: int = 0
    most: int = 20
    lone: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.fewest <= self.most:
            raise self.wrong("fewest and most", [self.fewest, self.most], "the fewest first, 0 or more")
        super().__post_init__()

    @cached_property
    def nameless(self) -> Input:
        """The item as it is read: its place in the list is its name."""
        unnamed = "" if self.item.label else f"An entry of {self.titled}"
        return replace(self.item, name="", noun=self.item.noun or unnamed)

    @property
    def allowed(self) -> str:
        number = str(self.most) if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return f"a list of {number}, each {self.item.allowed}"

    def told(self, value: Any) -> str:
        if not isinstance(value, (list, tuple)):
            missing = is_blank(value)
            return super().told(value) if missing else f"{self.titled} takes a list; {quoted(value)} is none."
        most = counted(self.most, "entry", "entries")
        number = most if self.fewest == self.most else f"{self.fewest} to {most}"
        if not self.fewest:
            number = f"{most} at most"
        return (
            f"{self.titled} takes {number}; here {'is' if len(value) == 1 else 'are'} {len(value) or 'none'}."
        )

    def parse(self, value: Any) -> Any:
        # A form has no other way to leave a list out than to give an empty one.
        return super().parse(None if self.optional and self.fewest and value == [] else value)

    def read(self, value: Any) -> list[Any]:
        value = json_text.read_if_text(value)
        if self.lone and isinstance(value, (str, int)) and not str(value).startswith("["):
            value = [value]
        if not isinstance(value, (list, tuple)) or not self.fewest <= len(value) <= self.most:
            raise self.refuse(value)
        return _each(self.name, [(str(place), self.nameless, each) for place, each in enumerate(value)])


@dataclass(frozen=True)
class Several(ListOf):
    """Any of the options of a Choice, each at most once, in the order of the options.

    `twice` names the problem of a sheet that has one more than once.
    """

    item: Choice = REQUIRED
    _: KW_ONLY
    twice: str = "bad_value"

    def read(self, value: Any) -> list[str]:
        chosen = super().read(value)
        if len(set(chosen)) != len(chosen):
            allowed, words = f"{self.allowed}, none of them twice", f"{self.titled} names something twice."
            raise InputError.at(self.name, value, allowed, code=self.code, words=words)
        return [key for key in self.item.options if key in chosen]


@dataclass(frozen=True)
class Record(Input):
    """Named values, each parsed by its own input; what has a default may be left out. Gives a dict.

    Where `kind` names a Choice among them, `only_for` says which of its keys a field is of use for: a form
    shows the field for those alone. It may be given all the same. `unmarked` is what a record is called in
    which nothing was chosen.
    """

    fields: tuple[Input, ...] = REQUIRED
    _: KW_ONLY
    kind: str = ""
    unmarked: str = "as usual"
    only_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unknown: str = ""

    def __post_init__(self) -> None:
        if self.fields is not REQUIRED:
            names = [each.name for each in self.fields]
            for name in (*filter(None, (self.kind,)), *self.only_for):
                if name not in names:
                    raise self.wrong("field named in kind or only_for", name, listed(names))
            if len(set(names)) != len(names):
                raise self.wrong("names of its fields", names, "each name once")
        super().__post_init__()

    @property
    def allowed(self) -> str:
        return "a record of " + ", ".join(f"{each.name} ({self._allowed_in(each)})" for each in self.fields)

    @staticmethod
    def _allowed_in(field: Input) -> str:
        """What a field allows, lists and records within only named: a message must stay readable."""
        return {ListOf: "a list", Several: "a list", Record: "a record"}.get(type(field)) or field.allowed

    def read(self, value: Any) -> dict[str, Any]:
        value = json_text.read_if_text(value)
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        try:
            return parse_all(self.fields, value)
        except InputError as error:
            raise error.below(self.name) from error


def _each(name: str, items: list[tuple[str, Input, Any]]) -> list[Any]:
    """Parse each (place, input, value); raises one InputError for all that were wrong."""
    parsed: list[Any] = []
    faults: list[Fault] = []
    for place, item, value in items:
        try:
            parsed.append(item.parse(value))
        except InputError as error:
            faults.extend(error.below(".".join(filter(None, (name, place)))).faults)
    if faults:
        raise InputError(*faults)
    return parsed


def parse_all(inputs: tuple[Input, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every input's value by name: as given, or its default. Raises InputError for all that is wrong."""
    parsed, faults = read_all(inputs, given)
    if faults:
        raise InputError(*faults)
    return parsed


def read_all(inputs: tuple[Input, ...], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """The values that are fine, by name, and what is wrong with the others.

    Codes: each input's own for a bad value, `missing_input`, `unknown_input`.
    """
    known = {each.name: each for each in inputs}
    faults: list[Fault] = []
    parsed: dict[str, Any] = {}
    for each in inputs:
        if each.name in given:
            try:
                parsed[each.name] = each.parse(given[each.name])
            except InputError as error:
                faults.extend(error.faults)
        elif each.default is not REQUIRED or each.optional:
            # A copy: what is parsed belongs to the caller, who may change it.
            parsed[each.name] = None if each.default is REQUIRED else deepcopy(each.default)
        else:
            faults.append(Fault(each.name, "missing_input", None, each.allowed, each.told(None)))
    for name in given:
        if name not in known:
            words = f"Nothing here is called {quoted(name)}."
            faults.append(Fault("input", "unknown_input", name, listed(known), words))
    return parsed, faults
