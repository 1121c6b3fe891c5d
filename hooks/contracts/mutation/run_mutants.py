"""Tries mutants: two workers, each with a copy of the tree, run the tests that reach the slip until one
fails.

What reaches what is learned once, by running the tests on sound rules, and kept in `.cache/mutation` for each
file of tests, as long as neither it nor anything that isn't such a file changes: who adds a test waits for
its file alone. A slip in what is run while the rules are imported may be noticed anywhere, so there all tests
are asked: first those that take next to nothing, then those that come to the line or to others of its file.
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
QUICK = 0.5
"""Seconds: a test that takes longer is run after all that don't."""

MOST_SECONDS = 20.0
"""The most processor time of tests run on one mutant, as measured unmutated; quick tests come first. Mutants
that only later tests would notice count as survived.
"""

SNAPSHOT_TESTS = ("tests/contracts/test_snapshots.py", "tests/core/test_messages.py")
"""Tests that compare with a snapshot. They run last: what they notice, no other test has noticed."""

NAMED = ("verdict", "by")
ANY = ""
LISTED = "tests/mutation/equivalent.toml"
"""The list of equivalent mutants, which no test reads: editing it doesn't invalidate the cache."""

Learned = dict[str, Any]
"""`imported`: the lines that are run while the rules are imported, by file; `modules`: what every mutant
needs; `files`: of each file of tests the tests, their seconds, those that failed, and which of them came to
which line.
"""


@dataclass(frozen=True)
class Verdict:
    """The result for a mutant: `killed`, `timed out`, `survived` or `equivalent`, and the test that
    failed.
    """

    mutant: Mutant
    verdict: str
    by: str = ""

    @property
    def by_snapshot(self) -> bool:
        """True if only a snapshot test noticed the mutant."""
        return _file(self.by) in SNAPSHOT_TESTS


