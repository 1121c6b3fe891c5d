"""The actions of a tracker: buttons that select a combatant, and a form for each action.

The page finds the elements it needs by attributes, which `rules_py.present.tracker` lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from urllib.parse import quote

from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Input
from rules_py.present.chance import render_chance
from rules_py.present.components import button, note_line
from rules_py.present.forms import render_fields
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.input_text import value_text
from rules_py.present.links import rule_link, rule_links
from rules_py.present.tone_icons import tone_icon
from rules_py.systems.game import Game
from rules_py.tracker import ActionOption, Combatant, OutcomeShare, Reason, View


def render_turn(game: Game, view: View) -> Markup:
    """Return whose turn it is, who else can be selected, what ends the round, and the selected
    one's actions.
    """
    return fragment(
        heading(view.turn_title),
        tag(
            "div",
            [_name(each, each.name == view.turn) for each in view.combatants],
            class_="tracker__select",
            role="group",
            aria_label="Show actions for",
        ),
        [
            _render_action(game, each, primary=len(view.due_options) == 1 and not each.early)
            for each in view.due_options
        ],
        _groups(game, view.options),
        _groups(game, view.common_options),
    )


def heading(text: str) -> Markup:
    """Return the heading of a part of the tracker.

    The page scrolls to it if something has changed below it.
    """
    return tag("p", text, role="heading", aria_level=2, class_="tracker__title", tabindex=-1)


def render_reason(game: Game, why: Reason) -> Markup:
    """Return a reason with its rule."""
    return fragment(why.text, " ", rule_link(game.id, why.rule) if why.rule else None)


def _name(combatant: Combatant, chosen: bool) -> Markup:
    return tag(
        "button",
        tag("strong", combatant.name),
        tag("span", combatant.standing, class_=f"tracker__how tone tone--{combatant.tone}"),
        tag("span", combatant.turn, class_="tracker__left")
        if combatant.turn not in combatant.standing
        else None,
        type="button",
        class_=classes("tracker__name", None if combatant.able else "is-out"),
        data_turn=combatant.name,
        aria_pressed="true" if chosen else "false",
    )


def _groups(game: Game, options: Sequence[ActionOption]) -> list[Markup]:
    """Return the actions kind by kind. Kinds of which nothing is available come last."""
    kinds = [(kind, list(actions)) for kind, actions in groupby(options, key=lambda each: each.kind)]
    kinds.sort(key=lambda each: all(action.reasons for action in each[1]))
    return [_group(game, *each) for each in kinds]


def _group(game: Game, kind: str, actions: Sequence[ActionOption]) -> Markup:
    """Return the actions of one kind, a row each. Rare and blocked ones are collapsed, blocked ones with
    their reasons.
    """
    able = [each for each in actions if not each.reasons]
    common = [each for each in able if not each.group]
    rare = [each for each in able if each.group]
    blocked = [each for each in actions if each.reasons]
    others = ", ".join(dict.fromkeys(each.group for each in rare))
    why = " ".join(dict.fromkeys(each.text for action in blocked for each in action.reasons))
    return tag(
        "div",
        tag("p", kind, role="heading", aria_level=3, class_="tracker__kind"),
        [_render_action(game, each) for each in common],
        note_line(
            f"Other options: {others}" if common else others, [_render_action(game, each) for each in rare]
        )
        if rare
        else None,
        note_line(
            fragment(f"Unavailable ({len(blocked)}): ", why), [_render_action(game, each) for each in blocked]
        )
        if blocked
        else None,
        class_="tracker__group",
    )


def _render_action(game: Game, action: ActionOption, *, primary: bool = False) -> Markup:
    """Return one action as a form."""
    form = form_id(game, action)
    render_inside = _collapsed_action if action.collapsed else _open_action
    return tag(
        "form",
        render_inside(game, action, form, _button(action, primary)),
        tag("div", class_="problems", data_problems="", role="alert"),
        class_=classes("tracker__action", "is-refused" if action.reasons else None),
        data_event=json.dumps(to_jsonable(action.event), ensure_ascii=False, separators=(",", ":")),
        novalidate=True,
        autocomplete="off",
        id=form,
    )


def _collapsed_action(game: Game, action: ActionOption, form: str, action_button: Markup | None) -> Markup:
    """Return an action collapsed under its title."""
    inputs, more = _inputs(form, game, action.inputs), _inputs(form, game, action.more_inputs)
    return note_line(action.title, fragment(_note(game, action), inputs, more, action_button))


def _open_action(game: Game, action: ActionOption, form: str, action_button: Markup | None) -> Markup:
    """Return an action as a row with its title, its most important chance and its button.

    The row opens to show the rest. Inputs are below it; those of a roll, which are seldom changed, are
    collapsed into a line with their values.
    """
    chances = [
        *([action.key_chance] if action.key_chance else []),
        *(each for each in action.chances if each[1]),
    ]
    row = _title_row(action, chances or [(each.label, each.chance) for each in action.shares])
    details = [
        _note(game, action),
        _rows(action.shares) if action.shares else None,
        tag("p", _list_chances(chances), class_="tracker__figures") if chances else None,
        _inputs(form, game, action.more_inputs),
    ]
    if any(details):
        inside = tag("div", details, class_="tracker__details")
        row = tag("details", tag("summary", row), inside, class_="tracker__more")
    inputs = _inputs(form, game, action.inputs)
    return fragment(
        row,
        action_button,
        [tag("p", render_reason(game, each), class_="problem problem--warning") for each in action.reasons],
        _forecast_slot(action.forecast_for) if action.forecast_for else None,
        _options_line(action.inputs, inputs) if inputs and action.dice else inputs,
        _own_dice(form, action),
    )


def _title_row(action: ActionOption, chances: Sequence[tuple[str, Fraction]]) -> Markup:
    """Return the title of an action with the first of its chances and its price."""
    odds = tag(
        "div",
        render_shares_bar(action.shares) if action.shares else None,
        tag("span", _list_chances(chances[:1]), class_="tracker__figures") if chances else None,
        tag("span", action.price, class_="tracker__price") if action.price else None,
        class_="tracker__odds",
    )
    title = tag("strong", action.title)
    return tag("div", title, odds if chances or action.price else None, class_="tracker__line")


def form_id(game: Game, action: ActionOption) -> str:
    """Return the id of the form of an action."""
    return f"desk-{game.id}-{_as_id(action.id)}"


def _inputs(form: str, game: Game, fields: tuple[Input, ...]) -> Markup | None:
    return tag("div", render_fields(form, game.id, fields, {}), class_="tracker__inputs") if fields else None


def _options_line(inputs: Sequence[Input], fields: Markup) -> Markup:
    """Return inputs behind a line with their current values, which the page updates."""
    chosen = " · ".join(f"{each.title}: {value_text(each, each.initial_value)}" for each in inputs)
    return note_line(chosen, fields, look="tracker__options")


def _as_id(name: str) -> str:
    """Return the name as part of an HTML id, unique for each name.

    An action's id may contain the name of its target, which readers choose freely. Spaces separate the ids in
    a list, and `--` separates the id of a form from the names of its fields.
    """
    return quote(name, safe="", errors="surrogatepass").replace("--", "-%2D")


def _note(game: Game, action: ActionOption) -> Markup | None:
    if not (action.note or action.rules):
        return None
    return tag(
        "p",
        action.note,
        " " if action.note else "",
        rule_links(game.id, action.rules),
        class_="tracker__note",
    )


def _button(action: ActionOption, primary: bool) -> Markup | None:
    """Return the button that does the action, or the one that overrides the rules for it."""
    if action.reasons and not action.can_override:
        return None
    about = visually_hidden(f": {action.title}")
    if action.reasons:
        return button("Override the rules (GM)", about, type="submit", data_override=True)
    words = (action.button, about if action.dice else None)
    return button(*words, kind="primary" if primary else "row", type="submit")


def _own_dice(form: str, action: ActionOption) -> Markup | None:
    """Return the fields for faces of dice rolled at the table; if they are left empty, the page rolls the
    dice.
    """
    return Markup(_face_fields(action.dice).replace(_FORM, form)) if action.dice else None


_FORM = "\N{NULL}"
"""A placeholder for the form's id that no text of a game can contain."""


