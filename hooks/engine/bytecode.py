"""Turns the Python sources of an archive into bytecode: `python -OO bytecode.py ARCHIVE OUT [NAMES]`.

With NAMES, modules with commas between them, only these and what they import at their heads: as much of a
library as a program is likely to want. All else is copied as it is. OUT isn't compressed, and its dates are
fixed: same input, same bytes. That holds for a process of its own alone, since Python marks in bytecode which
of its words other code in memory shares; who only works on the rules may have it in the same process.
Docstrings are left out.
"""

from __future__ import annotations

import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import MAGIC_NUMBER, source_hash
from types import CodeType

_DATE = (1980, 1, 1, 0, 0, 0)  # the oldest that a zip can hold
_NEVER_CHECKED = (1).to_bytes(4, "little")  # bytecode that goes by its source's hash, which nobody looks up


def main(archive: str, out: str, names: str = "") -> None:
    with zipfile.ZipFile(archive) as given:
        contents = {name: given.read(name) for name in sorted(given.namelist()) if not name.endswith("/")}
    sources = {_module(name): name for name in contents if name.endswith(".py")}
    for path, code in _compiled(names.split(",") if names else sources, sources, contents):
        contents[f"{path}c"] = code
        del contents[path]
    write(out, contents)


def write(out: str, contents: Mapping[str, bytes]) -> None:
    """Write an archive, not compressed: it is compressed as a whole later."""
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)


def _compiled(
    names: Iterable[str], sources: Mapping[str, str], contents: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes]]:
    """The path and the bytecode of each module named, and of those that they import at their heads."""
    left, seen = sorted(names), set[str]()
    while left:
        name = left.pop()
        if name in seen or name not in sources:
            continue
        seen.add(name)
        path = sources[name]
        code, written = bytecode(path, contents[path])
        yield path, written
        left += sorted(_mentioned(name, code))


@cache  # an author saves one file of hundreds
def bytecode(path: str, source: bytes) -> tuple[CodeType, bytes]:
    """A module compiled, and the same as a file holds it."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    return code, MAGIC_NUMBER + _NEVER_CHECKED + source_hash(source) + marshal.dumps(code)


def _mentioned(name: str, code: CodeType) -> set[str]:
    """Names that may be those of modules imported at the head of this one, and the packages they lie in."""
    package = name.rpartition(".")[0]
    found = {each for word in code.co_names for each in (word, f"{name}.{word}", f"{package}.{word}")}
    return found | {each.rpartition(".")[0] for each in found}


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


if __name__ == "__main__":
    main(*sys.argv[1:])
