"""The `api` fence: what a module, a class or the directives offer to authors, from their own docstrings.

A docstring is prose, rows of names with what each means, and indented code. What has none stops the build.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter
from itertools import groupby
from types import ModuleType
from typing import Any

from hooks.directives import yaml_body
from hooks.directives.errors import DirectiveError, mistake
from hooks.directives.fences import Fence, FenceKind

_FIELDS = {
    "of": "Names, each a module of ours, a class, function or limit in one, or `directives`. A class that is "
    "named itself is told with what it can do, and not once more with its module."
}
FENCES: Mapping[str, FenceKind] = {
    "api": FenceKind("What modules and classes offer to authors, from their own docstrings.", _FIELDS)
}
_OURS = ("rules_py.", "hooks.")
_DIRECTIVES = "directives"
_ALLOWED = "a module of rules_py or hooks, a public name in one, or directives"

_ROW = re.compile(r"(?P<name>\w[\w./]*(?:, \w+)*)(?P<space>  +)(?P<text>\S.*)")
_CODE = re.compile(r"(`[^`]*`)")
_MARKED = re.compile(r"[*_<\[\]]")


@dataclass(frozen=True)
class Told:
    """One name: its place on the page, how it is asked for, and what it is for."""

    anchor: str
    name: str
    shape: str
    doc: str


class Undocumented(Exception):
    """A public name has no docstring; says which."""


def told_of(fence: Fence, directives: Mapping[str, FenceKind]) -> Iterator[str]:
    """Lines of Markdown: a heading for each name, what it is asked for with, and its docstring."""
    asked = yaml_body.read(fence)
    asked.only(*_FIELDS)
    given = asked.needed("of", _ALLOWED)
    names = given if isinstance(given, list) else [given]
    for at, name in enumerate(names):
        place = asked.place("of", at)
        try:
            if name == _DIRECTIVES:
                yield from _directives(directives)
            else:
                yield from _lines([told for told in offered(str(name)) if f"{name}.{told.name}" not in names])
        except (LookupError, ImportError) as error:
            raise mistake(place, "name of an api fence", name, _ALLOWED) from error
        except Undocumented as error:
            raise DirectiveError(
                asked.place("of"), f"docstring of {error}", "nothing", "what it is for"
            ) from error


def offered(name: str) -> tuple[Told, ...]:
    """What the module offers, in its own order, or the class and all it can do, or the one function or limit
    of this name. Names that share one remark are told as one.

    Raises LookupError or ImportError where there is none, Undocumented where one has no docstring.
    """
    if not name.startswith(_OURS):
        raise LookupError(name)
    module, within = _found(name)
    if not within:
        return tuple(_together(_told(module, each) for each in _public(module)))
    if within not in vars(module):
        raise LookupError(name)
    thing = vars(module)[within]
    return (_told(module, within), *(_can_do(thing) if inspect.isclass(thing) else ()))


def _together(told: Iterable[Told]) -> Iterator[Told]:
    for (shape, doc), group in groupby(told, key=lambda each: (each.shape, each.doc)):
        alike = [*group]
        yield Told(alike[0].anchor, ", ".join(each.name for each in alike), shape, doc)


def _found(name: str) -> tuple[ModuleType, str]:
    """The module, and the name within it or ""."""
    try:
        return importlib.import_module(name), ""
    except ModuleNotFoundError:
        module, _, within = name.rpartition(".")
        return importlib.import_module(module), within


def _public(module: ModuleType) -> Iterable[str]:
    """The names that a module offers: those it lists, or the classes, functions and limits it makes."""
    if "__all__" in vars(module):
        listed: Iterable[str] = vars(module)["__all__"]
        return listed
    remarks = _remarks(module)
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (remarks.get(name) or (name in remarks and _is_limit(name, thing)) or _is_of(module, thing))
    ]


def _is_of(module: ModuleType, thing: object) -> bool:
    made = inspect.isclass(thing) or inspect.isfunction(thing)
    return made and getattr(thing, "__module__", "") == module.__name__


def _is_limit(name: str, thing: object) -> bool:
    return name.isupper() and isinstance(thing, (int, float))


def _told(module: ModuleType, name: str) -> Told:
    thing, full = vars(module)[name], f"{module.__name__}.{name}"
    anchor = ".".join(full.split(".")[-2:])
    if not (inspect.isclass(thing) or inspect.isfunction(thing)):
        shape = f"{name} = {thing:,}" if _is_limit(name, thing) else ""
        return Told(anchor, name, shape, _doc(full, _remark(module, name)))
    written = inspect.getdoc(thing) if inspect.isfunction(thing) else thing.__doc__
    if written and written.startswith(f"{name}("):  # what a dataclass says of itself
        written = None
    return Told(anchor, name, _shape(name, thing), _doc(full, written))


def _can_do(kind: type) -> Iterator[Told]:
    """The public methods and properties that the class brings, but for those that it has from its base."""
    for name, member in vars(kind).items():
        inherited = any(name in vars(base) for base in kind.__mro__[1:])
        called = (
            getattr(member, "fget", None)
            or getattr(member, "func", None)
            or getattr(member, "__func__", None)
        )
        function = called or member
        if name.startswith("_") or inherited or name in _fields_of(kind) or not inspect.isfunction(function):
            continue
        shape = (
            name
            if isinstance(member, property) or hasattr(member, "func")
            else _shape(name, function, of=kind)
        )
        prefix = (
            f"{kind.__name__}." if isinstance(member, (staticmethod, classmethod)) else f"{_small(kind)}."
        )
        full = f"{kind.__name__}.{name}"
        yield Told(full, name, prefix + shape, _doc(full, function.__doc__))


def _small(kind: type) -> str:
    return kind.__name__.lower()


def _shape(name: str, thing: Callable[..., Any], *, of: type | None = None) -> str:
    """How it is called: names and defaults, the keywords a class has from its base behind an ellipsis."""
    try:
        parameters = [*inspect.signature(thing).parameters.values()]
    except ValueError:
        return name
    if of is not None and parameters and parameters[0].name in ("self", "cls"):
        del parameters[0]
    based = _fields_of(thing.__mro__[1]) if inspect.isclass(thing) else frozenset()
    found: list[str] = []
    for each in parameters:
        keyword = each.kind is Parameter.KEYWORD_ONLY
        if each.name.startswith("_") or (keyword and each.name in based):
            continue
        if keyword and "*" not in found and not any(given.startswith("*") for given in found):
            found.append("*")
        found.append(each.name if each.name in based else _parameter(each))
    more = (
        ["…"]
        if any(each.name in based and each.kind is Parameter.KEYWORD_ONLY for each in parameters)
        else []
    )
    return f"{name}({', '.join(found + more)})" if found or of else ""


def _fields_of(kind: type) -> frozenset[str]:
    return frozenset(getattr(kind, "__dataclass_fields__", ()))


def _parameter(given: Parameter) -> str:
    if given.kind is Parameter.VAR_POSITIONAL:
        return f"*{given.name}"
    if given.kind is Parameter.VAR_KEYWORD:
        return f"**{given.name}"
    plain = isinstance(given.default, (int, str, tuple, type(None))) and given.default != ()
    if given.default is Parameter.empty or repr(given.default) == "REQUIRED":
        return given.name
    return f"{given.name}={given.default!r}" if plain else f"{given.name}=…"


def _doc(name: str, written: str | None) -> str:
    if not written or not written.strip():
        raise Undocumented(name)
    return inspect.cleandoc(written)


def _remark(module: ModuleType, name: str) -> str | None:
    """What stands below the name where it is assigned, be that in another module."""
    for node in _statements(module):
        if isinstance(node, ast.ImportFrom) and name in [each.name for each in node.names]:
            return _remark(importlib.import_module(node.module or ""), name)
    return _remarks(module).get(name)


@cache
def _statements(module: ModuleType) -> list[ast.stmt]:
    return ast.parse(inspect.getsource(module)).body


@cache
def _remarks(module: ModuleType) -> Mapping[str, str]:
    """The names a module assigns, each with what stands as a text below it, or ""."""
    found: dict[str, str] = {}
    nodes = _statements(module)
    for node, below in zip(nodes, [*nodes[1:], None], strict=True):
        if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.TypeAlias)):
            continue
        told = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and below.value.value
        remark = inspect.cleandoc(told) if isinstance(told, str) else ""
        targets = node.targets if isinstance(node, ast.Assign) else [_target(node)]
        names = [each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        found |= {each.id: remark for each in names}
    return found


def _target(node: ast.AnnAssign | ast.TypeAlias) -> ast.expr:
    return node.name if isinstance(node, ast.TypeAlias) else node.target


# as Markdown


def _directives(kinds: Mapping[str, FenceKind]) -> Iterator[str]:
    for name, kind in kinds.items():
        yield from _heading(name, name)
        yield from (_prose(kind.about), "")
        yield from _rows(kind.fields.items())


def _lines(told: Iterable[Told]) -> Iterator[str]:
    for each in told:
        yield from _heading(each.anchor, each.name)
        if each.shape:
            yield from (f"`{each.shape}`", "")
        yield from _markdown(each.doc)


def _heading(anchor: str, name: str) -> Iterator[str]:
    yield from ("", f"### {_prose(name)} {{#{anchor}}}", "")


def _markdown(doc: str) -> Iterator[str]:
    for block in re.split(r"\n[ \t]*\n", doc):
        lines = block.splitlines()
        first = _ROW.match(lines[0])
        if lines[0].startswith("    "):
            yield from ("```python", *inspect.cleandoc("\n" + block).splitlines(), "```", "")
        elif first and len(lines) > 1:
            yield from _rows(_pairs(lines, len(first["name"] + first["space"])))
        else:
            yield from (_prose(" ".join(line.strip() for line in lines)), "")


def _pairs(lines: Sequence[str], column: int) -> Iterable[tuple[str, str]]:
    """Rows of names and meanings, which begin at the column unless the name reaches further."""
    found: list[tuple[str, str]] = []
    for line in lines:
        row = _ROW.match(line)
        if line[:column].strip():
            name, text = (row["name"], row["text"]) if row else (line[:column].strip(), line[column:])
            found.append((name, text.strip()))
        else:
            name, text = found.pop()
            found.append((name, f"{text} {line.strip()}"))
    return found


def _rows(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, text in pairs:
        yield f"- `{name}`: {_prose(text)}"
    yield ""


def _prose(text: str) -> str:
    """Text that Markdown is to leave as it is, but for code."""
    parts = _CODE.split(text)
    return "".join(part if at % 2 else _MARKED.sub(r"\\\g<0>", part) for at, part in enumerate(parts))
