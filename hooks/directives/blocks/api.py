"""The `api` directive: what modules, classes and the directives offer to authors, from their docstrings.

A docstring is prose, rows of names with their meanings, and indented code. A public name without one is an
error.
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

from hooks.base.errors import DirectiveError, mistake
from hooks.directives import yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import author

_FIELDS = {
    "of": "Names of modules, of classes, functions or limits in them, or `directives`. A class that is named "
    "itself appears with its methods, and not again with its module."
}
_OURS = ("rules_py.", "hooks.")
_DIRECTIVES = "directives"
_EXPECTED = "a module of rules_py or hooks, a public name in one, or directives"

_ROW = re.compile(r"(?P<name>\w[\w./]*(?:, \w+)*)(?P<space>  +)(?P<text>\S.*)")
_CODE = re.compile(r"(`[^`]*`)")
_SPECIAL = re.compile(r"[*_<\[\]]")


@dataclass(frozen=True)
class Entry:
    """A public name: its anchor on the page, its signature, its docstring, and the module to import it from,
    "" for a method.
    """

    anchor: str
    name: str
    signature: str
    doc: str
    module: str = ""


class UndocumentedError(Exception):
    """A public name has no docstring; the message is the name."""


def _show(fence: Fence, context: Context) -> Iterator[str]:
    """Yield Markdown: a heading for each name, its signature and its docstring."""
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    value = body.require("of", _EXPECTED)
    names = value if isinstance(value, list) else [value]
    for position, name in enumerate(names):
        place = body.place("of", position)
        try:
            if name == _DIRECTIVES:
                yield from _directive_lines(context.directives)
            else:
                yield from _lines(
                    [entry for entry in entries(str(name)) if f"{name}.{entry.name}" not in names]
                )
        except (LookupError, ImportError) as error:
            raise mistake(place, "api block: of", name, _EXPECTED) from error
        except UndocumentedError as error:
            raise DirectiveError(body.place("of"), f"{error} needs a docstring") from error


def entries(name: str) -> tuple[Entry, ...]:
    """Return the public names of a module, a class with its methods, or one function or limit.

    Names that share a docstring are one entry. Raises LookupError or ImportError if there is no such name,
    UndocumentedError if one has no docstring.
    """
    if not name.startswith(_OURS):
        raise LookupError(name)
    module, member = _resolve(name)
    if not member:
        return tuple(_merge(_entry(module, public) for public in _public_names(module)))
    if member not in vars(module):
        raise LookupError(name)
    value = vars(module)[member]
    return (_entry(module, member), *(_methods(value) if inspect.isclass(value) else ()))


def _merge(entries: Iterable[Entry]) -> Iterator[Entry]:
    for (signature, doc), group in groupby(entries, key=lambda entry: (entry.signature, entry.doc)):
        same = [*group]
        yield Entry(same[0].anchor, ", ".join(entry.name for entry in same), signature, doc, same[0].module)


def _resolve(name: str) -> tuple[ModuleType, str]:
    """Return the module and the name within it, or ""."""
    try:
        return importlib.import_module(name), ""
    except ModuleNotFoundError:
        module, _, member = name.rpartition(".")
        return importlib.import_module(module), member


def _public_names(module: ModuleType) -> Iterable[str]:
    """Return `__all__`, or the classes, functions, limits and documented constants that it defines."""
    if "__all__" in vars(module):
        names: Iterable[str] = vars(module)["__all__"]
        return names
    docs = _constant_docs(module)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (docs.get(name) or (name in docs and _is_limit(name, value)) or _is_defined_in(module, value))
    ]


def _is_defined_in(module: ModuleType, value: object) -> bool:
    definition = inspect.isclass(value) or inspect.isfunction(value)
    return definition and getattr(value, "__module__", "") == module.__name__


def _is_limit(name: str, value: object) -> bool:
    return name.isupper() and isinstance(value, (int, float))


def _entry(module: ModuleType, name: str) -> Entry:
    value, full_name = vars(module)[name], f"{module.__name__}.{name}"
    anchor = ".".join(full_name.split(".")[-2:])
    source = author.__name__ if vars(author).get(name) is value else module.__name__
    value = inspect.unwrap(value) if callable(value) else value  # a cached function
    if not (inspect.isclass(value) or inspect.isfunction(value)):
        signature = f"{name} = {value:,}" if _is_limit(name, value) else ""
        return Entry(anchor, name, signature, _clean(full_name, _constant_doc(module, name)), source)
    doc = inspect.getdoc(value) if inspect.isfunction(value) else value.__doc__
    if doc and doc.startswith(f"{name}("):  # generated by @dataclass
        doc = None
    return Entry(anchor, name, _signature(name, value), _clean(full_name, doc), source)


def _methods(kind: type) -> Iterator[Entry]:
    """Yield the public methods and properties that the class adds to its bases."""
    for name, member in vars(kind).items():
        inherited = any(name in vars(base) for base in kind.__mro__[1:])
        wrapped = (
            getattr(member, "fget", None)
            or getattr(member, "func", None)
            or getattr(member, "__func__", None)
        )
        function = wrapped or member
        if name.startswith("_") or inherited or name in _fields_of(kind) or not inspect.isfunction(function):
            continue
        is_property = isinstance(member, property) or hasattr(member, "func")
        signature = name if is_property else _signature(name, function, of=kind)
        on_class = isinstance(member, (staticmethod, classmethod))
        prefix = kind.__name__ if on_class else kind.__name__.lower()
        full_name = f"{kind.__name__}.{name}"
        yield Entry(full_name, name, f"{prefix}.{signature}", _clean(full_name, function.__doc__))


def _signature(name: str, function: Callable[..., Any], *, of: type | None = None) -> str:
    """Return names and defaults of the parameters, with an ellipsis for keywords from a base class."""
    try:
        parameters = [*inspect.signature(function).parameters.values()]
    except ValueError:
        return name
    if of is not None and parameters and parameters[0].name in ("self", "cls"):
        del parameters[0]
    inherited = _fields_of(function.__mro__[1]) if inspect.isclass(function) else frozenset()
    parts: list[str] = []
    has_more = False
    for parameter in parameters:
        keyword = parameter.kind is Parameter.KEYWORD_ONLY
        has_more = has_more or (keyword and parameter.name in inherited)
        if parameter.name.startswith("_") or (keyword and parameter.name in inherited):
            continue
        if keyword and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(parameter.name if parameter.name in inherited else _parameter(parameter))
    return f"{name}({', '.join(parts + ['…'] * has_more)})" if parts or of else ""


def _fields_of(kind: type) -> frozenset[str]:
    return frozenset(getattr(kind, "__dataclass_fields__", ()))


def _parameter(parameter: Parameter) -> str:
    if parameter.kind is Parameter.VAR_POSITIONAL:
        return f"*{parameter.name}"
    if parameter.kind is Parameter.VAR_KEYWORD:
        return f"**{parameter.name}"
    default = parameter.default
    if default is Parameter.empty or repr(default) == "REQUIRED":
        return parameter.name
    is_short = isinstance(default, (int, str, tuple, type(None))) and default != ()
    return f"{parameter.name}={default!r}" if is_short else f"{parameter.name}=…"


def _clean(name: str, doc: str | None) -> str:
    if not doc or not doc.strip():
        raise UndocumentedError(name)
    return inspect.cleandoc(doc)


def _constant_doc(module: ModuleType, name: str) -> str | None:
    """Return the string below the assignment of the name, which may be in another module."""
    for node in _statements(module):
        if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
            return _constant_doc(importlib.import_module(node.module or ""), name)
    return _constant_docs(module).get(name)


@cache
def _statements(module: ModuleType) -> list[ast.stmt]:
    return ast.parse(inspect.getsource(module)).body


@cache
def _constant_docs(module: ModuleType) -> Mapping[str, str]:
    """Return the names that a module assigns, each with the string below the assignment, or ""."""
    docs: dict[str, str] = {}
    nodes = _statements(module)
    for node, next_node in zip(nodes, [*nodes[1:], None], strict=True):
        if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.TypeAlias)):
            continue
        value = (
            isinstance(next_node, ast.Expr)
            and isinstance(next_node.value, ast.Constant)
            and next_node.value.value
        )
        doc = inspect.cleandoc(value) if isinstance(value, str) else ""
        targets = node.targets if isinstance(node, ast.Assign) else [_target(node)]
        docs |= {
            name.id: doc for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
        }
    return docs


def _target(node: ast.AnnAssign | ast.TypeAlias) -> ast.expr:
    return node.name if isinstance(node, ast.TypeAlias) else node.target


# Markdown


def _directive_lines(directives: Mapping[str, Directive]) -> Iterator[str]:
    for name, directive in directives.items():
        yield from _heading(name, name)
        yield from (_prose(directive.about), "")
        yield from _rows(directive.fields.items())


def _lines(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from _heading(entry.anchor, entry.name)
        if entry.module:
            yield from (f"`from {entry.module} import {entry.name}`", "{: .import }", "")
        if entry.signature:
            yield from (f"`{entry.signature}`", "")
        yield from _markdown(entry.doc)


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
    """Return names and meanings; these start at the column unless the name is longer."""
    pairs: list[tuple[str, str]] = []
    for line in lines:
        row = _ROW.match(line)
        if line[:column].strip():
            name, text = (row["name"], row["text"]) if row else (line[:column].strip(), line[column:])
            pairs.append((name, text.strip()))
        else:
            name, text = pairs.pop()
            pairs.append((name, f"{text} {line.strip()}"))
    return pairs


def _rows(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, text in pairs:
        yield f"- `{name}`: {_prose(text)}"
    yield ""


def _prose(text: str) -> str:
    """Return Markdown that shows the text unchanged, except for code."""
    parts = _CODE.split(text)
    return "".join(part if at % 2 else _SPECIAL.sub(r"\\\g<0>", part) for at, part in enumerate(parts))


DIRECTIVES = (
    Directive(
        "api", "The reference of modules and classes, from their docstrings.", fields=_FIELDS, show=_show
    ),
)
