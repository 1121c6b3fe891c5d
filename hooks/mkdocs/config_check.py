"""The check of a book's `mkdocs.yml` before anything is built.

MkDocs ignores some mistakes, and reports others without a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml

from hooks import licences
from hooks.base.adapter import Abort, MkDocsConfig, get_plugins
from hooks.base.errors import AuthorError, DirectiveError, Place, mistake, unknown_name
from hooks.directives.markup import COPY, ELSEWHERE
from hooks.pages.policy import ANY, NONE
from rules_py.base.errors import join_or
from rules_py.base.suggest import KnownNames

_PAPER = ("A4", "Letter")
_EXTRA = ("ruling", "licence", "paper", "frames")
"""The settings of a book itself; see `every_book.yml`."""
_EXTRA_OF_THE_THEME = ("alternate", "analytics", "consent", "homepage", "social", "status", "tags", "version")
_THEME, _PLUGIN = "material", "diceleaf"
_OF_EVERY_BOOK = {
    "nav": "Set `order:` and `title:` in the front matter of each page instead.",
    "validation": "Dead links always stop the build.",
}
_NO_MORE = ("config_file_path", "pages", "google_analytics")
_KNOWN = ["INHERIT", *(name for name, _ in MkDocsConfig._schema if name not in (*_OF_EVERY_BOOK, *_NO_MORE))]
_HOST = re.compile(r"(https?://)?(\*\.)?[\w-]+(\.[\w-]+)*(:\d+)?", re.ASCII)
_CLASS = re.compile(r"<class '(\w+)'>")
_LINES = "lines such as `site_name: Ember`"

type _Settings = Mapping[str, tuple[Place, yaml.Node]]
"""The value of each name, and its place."""


def check(path: Path) -> None:
    """Raise Abort with all mistakes in the settings."""
    if path.is_file() and (mistakes := [*map(str, faults(path))]):
        raise Abort("\n".join(mistakes))


def faults(path: Path) -> Iterator[AuthorError]:
    """Yield the mistakes in the settings of this file."""
    file = BytesIO(path.read_bytes())  # read once, as it may be saved meanwhile
    file.name = str(path)
    text = file.getvalue().decode("utf-8-sig")
    try:
        top = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line if mark else 0, text.count("\n"))
        line_text = text.split("\n")[line].strip()
        yield mistake(Place(path.name, line + 1), "YAML", line_text, f"{_LINES} ({error.problem})")
        return
    if not isinstance(top, yaml.MappingNode):
        yield mistake(Place(path.name, 1), "settings", text.strip(), _LINES)
        return
    settings = _settings(top, path.name)
    yield from (
        [*_names(settings), *_extra(settings, path.name), *_elsewhere(settings)]
        or [*_theme_and_plugins(settings, path.name)]
        or _values(settings, file)
    )


def _names(settings: _Settings) -> Iterator[AuthorError]:
    for name, (place, _) in settings.items():
        if name in _OF_EVERY_BOOK:
            yield DirectiveError(place, f"a book has no setting {name!r}. {_OF_EVERY_BOOK[name]}")
        elif name not in _KNOWN:
            expected = "a setting of MkDocs, such as site_name, site_description, site_url or extra"
            yield unknown_name(place, "setting", name, KnownNames(expected, _KNOWN))


def _extra(settings: _Settings, path: str) -> Iterator[AuthorError]:
    """Yield mistakes in the settings of the book itself, which MkDocs doesn't check."""
    _, node = settings.get("extra", (None, None))
    of_book = _settings(node, path)
    for name, (place, value) in of_book.items():
        if name == "ruling" and not _is_text(value):
            yield mistake(place, "ruling", _plain(value), "a short text, such as Our ruling")
        if name == "paper" and _plain(value) not in _PAPER:
            yield mistake(place, "paper", _plain(value), join_or(_PAPER))
        if name == "frames" and not _are_hosts(_plain(value)):
            expected = f"{NONE}, {ANY}, or a list of hosts, such as [https://blog.example]"
            yield mistake(place, "frames", _plain(value), expected)
        if name not in (*_EXTRA, *_EXTRA_OF_THE_THEME):
            expected = KnownNames(
                f"{join_or(_EXTRA)}, or a name that the theme knows", (*_EXTRA, *_EXTRA_OF_THE_THEME)
            )
            yield unknown_name(place, "setting", name, expected, "extra")
    if "licence" in of_book:
        place, node = of_book["licence"]
        fields = _settings(node, path)
        for field, message in licences.faults(_value(node)):
            yield DirectiveError(fields.get(field, (place, None))[0], message)


