"""A process that runs tests in its own copy of the tree: first to record what they reach, then on mutants.

`run_mutants.py` starts it as a script within the copy, so that all its imports come from there. It reads and
writes one JSON object per line. Modules that all mutants need are imported once; each mutant then runs in a
fork, which imports the rules again.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import importlib
import json
import math
import os
import pkgutil
import resource
import select
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

QUIET = (
    *("-q", "--continue-on-collection-errors", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow and not site and not browser"),
)
OVERHEAD_SECONDS = 60
"""The limit of processor time for the import of rules and tests, and for the steps between tests."""
MAX_WALL_SECONDS = 3600
"""The time after which an idle mutant is stopped. A busy one is stopped by its processor time, which doesn't
depend on other work of the machine.
"""
MEMORY = 4 << 30
LIMIT_SIGNALS = (signal.SIGPROF, signal.SIGXCPU, signal.SIGKILL)


def processor_time() -> float:
    """Return the processor time of this process in seconds, which other processes don't increase."""
    return time.process_time()


def limit_processor_time(seconds: float) -> None:
    """Stop this process with SIGPROF after this many more seconds of processor time.

    Its children are stopped a little later with SIGXCPU, as they inherit only a limit in whole seconds.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(processor_time() + seconds) + 1, most))
    signal.setitimer(signal.ITIMER_PROF, seconds)


class DeterministicTests:
    """Makes property tests try the same examples each time, without shrinking."""

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in ("slow", "site", "browser"):  # used in QUIET, but a book may not declare them
            config.addinivalue_line("markers", marker)
        try:
            from hypothesis import HealthCheck, Phase, settings
        except ImportError:  # a book may not use it
            return
        settings.register_profile(
            "mutation",
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutation")


class ReachRecorder(DeterministicTests):
    """Runs the tests of some files, and records the lines of the package that each test reaches.

    `reached` has the tests by file and line: bit n is the n-th test of `tests`, and bit 0 stands for the
    import of the rules.
    """

    def __init__(self, package: str, files: list[str]) -> None:
        self.package, self.files = package, files
        self.tests: list[str] = [""]
        self.seconds: list[float] = [0.0]
        self.failed: set[str] = set()
        self.reached: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.inside = str(Path.cwd() / package) + os.sep
        self.caches: list[Any] = []
        self._watch()
        importlib.import_module(package)

    def _watch(self) -> None:
        # Each test computes cached properties again, as when it runs alone.
        functools.cached_property = property  # type: ignore[assignment, misc]  # for tests only
        monitoring, tool = sys.monitoring, sys.monitoring.COVERAGE_ID
        monitoring.use_tool_id(tool, "mutation")
        monitoring.register_callback(tool, monitoring.events.LINE, self._line)
        monitoring.set_events(tool, monitoring.events.LINE)

    def _line(self, code: Any, line: int) -> Any:
        if code.co_filename.startswith(self.inside):
            self.reached[code.co_filename][line] |= 1 << (len(self.tests) - 1)
        return sys.monitoring.DISABLE  # until the next test

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        package = importlib.import_module(self.package)
        for module in pkgutil.walk_packages(package.__path__, f"{self.package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        self.caches = [
            each
            for each in gc.get_objects()
            if isinstance(each, functools._lru_cache_wrapper)
            and str(each.__module__).partition(".")[0] == self.package
        ]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for each in self.caches:
            each.cache_clear()
        self.tests.append(item.nodeid)
        sys.monitoring.restart_events()
        start = processor_time()
        try:
            return (yield)
        finally:
            self.seconds.append(processor_time() - start)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def to_json(self) -> dict[str, Any]:
        """Return `ReachData`, as in `run_mutants.py`: in each file, bit n is its n-th test."""
        root = Path.cwd()
        reached = {Path(file).relative_to(root).as_posix(): lines for file, lines in self.reached.items()}
        return {
            "files": {file: self._of_file(file, reached) for file in self.files},
            "imported": {
                file: [line for line, bits in lines.items() if bits & 1] for file, lines in reached.items()
            },
            "modules": [
                name
                for name, module in list(sys.modules.items())
                if name.isidentifier()
                and not str(getattr(module, "__file__", None) or root).startswith(str(root))
            ],
        }

    def _of_file(self, file: str, reached: dict[str, dict[int, int]]) -> dict[str, Any]:
        places = [place for place, test in enumerate(self.tests) if test.partition("::")[0] == file]
        # the tests of a file are consecutive
        first, all_of_it = min(places, default=0), (1 << len(places)) - 1
        own = {
            name: {line: bits >> first & all_of_it for line, bits in reached[name].items()}
            for name in reached
        }
        return {
            "tests": [self.tests[place] for place in places],
            "seconds": [self.seconds[place] for place in places],
            "failed": sorted(self.failed.intersection(self.tests[place] for place in places)),
            "reached": {
                name: {line: hex(bits) for line, bits in lines.items() if bits} for name, lines in own.items()
            },
        }


class SelectedTests(DeterministicTests):
    """Runs the selected tests in order, each with a limit of processor time in `seconds`."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.order = {test: place for place, test in enumerate(seconds)}
        self.seconds = seconds
        self.killer = "while the tests were collected"

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order), key=lambda item: self.order[item.nodeid]
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        limit_processor_time(self.seconds[item.nodeid])

    def pytest_runtest_logfinish(self) -> None:
        limit_processor_time(OVERHEAD_SECONDS)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.killer = report.nodeid


