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


def test_index_pages_come_first_then_those_with_an_order_then_the_others_by_name() -> None:
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


def test_chapters_are_numbered_past_what_is_looked_up_or_played_with() -> None:
    heads = {
        "saga/index.md": {},
        "saga/start.md": {"order": 1},
        "saga/sheet.md": {"order": 2, "chapter": False},
        "saga/odds.md": {"order": 3, "opened": True},
        "saga/fights.md": {"order": 4},
        "ballad/song.md": {"order": 1},
    }
    assert contents.chapters(heads) == {"saga/start.md": 1, "saga/fights.md": 2, "ballad/song.md": 1}
