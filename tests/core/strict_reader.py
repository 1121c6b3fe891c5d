"""A strict reader of rendered HTML, for tests."""

from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Reader(HTMLParser):
    """A parser that fails on elements closed out of order and on duplicate ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"unclosed elements: {self.open}"
        ids = self.values("id")
        assert len(ids) == len(set(ids)), f"duplicate id in {ids}"

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for each, attributes in self.elements if each == name]
