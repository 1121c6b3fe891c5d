"""The compilation of an archive's Python sources: `python -OO bytecode.py ARCHIVE OUT [NAMES]`.

NAMES, separated by commas, limits it to these modules and those that they import at the top; all others are
copied. OUT isn't compressed, and has fixed dates, no docstrings, no line numbers and, in the rules, no
annotations of functions. The same input gives the same bytes in a separate process only, as Python marks in
bytecode which strings other code in memory shares.
"""

from __future__ import annotations

import ast
import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import MAGIC_NUMBER
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType

_DATE = (1980, 1, 1, 0, 0, 0)  # the oldest that a zip can hold
_NO_LOCATION, _LONGEST = 0x80 | 15 << 3, 8  # an entry of a line table, and how much code it may cover
_NEVER_CHECKED = (1).to_bytes(12, "little")  # a flag, and 0 for the source's hash, which is never read
_GAMES = "rules_py/systems/"


def main(archive: str, out: str, names: str = "", *, strip: bool) -> None:
    with zipfile.ZipFile(archive) as source:
        contents = {name: source.read(name) for name in sorted(source.namelist()) if not name.endswith("/")}
    sources = {_module(name): name for name in contents if name.endswith(".py")}
    for path, code in _compile(names.split(",") if names else sources, sources, contents, strip):
        contents[f"{path}c"] = code
        del contents[path]
    write(out, contents)


def write(out: str, contents: Mapping[str, bytes]) -> None:
    """Write an uncompressed archive, which is compressed as a whole later."""
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)


def _compile(
    names: Iterable[str], sources: Mapping[str, str], contents: Mapping[str, bytes], strip: bool
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and bytecode of these modules, and of those that they import at the top."""
    remaining, included = sorted(names), set[str]()
    while remaining:
        name = remaining.pop()
        if name in included or name not in sources:
            continue
        included.add(name)
        path = sources[name]
        code, data = bytecode(path, contents[path], strip)
        yield path, data
        remaining += sorted(_possible_imports(name, code))


@cache  # an author saves one file of hundreds
def bytecode(path: str, source: bytes, strip: bool) -> tuple[CodeType, bytes]:
    """Return the code of a module, and the content of its bytecode file."""
    tree = ast.parse(source, path)
    if strip and path.startswith("rules_py/"):  # the library dispatches on some annotations
        _remove_annotations(tree)
    code = compile(tree, path, "exec", dont_inherit=True, optimize=2)
    if strip:
        code = _without_lines(code)
    if strip and path.startswith("rules_py/") and not path.startswith(_GAMES):  # a game may use `locals`
        code = _without_local_names(code)
    return code, MAGIC_NUMBER + _NEVER_CHECKED + marshal.dumps(code)


def _remove_annotations(tree: ast.AST) -> None:
    """Remove annotations of functions; classes declare fields with theirs, and decorators may read some."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            node.returns = None
            for arg in ast.walk(node.args):
                if isinstance(arg, ast.arg):
                    arg.annotation = None


def _without_lines(code: CodeType) -> CodeType:
    """Return the code without line numbers, which only tracebacks show."""
    constants = tuple(_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    units = len(code.co_code) // 2
    nowhere = b"".join(
        (_NO_LOCATION | min(units - at, _LONGEST) - 1).to_bytes() for at in range(0, units, _LONGEST)
    )
    return code.replace(co_linetable=nowhere, co_firstlineno=1, co_consts=constants)


def _without_local_names(code: CodeType) -> CodeType:
    """Return the code with numbers for the names of local variables, which only some errors show."""
    constants = tuple(
        _without_local_names(each) if isinstance(each, CodeType) else each for each in code.co_consts
    )
    parameters = code.co_argcount + code.co_kwonlyargcount
    parameters += bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    names = code.co_varnames
    numbers = (name if name.startswith(".") else str(at) for at, name in enumerate(names[parameters:]))
    return code.replace(co_varnames=(*names[:parameters], *numbers), co_consts=constants)


def _possible_imports(name: str, code: CodeType) -> set[str]:
    """Return possible names of the modules that this one imports at the top, and of their packages."""
    package = name.rpartition(".")[0]
    names = {full for word in code.co_names for full in (word, f"{name}.{word}", f"{package}.{word}")}
    return names | {full.rpartition(".")[0] for full in names}


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


if __name__ == "__main__":
    main(*sys.argv[1:], strip=True)
