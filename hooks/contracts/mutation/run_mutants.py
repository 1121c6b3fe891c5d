"""The run of mutants: two workers, each with a copy of the tree, run the tests that reach a mutant until one
fails.

The lines that each test reaches are recorded once, by running the tests on the unmutated rules, and cached
in `.cache/mutation` by file of tests. A cached file is valid while it and everything other than tests is
unchanged, so that a new test requires only a run of its own file. Any test may detect a mutant in code that
runs during the import of the rules, so all tests are run on it: first the cheapest, then those that reach its
line or its file.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_
from pathlib import Path
from queue import Queue
from typing import Any

from hooks.contracts.mutation.mutants import Mutant

WORKERS = 2
QUICK_SECONDS = 0.5
"""Tests that take longer are run after all others."""

MAX_SECONDS = 20.0
"""The most processor time of tests run on one mutant, as measured unmutated; quick tests come first. Mutants
that only later tests would detect count as survived.
"""

SNAPSHOT_TESTS = ("tests/contracts/test_snapshots.py", "tests/core/test_messages.py")
"""Tests that compare with a snapshot. They run last, so they detect only what no other test has detected."""

VERDICT_FIELDS = ("verdict", "by")
ANY = ""
EQUIVALENTS_FILE = "tests/mutation/equivalent.toml"
"""The list of equivalent mutants, which no test reads: editing it doesn't invalidate the cache."""

ReachData = dict[str, Any]
"""The data of a run on the unmutated rules.

imported  the lines that run during the import of the rules, by file
modules   the modules that every mutant needs
files     for each file of tests: its tests, their seconds, those that failed, and those that reach a line
"""


@dataclass(frozen=True)
class Verdict:
    """The result for a mutant: `killed`, `timed out`, `survived` or `equivalent`; and the failed test."""

    mutant: Mutant
    verdict: str
    by: str = ""

    @property
    def by_snapshot(self) -> bool:
        """True if only a snapshot test detected the mutant."""
        return _file(self.by) in SNAPSHOT_TESTS


class Equivalents:
    """Mutants that behave like the original, as someone has checked, each with the reason.

    An entry without the changed line stands for all mutants of its line.

    Raises ValueError for an entry without a reason.
    """

    def __init__(self, path: Path) -> None:
        entries = tomllib.loads(path.read_text("utf-8"))["equivalent"]
        self._why: dict[tuple[str, str, str], str] = {}
        for entry in entries:
            if not entry["why"].strip():
                raise ValueError(f"{path}: {entry['file']}: {entry['line']}: say why nobody can notice")
            self._why[entry["file"], entry["line"], entry.get("becomes", ANY)] = entry["why"]

    def __contains__(self, mutant: Mutant) -> bool:
        file, line, becomes = self._key(mutant)
        return not self._why.keys().isdisjoint({(file, line, becomes), (file, line, ANY)})

    def outdated_entries(self, mutants: list[Mutant]) -> list[str]:
        """Return the entries that match no mutant because their line was changed or removed."""
        keys = [*map(self._key, mutants)]
        there = {*keys, *((file, line, ANY) for file, line, _ in keys)}
        return [f"{file}: {line}" for file, line, becomes in self._why if (file, line, becomes) not in there]

    @staticmethod
    def _key(mutant: Mutant) -> tuple[str, str, str]:
        return mutant.file, mutant.was_line, mutant.new_line


