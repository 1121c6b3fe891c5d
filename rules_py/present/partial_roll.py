"""A roll with the reader's own dice: the next die with its faces as buttons, the dice so far, and the current
chances. The browser puts it into `<dice-entry>`, see docs/assets/js/elements/dice-entry.js.

A roll that the site makes is shown in the same way while it waits for a decision of the reader.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.base.wording import join_words, pluralize, signed
from rules_py.calculators.calculator import BoundCalculator, PartialRoll
from rules_py.dice.decision import Decision
from rules_py.dice.odds import Odds
from rules_py.dice.partial import NextDie
from rules_py.dice.roll_steps import Die, RollStep
from rules_py.present.components import button
from rules_py.present.dice import draw_die, render_die
from rules_py.present.headline import key_value
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.odds import render_odds

MAX_DRAWN_SIDES = 20
"""The most sides of a die whose faces are buttons; faces of larger dice are typed."""

FEW = 6
"""The most faces in one row on a phone."""

TOO_MUCH = (
    "There are too many possible results to calculate the odds at this point. "
    "Keep going: the result is shown at the end."
)
STOPPED = "Calculation stopped, so no odds are shown. Keep going: the result is shown at the end."


def own_dice_button(own_id: str) -> Markup:
    """Return the button that lets the reader enter the faces."""
    return button(
        "Use your own dice", data_part="own-open", aria_expanded="false", aria_controls=f"{own_id}--own"
    )


def own_dice_dialog(own_id: str) -> Markup:
    """Return the dialog in which the faces of a roll are entered, and the button that rolls on the page
    instead.
    """
    return tag(
        "dialog",
        tag("p", id=f"{own_id}--own-title", data_part="own-title", class_="own-dice__title"),
        own_dice_place(own_id),
        tag(
            "div",
            button("Cancel", data_part="own-cancel"),
            button("Roll here", data_part="own-roll"),
            class_="own-dice__end",
        ),
        class_="own-dice",
        data_part="own-dialog",
        aria_labelledby=f"{own_id}--own-title",
    )


def own_dice_place(own_id: str) -> Markup:
    """Return the element in which the reader enters faces, empty until it is opened."""
    return tag(
        "dice-entry",
        tag("div", data_part="own-panel"),
        tag("p", class_="visually-hidden", data_part="own-say", role="status"),
        class_="dice-entry",
        id=f"{own_id}--own",
        data_part="own",
        role="group",
        aria_label="Use your own dice",
        hidden=True,
    )


@dataclass(frozen=True)
class RenderedPartialRoll:
    """A rendered partial roll: the odds, the panel, a sentence to announce, and whether the roll is
    complete.
    """

    odds: Markup
    panel: Markup
    say: str
    complete: bool = False


def render_partial_roll(
    current: PartialRoll,
    before: PartialRoll | None,
    book: Odds | None,
    after: Mapping[Any, PartialRoll],
    *,
    stopped: bool,
    rolling: bool,
) -> RenderedPartialRoll:
    """Return the current state of the roll; `before` is its state one face ago, `book` the odds without house
    rules, if one is on and the book rolls the same dice. `after` is its state after each option of a
    decision. `stopped` is whether the reader skipped the calculation of the chances, `rolling` whether the
    site rolls the dice.
    """
    panel = _panel(current, before, after, rolling=rolling)
    say = _announcement(current, before, "rolled" if rolling else "entered")
    odds = _chances(current, book, stopped=stopped, rolling=rolling)
    return RenderedPartialRoll(odds, panel, say, not current.next_die)


def render_misfit(
    blank_roll: PartialRoll, book: Odds | None, dice: int, error: InputError, *, stopped: bool
) -> RenderedPartialRoll:
    """Return the message for faces that don't fit the current inputs, with the odds of a roll without any
    faces.
    """
    text = _describe_misfit(dice, error)
    panel = fragment(tag("p", text, class_="dice-entry__misfit"), _back(any_faces=True))
    return RenderedPartialRoll(_chances(blank_roll, book, stopped=stopped), panel, text)


def _describe_misfit(dice: int, error: InputError) -> str:
    entered = "The die you entered no longer matches" if dice == 1 else "The dice you entered no longer match"
    return f"{entered} the form. {error.user_message} Undo the last die, or start over."


def _chances(current: PartialRoll, book: Odds | None, *, stopped: bool, rolling: bool = False) -> Markup:
    """Return the odds given the faces so far, as a roller shows its odds, with the book's beside those of
    house rules.
    """
    condition = (
        tag("p", _condition_text(current, rolling=rolling), class_="odds__condition")
        if current.faces
        else None
    )
    if current.odds is None:
        return tag("div", condition, tag("p", STOPPED if stopped else TOO_MUCH), class_="odds")
    return fragment(condition, render_odds(current.bound.calculator, current.odds, book))


def _condition_text(current: PartialRoll, *, rolling: bool) -> str:
    if rolling:
        return "With the roll so far:"
    dice = sum(len(step.dice) for step in current.state.steps)
    if dice < len(current.faces):
        return "With the results so far:"
    return "With the die you’ve entered:" if dice == 1 else f"With the {dice} dice you’ve entered:"


def _panel(
    current: PartialRoll, before: PartialRoll | None, after: Mapping[Any, PartialRoll], *, rolling: bool
) -> Markup:
    """Return the next die or decision and the faces so far; `before` is the state one face ago."""
    following = current.next_die
    back = None if rolling else _back(bool(current.faces))
    if following and following.decision:
        return fragment(_options(following.decision, after), back, _rolled_dice(current))
    if following is None:
        verdict = current.outcome.verdict if current.outcome else ""
        reason = "All dice entered: " if current.faces else "No dice needed: "
        next_part = tag("p", reason, tag("strong", verdict), ".", class_="dice-entry__next")
    else:
        next_part = fragment(
            tag(
                "p",
                tag("strong", _die_name(following)),
                _purpose(current, following),
                class_="dice-entry__next",
            ),
            _faces(current.bound, following),
        )
    return fragment(next_part, back, _render_change(current, before), _rolled_dice(current))


def _options(decision: Decision, after: Mapping[Any, PartialRoll]) -> Markup:
    """Return a decision with a button for each option, with the most important chance after it."""
    buttons = []
    for key, text in decision.options.items():
        chance_shown = _most_important_chance(after.get(key))
        chance = tag("span", " ".join(chance_shown), class_="dice-entry__chance") if chance_shown else None
        inside = fragment(tag("span", text), " ", chance)
        buttons.append(button(inside, look="dice-entry__option", data_face=json.dumps(key), data_typed=text))
    return fragment(
        tag("p", tag("strong", decision.question), class_="dice-entry__next"),
        tag("div", buttons, class_="dice-entry__options", role="group", aria_label=decision.question),
        tag("p", f"The odds assume: {decision.options[decision.policy]}.", class_="dice-entry__policy"),
    )


def _announcement(current: PartialRoll, before: PartialRoll | None, action: str) -> str:
    """Return the state of the roll in one sentence for a screen reader. `action` is the participle for the
    dice: entered or rolled.
    """
    if current.next_die is None:
        return ""
    faces_text = _describe_faces(current, action)
    chance = _describe_chance(current, before)
    return f"{'; '.join(filter(None, (faces_text, chance, f'next, {_describe_next(current.next_die)}')))}."


def _describe_faces(current: PartialRoll, action: str) -> str:
    choices = current.state.choices
    count = len(current.faces) - len(choices)
    if not current.faces:
        return f"No dice {action} yet"
    chosen = choices.get(len(current.faces) - 1)
    last = chosen or _face_text(current.faces[-1])
    return (
        f"First: {last}"
        if count == 1 and not chosen
        else f"{pluralize(count, 'die', 'dice')} {action}, last {last}"
    )


def _face_text(face: Any) -> str:
    return signed(face) if isinstance(face, int) else key_text(face)


def _describe_chance(current: PartialRoll, before: PartialRoll | None) -> str:
    now, earlier = _most_important_chance(current), _most_important_chance(before)
    if now is None:
        return ""
    if earlier is None or earlier[0] != now[0]:
        return f"{now[0]} {now[1]}"
    return f"{now[0]} still {now[1]}" if earlier[1] == now[1] else f"{now[0]} from {earlier[1]} to {now[1]}"


def _most_important_chance(current: PartialRoll | None) -> tuple[str, str] | None:
    """Return the label and the value of the most important chance."""
    if current is None or current.odds is None:
        return None
    return key_value(current.bound.calculator, current.odds)


def _die_name(following: NextDie) -> str:
    """Return `Die 2 of 5, a d10`."""
    if following.keys:
        return following.label or "Next die"
    name = Die(following.sides, following.lowest, lowest=following.lowest).name
    if following.pool_size == 1:
        return f"A {name}"
    return f"Die {following.position} of {following.pool_size}, a {name}"


def _purpose(current: PartialRoll, following: NextDie) -> str:
    """Return the purpose of the next die, and the number of dice that are known to follow."""
    more = current.min_remaining - 1
    rest = ""
    if following.keys or more < 0:
        pass
    elif more and following.position + more != following.pool_size:
        rest = f"; {'' if current.is_fixed else 'at least '}{more + 1} dice left"
    elif not more and current.is_fixed and current.faces and following.pool_size == 1:
        rest = "; last die"
    return f"{_label(following, ': ')}{rest}."


def _label(following: NextDie, sign: str) -> str:
    """Return the purpose of the die as a suffix of its name; a card to draw has only its label as a name."""
    return f"{sign}{following.label}" if following.label and not following.keys else ""


def _describe_next(following: NextDie) -> str:
    if following.decision:
        return f"decide: {following.label} {join_words(following.decision.options.values())}"
    die_name = _die_name(following)
    return f"{die_name[0].lower()}{die_name[1:]}{_label(following, ', ')}"


def _faces(bound: BoundCalculator, following: NextDie) -> Markup:
    """Return the faces of the next die as buttons, or a number field for a die with very many sides."""
    if following.keys or following.sides <= MAX_DRAWN_SIDES:
        aliases = {face: alias for alias, face in bound.calculator.policy.face_aliases.items()}
        return tag(
            "div",
            [_face(following, each, aliases) for each in following.faces],
            class_=classes(
                "dice-entry__faces", "dice-entry__faces--few" if len(following.faces) <= FEW else None
            ),
            role="group",
            aria_label="Result",
        )
    low, high = following.faces[0], following.faces[-1]
    return tag(
        "div",
        tag(
            "label",
            f"Result ({low}–{high})",
            tag(
                "input", type="number", inputmode="numeric", min=low, max=high, step=1, data_part="own-number"
            ),
            class_="field",
        ),
        button("Enter", data_part="own-enter"),
        class_="dice-entry__typed",
    )


def _face(following: NextDie, face: Any, aliases: Mapping[int, int]) -> Markup:
    """Return the button for one face, labelled as on the die, for example 0 for the 10 of a d10."""
    value: dict[str, Any] = {"data_face": json.dumps(to_jsonable(face))}
    if following.keys:
        text = key_text(face)
        return button(text, look="dice-entry__face dice-entry__face--key", data_typed=text, **value)
    text = Die(following.sides, face, lowest=following.lowest).text
    topmost = face == following.faces[-1] and following.lowest == 1
    label = str(aliases.get(face, text)) if topmost else text
    typed = str(face) if following.lowest != 1 else label
    return tag(
        "button",
        draw_die(following.sides, label),
        visually_hidden(_face_text(face)),
        type="button",
        class_="dice-entry__face",
        data_typed=typed,
        **value,
    )


def _back(any_faces: bool) -> Markup:
    buttons = (("Undo", "own-undo"), ("Start over", "own-begin"))
    return tag(
        "div",
        [button(label, data_part=part, disabled=not any_faces) for label, part in buttons],
        class_="dice-entry__back",
    )


def _render_change(current: PartialRoll, before: PartialRoll | None) -> Markup | None:
    """Return the change of the most important chance by the last face."""
    now, earlier = _most_important_chance(current), _most_important_chance(before)
    if now is None:
        return None
    is_changed = earlier is not None and earlier[0] == now[0] and earlier[1] != now[1]
    return tag(
        "p",
        now[0],
        " ",
        tag("span", earlier[1], class_="dice-entry__then") if is_changed and earlier else None,
        tag("span", " → ", aria_hidden="true") if is_changed else None,
        visually_hidden(" now ") if is_changed else None,
        tag("strong", now[1], class_="dice-entry__now"),
        class_="dice-entry__moved",
    )


def _rolled_dice(current: PartialRoll) -> Markup | None:
    """Return the dice so far in order, each group with its purpose."""
    return tag("ol", map(_step, current.state.steps), class_="dice-entry__rolled") if current.faces else None


def _step(step: RollStep) -> Markup:
    row = tag("ul", map(render_die, step.dice), class_="dice", role="list") if step.dice else None
    text = tag("p", step.text, class_="dice-entry__what") if step.text else None
    return tag("li", row, text)