def _elsewhere(settings: _Settings) -> Iterator[AuthorError]:
    """Yield styles and scripts of another host, which pages block."""
    for name in ("extra_css", "extra_javascript"):
        place, node = settings.get(name, (Place("", 1), None))
        for each in node.value if isinstance(node, yaml.SequenceNode) else ():
            plain = _plain(each)
            address = plain.get("path") if isinstance(plain, dict) else plain
            if ELSEWHERE.match(str(address)):
                yield mistake(Place(place.path, each.start_mark.line + 1), f"file of {name}", address, COPY)


def _theme_and_plugins(settings: _Settings, path: str) -> Iterator[AuthorError]:
    """Yield mistakes in the theme and the plugins."""
    place, node = settings.get("theme", (Place(path, 1), None))
    if _plain(node) not in (_THEME, {"name": _THEME}):
        expected = KnownNames(
            f"{_THEME} with nothing below it (put colours into a stylesheet, extra_css)", [_THEME]
        )
        yield mistake(place, "theme", _plain(node), expected)
    place, node = settings.get("plugins", (Place(path, 1), None))
    plugin_names = [next(iter(each)) if isinstance(each, dict) else each for each in _plain(node) or ()]
    installed = get_plugins()
    for name in plugin_names:
        if name not in installed:
            yield unknown_name(place, "plugin", name, KnownNames("an installed plugin", installed))
    if _PLUGIN not in plugin_names and installed.keys() >= {*plugin_names}:
        yield mistake(place, "plugins", plugin_names or None, f"[{_PLUGIN}], or {_PLUGIN} with others")


def _values(settings: _Settings, file: BytesIO) -> Iterator[AuthorError]:
    """Yield the mistakes that MkDocs itself finds."""
    config = MkDocsConfig(file.name)
    config.load_file(file)
    config["plugins"] = []  # otherwise it would load them
    for name, error in config.validate()[0]:
        place, node = settings.get(name, (Place(Path(file.name).name, 1), None))
        why = _CLASS.sub(r"\1", str(error).partition("\n")[0].removesuffix("."))
        yield mistake(place, name, _plain(node), f"a value that MkDocs accepts ({why})")


def _settings(node: yaml.Node | None, path: str) -> _Settings:
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {str(key.value): (Place(path, key.start_mark.line + 1), value) for key, value in node.value}


def _plain(node: yaml.Node | None) -> Any:
    """Return the value, with scalars as text."""
    match node:
        case None:
            return None
        case yaml.MappingNode():
            return {str(key.value): _plain(value) for key, value in node.value}
        case yaml.SequenceNode():
            return [_plain(each) for each in node.value]
    return node.value


def _value(node: yaml.Node) -> Any:
    """Return the value with its types; one from the environment is a text."""
    if node.tag.startswith("!"):
        return str(_plain(node))
    match node:
        case yaml.MappingNode():
            return {str(key.value): _value(value) for key, value in node.value}
        case yaml.SequenceNode():
            return [_value(each) for each in node.value]
    return node.value if _is_text(node) else yaml.safe_load(node.value)


def _are_hosts(value: Any) -> bool:
    """Return whether the value says which sites may show calculators in frames."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, str) and _HOST.fullmatch(each) for each in value)
    return value in (ANY, NONE)


def _is_text(node: yaml.Node) -> bool:
    """Return whether it is text, or comes from the environment."""
    return node.tag.endswith(":str") or node.tag.startswith("!")