@lru_cache(maxsize=64)
def _face_fields(dice: tuple[tuple[str, int], ...]) -> str:
    """Return the fields for these dice in any form, cached because most actions of a page have the same
    dice.
    """
    fields = [_die(f"{_FORM}--dice.{place}", f"dice.{place}", *die) for place, die in enumerate(dice)]
    note = tag("p", "Leave all of them blank to roll here.", class_="tracker__own-note")
    return tag("div", fields, note, class_="tracker__own-dice")


def _die(id: str, name: str, label: str, sides: int) -> Markup:
    return tag(
        "div",
        tag("label", f"{label}, d{sides}", for_=id, class_="field__label"),
        tag(
            "input",
            type="number",
            id=id,
            name=name,
            min=0,
            max=sides,
            step=1,
            inputmode="numeric",
            data_kind="int",
            autocomplete="off",
            placeholder="face",
            aria_describedby=f"{id}--problems",
        ),
        tag("div", class_="problems", data_problems=name, id=f"{id}--problems"),
        class_="field field--int",
    )


def _forecast_slot(who: str) -> Markup:
    """Return the placeholder for the forecast after an action."""
    return tag(
        "div",
        tag(
            "p",
            "Calculating the odds…",
            tag("progress", max=1, aria_label="Possible results"),
            class_="tracker__note forecast__wait",
        ),
        tag("div", aria_live="polite"),
        class_="tracker__chances-of",
        data_forecast_for=who,
    )


def _rows(shares: Sequence[OutcomeShare]) -> Markup:
    rows = (
        tag(
            "li",
            tone_icon(each.tone),
            each.label,
            " ",
            render_chance(each.chance),
            class_=f"tone tone--{each.tone}",
        )
        for each in shares
    )
    return tag("ul", rows, class_="tracker__shares", role="list")


def render_shares_bar(shares: Sequence[OutcomeShare]) -> Markup:
    """Return one bar divided among the outcomes, which are named below it."""
    at = Fraction()
    parts = []
    for share in shares:
        parts.append(
            tag(
                "rect",
                x=number_format.format_number(at * 100),
                width=number_format.format_number(share.chance * 100),
                height=8,
                class_=f"share share--{share.tone}",
            )
        )
        at += share.chance
    return tag(
        "svg",
        parts,
        class_="tracker__bar",
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )


def _list_chances(possible: Iterable[tuple[str, Fraction]]) -> list[Markup]:
    return [
        fragment("; " if place else "", label[:1].upper() + label[1:], ": ", render_chance(value))
        for place, (label, value) in enumerate(possible)
    ]
