"""The contents of a turn: two quick actions, and two half-round actions or a full-round one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules_py.base.problems import ProblemGroup, ProblemType

QUICKS = 2
HALVES = 2
"""The half-round actions that a full-round action takes, and that a turn has."""

NO_QUICK, NO_HALF, NO_FULL, NO_FULL_DISTRACTED = "no_quick", "no_half", "no_full", "no_full_distracted"
TURN_CODES = ProblemGroup(
    "A turn",
    ProblemType(NO_QUICK, "Both quick actions for this round are used.", "T-186"),
    ProblemType(NO_HALF, "No half-round action is left this turn.", "T-187"),
    ProblemType(NO_FULL, "A full-round action takes two half-round actions, but fewer are left.", "T-188"),
    ProblemType(NO_FULL_DISTRACTED, "A distracted fighter has only one half-round action this turn.", "R-48"),
)

TALENTS = {
    "fast_caster": "Fast Caster",
    "graceful": "Graceful",
    "hip_shot": "Hip Shot",
    "multiattack": "Multiattack",
}
"""The talents that change what fits into a turn."""


@dataclass(frozen=True)
class Action:
    """One action of a turn.

    `halves` is the number of half-round actions it takes, 0 if it is quick. `feet` is the distance covered,
    or, of an action that `includes_move`, the movement it has room for. With the talent `halved` it takes one
    half-round action and has room for `feet_halved`.
    """

    label: str
    halves: int
    rule: str
    feet: int = 0
    includes_move: bool = False
    halved: str = ""
    feet_halved: int = 0

    def with_talents(self, talents: Collection[str]) -> Action:
        """Return the action as a character with these talents performs it."""
        if self.halved in talents:
            return replace(self, halves=1, feet=self.feet_halved, includes_move=False)
        return self


ACTIONS = {
    "drink": Action("Drink what is in hand", 0, "T-186"),
    "draw": Action("Draw a weapon", 0, "T-186"),
    "speak": Action("Say a sentence or two", 0, "T-186"),
    "notice": Action("Make a passive check", 0, "T-186"),
    "skill": Action("Make an active skill check", 1, "T-187"),
    "stand": Action("Stand up", 1, "T-187"),
    "pick_up": Action("Pick something up", 1, "T-187"),
    "move": Action("Move 20 feet", 1, "T-187", feet=20),
    "fetch": Action("Fetch something from a bag", 2, "T-188"),
    "attack": Action("Attack", 2, "T-188", 20, includes_move=True, halved="multiattack", feet_halved=10),
    "attack_spell": Action("Attack with a spell", 2, "T-235", 20, includes_move=True, halved="fast_caster"),
    "cast": Action("Cast another spell", 2, "T-235", halved="fast_caster"),
    "run": Action("Move 50 feet", 2, "T-188", feet=50),
    "aim": Action("Aim", 2, "T-219", halved="hip_shot"),
}
"""The actions of a turn by key, the shortest first. A full-round attack, with a weapon or a spell, has
room for a move of 20 feet, an attack by Multiattack for 10 feet. T-082, T-186 to T-189, R-91.
"""


@dataclass(frozen=True)
class Turn:
    """A turn so far: the actions `done`, by someone with these talents.

    `distracted` leaves one half-round action; `extra`, a cinematic, gives one more.
    """

    talents: frozenset[str] = frozenset()
    distracted: bool = False
    extra: bool = False
    done: tuple[str, ...] = ()

    @cached_property
    def halves_left(self) -> int:
        return self._halves - self._halves_of(self._actions)

    @property
    def quicks_left(self) -> int:
        return QUICKS - sum(not each.halves for each in self._actions)

    @property
    def feet(self) -> int:
        """The distance that the character covers in total; a move within an attack counts once."""
        total = sum(each.feet for each in self._actions)
        return total - _included_moves(self._actions) * ACTIONS["move"].feet

    @property
    def _halves(self) -> int:
        return HALVES - self.distracted + self.extra

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        return tuple(ACTIONS[each].with_talents(self.talents) for each in self.done)

    def _halves_of(self, actions: Iterable[Action]) -> int:
        """Return the total number of half-round actions of these.

        A full-round attack includes a move (T-189). Once a turn, a Graceful character moves 20 feet within
        another half-round action, or adds a half-round action to 50 feet. T-074, T-075, R-88.
        """
        remaining = list(actions)
        for _ in range(_included_moves(remaining)):
            remaining.remove(ACTIONS["move"])
        halves = [each for each in remaining if each.halves == 1]
        has_free_move = (ACTIONS["move"] in halves and len(halves) > 1) or (
            ACTIONS["run"] in remaining and halves
        )
        free = 1 if has_free_move and "graceful" in self.talents else 0
        return sum(each.halves for each in remaining) - free

    def price(self, do: str) -> int:
        """Return the number of further half-round actions that this takes."""
        more = ACTIONS[do].with_talents(self.talents)
        return self._halves_of([*self._actions, more]) - self._halves_of(self._actions)

    def refusal(self, do: str) -> str:
        """Return the code of the reason why this no longer fits in, "" if it does. Any two half-round actions
        pay for a full-round one. R-86.
        """
        more = ACTIONS[do].with_talents(self.talents)
        if not more.halves:
            return "" if self.quicks_left else NO_QUICK
        if self.price(do) <= self.halves_left:
            return ""
        if more.halves == 1:
            return NO_HALF
        return NO_FULL_DISTRACTED if self._halves < HALVES else NO_FULL

    def with_action(self, do: str) -> Turn:
        return replace(self, done=(*self.done, do))


def _included_moves(actions: Sequence[Action]) -> int:
    """Return the number of moves within an attack. T-189."""
    return min(actions.count(ACTIONS["move"]), sum(each.includes_move for each in actions))


def turn_plan(
    *, talents: Sequence[str], distracted: bool, extra_half: bool, actions: Sequence[str]
) -> dict[str, Any]:
    """Return the rest of a turn after these actions, in this order; actions that don't fit are refused with
    their rule. T-186 to T-189, R-48, R-86 to R-88.
    """
    turn = Turn(frozenset(talents), distracted, extra_half)
    refusals = []
    for place, do in enumerate(actions):
        if code := turn.refusal(do):
            why = TURN_CODES[code]
            refusals.append({"action": place, "code": code, "reason": why.message, "rule": why.rule})
        else:
            turn = turn.with_action(do)
    return {
        "halves_left": turn.halves_left,
        "quicks_left": turn.quicks_left,
        "feet": turn.feet,
        "refusals": refusals,
    }
