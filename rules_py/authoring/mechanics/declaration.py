"""The text of a mechanic, key by key: `title`, `ask`, `throw`, `read` and the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from rules_py.authoring.mechanics.inputs import MechanicInput, read_inputs
from rules_py.authoring.mechanics.names import is_taken, python_name, snake_case
from rules_py.authoring.mechanics.parser import Parser, plain
from rules_py.authoring.mechanics.syntax import MechanicError, Node, Otherwise, ReadError, Statement
from rules_py.base.errors import format_missing, format_unexpected_field, join_or
from rules_py.base.suggest import closest_matches, did_you_mean
from rules_py.calculators.scale import TONES

KEYS: Mapping[str, str] = {
    "title": "What the mechanic is called; the only key that is always needed.",
    "ask": "The inputs, separated by `;`: `stat -1..3 = 1; push?; edge (none, boon) = none; die d4 d6 = d6`.",
    "throw": "Named values, separated by `;`. One without a name is `result`.",
    "read": "The bands, separated by `|`; the first that holds is the outcome. "
    "Without it the numbers are the outcomes.",
    "start": "The state before the first round.",
    "round": "The values of the state after a round, which rolls dice.",
    "until": "The condition that ends the rounds.",
    "faces": "Symbol dice: `name = faces`, separated by `;`. `-` is a blank, `2s` two faces with one s.",
    "across": "A value that is a second side of the result.",
    "take": "`better of 2 if CONDITION; worse of 2 if CONDITION`: roll it all twice, and take one.",
    "show": "Statistics: `mean NAME = VALUE; chance NAME = CONDITION; mean rounds`.",
    "rules": "Numbers of the rules it applies.",
    "summary": "One sentence: the question it answers.",
    "examples": "Inputs worth showing and testing: `stat = 3; stat = -1`.",
    "id": "Its ID after the game's; by default the title in snake case.",
}
"""The keys, each with its description for the author's guide."""

_KEY = re.compile(r"(?P<key>[A-Za-z_]+)\s*:(?:\s+|$)(?P<value>.*)")
_ASSIGNED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")
_NUMBER = r"[A-Z]{1,2}-[0-9]{1,3}"
_BAND = re.compile(r"(?P<condition>.*?)(?:->|→)(?P<name>[^()]*)(?:\((?P<tone>[^()]*)\))?\s*", re.DOTALL)
_ARROW = re.compile("->|→")
_BARS = ". Write | between two bands."
_TAKE = re.compile(r"\s*(?P<which>better|worse) of (?P<number>\d+)(?:\s+if\b(?P<condition>.*))?", re.DOTALL)
_SHOW = re.compile(r"\s*(?P<kind>mean|chance)\s+(?P<name>[A-Za-z_]\w*)\s*(?:=(?!=)(?P<value>.*))?", re.DOTALL)
_FACE = re.compile(r"(?P<number>\d*)(?P<symbols>-|[A-Za-z]+)")
_MAX_TAKEN = 5
_OWN_NAMES = ("result", "across", "smaller", "rank", "roll_once", "mean_rounds", "dataclass")
"""Names that the generated Python uses, so that a mechanic can't have them."""


@dataclass(frozen=True)
class Band:
    """A result: its condition, its label, its key, and its tone, "" for the default."""

    condition: Node
    label: str
    key: str
    tone: str


@dataclass(frozen=True)
class Take:
    """A number of rolls if a condition holds, of which the better or the worse counts."""

    better: bool
    number: int
    condition: Node | None


@dataclass(frozen=True)
class Statistic:
    """A statistic; `mean rounds` has no value."""

    kind: str
    name: str
    value: Node | None


@dataclass(frozen=True)
class Declaration:
    """A mechanic as its text declares it; `lines` are the lines of its keys."""

    id: str
    title: str
    summary: str
    inputs: tuple[MechanicInput, ...]
    throw: tuple[Statement, ...]
    start: tuple[Statement, ...]
    round: tuple[Statement, ...]
    until: Node | None
    bands: tuple[Band, ...]
    symbols: Mapping[str, tuple[str, ...]]
    across: str
    takes: tuple[Take, ...]
    statistics: tuple[Statistic, ...]
    rules: tuple[str, ...]
    examples: tuple[Mapping[str, str], ...]
    source: Source


