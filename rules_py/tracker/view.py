"""The view of a tracker: combatants, zones, action options with their chances, and why an option is blocked.

A view is built anew for each request and rendered by `rules_py.present`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.problems import ProblemType
from rules_py.dice.roll_steps import Die
from rules_py.inputs import Input
from rules_py.sheets.panel import Panel
from rules_py.sheets.track import TrackPosition


@dataclass(frozen=True)
class Reason:
    """Why something is blocked, or what is in effect, with its rule and the code that programs test for."""

    text: str
    rule: str | None = None
    code: str = ""

    @classmethod
    def of(cls, code: ProblemType) -> Reason:
        return cls(code.message, code.rule, code.code)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "reason": self.text, "rule": self.rule}


@dataclass(frozen=True)
class OutcomeShare:
    """One part of the possible outcomes of an option.

    `tone` is one of `scale.TONES`, from the view of whoever acts.
    """

    label: str
    chance: Fraction
    tone: str = "mixed"


@dataclass(frozen=True, kw_only=True)
class ActionOption:
    """An action that can be chosen now, as a small form: the values of its inputs complete its `event`.

    id            unique within the view
    title         what it is; button: the text of the button
    kind          the heading of its group
    inputs        shown at once; more_inputs: shown on request
    dice          the dice that it rolls: label and sides of each; their faces can be entered by hand
    price         what it costs, as text; note: a further explanation
    shares        the possible outcomes in order, adding up to 1; chances: further chances by label
    forecast_for  whose chances after it the forecast shows, once the option is on the page
    key_chance    the most important chance; shown alone if several options of a kind have one
    group         a label; seldom needed options of a kind are collapsed into one line of labels
    reasons       why it is blocked; can_override: whether the game master can override that
    collapsed     whether all of it is collapsed behind its title
    rules         the numbers of its rules
    """

    id: str
    title: str
    button: str
    kind: str
    event: Mapping[str, Any]
    inputs: tuple[Input, ...] = ()
    more_inputs: tuple[Input, ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    price: str = ""
    note: str = ""
    shares: tuple[OutcomeShare, ...] = ()
    chances: tuple[tuple[str, Fraction], ...] = ()
    forecast_for: str = ""
    key_chance: tuple[str, Fraction] | None = None
    group: str = ""
    reasons: tuple[Reason, ...] = ()
    can_override: bool = True
    collapsed: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Checkboxes:
    """A row of boxes of which some are checked, such as hits or points. `text` says the same."""

    label: str
    checked: int
    size: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """A participant: name, side, zone, condition and progress of their `turn`.

    `zone` is empty if they are nowhere on the map. `track_position` is their stage on a track.
    """

    name: str
    side: str
    standing: str
    zone: str = ""
    turn: str = ""
    tone: str = "good"
    boxes: tuple[Checkboxes, ...] = ()
    track_position: TrackPosition | None = None
    dice: tuple[Die, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    marks: tuple[Reason, ...] = ()
    able: bool = True


@dataclass(frozen=True)
class Zone:
    """A part of the map: what it is, how it affects those inside (`terrain`), and its neighbours."""

    name: str
    note: str = ""
    terrain: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class View:
    """Everything to see and do.

    turn            whose options are shown, or ""; turn_title says so
    next            who acts next in order, or "" if nobody is left to act
    due_options     options of nobody in particular that are due, shown first
    common_options  further options of nobody in particular, shown last
    waiting         whether a pending roll blocks everything but the due options
    """

    title: str
    news: str
    combatants: tuple[Combatant, ...]
    turn_title: str
    zones: tuple[Zone, ...] = ()
    turn: str = ""
    next: str = ""
    due_options: tuple[ActionOption, ...] = ()
    options: tuple[ActionOption, ...] = ()
    common_options: tuple[ActionOption, ...] = ()
    panels: tuple[Panel, ...] = ()
    waiting: bool = False
