"""A throw that the reader makes with dice of their own: the next die with its faces to press, what lies, and
how the chances stand. The browser puts it into `<dice-entry>`, see docs/assets/js/elements/dice-entry.js.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.jsonable import key_text, plain
from rules_py.base.wording import signed
from rules_py.calculators.calculator import Asked
from rules_py.calculators.partial_roll import HalfThrown
from rules_py.dice.odds import Odds
from rules_py.dice.partial import NextDie
from rules_py.dice.roll_steps import Die, Step
from rules_py.present.dice import die, drawing
from rules_py.present.headline import figure_that_matters
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.odds import odds

LARGEST_DRAWN = 20
"""Dice of more sides have too many faces to press; theirs are typed."""

FEW = 6
"""So many faces stand in one row, even on a phone."""

TOO_MUCH = "Too much can still come to be counted here. Go on all the same: your throw is told in the end."
STOPPED = (
    "You stopped the count, so its chances are not told. Go on all the same: your throw is told in the end."
)


def opener(own_id: str) -> Markup:
    """The button that lets the reader give the faces."""
    return tag(
        "button",
        "Your own dice",
        type="button",
        class_="button button--quiet",
        data_part="own-open",
        aria_expanded="false",
        aria_controls=f"{own_id}--own",
    )


def place(own_id: str) -> Markup:
    """Where the reader gives the faces; empty until they open it."""
    return tag(
        "dice-entry",
        tag("div", data_part="own-panel"),
        tag("p", class_="visually-hidden", data_part="own-say", role="status"),
        class_="dice-entry",
        id=f"{own_id}--own",
        data_part="own",
        role="group",
        aria_label="Your own dice",
        hidden=True,
    )


@dataclass(frozen=True)
class Shown:
    """A half-thrown throw as the page shows it: the odds, the panel, a sentence to announce, and whether all
    its dice lie.
    """

    odds: Markup
    panel: Markup
    say: str
    complete: bool = False


def half_thrown(stands: HalfThrown, before: HalfThrown | None, book: Odds | None, *, stopped: bool) -> Shown:
    """The throw as it stands; `before` is how it stood one face ago, `book` the odds without house options,
    where one is chosen and the book throws the same dice. `stopped` says that the reader didn't want to wait
    for the chances.
    """
    panel, say = _panel(stands, before), _said(stands, before)
    return Shown(_chances(stands, book, stopped=stopped), panel, say, not stands.next)


def misfit(nothing: HalfThrown, book: Odds | None, dice: int, error: InputError, *, stopped: bool) -> Shown:
    """So many faces that do not fit what is asked (any more), and why; the odds, and the `book`'s, are those
    of a throw of which `nothing` lies.
    """
    said = _misfit_said(dice, error)
    panel = fragment(tag("p", said, class_="dice-entry__misfit"), _back(any_lie=True))
    return Shown(_chances(nothing, book, stopped=stopped), panel, said)


def _misfit_said(dice: int, error: InputError) -> str:
    lie = "The die that lies does" if dice == 1 else f"The {dice} dice that lie do"
    return f"{lie} not fit what is asked now. {error.told} Undo the last, or begin again."


def _chances(stands: HalfThrown, book: Odds | None, *, stopped: bool) -> Markup:
    """The odds given the faces that lie, as a roller shows its own; the book's beside a house option's."""
    said = tag("p", _given(stands), class_="odds__given") if stands.faces else None
    if stands.odds is None:
        return tag("div", said, tag("p", STOPPED if stopped else TOO_MUCH), class_="odds")
    return fragment(said, odds(stands.asked.calculator, stands.odds, book))


def _given(stands: HalfThrown) -> str:
    dice = sum(len(step.dice) for step in stands.stands.working)
    if dice < len(stands.faces):
        return "Given what has come so far:"
    return "Given the die that lies:" if dice == 1 else f"Given the {dice} dice that lie:"


def _panel(stands: HalfThrown, before: HalfThrown | None) -> Markup:
    """What is to be thrown next, and what lies; `before` is how the throw stood one face ago."""
    following = stands.next
    if following is None:
        verdict = stands.outcome.verdict if stands.outcome else ""
        lie = "All the dice lie: " if stands.faces else "No die is needed: "
        asking = tag("p", lie, tag("strong", verdict), ".", class_="dice-entry__next")
    else:
        asking = fragment(
            tag(
                "p",
                tag("strong", _asked_for(following)),
                _purpose(stands, following),
                class_="dice-entry__next",
            ),
            _faces(stands.asked, following),
        )
    return fragment(asking, _back(bool(stands.faces)), _moved(stands, before), _lying(stands))


def _said(stands: HalfThrown, before: HalfThrown | None) -> str:
    """How the throw stands, in one sentence to be announced. None is needed once it is told as a throw."""
    if stands.next is None:
        return ""
    lie = _lie_said(stands)
    chance = _chance_said(stands, before)
    return f"{'; '.join(filter(None, (lie, chance, f'next, {_next_said(stands.next)}')))}."


def _lie_said(stands: HalfThrown) -> str:
    count = len(stands.faces)
    if not count:
        return "No die lies yet"
    last = _spoken(stands.faces[-1])
    return f"First {last}" if count == 1 else f"{count} dice lie, the last {last}"


def _spoken(face: Any) -> str:
    return signed(face) if isinstance(face, int) else key_text(face)


def _chance_said(stands: HalfThrown, before: HalfThrown | None) -> str:
    now, then = _matter(stands), _matter(before)
    if now is None:
        return ""
    if then is None or then[0] != now[0]:
        return f"{now[0]} {now[1]}"
    return f"{now[0]} still {now[1]}" if then[1] == now[1] else f"{now[0]} from {then[1]} to {now[1]}"


def _matter(stands: HalfThrown | None) -> tuple[str, str] | None:
    """What matters most of the odds, and how it stands."""
    if stands is None or stands.odds is None:
        return None
    return figure_that_matters(stands.asked.calculator, stands.odds)


def _asked_for(following: NextDie) -> str:
    """`Die 2 of 5, a d10`."""
    if following.keys:
        return following.label or "What comes next"
    name = Die(following.sides, following.lowest, lowest=following.lowest).name
    if following.together == 1:
        return f"A {name}"
    return f"Die {following.place} of {following.together}, a {name}"


def _purpose(stands: HalfThrown, following: NextDie) -> str:
    """What it is for, and how many are known to come after it."""
    more = stands.least - 1
    rest = ""
    if following.keys or more < 0:
        pass
    elif more and following.place + more != following.together:
        rest = f"; {'' if stands.certain else 'at least '}{more} more to come"
    elif not more and stands.certain and stands.faces and following.together == 1:
        rest = "; the last one"
    return f"{_label(following, ': ')}{rest}."


def _label(following: NextDie, sign: str) -> str:
    """What the die is for, behind what it is; a key to be drawn is called by nothing else."""
    return f"{sign}{following.label}" if following.label and not following.keys else ""


def _next_said(following: NextDie) -> str:
    asked_for = _asked_for(following)
    return f"{asked_for[0].lower()}{asked_for[1:]}{_label(following, ', ')}"


def _faces(asked: Asked, following: NextDie) -> Markup:
    """All that the next die can show, to be pressed; of a die with very many sides, to be typed."""
    if following.keys or following.sides <= LARGEST_DRAWN:
        written = {face: alias for alias, face in asked.calculator.policy.face_aliases.items()}
        return tag(
            "div",
            [_face(following, each, written) for each in following.faces],
            class_=classes(
                "dice-entry__faces", "dice-entry__faces--few" if len(following.faces) <= FEW else None
            ),
            role="group",
            aria_label="What it shows",
        )
    low, high = following.faces[0], following.faces[-1]
    return tag(
        "div",
        tag(
            "label",
            f"What it shows, {low} to {high}",
            tag(
                "input", type="number", inputmode="numeric", min=low, max=high, step=1, data_part="own-number"
            ),
            class_="field",
        ),
        tag("button", "Lay it down", type="button", class_="button", data_part="own-lay"),
        class_="dice-entry__typed",
    )


def _face(following: NextDie, face: Any, written: Mapping[int, int]) -> Markup:
    """One face: drawn as it stands on the die, where a game writes 0 for the 10 of a d10."""
    value = {"data_face": json.dumps(plain(face)), "type": "button"}
    if following.keys:
        text = key_text(face)
        return tag(
            "button", text, class_="dice-entry__face dice-entry__face--key button", data_typed=text, **value
        )
    text = Die(following.sides, face, lowest=following.lowest).text
    topmost = face == following.faces[-1] and following.lowest == 1
    shown = str(written.get(face, text)) if topmost else text
    typed = str(face) if following.lowest != 1 else shown
    return tag(
        "button",
        drawing(following.sides, shown),
        unseen(_spoken(face)),
        class_="dice-entry__face",
        data_typed=typed,
        **value,
    )


def _back(any_lie: bool) -> Markup:
    buttons = (("Undo", "own-undo"), ("Begin again", "own-begin"))
    return tag(
        "div",
        [
            tag(
                "button",
                label,
                type="button",
                class_="button button--quiet",
                data_part=part,
                disabled=not any_lie,
            )
            for label, part in buttons
        ],
        class_="dice-entry__back",
    )


def _moved(stands: HalfThrown, before: HalfThrown | None) -> Markup | None:
    """How the chance that matters has moved by the last face."""
    now, then = _matter(stands), _matter(before)
    if now is None:
        return None
    moved = then is not None and then[0] == now[0] and then[1] != now[1]
    return tag(
        "p",
        now[0],
        " ",
        tag("span", then[1], class_="dice-entry__then") if moved and then else None,
        tag("span", " → ", aria_hidden="true") if moved else None,
        unseen(" now ") if moved else None,
        tag("strong", now[1], class_="dice-entry__now"),
        class_="dice-entry__moved",
    )


def _lying(stands: HalfThrown) -> Markup | None:
    """The dice on the table in the order given, each lot with what it is for."""
    return tag("ol", map(_step, stands.stands.working), class_="dice-entry__rolled") if stands.faces else None


def _step(step: Step) -> Markup:
    row = tag("ul", map(die, step.dice), class_="dice", role="list") if step.dice else None
    text = tag("p", step.text, class_="dice-entry__what") if step.text else None
    return tag("li", row, text)
