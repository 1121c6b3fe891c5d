"""ProperDocs, which continues MkDocs, builds the same site; only one module depends on either."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.directives.guide_game import guide_files, run
from tests.directives.test_sixth_game import LINKS

ROOT = Path(__file__).resolve().parents[2]
HOME = "---\ntitle: Home\ndescription: All books.\n---\n\n# Home\n\n```bookshelf\n```\n"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the guide's game as its only book."""
    folder = tmp_path_factory.mktemp("repository")
    others = shutil.ignore_patterns("__pycache__", *(each.name for each in ROOT.glob("rules_py/systems/*/")))
    for name in ("rules_py", "hooks", "docs/assets"):
        shutil.copytree(ROOT / name, folder / name, ignore=others)
    for name in ("mkdocs.yml", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for name, text in {**guide_files(), "docs/index.md": HOME}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def build(repository: Path, program: str) -> dict[str, bytes]:
    """Return every file of the site as the program makes it."""
    shutil.rmtree(repository / ".cache" / "odds", ignore_errors=True)
    result = run(repository, program, "build", "--strict", "--clean", "--config-file", "mkdocs.yml")
    assert result.returncode == 0, result.stderr
    site = repository / "site"
    return {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_properdocs_builds_an_identical_site(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setenv("TZ", "UTC")
    ours, theirs = build(repository, "mkdocs"), build(repository, "properdocs")
    assert theirs.keys() == ours.keys()
    assert [name for name in ours if ours[name] != theirs[name]] == []
    assert b"Raise the lantern" in ours["lantern/index.html"]


@pytest.mark.slow
def test_properdocs_reports_the_line_of_a_dead_link(repository: Path) -> None:
    page = repository / "docs/lantern/index.md"
    right = page.read_text(encoding="utf-8")
    link, text = next(iter(LINKS.items()))
    page.write_text(f"{right}\nSee {link}.\n", encoding="utf-8")
    result = run(repository, "properdocs", "build", "--strict", "--config-file", "mkdocs.yml")
    page.write_text(right, encoding="utf-8")
    assert result.returncode != 0
    assert f"docs/lantern/index.md:{len(right.splitlines()) + 2}: unknown {text}" in result.stderr


def test_only_adapter_imports_mkdocs() -> None:
    importing = re.compile(r"^\s*(?:from|import) (?:mkdocs|properdocs)\b", re.MULTILINE)
    importers = [path for path in ROOT.glob("hooks/**/*.py") if importing.search(path.read_text("utf-8"))]
    assert importers == [ROOT / "hooks/base/adapter.py"]
