"""The names of the folders that the build writes, compared with a built site."""

from pathlib import Path

from hooks.base import package_files
from hooks.base.site_folders import BUILT, SHARE

ROOT = Path(__file__).parents[2]


def test_site_has_only_folders_of_books_and_the_build(site: Path) -> None:
    books = {name.partition("/")[0] for name in package_files.pages(ROOT / "docs") if "/" in name}
    assert {path.name for path in site.iterdir() if path.is_dir()} == books | BUILT - {SHARE}
