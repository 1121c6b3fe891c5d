"""A game's desk: who stands where, what may be done with which chances, and what has happened so far.

`desk` is the whole element at its first start, complete as a picture of it without JavaScript; `desk_parts`
are those parts of it that change with each event, by the name of the part that takes them. The page finds
what to wire by attributes:

    data-event   on a form: the event it asks for, as JSON, completed by what the form holds
    data-allow   on a button that sends such a form: the event is to be allowed all the same
    data-turn    on a button: whose acts to show
    data-at      on a button: the place in the log to go to
"""

from __future__ import annotations

import json
from typing import Any

from rules_py.desk import Boxes, Desk, Happening, Piece, Played, View, begun, played, read_scene
from rules_py.game import Game
from rules_py.inputs import Record
from rules_py.kept import SCENES
from rules_py.plain import plain
from rules_py.present.acts import reason, title, turn
from rules_py.present.dice import dice
from rules_py.present.drawn import ground, stood
from rules_py.present.forms import fields
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.keeping import kept, words
from rules_py.present.marks import mark
from rules_py.present.outcome import working
from rules_py.present.sheet import panels
from rules_py.present.status import status

WORDS = {
    "changed": "The table is changed, and the log was gone through again.",
    "elsewhere": "This {thing} has gone on in another tab. Here it stands as it does there; what you asked "
    "for just now was not done.",
    "back": "{name} is on the sheet as this {thing} leaves them.",
    "log": "The log is copied as text.",
    "followed": "This {thing} went on in another tab. Here it stands as it does there.",
}
"""What the page says of a scene, besides what it says of everything that is kept."""


WITHOUT_SCRIPTS = (
    "To play on, this page needs JavaScript: it throws the dice and keeps the {thing} in your browser. Below "
    "stands how it begins, with what may be done first and the chances of it."
)


def desk(game: Game, declared: Desk[Any, Any], start: str = "") -> Markup:
    """The whole desk as `<dice-desk>`, at the start of this id or at the first."""
    scene = read_scene(declared, begun(declared.start(start) or declared.starts[0]).to_json())
    begin = played(declared, scene)
    parts = desk_parts(game, declared, begin, declared.view(begin.state, ""))
    return tag(
        "dice-desk",
        _kept(declared),
        tag("p", WITHOUT_SCRIPTS.replace("{thing}", declared.scene), class_="desk__without"),
        status(),
        tag("p", class_="unseen", data_part="say", role="status"),
        tag("p", class_="calc__message", data_part="message", role="alert"),
        _place("head", parts),
        tag(
            "div",
            _place("table", parts),
            tag("div", _place("last", parts), _place("turn", parts), class_="desk__doing"),
            _place("chances", parts),
            class_="desk__middle",
        ),
        _place("log", parts),
        _setting_up(game, declared, scene.start),
        class_="desk",
        data_game=game.id,
        data_version=declared.version,
        data_file=_json({"head": SCENES.head(game.id, declared.version), "among": SCENES.among}),
        data_scene=_json(scene.to_json()),
        data_words=_json(words(declared.scene, **WORDS)),
        data_sheet_version=game.sheet.version if game.sheet and declared.seat else None,
    )


def desk_parts(game: Game, declared: Desk[Any, Any], now: Played[Any], view: View) -> dict[str, Markup]:
    """What changes with each event: `head`, `table`, `last`, `turn`, `chances`, `log`."""
    return {
        "head": _head(game, now, view),
        "table": _table(game, declared, view),
        "last": _last(game, declared, now),
        "turn": turn(game, view),
        "chances": fragment(title("What may happen"), panels(game, view.panels, own_id="desk"))
        if view.panels
        else Markup(),
        "log": _log(game, now),
    }


def _place(name: str, parts: dict[str, Markup]) -> Markup:
    return tag("section", parts[name], class_=f"desk__part desk__{name}", data_part=name)


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


# what is kept

DEEDS = (
    ("copy", "Duplicate"),
    ("remove", "Delete"),
    ("export", "Export"),
    ("export-all", "Export all"),
    ("share", "Copy a link"),
    ("log", "Copy the log as text"),
    ("print", "Print"),
)
"""What can be done with scenes, besides beginning one and importing some."""


def _kept(declared: Desk[Any, Any]) -> Markup:
    own_dice = tag(
        "label",
        tag("input", type="checkbox", data_part="own-dice"),
        tag("span", "We throw our own dice"),
        class_="field__check",
    )
    starts = tag(
        "label",
        tag("span", "Begin anew with", class_="field__label"),
        tag(
            "select",
            [tag("option", each.title, value=each.id) for each in declared.starts],
            data_part="starts",
        ),
        class_="kept__which",
    )
    begin = tag("button", "Begin", type="button", class_="button button--quiet", data_do="new")
    return kept(
        declared.scene, DEEDS, choosing=own_dice, folded=tag("div", starts, begin, class_="kept__choosing")
    )


# the head


def _head(game: Game, now: Played[Any], view: View) -> Markup:
    scene = now.scene
    steps = tag(
        "div",
        _go("Undo", scene.at - 1 if scene.at else None, "undo"),
        _go("Redo", scene.at + 1 if scene.at < len(scene.log) else None, "redo"),
        _go("To the start", 0 if scene.at else None, "start"),
        class_="desk__steps",
    )
    return fragment(
        tag("div", title(view.title), tag("p", view.news, class_="desk__news"), class_="desk__round"), steps
    )


