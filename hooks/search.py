"""What the search need not read: numbers and forms would bury the sentences that players look for.

Material leaves out of its index what is marked so, but parses it all the same, which takes longer than the
text itself: so it gets each page without.
"""

from __future__ import annotations

import re

_ELEMENTS = "thead|tbody|form|dl|details|button|dice-sheet|dice-desk|dice-example"
_MARK = "data-search-exclude"
# What folds a calculator or a table away holds its title, which is looked for; the chance beside it isn't.
_UNSEARCHED = re.compile(
    rf'<({_ELEMENTS}|svg(?= class="plot__picture)|span(?= class="calc__chance"))\b'
    r'(?! class="(?:calc__fold|tabled)")'
)
_MARKED = re.compile(rf"<(?P<name>{_ELEMENTS}|svg|span) {_MARK}\b")
_PLACE = re.compile(r"<!--unsearched (\d+)-->")


def marked(html: str) -> str:
    """The HTML of a directive in which what stays out of the search index is marked."""
    return _UNSEARCHED.sub(rf"<\1 {_MARK}", html)


def taken_out(content: str) -> tuple[str, list[str]]:
    """A page's HTML with a remark in the place of each marked element, and these elements."""
    text: list[str] = []
    elements: list[str] = []
    at = 0
    while found := _MARKED.search(content, at):
        end = _end(content, found["name"], found.start())
        text += content[at : found.start()], f"<!--unsearched {len(elements)}-->"
        elements.append(content[found.start() : end])
        at = end
    return "".join([*text, content[at:]]), elements


def put_back(content: str, elements: list[str]) -> str:
    """The page's HTML as it was."""
    return _PLACE.sub(lambda place: elements[int(place[1])], content)


def _end(content: str, name: str, start: int) -> int:
    """Where the element that starts there ends, others of its name within it included."""
    depth = 0
    for tag in re.compile(rf"<(?P<closing>/?){name}(?=[\s>])[^>]*>").finditer(content, start):
        depth += -1 if tag["closing"] else 1
        if not depth:
            return tag.end()
    return len(content)
