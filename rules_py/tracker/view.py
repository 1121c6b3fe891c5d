"""What a desk shows: who and what is there, what may be done with which chances, and why something may not.

All of it is made anew for each view and drawn by `rules_py.present`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.problems import ProblemType
from rules_py.dice.roll_steps import Die
from rules_py.inputs import Input
from rules_py.sheets.sheet import Panel
from rules_py.sheets.track import Standing


@dataclass(frozen=True)
class Reason:
    """Why something can't be done now, or what holds: in words, with the rule that says so and the code
    programs test for.
    """

    text: str
    rule: str | None = None
    code: str = ""

    @classmethod
    def of(cls, code: ProblemType) -> Reason:
        return cls(code.message, code.rule, code.code)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "reason": self.text, "rule": self.rule}


@dataclass(frozen=True)
class Share:
    """One part of what an act may come to.

    `tone` is one of `scale.TONES`, for the one whose turn it is.
    """

    label: str
    chance: Fraction
    tone: str = "mixed"


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something that may be done now, as a small form: `event`, completed by what its inputs hold.

    id        no other act of the view has it
    title     what it is; button: what the button says
    kind      acts of one kind stand together under this heading
    inputs    asked at once; more: asked only of who unfolds them
    dice      the dice it throws, each what it is for and its sides; their faces may be given by hand
    price     what it costs, in words; note: what it takes, in words
    shares    what it may come to, in order, adding up to 1; figures: further chances, by what they are of
    foretold  whose chances after it the forecast tells: that takes its time, and comes once the act is shown
    matters   the one chance that matters most, by what it is of: where several of a kind have one, it stands
              for all their chances until somebody wants the rest
    behind    it is seldom wanted: it stands with others of its kind behind one line, where this word names it
    reasons   why it can't be done now; `may_allow`: the one who runs the game may allow it all the same
    folded    the whole of it is folded behind its title: it is seldom wanted, or nothing until filled in
    rules     the rules it follows
    """

    id: str
    title: str
    button: str
    kind: str
    event: Mapping[str, Any]
    inputs: tuple[Input, ...] = ()
    more: tuple[Input, ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    price: str = ""
    note: str = ""
    shares: tuple[Share, ...] = ()
    figures: tuple[tuple[str, Fraction], ...] = ()
    foretold: str = ""
    matters: tuple[str, Fraction] | None = None
    behind: str = ""
    reasons: tuple[Reason, ...] = ()
    may_allow: bool = True
    folded: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Boxes:
    """A row of boxes of which some are ticked: hits, points. `words` says the same."""

    label: str
    ticked: int
    size: int
    words: str


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Somebody or something at the desk: who, for which side, where, how they fare, and how far their `turn`
    has come.

    `place` is empty for what stands nowhere on the ground; `on` is where they are on a track of stages;
    `dice` lie before them, with what became of each.
    """

    name: str
    side: str
    standing: str
    place: str = ""
    turn: str = ""
    tone: str = "good"
    boxes: tuple[Boxes, ...] = ()
    on: Standing | None = None
    dice: tuple[Die, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    marks: tuple[Reason, ...] = ()
    able: bool = True


@dataclass(frozen=True)
class Place:
    """A part of the ground: what it is, what it does to those who stand there (`terrain`), and the places it
    names as lying beside it, as `Ground` has them.
    """

    name: str
    note: str = ""
    terrain: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class View:
    """What there is to see and do.

    `turn` is whose acts are shown, empty for nobody's, and `turn_title` says so; `next` is who acts next by
    the order, empty where nobody waits. `due` and `common` are acts
    of nobody in particular: those whose time has come stand first, the others last. Where `waiting`, a roll
    waits for one of the acts that are due, and nothing else can be done before.
    """

    title: str
    news: str
    pieces: tuple[Piece, ...]
    turn_title: str
    places: tuple[Place, ...] = ()
    turn: str = ""
    next: str = ""
    due: tuple[Act, ...] = ()
    acts: tuple[Act, ...] = ()
    common: tuple[Act, ...] = ()
    panels: tuple[Panel, ...] = ()
    waiting: bool = False
