"""Books and pages in the order that their front matter gives."""

from hooks.mkdocs import contents

HEADS = {
    "index.md": {},
    "saga/index.md": {"title": "The Saga", "order": 2},
    "saga/odds.md": {"order": 10},
    "saga/start.md": {"order": 2},
    "saga/notes.md": {},
    "saga/extras/index.md": {"order": 5},
    "saga/extras/foes.md": {},
    "ballad/index.md": {"order": 1},
    "ballad/song.md": {"order": 7},
    "authoring/index.md": {},
}


def in_order() -> list[str]:
    return sorted(HEADS, key=lambda path: contents.sort_key(path, HEADS))


def test_sort_key_orders_index_then_order_then_name() -> None:
    assert in_order() == [
        "index.md",
        "ballad/index.md",
        "ballad/song.md",
        "saga/index.md",
        "saga/start.md",
        "saga/extras/index.md",
        "saga/extras/foes.md",
        "saga/odds.md",
        "saga/notes.md",
        "authoring/index.md",
    ]


def test_a_folder_is_called_as_its_index_page_says() -> None:
    assert contents.folder_title("saga/index.md", HEADS) == "The Saga"
    assert contents.folder_title("ballad/index.md", HEADS) is None


def test_chapters_skip_reference_and_tool_pages() -> None:
    heads = {
        "saga/index.md": {},
        "saga/start.md": {"order": 1},
        "saga/sheet.md": {"order": 2, "chapter": False},
        "saga/odds.md": {"order": 3, "opened": True},
        "saga/fights.md": {"order": 4},
        "ballad/song.md": {"order": 1},
    }
    assert contents.chapters(heads) == {"saga/start.md": 1, "saga/fights.md": 2, "ballad/song.md": 1}
