"""Inputs tried one by one. Each is drawn from the seed and its number alone, so that a fault can be seen
again.
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from tests.fuzz.drawing import Ask, Case, Door
from tests.fuzz.entry_points import DOORS
from tests.fuzz.watch import MAX_WAIT, Watch, in_time

GIVEN_UP = 10.0
"""Seconds of processor time after which an input is given up."""

MAX_SHOWN = 700


class GivenUp(BaseException):
    """Raised in the midst of what takes too long. It is no Exception, as nothing but us may catch it."""


@dataclass(frozen=True)
class Fault:
    """An input that was not answered as it should be: which, what was asked, and what is wrong."""

    number: int
    door: str
    case: str
    wrong: str

    @property
    def kind(self) -> str:
        """The part that faults with the same cause share."""
        return f"{self.door}: {self.wrong.strip().splitlines()[-1][:90]}"

    def __str__(self) -> str:
        return f"{self.number} {self.door}\n  case {self.case[:MAX_SHOWN]}\n  {self.wrong}"


def drawn(seed: int, number: int) -> tuple[Door, Case]:
    """Return the entry point and the input with this number."""
    random = Random(f"{seed}/{number}")
    (door,) = random.choices(DOORS, [each.share for each in DOORS])
    return door, door.draw(random)


def tried(seed: int, numbers: range, *, longest: float = MAX_WAIT) -> Iterator[Fault]:
    """Yield the faults found among the inputs with these numbers."""
    for number in numbers:
        try:
            door, (case, ask) = drawn(seed, number)
        except Exception:  # any failure is a finding
            yield Fault(number, "drawing", "", _last_lines())
            continue
        wrong = wrong_with(ask, longest)
        if wrong:
            yield Fault(number, door.name, _repr(case), wrong)


def wrong_with(ask: Ask, longest: float) -> str:
    """Return the fault in a reply, or "" if there is none. Slow inputs are tried again because the machine
    may be busy.
    """
    least = float("inf")
    for _ in range(3):
        watch = Watch()
        try:
            with _given_up():
                wrong = ask(watch)
        except (Exception, GivenUp):
            return _last_lines()
        watch.lap()
        if wrong:
            return wrong
        least = min(least, watch.longest)
        if in_time(least, longest):
            return ""
    return f"takes {least * 1000:.0f} ms"


def _last_lines() -> str:
    return "".join(traceback.format_exc().splitlines(keepends=True)[-12:])


@contextmanager
def _given_up() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise GivenUp

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, GIVEN_UP)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _repr(case: object) -> str:
    try:
        return repr(case)
    except ValueError:
        return "what can't be printed"
