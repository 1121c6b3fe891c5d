"""The body of a fence: YAML, and perhaps a Markdown table below it, with the line of every key and value for
error messages.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import yaml
from yaml.composer import ComposerError

from hooks.base.errors import (
    DirectiveError,
    Place,
    duplicate,
    from_input_error,
    missing_field,
    mistake,
    unexpected_field,
    unknown_name,
)
from hooks.base.persistent_cache import text_cache
from hooks.directives.fences import Fence
from rules_py.base.errors import InputError, format_error, join_or

type Path = tuple[Hashable, ...]
"""The keys that lead to a value: `("inputs", "steps")`."""

_CELL_END = re.compile(r"(?<!\\)\|")
_DASHES = re.compile(r":?-+:?")

_BOOL, _TEXT = "tag:yaml.org,2002:bool", "tag:yaml.org,2002:str"


class _Loader(yaml.SafeLoader):
    """YAML with decimal integers, yes and no, null, and text for everything else.

    Dates, octal and base-60 numbers would surprise authors, and floats aren't exact: `0.4` stays text, which
    an input for probabilities reads as 2/5.
    """

    yaml_implicit_resolvers: dict[str, list[Any]] = {}

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        # an alias that contains itself, or doubles on each line, would make the build endless
        if self.check_event(yaml.AliasEvent):
            where = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # as the stubs have it
            raise ComposerError(problem="a value is written out, not repeated by *name", problem_mark=where)
        return super().compose_node(parent, index)

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        for key, _ in node.value:
            if key.tag == _BOOL:  # keep a field called `on` as text
                key.tag = _TEXT
        return node


for _tag, _pattern, _first in (
    (_BOOL, r"(?:yes|Yes|no|No|true|True|false|False|on|On|off|Off)$", "yYnNtTfFoO"),
    ("tag:yaml.org,2002:int", r"[-+]?(?:0|[1-9][0-9]*)$", "-+0123456789"),
    ("tag:yaml.org,2002:null", r"(?:~|null|)$", ["~", "n", ""]),
):
    _Loader.add_implicit_resolver(_tag, re.compile(_pattern), list(_first))


class Body:
    """The values of a fence by name, and the place of each."""

    def __init__(
        self,
        values: dict[str, Any],
        places: dict[Path, Place],
        fence: Fence,
        columns: Sequence[str] = (),
        rows: Sequence[Sequence[str]] = (),
    ) -> None:
        """`columns` and `rows` are the headings and cells of a Markdown table below the fields."""
        self.values, self.directive = values, _title(fence)
        self.columns, self.rows = columns, rows
        self._places, self._fence_place = places, fence.place

    def place(self, *path: Hashable) -> Place:
        """Return the line where the value starts, or the nearest enclosing value."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._places:
                return self._places[path[:length]]
        return self._fence_place

    def only(self, *names: str, table: bool = False) -> None:
        """Raise DirectiveError for a field that is not one of the names, and for a Markdown table unless the
        directive takes a `table`.
        """
        if self.columns and not table:
            raise mistake(self.place("columns"), self.directive, "a Markdown table", "no table")
        for name in self.values:
            if name not in names:
                raise unexpected_field(self.place(name), self.directive, str(name), names)

    def require(self, name: str, expected: str) -> Any:
        """Return the value of a required field."""
        if self.values.get(name) in (None, ""):
            raise missing_field(self.place(name), self.directive, name, expected)
        return self.values[name]

    def text(self, name: str, expected: str, *, optional: bool = False) -> str:
        """Return the text of a field, or "" if it is optional and missing."""
        if optional and self.values.get(name) is None:
            return ""
        value = self.require(name, expected)
        if not isinstance(value, str):
            raise mistake(self.place(name), f"{self.directive}: {name}", value, expected)
        return value

    def mapping(self, name: str, expected: str) -> dict[str, Any]:
        """Return a field that maps names to values, empty if it is missing."""
        value = self.values.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise mistake(self.place(name), f"{self.directive}: {name}", value, expected)
        return value

    def one_of[T](self, name: str, known: Mapping[str, T]) -> T:
        """Return the value in `known` that a required field names."""
        key = self.text(name, join_or(known))
        if key not in known:
            raise unknown_name(self.place(name), name, key, join_or(known))
        return known[key]

    def from_input_error(self, error: InputError, *path: str) -> DirectiveError:
        """Return the mistake in the inputs at this path, or in another field of that name."""
        inputs = self.values
        for name in path:
            inputs = inputs.get(name) or {}
        names = [str(error.value)] if error.codes[0] == "unknown_input" else error.field.split(".")
        keys = tuple(int(name) if name.isdecimal() else name for name in names)
        inside = names[0] in inputs or names[0] not in self.values
        return from_input_error(self.place(*((*path, *keys) if inside else keys)), error)


