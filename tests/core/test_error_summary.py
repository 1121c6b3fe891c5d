"""Files that count as an author's own when errors are summarised."""

import pytest

from rules_py.authoring.error_summary import is_game_file


@pytest.mark.parametrize(
    ("name", "own"),
    [("/one/lantern/rules.py", True), ("/other/war.py", True), ("/one.py", False), ("/else/war.py", False)],
)
def test_game_files_are_found_in_every_systems_folder(monkeypatch, name, own) -> None:
    monkeypatch.setattr("rules_py.systems.__path__", ["/one", "/other"])
    assert is_game_file(name) == own
