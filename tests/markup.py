"""Pages of the site as tests read them: parsed quickly, or as the text that a reader perceives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from rules_py.present.calculator_form import HIDDEN_FIELDS

SKIPPED = {"script", "style", "-comment", "datalist"}
LINE_STARTS = {
    **{f"h{level}": "#" * level for level in range(1, 7)},
    **dict.fromkeys(("p", "caption", "legend", "figcaption", "dt", "tr", "blockquote"), ""),
    "li": "-",
    "option": "-",
    "dd": "=",
    "summary": "+",
}
"""Elements that start a line, and the sign before it."""
MIN_REPEATED_OPTIONS = 5
"""The fewest options of a select that are not printed again if an earlier one has the same."""
STRUCK = {"del", "s", "strike"}
TICKS = {"checkbox": "[{}]", "radio": "({})"}
LIMITS = {"min": "from", "max": "to", "maxlength": "at most", "placeholder": "such as"}
STATES = {"aria-pressed": "pressed", "aria-expanded": "expanded", "aria-current": "current"}


def markup_of(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text("utf-8"))


def semantic_text(html: str) -> list[str]:
    """Return the roles, accessible names, values and texts of a page, line by line.

    Element names, nesting, classes, ids and data attributes are ignored.
    """
    return _Reader(LexborHTMLParser(html), {}).lines


class _Reader:
    def __init__(self, page: LexborHTMLParser, options: dict[str, list[str]]) -> None:
        self.page = page
        self.options = options
        """The options of the first select of each name."""
        self.lines: list[str] = []
        self.words: list[str] = []
        self.sign = ""
        self.hidden = 0
        self.inline = 0
        """The number of open elements whose controls stay in their line."""
        if page.body:
            self._read_all(page.body)
        self._end_line()

    def _end_line(self, sign: str = "") -> None:
        text = " ".join(" ".join(self.words).split())
        if text:
            self.lines.append(" ".join(filter(None, ("(hidden)" * bool(self.hidden), self.sign, text))))
        self.words, self.sign = [], sign

    def _read_all(self, parent: LexborNode) -> None:
        for node in parent.iter(include_text=True):
            if node.tag == "-text":
                self.words.append(node.text_content or "")
            elif node.tag == "template":
                self._end_line()
                content = (node.html or "").partition(">")[2].removesuffix("</template>")
                is_row = node.attributes.get("data-part") != HIDDEN_FIELDS
                sign = "(new row)" if is_row else "(with house rules)"
                self.lines += (
                    f"{sign} {line}" for line in _Reader(LexborHTMLParser(content), self.options).lines
                )
            elif node.tag not in SKIPPED:
                self._read_element(node)

    def _read_element(self, node: LexborNode) -> None:
        if "hidden" not in node.attributes:
            self._read(node)
            return
        self._end_line(self.sign)
        self.hidden += 1
        self._read(node)
        self._end_line()
        self.hidden -= 1

    def _read(self, node: LexborNode) -> None:
        tag, attributes = node.tag or "", node.attributes
        role, label = attributes.get("role"), self._label(node)
        if attributes.get("tabindex") == "-1" and tag == "button":
            return  # for a mouse only, such as the arrows of a number
        if tag in ("input", "select", "textarea", "button"):
            self._say(self._control(node))
        elif role in ("img", "meter", "progressbar") or tag in ("svg", "img"):
            if name := label or attributes.get("alt"):
                self._say(f"image “{name}”")
        elif tag in LINE_STARTS:
            self._read_line(node, tag)
        elif tag == "label":
            for control in node.css("input, select, textarea, button"):
                self._read_element(control)
        elif tag == "a":
            path = (attributes.get("href") or "").partition("#")[0]
            self._read_between("[", f"]({path})" if path else "]", node)
        elif tag in STRUCK:
            self._read_between("~", "~", node)
        else:
            self._read_container(node, role, label)

    def _read_line(self, node: LexborNode, tag: str) -> None:
        self._end_line(LINE_STARTS[tag])
        if tag == "summary" and node.parent and "open" in node.parent.attributes:
            self.sign = "+ (open)"
        self.inline += 1
        self._read_all(node)
        self.inline -= 1
        self._end_line()

    def _read_container(self, node: LexborNode, role: str | None, label: str) -> None:
        if role and label:
            self._end_line(self.sign)
            self._say(f"{role} “{label}”")
        elif label:
            self.words.append(f"“{label}”")
        self._read_all(node)
        if node.tag in ("td", "th") and node.next:
            self.words.append("|")

    def _read_between(self, start: str, end: str, node: LexborNode) -> None:
        self.words.append(start)
        self._read_all(node)
        self.words.append(end)

    def _say(self, words: str) -> None:
        if self.inline:
            self.words.append(words)
            return
        self._end_line()
        self.words = [words]
        self._end_line()

    def _label(self, node: LexborNode) -> str:
        attributes = node.attributes
        if named_by := attributes.get("aria-labelledby"):
            labels = (self.page.css_first(f'[id="{id}"]') for id in named_by.split())
            return " ".join(" ".join(each.text(separator=" ").split()) for each in labels if each)
        return attributes.get("aria-label") or ""

    def _name(self, node: LexborNode) -> str:
        attributes = node.attributes
        if name := self._label(node):
            return name
        holder: LexborNode | None = node
        if node.tag != "button":
            id = attributes.get("id")
            holder = (self.page.css_first(f'label[for="{id}"]') if id else None) or _enclosing_label(node)
        name = " ".join(holder.text(separator=" ").split()) if holder else ""
        return name or attributes.get("title") or ""

    def _control(self, node: LexborNode) -> str:
        attributes, name = node.attributes, self._name(node)
        if node.tag == "button":
            words = f"button “{name}”"
        elif node.tag == "select":
            options = [(each, " ".join(each.text().split())) for each in node.css("option")]
            selected = next((text for each, text in options if "selected" in each.attributes), "the first")
            words = (
                f"select “{name}” = {selected} of {self._list_options(name, [text for _, text in options])}"
            )
        elif tick := TICKS.get(attributes.get("type") or ""):
            words = f"{tick.format('x' if 'checked' in attributes else ' ')} {name}"
            if (value := attributes.get("value")) and value != name:
                words += f" = {value}"
        else:
            value = node.text() if node.tag == "textarea" else attributes.get("value")
            words = f"{attributes.get('type') or 'text'} “{name}” = {value or ''}".rstrip()
        return " ".join((words, *_states(node)))

    def _list_options(self, name: str, options: list[str]) -> str:
        same = next((other for other, texts in self.options.items() if texts == options), None)
        self.options.setdefault(name, options)
        if same is None or len(options) < MIN_REPEATED_OPTIONS:
            return ", ".join(options)
        return f"the {len(options)} options of “{same}”"


def _states(node: LexborNode) -> Iterator[str]:
    attributes = node.attributes
    limits = [f"{words} {attributes[name]}" for name, words in LIMITS.items() if attributes.get(name)]
    if limits:
        yield f"({' '.join(limits)})"
    for name in ("disabled", "required", "readonly"):
        if name in attributes:
            yield f"({name})"
    for name, words in STATES.items():
        if name in attributes:
            yield f"({words}: {attributes[name]})"


def _enclosing_label(node: LexborNode) -> LexborNode | None:
    parent = node.parent
    while parent and parent.tag != "label":
        parent = parent.parent
    return parent
