"""`site_build.sh` on machines that have everything, or too little; the locks."""

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.environment import make_environment, seems_made_from_lock

ROOT = Path(__file__).parents[1]
COMMANDS = ["build", "serve", "test", "zip", "lock", "clean", "help", "bench", "mutate", "fuzz"]


def run(
    *command: str, folder: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What the script says and how it ends."""
    script = [str(folder / "site_build.sh"), *command]
    return subprocess.run(script, cwd=folder, env=env, capture_output=True, text=True, check=False)


def machine(folder: Path, *programs: str) -> dict[str, str]:
    """Surroundings in which only these programs are installed, and nothing at home."""
    for program in programs:
        found = subprocess.run(
            ["bash", "-c", f"command -v {program}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        (folder / program).symlink_to(found)
    return {"PATH": str(folder), "HOME": str(folder)}


def test_help_names_every_command() -> None:
    shown = run("help")
    assert shown.returncode == 0
    assert re.findall(r"^  (\w+) ", shown.stdout, re.MULTILINE) == COMMANDS


def test_an_unknown_command_is_one_clear_line() -> None:
    ended = run("sevre")
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert last == (
        "site_build.sh: unknown command 'sevre'; "
        "the commands are build, serve, test, zip, lock, clean and help, and here also bench, mutate and fuzz"
    )


def test_a_machine_without_python_is_told_what_to_install(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    shutil.copy(ROOT / "site_build.sh", tmp_path)
    ended = run(folder=tmp_path, env=machine(programs, "bash", "dirname"))
    assert ended.returncode == 1
    assert ended.stderr == (
        "site_build.sh: needs Python 3.11 or newer on PATH; "
        "install it (Debian: apt-get install python3 python3-venv)\n"
    )


def test_the_python_lock_pins_everything_with_hashes_and_names_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert "://" not in lock
    pins = re.split(r"\n(?=\S)", lock.strip())
    assert len(pins) > 20
    for pin in pins:
        assert re.match(r"[a-z0-9-]+==\S+", pin), pin
        assert "--hash=sha256:" in pin, pin


def test_the_npm_lock_pins_everything_with_hashes_and_names_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    packages = {name: facts for name, facts in lock["packages"].items() if name}
    assert packages["node_modules/pyodide"]["version"] == "0.29.5"
    for name, facts in packages.items():
        assert facts["integrity"].startswith("sha512-"), name
        assert "resolved" not in facts, name


@pytest.mark.slow
def test_a_clean_build_elsewhere_is_the_same_and_leaves_nothing_behind(site: Path, tmp_path: Path) -> None:
    """In another folder, with another language and time zone, and nothing kept from earlier builds. To fetch
    all anew as well is left to who has a new machine, as CI does.
    """
    elsewhere = copy_of_the_sources(tmp_path / "elsewhere")
    before = status(elsewhere)
    make_environment(elsewhere / ".venv")
    seems_made_from_lock(elsewhere)
    (elsewhere / "node_modules").symlink_to(ROOT / "node_modules")
    built = run(folder=elsewhere, env={**os.environ, "LC_ALL": "C", "TZ": "Asia/Tokyo"})
    assert built.returncode == 0, built.stderr
    here, there = digests(site), digests(elsewhere / "site")
    assert len(here) > 50
    assert {name for name in here if here[name] != there.get(name)} == set()
    assert here.keys() == there.keys()

    assert run(folder=elsewhere).stdout == "== site/ is up to date\n"
    assert run("clean", folder=elsewhere).returncode == 0
    assert status(elsewhere) == before


def status(checkout: Path) -> str:
    """What git has to say of the files there, those it ignores included."""
    asked = ["git", "-C", str(checkout), "status", "--porcelain", "--ignored"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


def copy_of_the_sources(folder: Path) -> Path:
    """A clone with what is not committed yet; the commit stays the same, from which the site has its date."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    subprocess.run(["git", "-C", str(folder), "rm", "-rq", "."], check=True)
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    subprocess.run(["git", "-C", str(folder), "add", "--all"], check=True)
    return folder


def digests(folder: Path) -> dict[str, str]:
    """Hash of every file below the folder, by its path."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
