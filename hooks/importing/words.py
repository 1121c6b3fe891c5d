"""The check at the end of an import: every word of the source stands in the book.

The words of a source are read from its lines by rules of their own, not by the steps of the import.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml
from markdown import Markdown

from hooks.importing.report import Line

_SETTINGS = Path(__file__).parents[1] / "mkdocs" / "every_book.yml"
_NEEDLESS = ("hooks.directives", "pymdownx.highlight", "pymdownx.inlinehilite")
"""The extensions of every book that change no words, or only those of blocks."""
_WORD = re.compile(r"[^\W_]+")
_COMMENTS = re.compile(r"<!--.*?-->|%%.*?%%|\{% *comment *%\}.*?\{% *endcomment *%\}", re.DOTALL)
_LINE_MARKUP = re.compile(
    r"^[ >]*(?:`{3,}|~{3,}).*$"  # fences
    r"|^\s*\{\{[^\s{}]*(?: *$|(?= ))"  # boxes of Homebrewery
    r"|^\s*\\(?:page|column)\w*\b.*$"
    r"|^\s*[:+]{3,}.*$"
    r"|^\s*\[(?!\^)[^\]\n]+\]: .*$"  # addresses
    r"|^[ >]*(?:\d+[.)]|[-*+]) "
    r"|^ *>[ >]*\[![^\]]*\][-+]?"
    r"|^\s*(?:!!!|\?\?\?\+?) *[\w-]+|^\s*==="
    r"|^\s*\{[^}]*\}\s*$"
    r"|(?:^|(?<=[\s>]))\^[\w-]+[ \t]*$",
    re.MULTILINE,
)
_INLINE_MARKUP = (
    (re.compile(r"`dice[\w-]*: *(?:\[\[[^\]]*\]\][^`]*`)?"), " "),
    (re.compile(r"(?<=\d)\*(?=\d)|`"), " "),
    (re.compile(r"!\[\[[^\]]*\]\]"), " "),
    (re.compile(r"\[\[(?:[^\[\]|]*\|)([^\[\]]*)\]\]"), r"\1"),
    (re.compile(r"\[\[(?:[^\[\]#/|]*/)*([^\[\]]*)\]\]"), r"\1"),
    (re.compile(r"!\[(?:[^\[\]]|\[[^\]]*\])*\]\((?:<[^>]*>|[^()\n]|\([^()\n]*\))*\)"), " "),
    (re.compile(r"\]\((?:<[^>]*>|[^()\n]|\n(?!\s*\n)|\([^()\n]*\))*\)"), "]"),
    (re.compile(r"\[\^[^\]\s]+\]"), " "),
    (re.compile(r"<https?:[^\s>]*>"), " "),
    (re.compile(r"</?(?:br|p|div|li|td|th|tr|h\d)\b[^>]*>"), " "),
    (re.compile(r"</?[A-Za-z][^<>]*>"), ""),
    (re.compile(r"\{\{[^\s{}]*|\}\}"), " "),
    (re.compile(r"\{[%:#.=][^{}]*\}|\{[^{}\n]*[:=][^{}\n]*\}|\{\{[^{}]*\}\}"), " "),
    (re.compile(r"(?<![\w:]):[a-z][\w+-]*:(?!\w)"), " "),
    (re.compile(r"[*~^`\\]|==|(?<![^\W_])_|_(?![^\W_])"), ""),
)
_BOOK_BLOCKS = re.compile(r"</?(?:p|div|li|td|th|tr|h\d|br|dt|dd|pre|code|summary|hr)\b[^>]*>")
_BOOK_REST = re.compile(r"[~^]|<sup id=\"fnref.*?</sup>|<!--.*?-->|<[^<>]*>", re.DOTALL)


@cache
def _markdown() -> Markdown:
    settings = yaml.safe_load(_SETTINGS.read_text("utf-8"))
    names: list[str] = []
    options: dict[str, dict[str, object]] = {}
    for each in settings["markdown_extensions"]:
        name, given = next(iter(each.items())) if isinstance(each, dict) else (each, {})
        if name not in _NEEDLESS:
            names.append(name)
            options[name] = {key: value for key, value in given.items() if key != "slugify"}
    md = Markdown(extensions=names, extension_configs=options)
    md.ESCAPED_CHARS = [*"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"]
    return md


def of_source(text: str) -> Counter[str]:
    """Return how often each word stands in a source, without what is only markup."""
    text = _LINE_MARKUP.sub(" ", _COMMENTS.sub(" ", text))
    for pattern, replacement in _INLINE_MARKUP:
        text = pattern.sub(replacement, text)
    return Counter(_WORD.findall(html.unescape(text).lower()))


def of_page(lines: Sequence[Line]) -> Counter[str]:
    """Return how often each word stands on a page of the book."""
    md = _markdown()
    shown = md.reset().convert("\n".join(line.text for line in lines))
    text = _BOOK_REST.sub("", _BOOK_BLOCKS.sub(" ", shown))
    return Counter(_WORD.findall(html.unescape(text).lower()))


def missing(
    source: Sequence[Line], pages: Iterable[Sequence[Line]], left_out: Iterable[int]
) -> Mapping[str, int]:
    """Return the words that stand less often on the pages than in their source, and the line of each.

    `left_out` has the numbers of the lines of which the report says that something is left out.
    """
    excused = {*left_out}
    wanted = of_source("\n".join(line.text for line in source))
    for lines in pages:
        wanted.subtract(of_page(lines))
    words = {word: count for word, count in wanted.items() if count > 0}
    if words and excused:
        dropped = of_source("\n".join(line.text for line in source if line.number in excused))
        words = {word: count for word, count in words.items() if count > dropped[word]}
    return {word: _line_of(word, source) for word in words}


def _line_of(word: str, source: Sequence[Line]) -> int:
    return next((line.number for line in source if word in of_source(line.text)), 0)