class Source:
    """The text by key: its `values` unchanged, and the line of each position."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.values: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        key = ""
        for number, line in enumerate(lines):
            if not line.strip() or line.startswith("#"):
                continue
            if line[0].isspace() and key:
                self.values[key] += f"\n{line}"
                continue
            match = _KEY.fullmatch(line.rstrip())
            if not match:
                message = f"expected a line such as `throw: 2d6 + stat`, got “{line.strip()}”"
                raise MechanicError(f"{message}. Indent a line that continues the one above.", number)
            key = match["key"]
            if key not in KEYS:
                raise MechanicError(format_unexpected_field("mechanic block", key, KEYS), number)
            if key in self.values:
                raise MechanicError(f"{key}: is written twice. Join the two lines.", number)
            self.values[key], self._lines[key] = match["value"], number
        self.values = {key: _without_quotes(value) for key, value in self.values.items()}

    def text(self, key: str) -> str:
        return " ".join(self.values.get(key, "").split())

    def line(self, key: str, at: int = 0) -> int:
        """Return the line of a position in the text of a key."""
        return self._lines.get(key, 0) + self.values.get(key, "").count("\n", 0, at)

    def error(self, key: str, message: str, at: int = 0) -> MechanicError:
        return MechanicError(f"{key}: {message}", self.line(key, at))

    @contextmanager
    def locating(self, key: str) -> Iterator[None]:
        """Raise errors in reading the text of this key as errors at their line."""
        try:
            yield
        except ReadError as error:
            raise self.error(key, str(error), error.at) from error

    def require(self, key: str, expected: str) -> str:
        if not self.text(key):
            raise MechanicError(format_missing("mechanic block", key, expected), self.line(key))
        return self.values[key]

    def pieces(self, key: str, separator: str) -> Iterator[tuple[int, str]]:
        """Yield the parts of a key's text that aren't blank, each with its position."""
        at = 0
        for piece in self.values.get(key, "").split(separator):
            if piece.strip():
                yield at, piece
            at += len(piece) + 1

    def expression(self, key: str, text: str, at: int) -> Node:
        with self.locating(key):
            return Parser(text, at).expression()


def _without_quotes(value: str) -> str:
    """Return the value without the quotes around it, at the same positions."""
    text = value.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" and text[0] not in text[1:-1]:
        return value.replace(text[0], " ")
    return value


def read_declaration(lines: tuple[str, ...]) -> Declaration:
    """Return the mechanic that these lines declare. Raises MechanicError."""
    source = Source(lines)
    title = source.text("title") if source.require("title", "what the mechanic is called") else ""
    name = source.text("id") or snake_case(title)
    if not name.isidentifier():
        raise source.error("id", f"expected a name in snake case, such as act_under_fire, got “{name}”")
    with source.locating("ask"):
        inputs = read_inputs(source.values.get("ask", ""))
    has_rounds = any(source.text(key) for key in ("start", "round", "until"))
    for key, expected in (
        (
            ("start", "the state, such as total = 0"),
            ("round", "its values after a round"),
            ("until", "its end"),
        )
        if has_rounds
        else (("throw", "what is rolled, such as 2d6 + stat"),)
    ):
        source.require(key, expected)
    until = source.expression("until", source.values["until"], 0) if has_rounds else None
    summary = source.text("summary")
    return Declaration(
        f"{name}_roll" if name in _OWN_NAMES else python_name(name),
        title,
        summary or "How likely is each result?",
        inputs,
        _statements(source, "throw"),
        _statements(source, "start"),
        _statements(source, "round"),
        until,
        _bands(source),
        dict(_symbols(source)),
        source.text("across"),
        tuple(_parse_takes(source)),
        tuple(_parse_statistics(source)),
        tuple(_rules(source)),
        tuple(_examples(source)),
        source,
    )


def _rules(source: Source) -> list[str]:
    """Return the numbers of the rules. Raises MechanicError for anything else, such as a range."""
    text = source.text("rules")
    if re.sub(rf"{_NUMBER}|[\[\],;]|\band\b", "", text).strip():
        raise source.error("rules", f"expected each number, such as B-6, B-7, B-8, got “{text}”")
    return re.findall(_NUMBER, text)


def _statements(source: Source, key: str) -> tuple[Statement, ...]:
    statements: list[Statement] = []
    for at, piece in source.pieces(key, ";"):
        assigned = _ASSIGNED.match(piece)
        name, start = (assigned[1], assigned.end()) if assigned else ("result", 0)
        if name != "result" and is_taken(name):
            raise source.error(key, f"“{name}” is a word of the language; use another name", at)
        if not assigned and any(each.name == "result" for each in statements):
            raise source.error(key, "a second value has no name. Name it: `name = …`", at)
        statements.append(Statement(name, source.expression(key, piece[start:], at + start), at))
    return tuple(statements)


def _bands(source: Source) -> tuple[Band, ...]:
    bands: list[Band] = []
    for at, piece in source.pieces("read", "|"):
        match = _BAND.fullmatch(piece)
        if not match or not match["name"].strip():
            message = f"expected a band such as 10+ -> strong hit, got “{' '.join(piece.split())}”"
            raise source.error("read", f"{message}{_BARS if _ARROW.search(piece) else ''}", at)
        label, tone = " ".join(match["name"].split()), (match["tone"] or "").strip()
        if tone and tone not in TONES:
            hint = did_you_mean(closest_matches(tone, TONES))
            raise source.error(
                "read", f"unknown tone “{tone}” (expected {join_or(TONES)}). {hint}".strip(), at
            )
        try:
            condition = Parser(match["condition"], at).band()
        except ReadError as error:
            message = f"{error}{_BARS if _ARROW.search(match['condition']) else ''}"
            raise source.error("read", message, error.at) from error
        key = snake_case(label) or f"band_{len(bands) + 1}"
        if any(each.key == key for each in bands):
            raise source.error("read", f"two bands are called “{label}”. Join their conditions by “or”.", at)
        if bands and isinstance(bands[-1].condition, Otherwise):
            raise source.error("read", f"“{label}” comes after “else”, which is the last band", at)
        bands.append(Band(condition, label, key, tone))
    if len(bands) == 1:
        raise source.error("read", "expected two bands or more, such as 10+ -> hit | else -> miss")
    return tuple(bands)


def _symbols(source: Source) -> Iterator[tuple[str, tuple[str, ...]]]:
    for at, piece in source.pieces("faces", ";"):
        name, equals, text = piece.partition("=")
        faces: list[str] = []
        for face in text.split():
            match = _FACE.fullmatch(face)
            if not match:
                message = f"expected symbols such as s, 2s or -, got “{face}”"
                raise source.error("faces", message, at)
            faces += ["" if match["symbols"] == "-" else match["symbols"]] * int(match["number"] or 1)
        if not (equals and name.strip().isidentifier() and faces):
            raise source.error("faces", f"expected a die such as g = - s 2a, got “{piece.strip()}”", at)
        yield name.strip(), tuple(faces)


def _parse_takes(source: Source) -> Iterator[Take]:
    for at, piece in source.pieces("take", ";"):
        match = _TAKE.fullmatch(piece)
        if not match or not 2 <= int(match["number"]) <= _MAX_TAKEN:
            expected = f"better of 2 if CONDITION, or worse, of 2 to {_MAX_TAKEN}"
            raise source.error("take", f"expected {expected}, got “{piece.strip()}”", at)
        condition = match["condition"]
        node = source.expression("take", condition, at + match.start("condition")) if condition else None
        yield Take(match["which"] == "better", int(match["number"]), node)


def _parse_statistics(source: Source) -> Iterator[Statistic]:
    names: set[str] = set()
    for at, piece in source.pieces("show", ";"):
        match = _SHOW.fullmatch(plain(piece))
        rounds = match and match["kind"] == "mean" and match["name"] == "rounds" and match["value"] is None
        if not match or (match["value"] is None and not rounds):
            expected = "mean NAME = VALUE, chance NAME = CONDITION or mean rounds"
            raise source.error("show", f"expected {expected}, got “{piece.strip()}”", at)
        if match["name"] in names:
            raise source.error("show", f"“{match['name']}” is shown twice", at)
        names.add(match["name"])
        value = None if rounds else source.expression("show", match["value"], at + match.start("value"))
        yield Statistic(match["kind"], match["name"], value)


def _examples(source: Source) -> Iterator[Mapping[str, str]]:
    text = re.sub(r"[{}\[\]]|(?m:^\s*-\s)", ";", source.values.get("examples", ""))
    for piece in text.split(";"):
        pairs = [
            re.split(r"\s*[=:]\s*", each.strip(), maxsplit=1) for each in piece.split(",") if each.strip()
        ]
        if pairs:
            if any(len(pair) != 2 for pair in pairs):
                raise source.error("examples", f"expected `stat = 3; stat = -1`, got “{piece.strip()}”")
            yield {name: value.strip("\"'") for name, value in pairs}
