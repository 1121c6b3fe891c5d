"""The check at the end of an import: every word of the source is in the book.

markdown-it reads the words of a source, after replacements for markup that it doesn't know. The check is
independent of the import's steps.
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
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from hooks.importing import stat_blocks
from hooks.importing.report import Line

_SETTINGS = Path(__file__).parents[1] / "mkdocs" / "every_book.yml"
_NEEDLESS = ("hooks.directives", "pymdownx.highlight", "pymdownx.inlinehilite", "smarty", "toc")
"""Extensions of every book that change no words, or only words of blocks."""
_WORD = re.compile(r"[^\W_]+")
_DIALECTS = tuple(
    (re.compile(pattern, re.MULTILINE | re.DOTALL), replacement)
    for pattern, replacement in (
        (
            r"(?P<code>(?<!`)(?P<marks>`+)(?!`)(?:(?!\n[ \t]*\n).)*?(?<!`)(?P=marks)(?!`))"
            r"|<!--.*?-->|(?<![dD\d])%%.*?(?<![dD\d])%%|\{% *comment *%\}.*?\{% *endcomment *%\}",
            lambda match: match["code"] or " ",
        ),
        (r"^[ \t]*\\(?:page|column)\w*\b[^\n]*$|^[ \t]*[:+]{3,}[^\n]*$|^[ \t]*:+[ \t]*$", ""),
        (r"^[ >]*\{[^{}\n]*\}[ \t]*$|^[ \t]*\}\}[ \t]*$|(?:^|(?<=[\s>]))\^[\w-]+[ \t]*$", ""),
        (r"\{\{ *(?:site|page)\.\w+ *\}\}", ""),
        (r"\{\{(?:[^\s{}\"]|\"[^{}\"\n]*\")*(?=[ \n]|\}\})|\}\}", " "),  # boxes of Homebrewery
        (r"(?<=[^\W_])\*{4}(?=[^\W_])", "** **"),
        (r"^([ \t]*)#\. ", r"\g<1>1. "),
        (r"^([ \t>]*(?:[-+*]|\d+[.)]) +)\[[xX]\](?= )", r"\1"),  # boxes of a task list
        (r"^( *>[ >]*)\[![^\]\n]*\][-+]? *([^\n]*)$", r"\1\2\n\1"),  # callouts
        (r"^([ \t]*)(?:!!!|\?\?\?\+?) *[\w \t-]*|^([ \t]*)=== *(?=\")", r"\1\2- "),
        (r"(`dice[\w-]*:[^`|\n\[]*)\|[^`\n]*`", r"\1`"),
        (r"^ {0,3}[Tt]able: |\(@[\w-]*\)", ""),  # of captions and examples of pandoc
        (r"`dice[\w-]*: *(?:\[\[([^\[\]#^|]*)[^\]]*\]\][^`]*`)?", r"\1`"),
        (r"!\[\[[^\]]*\]\]", " "),
        (r"\[\[(?:[^\[\]|\n]*\|)([^\[\]]*)\]\]", r"\1"),
        (r"\[\[(?:[^\[\]#/|\n]*/)*([^\[\]\n]*)\]\]", r"\1"),
        (r"\]\([^()\s]*(?:[/-]\n|\n[/#])[^()\s]*(?=[\s)])", "](/"),  # addresses on two lines
        (r"\]\((?!<)(?=[^()\n]*[/#.])[^()\n\"' ]+ [^()\n\"']*\)", "](/)"),  # or with spaces
        (r"\{%[^\n]*?%\}|\{[:#.=][^{}]*\}|\{[^{}\n]*[:=][^{}\n]*\}", " "),
        (r"(?<![\w:]):[a-z][\w+-]*:(?!\w)", " "),
    )
)
"""Markup that markdown-it doesn't know, and its replacement."""
BLOCKS = re.compile(r"<(?=/?(?:p|div|li|td|th|tr|h\d|br|dt|dd|pre|code|dice-inline|summary|hr)\b)")
"""The edges of blocks, which separate words."""
_NO_TEXT = re.compile(
    r"<sup (?:id=\"fnref|class=\"footnote-ref).*?</sup>|<a [^>]*class=\"footnote-back[^>]*>.*?</a>"
    r"|<!--.*?-->|<[^<>]*>",
    re.DOTALL,
)


@cache
def _markdown() -> Markdown:
    settings = yaml.safe_load(_SETTINGS.read_text("utf-8"))
    names: list[str] = []
    options: dict[str, dict[str, object]] = {}
    for each in settings["markdown_extensions"]:
        name, options_of = next(iter(each.items())) if isinstance(each, dict) else (each, {})
        if name not in _NEEDLESS:
            names.append(name)
            options[name] = {key: value for key, value in options_of.items() if key != "slugify"}
    md = Markdown(extensions=names, extension_configs=options)
    md.ESCAPED_CHARS = [*"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"]
    return md


@cache
def _markdown_it() -> MarkdownIt:
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return md.use(deflist_plugin).use(footnote_plugin)


def of_source(lines: Sequence[Line]) -> list[str]:
    """Return the words of a source in order, without what is only markup."""
    text = "\n".join(line.text for line in stat_blocks.without_keys(lines))
    for pattern, replacement in _DIALECTS:
        text = pattern.sub(replacement, text)
    return of_html(_markdown_it().render(text))


def of_html(text: str) -> list[str]:
    """Return the words of some HTML in order, in lower case."""
    return of_text(html.unescape(_NO_TEXT.sub("", BLOCKS.sub(" <", text))))


def of_text(text: str) -> list[str]:
    """Return the words of a text in order, in lower case."""
    return _WORD.findall(re.sub(r"[~^\\]", "", text).lower())


def of_page(lines: Sequence[Line]) -> list[str]:
    """Return the words of a page of the book in order."""
    return of_html(_markdown().reset().convert("\n".join(line.text for line in lines)))


def missing(
    source: Sequence[Line], pages: Iterable[Sequence[Line]], left_out: Iterable[int]
) -> Mapping[str, int]:
    """Return the words that are on the pages less often than in their source, and the line of each.

    `left_out` has the numbers of lines with a part that is left out on purpose, as the report says.
    """
    counts = Counter(of_source(source))
    for lines in pages:
        counts.subtract(of_page(lines))
    words = {word: count for word, count in counts.items() if count > 0}
    if words and (excused := {*left_out}):
        dropped = Counter(word for line in source if line.number in excused for word in of_line(line))
        words = {word: count for word, count in words.items() if count > dropped[word]}
    return {word: next((line.number for line in source if word in of_line(line)), 0) for word in words}


def of_line(line: Line) -> list[str]:
    """Return the words of a single line."""
    return of_source([line])
