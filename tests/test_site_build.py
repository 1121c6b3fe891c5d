"""`site_build.sh` on machines that have everything, or too little; the locks."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.environment import make_environment, mark_as_locked

ROOT = Path(__file__).parents[1]
COMMANDS = ["build", "serve", "test", "export", "zip", "mutate", "lock", "clean", "help", "bench", "fuzz"]


def run(
    *command: str, folder: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the script and return the completed process."""
    script = [str(folder / "site_build.sh"), *command]
    return subprocess.run(script, cwd=folder, env=env, capture_output=True, text=True, check=False)


def machine(folder: Path, *programs: str) -> dict[str, str]:
    """Return an environment with only these programs and an empty home."""
    for program in programs:
        path = subprocess.run(
            ["bash", "-c", f"command -v {program}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        (folder / program).symlink_to(path)
    return {"PATH": str(folder), "HOME": str(folder)}


def test_help_names_every_command() -> None:
    process = run("help")
    assert process.returncode == 0
    assert re.findall(r"^  (\w+) ", process.stdout, re.MULTILINE) == COMMANDS


def test_unknown_command_prints_one_clear_line() -> None:
    process = run("sevre")
    assert process.returncode == 1
    last = process.stderr.splitlines()[-1]
    assert last == (
        "site_build.sh: unknown command 'sevre'; "
        "the commands are build, serve, test, export, zip, mutate, lock, clean and help, and here also bench and fuzz"
    )


def test_missing_python_is_reported_with_what_to_install(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    shutil.copy(ROOT / "site_build.sh", tmp_path)
    process = run(folder=tmp_path, env=machine(programs, "bash", "dirname"))
    assert process.returncode == 1
    assert process.stderr == (
        "site_build.sh: needs Python 3.11 or newer on PATH; "
        "install it (Debian: apt-get install python3 python3-venv)\n"
    )


def test_python_lock_has_hashes_and_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert "://" not in lock
    pins = re.split(r"\n(?=\S)", lock.strip())
    assert len(pins) > 20
    for pin in pins:
        assert re.match(r"[a-z0-9-]+==\S+", pin), pin
        assert "--hash=sha256:" in pin, pin


def test_npm_lock_has_hashes_and_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    packages = {name: facts for name, facts in lock["packages"].items() if name}
    assert packages["node_modules/pyodide"]["version"] == "0.29.5"
    for name, facts in packages.items():
        assert facts["integrity"].startswith("sha512-"), name
        assert "resolved" not in facts, name


SLOW_BUILD = """
import argparse, pathlib, sys, time

parser = argparse.ArgumentParser()
parser.add_argument("--site-dir", type=pathlib.Path, default=pathlib.Path("site"))
site = parser.parse_known_args()[0].site_dir
text = pathlib.Path("docs/index.md").read_text()
site.mkdir(parents=True, exist_ok=True)
with open("builds", "a") as builds:
    builds.write(text)
(site / "index.html").write_text(text)
while pathlib.Path("hold").exists():
    time.sleep(0.02)
if text == "broken":
    sys.exit(1)
(site / "other.html").write_text(text)
"""
"""A stand-in for `hooks`: it writes a site of two files, and waits in between while a file `hold` exists."""


@pytest.fixture
def checkout(tmp_path: Path, node: str) -> Path:
    """A checkout with everything installed, whose site is written by SLOW_BUILD."""
    for name in ("site_build.sh", "requirements.lock", "pyproject.toml", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks/__main__.py").write_text(SLOW_BUILD)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("first")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    make_environment(tmp_path / ".venv")
    mark_as_locked(tmp_path)
    return tmp_path


@contextmanager
def build_on_hold(checkout: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a build that stops half-way, and continues after this block."""
    (checkout / "hold").touch()
    (checkout / "builds").unlink(missing_ok=True)
    build_process = start(checkout, "build")
    wait_for(lambda: (checkout / "builds").is_file())
    yield build_process
    (checkout / "hold").unlink()


def start(checkout: Path, command: str) -> subprocess.Popen[str]:
    script = [str(checkout / "site_build.sh"), command]
    return subprocess.Popen(script, cwd=checkout, stdout=subprocess.PIPE, text=True, start_new_session=True)


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def contents(site: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in site.iterdir()}


WAITING = "== another ./site_build.sh is running here; waiting for it to finish\n"


def test_second_build_waits_for_the_first(checkout: Path) -> None:
    with build_on_hold(checkout) as first:
        second = start(checkout, "build")
        assert second.stdout and second.stdout.readline() == WAITING
    assert first.communicate() == ("== building the site into site/\n", None)
    assert second.communicate() == ("== site/ is up to date\n", None)
    assert (first.returncode, second.returncode) == (0, 0)
    assert (checkout / "builds").read_text() == "first", "one of them built it"
    assert contents(checkout / "site") == {"index.html": "first", "other.html": "first"}


def test_clean_waits_for_a_build_and_leaves_nothing(checkout: Path) -> None:
    before = {path.name for path in checkout.iterdir()} - {".venv", "node_modules"}
    with build_on_hold(checkout) as build_process:
        clean_process = start(checkout, "clean")
        assert clean_process.stdout and clean_process.stdout.readline() == WAITING
    build_process.communicate()
    clean_process.communicate()
    assert (build_process.returncode, clean_process.returncode) == (0, 0)
    (checkout / "builds").unlink()
    assert {path.name for path in checkout.iterdir()} == before


def test_interrupted_build_preserves_the_previous_site(checkout: Path) -> None:
    """The build is killed or fails; the next one completes the site, and builds only what changed."""
    assert run(folder=checkout).returncode == 0
    former = contents(checkout / "site")
    unchanged = (checkout / "docs/index.md").stat()
    (checkout / "docs/index.md").write_text("second")
    with build_on_hold(checkout) as build_process:
        os.killpg(build_process.pid, signal.SIGKILL)
        build_process.communicate()
        assert contents(checkout / "site") == former
    (checkout / "docs/index.md").write_text("broken")
    assert run(folder=checkout).returncode == 1
    assert contents(checkout / "site") == former
    (checkout / "docs/index.md").write_text("first")
    # the build compares dates
    os.utime(checkout / "docs/index.md", ns=(unchanged.st_atime_ns, unchanged.st_mtime_ns))
    assert run(folder=checkout).stdout == "== site/ is up to date\n"
    (checkout / "docs/index.md").write_text("second")
    assert run(folder=checkout).returncode == 0
    assert contents(checkout / "site") == {"index.html": "second", "other.html": "second"}


def test_build_replaces_a_site_that_lacks_a_file(checkout: Path) -> None:
    run(folder=checkout)
    (checkout / "site/other.html").unlink()
    assert run(folder=checkout).stdout == "== building the site into site/\n"
    assert contents(checkout / "site") == {"index.html": "first", "other.html": "first"}
    assert run(folder=checkout).stdout == "== site/ is up to date\n"


def test_build_follows_the_setting_of_the_service_worker(checkout: Path) -> None:
    run(folder=checkout)
    off = {**os.environ, "DICELEAF_SERVICE_WORKER": "off"}
    assert run(folder=checkout, env=off).stdout == "== building the site into site/\n"


@pytest.fixture
def moved_checkout() -> Iterator[Path]:
    """A checkout that was made elsewhere and that its user can't write to."""
    folder = Path(tempfile.mkdtemp())
    shutil.copy(ROOT / "site_build.sh", folder)
    (folder / ".venv/lib").mkdir(parents=True)
    (folder / ".venv/.made-from").write_text("elsewhere")
    folders = [folder, folder / ".venv", folder / ".venv/lib"]
    for each in folders:
        each.chmod(0o555)
    yield folder
    for each in folders:
        each.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("command", ["build", "serve", "test", "zip", "lock", "clean"])
def test_read_only_checkout_prints_one_clear_line(moved_checkout: Path, command: str) -> None:
    nobody = 65534 if os.getuid() == 0 else None
    process = subprocess.run(
        [moved_checkout / "site_build.sh", command],
        user=nobody,
        cwd=moved_checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr == (
        f"site_build.sh: can't write to {moved_checkout}, and everything is made there; "
        "use a checkout that is not read-only\n"
    )


def test_missing_network_is_reported_before_pip_errors(checkout: Path) -> None:
    shutil.rmtree(checkout / ".venv")
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    process = run(folder=checkout, env={**os.environ, **nowhere})
    assert (process.returncode, process.stdout) == (1, "== fetching uv\n")
    first, *others = process.stderr.splitlines()
    assert first == (
        "site_build.sh: could not fetch uv from the Python package index; is there a network? What pip says:"
    )
    assert any("uv" in line for line in others)


@pytest.mark.slow
def test_clean_build_is_reproducible_and_leaves_nothing(site: Path, tmp_path: Path) -> None:
    """The folder, language and time zone differ, and caches are empty, except the slowest ones.

    One of the books is printed again, and the rolls of one are compiled again. Only CI downloads
    everything again.
    """
    elsewhere = copy_of_the_sources(tmp_path / "elsewhere")
    before = status(elsewhere)
    make_environment(elsewhere / ".venv")
    mark_as_locked(elsewhere)
    (elsewhere / "node_modules").symlink_to(ROOT / "node_modules")
    copy_cache(elsewhere, "pdf", lambda name: not name.startswith("core_rules-"))
    copy_cache(elsewhere, "rolls", lambda name: not name.startswith("two_d6."))
    build = run("export", folder=elsewhere, env={**os.environ, "LC_ALL": "C", "TZ": "Asia/Tokyo"})
    assert build.returncode == 0, build.stderr
    here, there = digests(site), digests(elsewhere / "site")
    assert len(here) > 50
    assert {name for name in here if here[name] != there.get(name)} == set()
    assert here.keys() == there.keys()

    assert run(folder=elsewhere).stdout == "== site/ is up to date\n"
    assert run("clean", folder=elsewhere).returncode == 0
    assert status(elsewhere) == before


def copy_cache(checkout: Path, folder: str, is_copied: Callable[[str], bool]) -> None:
    """Copy the files of a cache that have these names."""
    (checkout / ".cache" / folder).mkdir(parents=True)
    for file in (ROOT / ".cache" / folder).iterdir():
        if is_copied(file.name):
            shutil.copy(file, checkout / ".cache" / folder)


def status(checkout: Path) -> str:
    """Return git's status of the files, including ignored ones."""
    command = ["git", "-C", str(checkout), "status", "--porcelain", "--ignored"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def copy_of_the_sources(folder: Path) -> Path:
    """Return a clone with uncommitted changes; the commit, and so the date of the site, stays the same."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    subprocess.run(["git", "-C", str(folder), "rm", "-rq", "."], check=True)
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    subprocess.run(["git", "-C", str(folder), "add", "--all"], check=True)
    return folder


def digests(folder: Path) -> dict[str, str]:
    """Return the hash of every file in the folder by its path."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
