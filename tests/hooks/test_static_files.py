"""Static files of the preview: copied once, again when they change, and removed with their source."""

import os
from pathlib import Path

import pytest

from hooks.base.adapter import File, Files
from hooks.preview import static_files


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    for name in ("map.svg", "assets/crest.svg"):
        (tmp_path / name).write_text(f"{name}, first edition")
    return tmp_path


def build(docs: Path, *names: str) -> dict[str, int]:
    """Build a site with these files, and return the time at which each was written."""
    site = docs / "site"
    site.mkdir(exist_ok=True)
    static_files.clean(str(site))
    files = Files([File(name, str(docs), str(site), use_directory_urls=True) for name in names])
    static_files.reuse(files)
    files.copy_static_files()
    return {
        path.relative_to(site).as_posix(): path.stat().st_ctime_ns
        for path in site.rglob("*")
        if path.is_file()
    }


def test_unchanged_asset_is_copied_once(docs: Path) -> None:
    first = build(docs, "map.svg", "assets/crest.svg")
    second = build(docs, "map.svg", "assets/crest.svg")
    assert first.keys() == second.keys() == {"map.svg", "assets/crest.svg"}
    assert first["assets/crest.svg"] == second["assets/crest.svg"]


@pytest.mark.parametrize("name", ["map.svg", "assets/crest.svg"])
def test_changed_file_is_copied_again(docs: Path, name: str) -> None:
    build(docs, name)
    (docs / name).write_text("second edition")
    build(docs, name)
    assert (docs / "site" / name).read_text() == "second edition"


def test_changed_file_of_equal_size_is_copied_again(docs: Path) -> None:
    build(docs, "assets/crest.svg")
    text = (docs / "assets/crest.svg").read_text()
    (docs / "assets/crest.svg").write_text(text.replace("first", "third"))
    os.utime(docs / "assets/crest.svg", ns=(1, 1))
    build(docs, "assets/crest.svg")
    assert "third" in (docs / "site/assets/crest.svg").read_text()


def test_copy_is_removed_with_its_source(docs: Path) -> None:
    build(docs, "map.svg", "assets/crest.svg")
    assert build(docs, "map.svg").keys() == {"map.svg"}
    assert build(docs, "map.svg", "assets/crest.svg").keys() == {"map.svg", "assets/crest.svg"}