def _go(label: str, at: int | None, name: str) -> Markup:
    """A button that goes to a place in the log; `at` is None where there is none to go to."""
    return tag(
        "button",
        label,
        type="button",
        class_="button button--quiet",
        id=f"desk-{name}",
        data_at="" if at is None else at,
        disabled=at is None,
    )


# the table


def _table(game: Game, declared: Desk[Any, Any], view: View) -> Markup:
    cards = [_card(game, each, declared.place, each.name == view.turn) for each in view.pieces]
    return fragment(
        title("The table"),
        ground(view.places, view.pieces, called=declared.place, turn=view.turn) if view.places else None,
        tag("ul", cards, class_="desk__pieces", role="list") if cards else None,
    )


def _card(game: Game, piece: Piece, called: str, chosen: bool) -> Markup:
    """One who is there, and how they fare. `called` is what a place is called."""
    where = f"{piece.side}, {called} {piece.place}" if piece.place else piece.side
    standing = tag("span", mark(piece.tone), piece.standing, class_=f"desk__standing tone tone--{piece.tone}")
    marks = tag(
        "ul", [tag("li", reason(game, each)) for each in piece.marks], class_="desk__marks", role="list"
    )
    facts = tag(
        "dl", [tag("div", tag("dt", label), tag("dd", text)) for label, text in piece.facts], class_="given"
    )
    return tag(
        "li",
        tag(
            "div",
            tag("strong", piece.name),
            standing,
            tag("span", where, class_="desk__side"),
            class_="desk__who",
        ),
        stood(game, piece.on) if piece.on else None,
        tag("div", map(_boxes, piece.boxes), class_="desk__boxes"),
        dice(piece.dice),
        marks if piece.marks else None,
        facts,
        class_=classes("desk__card", "is-chosen" if chosen else None, None if piece.able else "is-out"),
    )


def _boxes(row: Boxes) -> Markup:
    boxes = [
        tag("i", class_=classes("box", "is-ticked" if place < row.ticked else None))
        for place in range(row.size)
    ]
    return tag(
        "span",
        tag("span", row.label, class_="desk__boxes-label"),
        tag("span", boxes, aria_hidden="true", class_="desk__row"),
        unseen(f" {row.words}. "),
        class_="desk__boxed",
    )


# what happened


def _last(game: Game, declared: Desk[Any, Any], now: Played[Any]) -> Markup:
    if not now.scene.at:
        return fragment(
            title("What happened"), tag("p", f"Nothing yet. {declared.intro}", class_="desk__news")
        )
    happening = now.happenings[now.scene.at - 1]
    return fragment(
        title("What happened"),
        tag("p", tag("strong", happening.sentence), class_="desk__sentence"),
        working(game.id, happening.working),
    )


def _log(game: Game, now: Played[Any]) -> Markup:
    if not now.happenings:
        return Markup()
    rows = [_entry(game, place, each, now.scene.at) for place, each in enumerate(now.happenings, 1)]
    return fragment(title("Log"), tag("ol", rows, class_="desk__entries"))


def _entry(game: Game, place: int, happening: Happening[Any], at: int) -> Markup:
    steps = working(game.id, happening.working)
    return tag(
        "li",
        tag("span", happening.sentence, unseen(" Taken back.") if place > at else None),
        tag(
            "button",
            "Go here",
            unseen(f": to after step {place}"),
            type="button",
            class_="button button--quiet desk__go",
            data_at=place,
        )
        if place != at
        else tag("span", "You are here", class_="desk__here"),
        tag("details", tag("summary", "Dice and working"), steps, class_="fold") if steps else None,
        class_=classes("desk__entry", "is-undone" if place > at else None),
        aria_current="step" if place == at else None,
    )


# the start


def _setting_up(game: Game, declared: Desk[Any, Any], start: Any) -> Markup:
    """The form that puts people and ground on the table. The log is gone through again on what is changed."""
    form = f"desk-{game.id}-setup"
    setup = Record(name="start", label="How it begins", fields=declared.setup)
    note = (
        f"This is how the {declared.scene} begins. If something has happened already, the log is gone "
        "through again on the new table."
    )
    return tag(
        "details",
        tag("summary", "Set the table: who is there, and where"),
        tag("p", note, class_="desk__note"),
        _seats(declared) if declared.seat else None,
        tag(
            "form",
            fields(form, game.id, (setup,), {"start": start}),
            tag("div", class_="problems", data_problems="", role="alert"),
            tag("button", "Set the table so", type="submit", class_="button"),
            data_part="setup",
            novalidate=True,
            autocomplete="off",
            class_="desk__setup-form",
            id=form,
        ),
        class_="desk__setup",
    )


def _seats(declared: Desk[Any, Any]) -> Markup:
    """Characters of the reader's sheets, shown where there are any."""
    label = tag("span", "Seat a character from your sheets", class_="field__label")
    return tag(
        "p",
        tag("label", label, tag("select", data_part="sheets"), class_="kept__which"),
        tag("button", "Seat", type="button", class_="button button--quiet", data_do="seat"),
        tag("button", "Bring back to the sheet", type="button", class_="button button--quiet", data_do="back")
        if declared.back
        else None,
        class_="desk__seating",
        data_part="seating",
        hidden=True,
    )
