"""The outcome of a roll: the verdict, then the dice, then each step with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_py.base.wording import end_sentence, pluralize
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.distribution import scale_of
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade
from rules_py.dice.roll_steps import NOT_COUNTED, Die, RollStep
from rules_py.present.dice import render_dice
from rules_py.present.html import Markup, classes, tag
from rules_py.present.links import entry_link, rule_link
from rules_py.present.tone_icons import tone_icon

MAX_SPOKEN = 12
"""Dice or drawings that are announced one by one."""
SPOKEN = {
    "dice": " On the dice: {faces}{rest}.",
    "out": ", and {faces} {status}",
    "none": "no counted dice",
    "many": " {count} dice rolled.",
}
"""The templates of announcements, which pages also use before the engine has loaded."""
MAX_STEPS = 200
"""The most steps that are shown, from the start and the end; no one reads a fight of a thousand blows."""


def render_outcome(calculator: Calculator, outcome: Outcome) -> Markup:
    """Return the whole outcome. If the calculator has grades, the verdict has the colour and mark of its
    tone.
    """
    grade = grade_of(calculator, outcome)
    steps = render_steps(calculator.game, outcome.working)
    return outcome_frame(grade.tone if grade else "", outcome.verdict, steps)


def outcome_frame(tone: str, verdict: str, steps: Markup | None) -> Markup:
    """Return a verdict above the steps that led to it; `tone` is empty without grades."""
    return tag(
        "div",
        tag("p", tone_icon(tone) if tone else None, tag("strong", verdict), class_="outcome__verdict"),
        steps,
        class_=classes("outcome", f"tone tone--{tone}" if tone else None),
    )


def grade_of(calculator: Calculator, outcome: Outcome) -> Grade | None:
    """Return the grade of an outcome; None if the calculator has no grades."""
    scale = scale_of(calculator, [outcome])
    return scale.grade(scale.key(outcome)) if scale.grades else None


def render_steps(game: str, steps: Sequence[RollStep]) -> Markup | None:
    """Return the steps that led to a result, in order: only the first and the last if there are many, nothing
    without steps.
    """
    if len(steps) > MAX_STEPS:
        between = RollStep(f"{pluralize(len(steps) - MAX_STEPS, 'step', 'steps')} not shown.")
        steps = [*steps[: MAX_STEPS // 2], between, *steps[-MAX_STEPS // 2 :]]
    return steps_frame([_step(game, each) for each in steps]) if steps else None


def steps_frame(steps: Any) -> Markup:
    """Return drawn steps in order."""
    return tag("ol", steps, class_="working")


def _step(game: str, step: RollStep) -> Markup:
    rule = rule_link(game, step.rule) if step.rule else None
    words = entry_link(*step.entry, step.text) if step.entry else step.text
    text = text_frame(words, " " if step.text and rule else "", rule) if step.text or rule else None
    return step_frame(render_dice(step.dice), text)


def text_frame(*words: Any) -> Markup:
    """Return the text of a step."""
    return tag("p", *words, class_="working__text")


def step_frame(dice: Markup | None, text: Markup | None) -> Markup:
    """Return one step: its dice, if any, above its text."""
    return tag(
        "li",
        *((dice, text) if dice else (text,)),
        class_=classes("working__step", "working__step--dice" if dice else None),
    )


def outcome_announcement(outcome: Outcome) -> str:
    """Return the announcement of the outcome, such as `Success. On the dice: 5, and 2 dropped.` If cards were
    drawn instead of dice, it is `Two of a suit. Dealt: Q♥, 2♥.`
    """
    rolled = [die for step in outcome.working for die in step.dice]
    verdict = end_sentence(outcome.verdict)
    if not rolled:
        return f"{verdict}{_notes_of(outcome.working)}"
    if len(rolled) > MAX_SPOKEN:
        return f"{verdict}{SPOKEN['many'].format(count=len(rolled))}"
    counting = [die for die in rolled if die.status not in NOT_COUNTED]
    faces = ", ".join(map(_face, counting)) or SPOKEN["none"]
    out = dict.fromkeys(die.status for die in rolled if die.status in NOT_COUNTED)
    rest = "".join(
        SPOKEN["out"].format(
            faces=", ".join(_face(die) for die in rolled if die.status == status), status=status
        )
        for status in out
    )
    return f"{verdict}{SPOKEN['dice'].format(faces=faces, rest=rest)}"


def _notes_of(steps: Sequence[RollStep]) -> str:
    """Return the notes of the steps, each label once, or nothing if they are too long for an announcement."""
    if len(steps) > MAX_SPOKEN:
        return ""
    details: dict[str, list[str]] = {}
    for step in steps:
        label, colon, what = step.text.partition(": ")
        details.setdefault(label, []).extend([what] if colon else [])
    lines = (f"{label}: {', '.join(what)}" if what else label for label, what in details.items())
    return "".join(f" {end_sentence(each)}" for each in lines if each)


def _face(die: Die) -> str:
    return str(die.face)