class Equivalents:
    """Mutants that people have looked at and found to behave as the original does, each with the reason why.
    Where an entry doesn't say what the line becomes, it is any of its slips: a choice between two ways to the
    same.

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
        """Return the entries that match no mutant any more because the line was changed or removed."""
        keys = [*map(self._key, mutants)]
        there = {*keys, *((file, line, ANY) for file, line, _ in keys)}
        return [f"{file}: {line}" for file, line, becomes in self._why if (file, line, becomes) not in there]

    @staticmethod
    def _key(mutant: Mutant) -> tuple[str, str, str]:
        return mutant.file, mutant.was_line, mutant.new_line


@dataclass(frozen=True)
class Reach:
    """The tests that reach each line of the rules, and each test's processor time in seconds.

    Bit n of a line is the n-th test; bit 0 stands for what is run while the rules are imported.
    """

    tests: list[str]
    seconds: list[float]
    failed: list[str]
    lines: dict[str, dict[int, int]]
    modules: list[str]

    @classmethod
    def of(cls, learned: Learned) -> Reach:
        """Return the merged data learned from all test files."""
        tests, seconds, failed = [""], [0.0], list[str]()
        lines: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for file, imported in learned["imported"].items():
            lines[file].update(dict.fromkeys(imported, 1))
        for part in learned["files"].values():
            for file, reached in part["reached"].items():
                for line, bits in reached.items():
                    lines[file][int(line)] |= int(bits, 16) << len(tests)
            tests += part["tests"]
            seconds += part["seconds"]
            failed += part["failed"]
        return cls(tests, seconds, failed, lines, learned["modules"])

    def _among(self, bits: int) -> set[int]:
        return {place for place in range(1, len(self.tests)) if bits >> place & 1}

    def stages(self, mutant: Mutant) -> list[list[dict[str, Any]]]:
        """Return the tests that may notice the mutant, by file, in running order: cheap files, then tests
        that reach its line before all others, files of many short tests before those of few long ones, slow
        tests last.
        """
        reached = self.lines.get(mutant.file, {})
        here = 0
        for line in range(mutant.first, mutant.last + 1):
            here |= reached.get(line, 0)
        test_numbers = set(range(1, len(self.tests))) if here & 1 else self._among(here)
        # who comes to other lines of the file is nearest to what is run while it is imported
        direct = self._among(here) or self._among(reduce(or_, reached.values(), 0))
        by_file: dict[tuple[bool, bool, bool, str], list[int]] = defaultdict(list)
        of_file: dict[str, int] = defaultdict(int)
        longest: dict[str, float] = defaultdict(float)  # whichever test runs first makes what its file shares
        for place in range(1, len(self.tests)):
            of_file[_file(self.tests[place])] += 1
            longest[_file(self.tests[place])] = max(longest[_file(self.tests[place])], self.seconds[place])
        failed = set(self.failed)
        for place in test_numbers:
            if self.tests[place] not in failed:
                slow, elsewhere = self.seconds[place] > QUICK, place not in direct
                file = _file(self.tests[place])
                by_file[file in SNAPSHOT_TESTS, slow, elsewhere, file].append(place)

        def rank(key: tuple[bool, bool, bool, str]) -> tuple[bool, bool, bool, bool, float, float, str]:
            snapshots, slow, elsewhere, file = key
            seconds = sum(self.seconds[each] for each in by_file[key])
            is_long = (
                seconds > QUICK
            )  # where time may not be enough, the most tests are asked in what there is
            close = len(by_file[key]) / (seconds if is_long else of_file[file])
            return snapshots, slow, is_long, elsewhere, -close, seconds, file

        asked_of, spent = [], {True: 0.0, False: 0.0}
        for key in sorted(by_file, key=rank):
            chosen = []
            for each in sorted(by_file[key], key=lambda each: (self.seconds[each], each)):
                if spent[key[0]] < MOST_SECONDS:
                    chosen.append(self.tests[each])
                    spent[key[0]] += self.seconds[each]
            if chosen:
                asked_of.append({"file": key[-1], "tests": chosen, "longest": longest[key[-1]]})
        # to begin with files is what takes longest, so that each stage has twice as many as all before it
        borders = [
            0,
            *(3**power for power in range(len(asked_of)) if 3**power < len(asked_of)),
            len(asked_of),
        ]
        return [asked_of[first:last] for first, last in pairwise(borders) if first < last]


def _file(test: str) -> str:
    return test.partition("::")[0]


class Worker:
    """A process of `worker.py` in its own copy of the tree. It is to be closed."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        away = {"PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS"}
        environment = {name: value for name, value in os.environ.items() if name not in away}
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("worker.py"))],
            cwd=tree,
            env=environment | {"PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **question: Any) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        print(json.dumps(question), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the worker in {self.tree} has ended; see its message above")
        reply: dict[str, Any] = json.loads(answer)
        return reply

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate()


