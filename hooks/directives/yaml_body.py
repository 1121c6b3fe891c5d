"""The YAML body of a fence, read with the line of every key and value: an error names the very line."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import yaml
from yaml.composer import ComposerError

from hooks.directives.errors import DirectiveError, Place, mistake, refused
from hooks.directives.fences import Fence
from hooks.preview.persistent_cache import of_text
from rules_py.base.errors import InputError, join_or

type Path = tuple[Hashable, ...]
"""A row of keys that leads to a value: `("inputs", "steps")`."""


_BOOL, _TEXT = "tag:yaml.org,2002:bool", "tag:yaml.org,2002:str"


class _Loader(yaml.SafeLoader):
    """YAML as authors mean it: decimal numbers, yes and no, nothing, and text for all else.

    Dates, octal and base-60 numbers would be surprises, and floats would not be exact: `0.4` stays text,
    which an input for chances reads as 2/5.
    """

    yaml_implicit_resolvers: dict[str, list[Any]] = {}

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        # a value that holds itself, or doubles with each line, would keep the build for ever
        if self.check_event(yaml.AliasEvent):
            where = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # as the stubs have it
            raise ComposerError(problem="a value is written out, not repeated by *name", problem_mark=where)
        return super().compose_node(parent, index)

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        for key, _ in node.value:
            if key.tag == _BOOL:  # a field called `on` is a name like any other
                key.tag = _TEXT
        return node


for _tag, _pattern, _first in (
    (_BOOL, r"(?:yes|Yes|no|No|true|True|false|False|on|On|off|Off)$", "yYnNtTfFoO"),
    ("tag:yaml.org,2002:int", r"[-+]?(?:0|[1-9][0-9]*)$", "-+0123456789"),
    ("tag:yaml.org,2002:null", r"(?:~|null|)$", ["~", "n", ""]),
):
    _Loader.add_implicit_resolver(_tag, re.compile(_pattern), list(_first))


class Body:
    """A fence's values by name, and the place of each. A path is a row of keys: `("inputs", "steps")`."""

    def __init__(self, values: dict[str, Any], places: dict[Path, Place], fence: Fence) -> None:
        self.values, self.directive = values, _called(fence)
        self._places, self._whole = places, fence.place

    def place(self, *path: Hashable) -> Place:
        """The line on which the value begins, or that of the nearest value around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._places:
                return self._places[path[:length]]
        return self._whole

    def only(self, *names: str) -> None:
        """Stop where a field is not one of `names`."""
        for name in self.values:
            if name not in names:
                raise mistake(self.place(name), f"field of {self.directive}", name, join_or(names))

    def needed(self, name: str, allowed: str) -> Any:
        """The value of a field that must be there."""
        if self.values.get(name) in (None, ""):
            raise mistake(self.place(name), f"{name} of {self.directive}", None, allowed)
        return self.values[name]

    def text(self, name: str, allowed: str, *, optional: bool = False) -> str:
        """A field's text; an optional one that is not there gives ""."""
        if optional and self.values.get(name) is None:
            return ""
        value = self.needed(name, allowed)
        if not isinstance(value, str):
            raise mistake(self.place(name), f"{name} of {self.directive}", value, allowed)
        return value

    def mapping(self, name: str, allowed: str) -> dict[str, Any]:
        """A field that maps names to values; empty where it is not there."""
        value = self.values.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise mistake(self.place(name), f"{name} of {self.directive}", value, allowed)
        return value

    def refused(self, error: InputError, *below: str) -> DirectiveError:
        """What the rules found wrong with an input in the field at this path, or with another field of that
        name.
        """
        found = self.values
        for name in below:
            found = found.get(name) or {}
        path = [str(error.value)] if error.codes[0] == "unknown_input" else error.field.split(".")
        keys = tuple(int(key) if key.isdecimal() else key for key in path)
        inside = path[0] in found or path[0] not in self.values
        return refused(self.place(*((*below, *keys) if inside else keys)), error)


@of_text  # whoever wants to know what a page shows reads it again
def read(fence: Fence) -> Body:
    """The fence's body, not to be changed. Stops where it is no YAML, no mapping, or says a thing twice."""
    first, directive = fence.body_place, _called(fence)
    loader = _Loader("\n".join(fence.body))
    try:
        root = loader.get_single_node()
        places: dict[Path, Place] = {}
        _note_places(root, (), first, places)
        values = loader.construct_document(root) if root else None
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        line = min(mark.line if mark else 0, max(len(fence.body) - 1, 0))
        written = fence.body[line] if fence.body else ""
        problem = getattr(error, "problem", None) or "it can't be read"
        before = written[: mark.column] if mark else ""
        allowed = f"lines such as `name: value`{_mended(before, problem)} ({problem})"
        raise mistake(first.down(line), f"YAML of {directive}", written.strip() or None, allowed) from error
    finally:
        loader.dispose()
    if not isinstance(values, dict):
        place = first if fence.body else fence.place
        raise mistake(place, f"body of {directive}", values, "a mapping, lines such as `name: value`")
    return Body(values, places, fence)


def _mended(before: str, problem: str) -> str:
    """What a line probably lacks that YAML gave up with a colon, `before` which this stands."""
    if not problem.startswith("mapping values"):
        return ""
    if ": " in before:
        return ", with quotes around a text that holds a colon"
    return ", each as far to the left as the one above it"


def must_be_empty(fence: Fence, why: str) -> None:
    """Stop where the fence has a body; `why` says what it does without."""
    for number, line in enumerate(fence.body):
        if line.strip():
            place = fence.body_place.down(number)
            raise mistake(place, f"body of {_called(fence)}", line.strip(), f"nothing: {why}")


def _called(fence: Fence) -> str:
    return f"{'an' if fence.language == 'odds' else 'a'} {fence.language} fence"


def _note_places(node: yaml.Node | None, path: Path, first: Place, places: dict[Path, Place]) -> None:
    if node is None:
        return
    places.setdefault(path, first.down(node.start_mark.line))
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            place = first.down(key.start_mark.line)
            if not isinstance(key, yaml.ScalarNode):
                raise DirectiveError(place, "key", "a list or a mapping", "a name")
            if key.value in seen:
                raise mistake(place, "key", key.value, "each name once")
            seen.add(key.value)
            places[(*path, key.value)] = place
            _note_places(value, (*path, key.value), first, places)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _note_places(item, (*path, index), first, places)
