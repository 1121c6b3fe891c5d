"""The view of a tracker: combatants, zones, action options with their chances, and why an option is blocked.

A view is built for each request and rendered by `rules_py.present`.
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
from rules_py.tracker.clocks import Clock


@dataclass(frozen=True)
class Reason:
    """A reason why something is blocked, or an effect, with its rule and the code that programs test for."""

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

    `tone` is one of `scale.TONES`, from the view of the participant who acts.
    """

    label: str
    chance: Fraction
    tone: str = "mixed"


@dataclass(frozen=True, kw_only=True)
class ActionOption:
    """An action that can be chosen now, as a small form: the values of its inputs complete its `event`.

    id            unique within the view
    title         its name
    button        the text of its button
    kind          the heading of its group
    inputs        the inputs shown at once; those of a roll are collapsed into a line with their values
    more_inputs   the inputs shown on request
    dice          its dice: the label and sides of each; their faces can be entered by hand
    price         its cost, as text
    note          a further explanation
    shares        the possible outcomes in order, adding up to 1
    chances       further chances, by label
    forecast_for  the participant whose chances after this action the forecast shows
    key_chance    the most important chance, shown beside the title; by default the first of `chances`
    zone          the zone that it leads to; tapping it on the map does it
    group         a label; rarely needed options of a kind are collapsed into one line of labels
    reasons       why it is blocked
    can_override  whether the game master can override that
    collapsed     whether it is collapsed under its title
    rules         the numbers of its rules
    early         whether someone could still act before it, so that it isn’t the next thing to do
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
    zone: str = ""
    group: str = ""
    reasons: tuple[Reason, ...] = ()
    can_override: bool = True
    collapsed: bool = False
    rules: tuple[str, ...] = ()
    early: bool = False


@dataclass(frozen=True)
class Checkboxes:
    """A row of boxes of which some are checked, such as hits or points. `text` says the same."""

    label: str
    checked: int
    size: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """A participant, their condition and the progress of their turn.

    name            their name
    side            the label of their side
    standing        their condition, as text
    zone            their zone, or "" if they aren't on the map
    turn            the progress of their turn, as text
    tone            how good their condition is, one of `scale.TONES`
    boxes           rows of checkboxes
    track_position  their stage on a track
    dice            dice to show on their card
    facts           further values, each with its label
    marks           effects on them, with their rules
    able            whether they can still act
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
    """A part of the map: its name, a note, its effects on those inside (`terrain`), and its neighbours."""

    name: str
    note: str = ""
    terrain: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class View:
    """The content of a tracker's page.

    title           the heading, such as `Round 2`
    news            one sentence on its current state
    combatants      the participants
    turn_title      the heading of the options
    zones           the map
    clocks          clocks that anyone can tick, of a tracker with the action `TickClock`
    turn            the participant whose options are shown, or ""
    next            the next participant in order, or "" if no one is left to act
    due_options     options of no one in particular that are due, shown first
    options         the options of `turn`
    common_options  further options of no one in particular, shown last
    panels          tables below the options
    missing         who must join before the encounter can begin, as a sentence, or ""
    waiting         whether a pending roll blocks everything but the due options
    """

    title: str
    news: str
    combatants: tuple[Combatant, ...]
    turn_title: str
    zones: tuple[Zone, ...] = ()
    clocks: tuple[Clock, ...] = ()
    turn: str = ""
    next: str = ""
    due_options: tuple[ActionOption, ...] = ()
    options: tuple[ActionOption, ...] = ()
    common_options: tuple[ActionOption, ...] = ()
    panels: tuple[Panel, ...] = ()
    missing: str = ""
    waiting: bool = False
