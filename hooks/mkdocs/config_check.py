"""What is wrong in a book's `mkdocs.yml`, told with its line before anything is built. MkDocs would pass over
it, or stop and name no line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml

from hooks.directives.errors import AuthorError, Place, mistake
from hooks.directives.markup import COPY, ELSEWHERE
from hooks.mkdocs.adapter import Abort, MkDocsConfig, get_plugins
from rules_py.base.errors import join_or
from rules_py.base.suggest import KnownNames

_LICENCE = ("what", "terms")
_EXTRA = ("ruling", "licence")
"""What a book says of itself; see `every_book.yml`."""
_EXTRA_OF_THE_THEME = ("alternate", "analytics", "consent", "homepage", "social", "status", "tags", "version")
_THEME, _PLUGIN = "material", "diceleaf"
_OF_EVERY_BOOK = {
    "nav": "no such line: a page says its `order:` and `title:` in its own front matter",
    "validation": "no such line: a dead link stops the build of every book",
}
_NO_MORE = ("config_file_path", "pages", "google_analytics")
_KNOWN = ["INHERIT", *(name for name, _ in MkDocsConfig._schema if name not in (*_OF_EVERY_BOOK, *_NO_MORE))]
_CLASS = re.compile(r"<class '(\w+)'>")
_LINES = "lines such as `site_name: Ember`"

type _Said = Mapping[str, tuple[Place, yaml.Node]]
"""What stands behind each name, and where."""


def look_at(path: Path) -> None:
    """Raises Abort with all that is wrong."""
    if path.is_file() and (wrong := [*map(str, faults(path))]):
        raise Abort("\n".join(wrong))


def faults(path: Path) -> Iterator[AuthorError]:
    """Whatever is wrong with the settings in this file."""
    file = BytesIO(path.read_bytes())  # once, as it may be saved meanwhile
    file.name = str(path)
    written = file.getvalue().decode("utf-8-sig")
    try:
        top = yaml.compose(written, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line if mark else 0, written.count("\n"))
        given = written.split("\n")[line].strip()
        yield mistake(
            Place(path.name, line + 1), "YAML of the settings", given, f"{_LINES} ({error.problem})"
        )
        return
    if not isinstance(top, yaml.MappingNode):
        yield mistake(Place(path.name, 1), "settings", written.strip(), _LINES)
        return
    said = _said(top, path.name)
    yield from (
        [*_names(said), *_extra(said, path.name), *_elsewhere(said)]
        or [*_makers(said, path.name)]
        or _values(said, file)
    )


def _names(said: _Said) -> Iterator[AuthorError]:
    for name, (place, node) in said.items():
        if name in _OF_EVERY_BOOK:
            yield mistake(place, name, _plain(node), _OF_EVERY_BOOK[name])
        elif name not in _KNOWN:
            allowed = "a setting of MkDocs, such as site_name, site_description, site_url or extra"
            yield mistake(place, "setting", name, KnownNames(allowed, _KNOWN))


def _extra(said: _Said, path: str) -> Iterator[AuthorError]:
    """What a book says of itself, which MkDocs hands on unseen."""
    _, node = said.get("extra", (None, None))
    of_book = _said(node, path)
    for name, (place, value) in of_book.items():
        if name == "ruling" and not _is_text(value):
            yield mistake(place, "ruling", _plain(value), "a short text, such as Our ruling")
        if name not in (*_EXTRA, *_EXTRA_OF_THE_THEME):
            allowed = KnownNames(
                f"{join_or(_EXTRA)}, or what the theme knows", (*_EXTRA, *_EXTRA_OF_THE_THEME)
            )
            yield mistake(place, "line of extra", name, allowed)
    if "licence" in of_book:
        place, node = of_book["licence"]
        if not isinstance(node, yaml.MappingNode):
            yield mistake(place, "licence", _plain(node), f"a line for {join_or(_LICENCE)} each below it")
        for name, (place, value) in _said(node, path).items():
            if name not in _LICENCE:
                yield mistake(place, "line of the licence", name, join_or(_LICENCE))
            elif not _is_text(value):
                yield mistake(place, f"{name} of the licence", _plain(value), "a text")


def _elsewhere(said: _Said) -> Iterator[AuthorError]:
    """Yield styles and scripts of another host, which pages block."""
    for name in ("extra_css", "extra_javascript"):
        place, node = said.get(name, (Place("", 1), None))
        for each in node.value if isinstance(node, yaml.SequenceNode) else ():
            plain = _plain(each)
            address = plain.get("path") if isinstance(plain, dict) else plain
            if ELSEWHERE.match(str(address)):
                yield mistake(Place(place.path, each.start_mark.line + 1), f"file of {name}", address, COPY)


def _makers(said: _Said, path: str) -> Iterator[AuthorError]:
    """The theme and the plugin, without which a book is none."""
    place, node = said.get("theme", (Place(path, 1), None))
    if _plain(node) not in (_THEME, {"name": _THEME}):
        allowed = KnownNames(
            f"{_THEME} and nothing below it; colours stand in a stylesheet, extra_css", [_THEME]
        )
        yield mistake(place, "theme", _plain(node), allowed)
    place, node = said.get("plugins", (Place(path, 1), None))
    named = [next(iter(each)) if isinstance(each, dict) else each for each in _plain(node) or ()]
    known = get_plugins()
    for name in named:
        if name not in known:
            yield mistake(place, "plugin", name, KnownNames("the name of one that is installed", known))
    if _PLUGIN not in named and known.keys() >= {*named}:
        yield mistake(place, "plugins", named or None, f"[{_PLUGIN}], and others beside it")


def _values(said: _Said, file: BytesIO) -> Iterator[AuthorError]:
    """What MkDocs itself finds."""
    settings = MkDocsConfig(file.name)
    settings.load_file(file)
    settings["plugins"] = []  # else it would load them
    for name, error in settings.validate()[0]:
        place, node = said.get(name, (Place(Path(file.name).name, 1), None))
        why = _CLASS.sub(r"\1", str(error).partition("\n")[0].removesuffix("."))
        yield mistake(place, name, _plain(node), f"what MkDocs takes ({why})")


def _said(node: yaml.Node | None, path: str) -> _Said:
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {str(key.value): (Place(path, key.start_mark.line + 1), value) for key, value in node.value}


def _plain(node: yaml.Node | None) -> Any:
    """What stands there, each single value as text."""
    match node:
        case None:
            return None
        case yaml.MappingNode():
            return {str(key.value): _plain(value) for key, value in node.value}
        case yaml.SequenceNode():
            return [_plain(each) for each in node.value]
    return node.value


def _is_text(node: yaml.Node) -> bool:
    """Whether it is text, or taken from the environment."""
    return node.tag.endswith(":str") or node.tag.startswith("!")
