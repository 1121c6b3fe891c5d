"""Time how long an author waits for a build and for the preview: `./site_build.sh bench`.

Measured in a copy of the repository, with the commands of the script. A cold build is a full one with empty
caches, in processor time. The others are printed by `serve` after a file was saved, from the moment it
detects the change: until the page that a browser shows, the longest of the book, is rebuilt, and until all
pages are.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rules_py import games

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("rules_py", "hooks", "docs", "mkdocs.yml", "pyproject.toml", "README.md", "LICENSE")
DURATIONS = r"within (\d+\.\d+) s, (\d+\.\d+) s of processor time"
RELOADED, DONE = re.compile(f"(?:Shown|Done) {DURATIONS}"), re.compile(f"Done {DURATIONS}")
LIMIT = 600  # seconds after which the measurement fails

type Spent = tuple[tuple[float, float], tuple[float, float]]
"""Seconds, and seconds of processor time, until a change shows, and until all is done."""


def main() -> None:
    books = sorted((game.id for game in games() if game.numbers), key=table_count, reverse=True)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "book"
        copy_repository(copy)
        print(f"cold build of {len(books)} books: {cold_build(copy):.1f} s of processor time")
        with serving(copy) as saved:
            for game in books:
                page = longest_page(copy, game)
                spent = saved(page, page, "\n\nOne more sentence.\n")
                report(f"a page saved ({page.relative_to(copy)})", spent)
            for game in books:
                tables = set(kept_tables(copy))
                rules = copy / "rules_py" / "systems" / game / "__init__.py"
                page = longest_page(copy, game)
                spent = saved(page, rules, "\n# a remark\n")
                report(f"a rule of {game} saved while {page.relative_to(copy)} shows", spent)
                counts = [name for name in kept_tables(copy) if name not in tables]
                others = sum(not name.startswith(f"{game}.") for name in counts)
                print(
                    f"  tables counted again: {len(counts)}, of other games {others}, of {len(tables)} in all"
                )


def report(what: str, spent: Spent) -> None:
    print(f"{what}:")
    for name, (wall, processor) in zip(("shown", "done"), spent, strict=True):
        print(f"  {name} within {wall:.2f} s, {processor:.2f} s of processor time")


def longest_page(copy: Path, game: str) -> Path:
    return max((copy / "docs" / game).glob("*.md"), key=lambda path: path.stat().st_size)


def table_count(game: str) -> int:
    return sum(path.read_text("utf-8").count("```odds") for path in (ROOT / "docs" / game).glob("*.md"))


def copy_repository(copy: Path) -> None:
    copy.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    (copy / "node_modules").symlink_to(ROOT / "node_modules")


def surroundings(copy: Path) -> dict[str, str]:
    own = {"PYTHONPATH": str(copy), "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | own


def cold_build(copy: Path) -> float:
    """Return the processor time of a full build in seconds, including its child processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "hooks", "build", "--strict", "--clean"]
    subprocess.run(command, cwd=copy, env=surroundings(copy), check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@contextmanager
def serving(copy: Path) -> Iterator[Callable[[Path, Path, str], Spent]]:
    """`serve` in the copy: a function that looks at a page, adds a text to a file and tells the time."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "hooks", "serve", "--strict", "--dev-addr", address]
    server = subprocess.Popen(command, cwd=copy, env=surroundings(copy), stderr=subprocess.PIPE, text=True)
    lines: list[str] = []

    def read() -> None:
        for line in server.stderr or ():
            lines.append(line)

    threading.Thread(target=read, daemon=True).start()

    def until(message: re.Pattern[str], first: int) -> re.Match[str]:
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and server.poll() is None:
            if match := next(filter(None, map(message.search, lines[first:])), None):
                return match
            time.sleep(0.05)
        raise RuntimeError("serve said nothing of it:\n" + "".join(lines))

    def saved(page: Path, path: Path, more: str) -> Spent:
        first = len(lines)
        name = page.relative_to(copy / "docs").with_suffix("").as_posix().removesuffix("index").strip("/")
        with urllib.request.urlopen(f"http://{address}/book/{name}/", timeout=LIMIT) as answer:
            answer.read()
        path.write_text(path.read_text("utf-8") + more, "utf-8")
        matches = until(RELOADED, first), until(DONE, first)
        if any("ERROR" in line for line in lines[first:]):
            raise RuntimeError("".join(lines[first:]))
        reloaded, done = ((float(each[1]), float(each[2])) for each in matches)
        return reloaded, done

    try:
        until(re.compile("Serving on"), 0)
        yield saved
    finally:
        server.terminate()
        server.wait()


def kept_tables(copy: Path) -> list[str]:
    """Return the names of the cached tables, which start with that of the calculator."""
    names = (path.name for path in (copy / ".cache" / "odds").glob("*.json"))
    return sorted(name for name in names if "-tried-" not in name)  # that is what trials of a game found


if __name__ == "__main__":
    main()