@dataclass(frozen=True)
class Reach:
    """The tests that reach each line of the rules, and each test's processor time in seconds.

    Bit n of a line is the n-th test; bit 0 stands for the import of the rules.
    """

    tests: list[str]
    seconds: list[float]
    failed: list[str]
    lines: dict[str, dict[int, int]]
    modules: list[str]

    @classmethod
    def of(cls, data: ReachData) -> Reach:
        """Return the merged data of all test files."""
        tests, seconds, failed = [""], [0.0], list[str]()
        lines: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for file, imported_lines in data["imported"].items():
            lines[file].update(dict.fromkeys(imported_lines, 1))
        for part in data["files"].values():
            for file, lines_reached in part["reached"].items():
                for line, bits in lines_reached.items():
                    lines[file][int(line)] |= int(bits, 16) << len(tests)
            tests += part["tests"]
            seconds += part["seconds"]
            failed += part["failed"]
        return cls(tests, seconds, failed, lines, data["modules"])

    def _among(self, bits: int) -> set[int]:
        return {place for place in range(1, len(self.tests)) if bits >> place & 1}

    def stages(self, mutant: Mutant) -> list[list[dict[str, Any]]]:
        """Return batches of tests that may detect the mutant, by file, in running order.

        Tests that reach its line precede the others, files of many short tests those of a few long ones, and
        slow tests come last.
        """
        tests_by_line = self.lines.get(mutant.file, {})
        here = 0
        for line in range(mutant.first, mutant.last + 1):
            here |= tests_by_line.get(line, 0)
        test_numbers = set(range(1, len(self.tests))) if here & 1 else self._among(here)
        # for code that runs during the import, tests that reach other lines of the file are most relevant
        direct = self._among(here) or self._among(reduce(or_, tests_by_line.values(), 0))
        by_file: dict[tuple[bool, bool, bool, str], list[int]] = defaultdict(list)
        of_file: dict[str, int] = defaultdict(int)
        longest: dict[str, float] = defaultdict(float)  # the first test of a file also sets up its fixtures
        for place in range(1, len(self.tests)):
            of_file[_file(self.tests[place])] += 1
            longest[_file(self.tests[place])] = max(longest[_file(self.tests[place])], self.seconds[place])
        failed = set(self.failed)
        for place in test_numbers:
            if self.tests[place] not in failed:
                slow, elsewhere = self.seconds[place] > QUICK_SECONDS, place not in direct
                file = _file(self.tests[place])
                by_file[file in SNAPSHOT_TESTS, slow, elsewhere, file].append(place)

        def rank(key: tuple[bool, bool, bool, str]) -> tuple[bool, bool, bool, bool, float, float, str]:
            snapshots, slow, elsewhere, file = key
            seconds = sum(self.seconds[each] for each in by_file[key])
            is_long = seconds > QUICK_SECONDS  # if time is short, prefer files with the most tests per second
            close = len(by_file[key]) / (seconds if is_long else of_file[file])
            return snapshots, slow, is_long, elsewhere, -close, seconds, file

        batches, spent = [], {True: 0.0, False: 0.0}
        for key in sorted(by_file, key=rank):
            batch = []
            for each in sorted(by_file[key], key=lambda each: (self.seconds[each], each)):
                if spent[key[0]] < MAX_SECONDS:
                    batch.append(self.tests[each])
                    spent[key[0]] += self.seconds[each]
            if batch:
                batches.append({"file": key[-1], "tests": batch, "longest": longest[key[-1]]})
        # starting on a file takes longest, so each stage has twice as many files as all stages before it
        borders = [0, *(3**power for power in range(len(batches)) if 3**power < len(batches)), len(batches)]
        return [batches[first:last] for first, last in pairwise(borders) if first < last]


def _file(test: str) -> str:
    return test.partition("::")[0]