def learn(package: str, files: list[str]) -> dict[str, Any]:
    recorder = ReachRecorder(package, files)
    pytest.main([*QUIET, *files], plugins=[recorder])
    return recorder.to_json()


def run_stages(stages: list[list[dict[str, Any]]], spare: float) -> dict[str, str]:
    """Return the verdict on a mutant after running stages of tests until one detects it."""
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for stage in stages:
        limit_processor_time(OVERHEAD_SECONDS)
        selected = SelectedTests({test: spare + 5 * of["longest"] for of in stage for test in of["tests"]})
        exit_code = pytest.main(
            [*QUIET, "-x", *dict.fromkeys(of["file"] for of in stage)], plugins=[selected]
        )
        if exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return {"verdict": "killed", "by": selected.killer}
    return {"verdict": "survived"}


def end_with_parent() -> None:
    """Make the system kill this process when its parent ends, where supported."""
    option = 1  # PR_SET_PDEATHSIG of Linux
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).prctl(option, signal.SIGKILL)


def in_a_fork(run: Callable[[], dict[str, Any]], longest: float) -> dict[str, Any]:
    """Return the result of `run` in a fork of this process, or a verdict if the fork returns nothing."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        end_with_parent()
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        log = os.open(".log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(log, stream)
        try:
            reply = run()
            with os.fdopen(write_end, "w") as answer:
                json.dump(reply, answer)
        except BaseException:  # no exception may reach the code of the parent
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(0)
    os.close(write_end)
    with contextlib.suppress(OSError):
        os.setpgid(child, child)
    output = bytearray()
    until = time.monotonic() + longest
    while select.select([read_end], [], [], max(0, until - time.monotonic()))[0]:
        piece = os.read(read_end, 1 << 20)
        if not piece:
            break
        output += piece
    os.close(read_end)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if output:
        reply_of_child: dict[str, Any] = json.loads(output)
        return reply_of_child
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in LIMIT_SIGNALS:
        return {"verdict": "timed out"}
    return {"verdict": "killed", "by": "the end of the process"}


def preload(modules: list[str]) -> dict[str, Any]:
    for name in modules:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()
    return {}


def main() -> None:
    end_with_parent()
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        match json.loads(line):
            case {"learn": package, "files": files}:
                reply = in_a_fork(lambda: learn(package, files), 10 * MAX_WALL_SECONDS)
            case {"preload": modules}:
                reply = preload(modules)
            case {"file": file, "source": source, "stages": stages, "spare": spare}:
                path = Path(file)
                original = path.read_bytes()
                path.write_bytes(source.encode())
                try:
                    reply = in_a_fork(lambda: run_stages(stages, spare), MAX_WALL_SECONDS)
                finally:
                    path.write_bytes(original)
        print(json.dumps(reply), file=answers, flush=True)


if __name__ == "__main__":
    main()