class Court:
    """Everything it takes to try mutants of a package of a tree by its tests. To be used with `with`.

    `failing` are the tests that fail on the sound rules; nothing is asked of them. `spare` seconds of
    processor time are given to each test beyond some times what the longest of its file took, before it
    counts as one without an end.
    """

    def __init__(self, root: Path, package: str, tests: list[str], *, spare: float = 5) -> None:
        self.root, self.package, self.spare = root, package, spare
        self.test_files = sorted(
            path.relative_to(root).as_posix()
            for folder in tests
            for path in ([root / folder] if (root / folder).is_file() else (root / folder).rglob("test_*.py"))
        )
        self.place = root / ".cache" / "mutation"

    def __enter__(self) -> Court:
        files = self._files()
        hashes = {name: hashlib.sha256((self.root / name).read_bytes()).hexdigest() for name in files}
        with ExitStack() as opened:
            self.workers = [
                opened.enter_context(closing(Worker(self._copy(number, hashes)))) for number in range(WORKERS)
            ]
            self._prepare(hashes)
            self._opened = opened.pop_all()
        return self

    def _prepare(self, hashes: Mapping[str, str]) -> None:
        """Learn what the tests reach, or read what was learned, and import what every mutant needs."""
        own = {name: hashes[name] for name in self.test_files}
        apart = {*own, LISTED}
        sound = [self.package, {name: each for name, each in hashes.items() if name not in apart}]
        reach_file = self.place / "reach.json"
        saved = json.loads(reach_file.read_text("utf-8")) if reach_file.is_file() else {}
        learned: Learned = (
            saved if saved.get("sound") == sound else {"sound": sound, "modules": [], "files": {}}
        )
        files = {name: part for name, part in learned["files"].items() if own.get(name) == part["made_from"]}
        took = {name: sum(part["seconds"]) for name, part in saved.get("files", {}).items()}
        for learned_part in self._learn([name for name in own if name not in files], took):
            files |= {name: part | {"made_from": own[name]} for name, part in learned_part["files"].items()}
            learned["imported"] = learned_part["imported"]
            learned["modules"] = [*dict.fromkeys(learned["modules"] + learned_part["modules"])]
        learned["files"] = files
        if not any(part["tests"] for part in files.values()):
            raise RuntimeError(f"no tests ran on sound rules; see {self.workers[0].tree / '.log'}")
        reach_file.write_text(json.dumps(learned), "utf-8")
        self.reach = Reach.of(learned)
        self.failing = self.reach.failed
        with ThreadPoolExecutor(WORKERS) as threads:
            list(threads.map(lambda worker: worker.ask(preload=self.reach.modules), self.workers))

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def try_all(self, mutants: list[Mutant], until: float | None = None) -> Iterator[Verdict]:
        """Yield the verdict on each mutant as soon as it is known.

        None is begun after `until`, a time of the monotonic clock.
        """
        free: Queue[Worker] = Queue()
        for worker in self.workers:
            free.put(worker)

        def tried(mutant: Mutant) -> Verdict | None:
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
            return Verdict(mutant, **{name: answer[name] for name in NAMED if name in answer})

        with ThreadPoolExecutor(WORKERS) as threads:
            for verdict in as_completed([threads.submit(tried, mutant) for mutant in mutants]):
                if result := verdict.result():
                    yield result

    def _files(self) -> list[str]:
        """Return the files that git would commit, relative to the root."""
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout
        return sorted(name for name in listed.splitlines() if (self.root / name).is_file())

    def _copy(self, number: int, hashes: Mapping[str, str]) -> Path:
        made_from = json.dumps([self.package, self.test_files, dict(hashes)])
        tree = self.place / f"tree-{number}"
        stamp = tree / ".made-from"
        if stamp.is_file() and stamp.read_text("utf-8") == made_from:
            for path in (tree / self.package).rglob("*.py"):  # a mutant may be left from a run that was ended
                shutil.copyfile(self.root / path.relative_to(tree), path)
            return tree
        shutil.rmtree(tree, ignore_errors=True)
        for name in hashes:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / name, tree / name)
        for name in (".venv", "node_modules"):
            if (self.root / name).exists():
                (tree / name).symlink_to(self.root / name)
        # a compiled file is good for this text alone: a slip changes neither size nor, within a second, date
        compiling = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", str(tree)]
        subprocess.run([sys.executable, *compiling], check=False, stdout=subprocess.DEVNULL)
        stamp.write_text(made_from, "utf-8")
        return tree

    def _learn(self, files: list[str], took: Mapping[str, float]) -> list[Learned]:
        """Run the tests of these files on sound rules, shared out among the workers by the seconds that each
        took when it was last run; one that wasn't counts as a short one.
        """
        shares: list[list[str]] = [[] for _ in self.workers]
        seconds: Mapping[str, float] = {name: took.get(name, 1) for name in files}
        for name in sorted(files, key=seconds.__getitem__, reverse=True):
            min(shares, key=lambda share: sum(map(seconds.__getitem__, share))).append(name)
        shares_of_work = [
            (worker, share) for worker, share in zip(self.workers, shares, strict=True) if share
        ]
        with ThreadPoolExecutor(WORKERS) as threads:
            return list(threads.map(lambda one: one[0].ask(learn=self.package, files=one[1]), shares_of_work))