class Worker:
    """A process of `worker.py` in its own copy of the tree, which the caller must close."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        dropped = {"PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS"}
        environment = {name: value for name, value in os.environ.items() if name not in dropped}
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("worker.py"))],
            cwd=tree,
            env=environment | {"PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        print(json.dumps(request), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the worker in {self.tree} has ended; see its message above")
        reply: dict[str, Any] = json.loads(answer)
        return reply

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate()


class MutationRun:
    """A context manager that tests mutants of a package with the tests of its tree.

    `failing` are the tests that fail on the unmutated rules; they are skipped. A test counts as an infinite
    loop after a multiple of the longest time of its file, and `spare` more seconds of processor time.
    """

    def __init__(self, root: Path, package: str, tests: list[str], *, spare: float = 5) -> None:
        self.root, self.package, self.spare = root, package, spare
        self.test_files = sorted(
            path.relative_to(root).as_posix()
            for folder in tests
            for path in ([root / folder] if (root / folder).is_file() else (root / folder).rglob("test_*.py"))
        )
        self.place = root / ".cache" / "mutation"

    def __enter__(self) -> MutationRun:
        files = self._files()
        hashes = {name: hashlib.sha256((self.root / name).read_bytes()).hexdigest() for name in files}
        with ExitStack() as stack:
            self.workers = [
                stack.enter_context(closing(Worker(self._copy(number, hashes)))) for number in range(WORKERS)
            ]
            self._prepare(hashes)
            self._stack = stack.pop_all()
        return self

    def _prepare(self, hashes: Mapping[str, str]) -> None:
        """Record or read from the cache the lines that tests reach, and import what every mutant needs."""
        own = {name: hashes[name] for name in self.test_files}
        separate = {*own, EQUIVALENTS_FILE}
        unmutated = [self.package, {name: each for name, each in hashes.items() if name not in separate}]
        reach_file = self.place / "reach.json"
        saved = json.loads(reach_file.read_text("utf-8")) if reach_file.is_file() else {}
        reach_data: ReachData = (
            saved if saved.get("sound") == unmutated else {"sound": unmutated, "modules": [], "files": {}}
        )
        files = {
            name: part for name, part in reach_data["files"].items() if own.get(name) == part["made_from"]
        }
        last_seconds = {name: sum(part["seconds"]) for name, part in saved.get("files", {}).items()}
        for learned_part in self._learn([name for name in own if name not in files], last_seconds):
            files |= {name: part | {"made_from": own[name]} for name, part in learned_part["files"].items()}
            reach_data["imported"] = learned_part["imported"]
            reach_data["modules"] = [*dict.fromkeys(reach_data["modules"] + learned_part["modules"])]
        reach_data["files"] = files
        if not any(part["tests"] for part in files.values()):
            raise RuntimeError(f"no tests ran on sound rules; see {self.workers[0].tree / '.log'}")
        reach_file.write_text(json.dumps(reach_data), "utf-8")
        self.reach = Reach.of(reach_data)
        self.failing = self.reach.failed
        with ThreadPoolExecutor(WORKERS) as threads:
            list(threads.map(lambda worker: worker.ask(preload=self.reach.modules), self.workers))

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def try_all(self, mutants: list[Mutant], until: float | None = None) -> Iterator[Verdict]:
        """Yield the verdict on each mutant as soon as it is known.

        No mutant is started after `until`, a time of the monotonic clock.
        """
        free: Queue[Worker] = Queue()
        for worker in self.workers:
            free.put(worker)

        def try_one(mutant: Mutant) -> Verdict | None:
            if until is not None and time.monotonic() > until:
                return None
            stages = self.reach.stages(mutant)
            if not stages:
                return Verdict(mutant, "survived", "no test comes here")
            source = mutant.apply_to((self.root / mutant.file).read_bytes()).decode()
            worker = free.get()
            try:
                answer = worker.ask(file=mutant.file, source=source, stages=stages, spare=self.spare)
            finally:
                free.put(worker)
            return Verdict(mutant, **{name: answer[name] for name in VERDICT_FIELDS if name in answer})

        with ThreadPoolExecutor(WORKERS) as threads:
            for verdict in as_completed([threads.submit(try_one, mutant) for mutant in mutants]):
                if result := verdict.result():
                    yield result

    def _files(self) -> list[str]:
        """Return the files that git would commit, relative to the root."""
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout
        return sorted(name for name in listing.splitlines() if (self.root / name).is_file())

    def _copy(self, number: int, hashes: Mapping[str, str]) -> Path:
        made_from = json.dumps([self.package, self.test_files, dict(hashes)])
        tree = self.place / f"tree-{number}"
        stamp = tree / ".made-from"
        if stamp.is_file() and stamp.read_text("utf-8") == made_from:
            for path in (tree / self.package).rglob("*.py"):  # an interrupted run may have left a mutant
                shutil.copyfile(self.root / path.relative_to(tree), path)
            return tree
        shutil.rmtree(tree, ignore_errors=True)
        for name in hashes:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / name, tree / name)
        for name in (".venv", "node_modules"):
            if (self.root / name).exists():
                (tree / name).symlink_to(self.root / name)
        # validate bytecode by hash: a mutant may change neither the size nor, within a second, the date
        compiling = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", str(tree)]
        subprocess.run([sys.executable, *compiling], check=False, stdout=subprocess.DEVNULL)
        stamp.write_text(made_from, "utf-8")
        return tree

    def _learn(self, files: list[str], last_seconds: Mapping[str, float]) -> list[ReachData]:
        """Run the tests of these files on the unmutated rules, and return the data.

        The workers share the files by the seconds of their last run; a new file counts as short.
        """
        shares: list[list[str]] = [[] for _ in self.workers]
        seconds: Mapping[str, float] = {name: last_seconds.get(name, 1) for name in files}
        for name in sorted(files, key=seconds.__getitem__, reverse=True):
            min(shares, key=lambda share: sum(map(seconds.__getitem__, share))).append(name)
        shares_of_work = [
            (worker, share) for worker, share in zip(self.workers, shares, strict=True) if share
        ]
        with ThreadPoolExecutor(WORKERS) as threads:
            return list(threads.map(lambda one: one[0].ask(learn=self.package, files=one[1]), shares_of_work))
