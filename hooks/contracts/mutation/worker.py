"""A process that runs tests in its own copy of the tree: first to learn what they reach, then on mutants.

It stands alone: `judging.py` starts it as a script within the copy, so that whatever it imports comes from
there. It reads one JSON object a line and answers with one a line. All that several mutants need is imported
once; each mutant is then tried in a fork, which imports the rules anew.
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
AROUND = 60
"""Seconds of processor time in which rules and tests must have been imported, and for what else is done
around tests.
"""
LONGEST = 3600
"""Seconds after which a mutant that only waits is ended. One that works is ended by the processor time it
takes, which other work on the machine doesn't lengthen.
"""
MEMORY = 4 << 30
ENDED_BY = (signal.SIGPROF, signal.SIGXCPU, signal.SIGKILL)


def cpu() -> float:
    """Return this process's processor time in seconds, which other work on the machine doesn't increase."""
    return time.process_time()


def allow(seconds: float) -> None:
    """End this process when it has used so many more seconds, with SIGPROF; and one that it starts from now
    on not much later than that, with SIGXCPU, since such a limit is inherited but in whole seconds.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(cpu() + seconds) + 1, most))
    signal.setitimer(signal.ITIMER_PROF, seconds)


class Steady:
    """Property tests try the same examples each time, and don't look for the smallest that fails."""

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in ("slow", "site", "browser"):  # named in QUIET; a book need not have them
            config.addinivalue_line("markers", marker)
        try:
            from hypothesis import HealthCheck, Phase, settings
        except ImportError:  # a book can do without it
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


class Learning(Steady):
    """Runs the tests of some files and notes the lines of the package that each of them reaches.

    `reached` says by file and line which tests came there: bit n is the n-th test of `tests`, bit 0 stands
    for what is run while the rules are imported.
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
        # A value is worked out anew in each test, as it is when that test runs alone.
        functools.cached_property = property  # type: ignore[assignment, misc]  # for tests only
        watching, tool = sys.monitoring, sys.monitoring.COVERAGE_ID
        watching.use_tool_id(tool, "mutation")
        watching.register_callback(tool, watching.events.LINE, self._line)
        watching.set_events(tool, watching.events.LINE)

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
        began = cpu()
        try:
            return (yield)
        finally:
            self.seconds.append(cpu() - began)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def to_json(self) -> dict[str, Any]:
        """Return the data learned, in the form of `Learned` in `judging.py`: in each file, bit n is its own
        n-th test.
        """
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
        first, all_of_it = min(places, default=0), (1 << len(places)) - 1  # a file's tests follow each other
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


class Chosen(Steady):
    """Runs the chosen tests in their order, each with so many seconds of processor time before
    it is ended.
    """

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
        allow(self.seconds[item.nodeid])

    def pytest_runtest_logfinish(self) -> None:
        allow(AROUND)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.killer = report.nodeid


def learn(package: str, files: list[str]) -> dict[str, Any]:
    learning = Learning(package, files)
    pytest.main([*QUIET, *files], plugins=[learning])
    return learning.to_json()


def judge(stages: list[list[dict[str, Any]]], spare: float) -> dict[str, str]:
    """Return the verdict on a mutant, running the stages of tests until one notices it."""
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for stage in stages:
        allow(AROUND)
        chosen = Chosen({test: spare + 5 * of["longest"] for of in stage for test in of["tests"]})
        ended = pytest.main([*QUIET, "-x", *dict.fromkeys(of["file"] for of in stage)], plugins=[chosen])
        if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return {"verdict": "killed", "by": chosen.killer}
    return {"verdict": "survived"}


def end_with_parent() -> None:
    """Make the system end this process when its parent ends, where supported."""
    asked_for = 1  # PR_SET_PDEATHSIG of Linux
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).prctl(asked_for, signal.SIGKILL)


def in_a_fork(do: Callable[[], dict[str, Any]], longest: float) -> dict[str, Any]:
    """Return the result of `do` run in a fork of this process, or a verdict if the fork returns nothing."""
    come_back, tell = os.pipe()
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
            reply = do()
            with os.fdopen(tell, "w") as answer:
                json.dump(reply, answer)
        except BaseException:  # nothing may get back into what was forked
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(0)
    os.close(tell)
    with contextlib.suppress(OSError):
        os.setpgid(child, child)
    output = bytearray()
    until = time.monotonic() + longest
    while select.select([come_back], [], [], max(0, until - time.monotonic()))[0]:
        piece = os.read(come_back, 1 << 20)
        if not piece:
            break
        output += piece
    os.close(come_back)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    _, ended = os.waitpid(child, 0)
    if output:
        said_by_child: dict[str, Any] = json.loads(output)
        return said_by_child
    if os.WIFSIGNALED(ended) and os.WTERMSIG(ended) in ENDED_BY:
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
                reply = in_a_fork(lambda: learn(package, files), 10 * LONGEST)
            case {"preload": modules}:
                reply = preload(modules)
            case {"file": file, "source": source, "stages": stages, "spare": spare}:
                path = Path(file)
                sound = path.read_bytes()
                path.write_bytes(source.encode())
                try:
                    reply = in_a_fork(lambda: judge(stages, spare), LONGEST)
                finally:
                    path.write_bytes(sound)
        print(json.dumps(reply), file=answers, flush=True)


if __name__ == "__main__":
    main()
