"""The hashes of the files that cached numbers depend on."""

import os
from pathlib import Path

import pytest

from hooks.base import dependency_hashes
from hooks.base.dependency_hashes import DependencyHashes


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a tiny rules_py with two games, one of which imports a module of the other."""
    package = tmp_path / "rules_py"
    for name, text in {
        "__init__.py": "from rules_py.api import odds",
        "api.py": "from rules_py import dice",
        "dice.py": "",
        "present.py": "",
        "shared.py": "",
        "systems/__init__.py": "",
        "systems/one/__init__.py": "from rules_py.systems.one import rules",
        "systems/one/rules.py": "def late():\n    from rules_py.shared import word",
        "systems/two/__init__.py": "from ..one import rules",
    }.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(dependency_hashes, "PACKAGE", tmp_path)
    monkeypatch.setattr(dependency_hashes, "BOOK", tmp_path)
    return package


@pytest.mark.parametrize(
    ("changed", "games"),
    [
        ("systems/one/rules.py", {"one", "two"}),
        ("systems/two/__init__.py", {"two"}),
        ("systems/two/list.json", {"two"}),
        ("dice.py", {"one", "two"}),
        ("shared.py", {"one", "two"}),
        ("present.py", set()),
    ],
)
def test_game_hash_depends_on_game_and_its_imports(rules: Path, changed: str, games: set[str]) -> None:
    before = {game: DependencyHashes().of_game(game) for game in ("one", "two")}
    (rules / changed).write_text("# another text")
    assert {game for game, digest in before.items() if DependencyHashes().of_game(game) != digest} == games


def test_hash_changes_with_a_file_of_unchanged_size(rules: Path) -> None:
    (rules / "dice.py").write_text("sides = 6")
    before = DependencyHashes().of_game("one")
    (rules / "dice.py").write_text("sides = 8")
    os.utime(rules / "dice.py", ns=(1, 1))  # as if both were saved within one tick of the file system's clock
    assert DependencyHashes().of_game("one") != before


def test_dependents_import_from_the_game(rules: Path) -> None:
    assert DependencyHashes().dependents("one") == {"one", "two"}
    assert DependencyHashes().dependents("two") == {"two"}


def test_syntax_error_names_its_file(rules: Path) -> None:
    (rules / "systems/one/rules.py").write_text("def late(:\n")
    with pytest.raises(SyntaxError) as error:
        DependencyHashes().dependents("one")
    assert error.value.filename == "rules_py/systems/one/rules.py"
