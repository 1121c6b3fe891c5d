"""The zip of a book is named after the site."""

import json
from pathlib import Path

import pytest

from hooks.offline.zip import book_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Diceleaf", "diceleaf-book"),
        ("The Dead’s Ferry: Second Edition", "the-deads-ferry-second-edition-book"),
        ("My Book", "my-book"),
        ("حكايات", "حكايات-book"),
        ("[2d6]", "2d6-book"),
        ("?!", "book"),
    ],
)
def test_zip_is_named_after_the_site(tmp_path: Path, title: str, name: str) -> None:
    (tmp_path / "manifest.webmanifest").write_text(json.dumps({"name": title}))
    assert book_name(tmp_path) == name