@text_cache  # the same page is read for several purposes
def read(fence: Fence) -> Body:
    """Return the fence's body, which must not be changed.

    A Markdown table can follow the YAML. Raises DirectiveError if the body isn't YAML or a mapping, or
    repeats a key.
    """
    first, directive = fence.body_place, _title(fence)
    head = next((at for at, line in enumerate(fence.body) if line.startswith("|")), len(fence.body))
    loader = _Loader("\n".join(fence.body[:head]))
    try:
        root = loader.get_single_node()
        places: dict[Path, Place] = {}
        _collect_places(root, (), first, places)
        values = loader.construct_document(root) if root else None
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        line = min(mark.line if mark else 0, max(len(fence.body) - 1, 0))
        text = fence.body[line] if fence.body else ""
        problem = getattr(error, "problem", None) or "it can't be read"
        before = text[: mark.column] if mark else ""
        expected = f"lines such as `name: value`{_hint(before, problem)} ({problem})"
        raise mistake(first.down(line), f"{directive}: YAML", text.strip() or None, expected) from error
    finally:
        loader.dispose()
    if head < len(fence.body) and values is None:
        values = {}
    if not isinstance(values, dict):
        place = first if fence.body else fence.place
        raise mistake(place, directive, values, "lines such as `name: value`")
    columns, rows = _read_table(fence.body[head:], first.down(head), directive, places)
    return Body(values, places, fence, columns, rows)


def _read_table(
    lines: Sequence[str], first: Place, directive: str, places: dict[Path, Place]
) -> tuple[list[str], list[list[str]]]:
    """Return the headings and rows of a Markdown table, and add their places."""
    if not lines:
        return [], []
    filled = [(first.down(at), line) for at, line in enumerate(lines) if line.strip()]
    for place, line in filled:
        if not line.startswith("|"):
            expected = "a row, `| … | … |` (the fields of the block come before the table)"
            raise mistake(place, f"{directive}: table", line.strip(), expected)
    cells = [(place, _cells(line)) for place, line in filled]
    columns = cells[0][1]
    if len(cells) < 3 or not all(_DASHES.fullmatch(each) for each in cells[1][1]):
        place, line = filled[min(1, len(filled) - 1)]
        expected = f"the headings, the line |{'---|' * len(columns)} and at least one row"
        raise mistake(place, f"{directive}: table", line.strip(), expected)
    rows = cells[2:]
    for at, (place, row) in enumerate(rows):
        if len(row) != len(columns):
            expected = f"{len(columns)} cells, one for each heading"
            raise mistake(place, f"{directive}: row", f"{len(row)} cells", expected)
        places["rows", at] = place
    places["columns",] = first
    return columns, [row for _, row in rows]


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|")
    inside = inside if inside.endswith("\\|") else inside.removesuffix("|")
    return [each.strip().replace("\\|", "|") for each in _CELL_END.split(inside)]


def _hint(before: str, problem: str) -> str:
    """Return how to fix a line with an unexpected colon; `before` is the text before it."""
    if not problem.startswith("mapping values"):
        return ""
    if ": " in before:
        return ", with quotes around a text with a colon"
    return ", each indented like the one above it"


def must_be_empty(fence: Fence, reason: str) -> None:
    """Raise DirectiveError if the fence has a body; `reason` says why it needs none."""
    for number, line in enumerate(fence.body):
        if line.strip():
            place = fence.body_place.down(number)
            raise mistake(place, _title(fence), line.strip(), f"no lines, as {reason}")


def _title(fence: Fence) -> str:
    return f"{fence.language} block"


def _collect_places(node: yaml.Node | None, path: Path, first: Place, places: dict[Path, Place]) -> None:
    if node is None:
        return
    places.setdefault(path, first.down(node.start_mark.line))
    if isinstance(node, yaml.MappingNode):
        names: set[str] = set()
        for key, value in node.value:
            place = first.down(key.start_mark.line)
            if not isinstance(key, yaml.ScalarNode):
                raise DirectiveError(place, format_error("key", "a list or a mapping", "a name"))
            if key.value in names:
                raise duplicate(place, "key", key.value, places[(*path, key.value)])
            names.add(key.value)
            places[(*path, key.value)] = place
            _collect_places(value, (*path, key.value), first, places)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _collect_places(item, (*path, index), first, places)
