"""A game's desk: who stands where, what may be done with which chances, and what has happened so far.

`desk` is the whole element at its first start, complete as a picture of it without JavaScript; `desk_parts` are those
parts of it that change with each event, by the name of the part that takes them. The page finds what to wire by
attributes:

    data-event   on a form: the event it asks for, as JSON, completed by what the form holds
    data-allow   on a button that sends such a form: the event is to be allowed all the same
    data-turn    on a button: whose acts to show
    data-at      on a button: the place in the log to go to
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from rules_py import figures
from rules_py.desk import Act, Boxes, Desk, Happening, Piece, Place, Played, Reason, Share, View, begun, played, read_scene
from rules_py.game import Game
from rules_py.inputs import Int, Record
from rules_py.plain import plain
from rules_py.present.chance import chance
from rules_py.present.forms import fields
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.links import rule_link, rule_links
from rules_py.present.marks import mark
from rules_py.present.outcome import working
from rules_py.present.sheet import panel
from rules_py.present.status import status

WORDS = {
    "copied": "The link is copied. It holds the whole {scene}: whoever opens it gets a copy of their own.",
    "delete": "Delete {name} for good?",
    "deleted": "Deleted: {name}.",
    "imported": "Now at the desk: {name}.",
    "refused": "It was refused, and nothing was changed. {why}",
    "keep": "Put {name} from this link on the desk, beside what you have?",
    "full": "This browser refuses to keep the {scene}: its storage is full or switched off. Export it before you leave.",
    "unlasting": "This browser keeps nothing for this site. Export the {scene} before you leave.",
    "damaged": "The link is damaged.",
    "unreadable": "A {scene} kept here can't be read. It is left as it is.",
    "changed": "The table is changed, and the log was gone through again.",
    "copy": "{name}, copy",
}
"""What the page says of keeping and sharing; `{scene}` is filled in here, the rest by the page."""


def desk(game: Game, declared: Desk, start: str = "") -> Markup:
    """The whole desk as `<dice-desk>`, at the start of this id or at the first."""
    scene = read_scene(declared, begun(declared.start(start) or declared.starts[0]).to_json())
    begin = played(declared, scene)
    parts = desk_parts(game, declared, begin, declared.view(begin.state, ""))
    words = {key: text.replace("{scene}", declared.scene) for key, text in WORDS.items()}
    return tag(
        "dice-desk",
        _shelf(declared),
        tag(
            "p", f"To play on, this page needs JavaScript: it throws the dice and keeps the {declared.scene} in your browser. "
            "Below stands how it begins, with what may be done first and the chances of it.", class_="desk__without",
        ),
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
        class_="desk", data_game=game.id, data_version=declared.version,
        data_scene=_json(scene.to_json()), data_words=_json(words),
        data_sheet_version=game.sheet.version if game.sheet and declared.seat else None,
    )


def desk_parts(game: Game, declared: Desk, now: Played, view: View) -> dict[str, Markup]:
    """What changes with each event: `head`, `table`, `last`, `turn`, `chances`, `log`."""
    return {
        "head": _head(game, now, view),
        "table": _table(game, view),
        "last": _last(game, declared, now),
        "turn": _turn(game, view),
        "chances": fragment(_title("What may happen"), map(panel, view.panels)) if view.panels else Markup(),
        "log": _log(game, now),
    }


def _place(name: str, parts: dict[str, Markup]) -> Markup:
    return tag("section", parts[name], class_=f"desk__part desk__{name}", data_part=name)


def _title(text: str, **more: Any) -> Markup:
    return tag("p", text, role="heading", aria_level=2, class_="desk__title", tabindex=-1, **more)


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


# the shelf

def _shelf(declared: Desk) -> Markup:
    """What is kept, and everything that can be done with it."""
    which = tag(
        "label", tag("span", declared.scene.capitalize(), class_="field__label"), tag("select", data_part="scenes"),
        class_="sheet__which",
    )
    starts = tag(
        "label", tag("span", "Begin anew with", class_="field__label"),
        tag("select", [tag("option", each.title, value=each.id) for each in declared.starts], data_part="starts"),
        class_="sheet__which",
    )
    file = tag(
        "label", "Import a file",
        tag("input", type="file", accept=".json,application/json", data_part="import", class_="unseen"),
        class_="button button--quiet sheet__import",
    )
    own_dice = tag(
        "label", tag("input", type="checkbox", data_part="own-dice"), tag("span", "We throw our own dice"),
        class_="field__check",
    )
    return tag(
        "div",
        tag("div", which, starts, _do("new", "Begin"), class_="desk__choosing"),
        tag("div", _do("copy", "Duplicate"), _do("remove", "Delete"), _do("export", "Export"), file,
            _do("share", "Copy a link"), own_dice, class_="sheet__doing"),
        tag("p", class_="sheet__told", data_part="told", role="status"),
        tag(
            "p", tag("span", data_part="question"), " ",
            tag("button", "Yes", type="button", class_="button", data_part="yes"), " ",
            tag("button", "No", type="button", class_="button button--quiet", data_part="no"),
            class_="sheet__asked", data_part="asked", hidden=True, role="alert",
        ),
        class_="sheet__shelf desk__shelf",
    )


def _do(what: str, label: str) -> Markup:
    return tag("button", label, type="button", class_="button button--quiet", data_do=what)


# the head

def _head(game: Game, now: Played, view: View) -> Markup:
    scene = now.scene
    steps = tag(
        "div",
        _go("Undo", scene.at - 1 if scene.at else None, "undo"),
        _go("Redo", scene.at + 1 if scene.at < len(scene.log) else None, "redo"),
        _go("To the start", 0 if scene.at else None, "start"),
        class_="desk__steps",
    )
    return fragment(
        tag("div", _title(view.title), tag("p", view.news, class_="desk__news"), class_="desk__round"),
        steps,
        [_act(game, each) for each in view.common],
    )


def _go(label: str, at: int | None, name: str) -> Markup:
    """A button that goes to a place in the log; `at` is None where there is none to go to."""
    return tag(
        "button", label, type="button", class_="button button--quiet", id=f"desk-{name}", data_at="" if at is None else at,
        disabled=at is None,
    )


# the table

def _table(game: Game, view: View) -> Markup:
    rows = [
        _ground(game, each, [piece for piece in view.pieces if piece.place == each.name], view.turn) for each in view.places
    ]
    return fragment(_title("The table"), tag("ol", rows, class_="desk__places", role="list"))


def _ground(game: Game, place: Place, pieces: Sequence[Piece], turn: str) -> Markup:
    name = tag("p", tag("strong", place.name), " " if place.note else None,
               tag("span", place.note, class_="desk__note") if place.note else None, class_="desk__place-name")
    cards = tag("ul", [_card(game, each, each.name == turn) for each in pieces], class_="desk__pieces", role="list")
    return tag("li", name, cards if pieces else None, class_=classes("desk__place", None if pieces else "is-empty"))


def _card(game: Game, piece: Piece, chosen: bool) -> Markup:
    """One who is there; the name is a button that shows what they may do."""
    name = tag(
        "button", piece.name, unseen(": what they may do"), type="button", class_="desk__name", data_turn=piece.name,
        aria_pressed="true" if chosen else "false",
    )
    standing = tag("span", mark(piece.tone), piece.standing, class_=f"desk__standing tone tone--{piece.tone}")
    marks = tag("ul", [tag("li", _reason(game, each)) for each in piece.marks], class_="desk__marks", role="list")
    facts = tag("dl", [tag("div", tag("dt", label), tag("dd", text)) for label, text in piece.facts], class_="given")
    return tag(
        "li",
        tag("div", name, standing, tag("span", piece.side, class_="desk__side"), class_="desk__who"),
        tag("div", map(_boxes, piece.boxes), class_="desk__boxes"),
        marks if piece.marks else None,
        facts,
        class_=classes("desk__card", "is-chosen" if chosen else None, None if piece.able else "is-out"),
    )


def _boxes(row: Boxes) -> Markup:
    boxes = [tag("i", class_=classes("box", "is-ticked" if place < row.ticked else None)) for place in range(row.size)]
    return tag(
        "span", tag("span", row.label, class_="desk__boxes-label"), tag("span", boxes, aria_hidden="true", class_="desk__row"),
        unseen(f" {row.words}. "), class_="desk__boxed",
    )


def _reason(game: Game, reason: Reason) -> Markup:
    return fragment(reason.text, " ", rule_link(game.id, reason.rule) if reason.rule else None)


# what happened

def _last(game: Game, declared: Desk, now: Played) -> Markup:
    if not now.scene.at:
        return fragment(
            _title("What happened"), tag("p", f"Nothing yet. {declared.intro}", class_="desk__news"),
        )
    happening = now.happenings[now.scene.at - 1]
    return fragment(
        _title("What happened"),
        tag("p", tag("strong", happening.sentence), class_="desk__sentence"),
        working(game.id, happening.working),
    )


def _log(game: Game, now: Played) -> Markup:
    if not now.happenings:
        return Markup()
    rows = [_entry(game, place, each, now.scene.at) for place, each in enumerate(now.happenings, 1)]
    return fragment(_title("Log"), tag("ol", rows, class_="desk__entries"))


def _entry(game: Game, place: int, happening: Happening, at: int) -> Markup:
    steps = working(game.id, happening.working)
    return tag(
        "li",
        tag("span", happening.sentence, unseen(" Taken back.") if place > at else None),
        tag("button", "Go here", unseen(f": to after step {place}"), type="button", class_="button button--quiet desk__go",
            data_at=place) if place != at else tag("span", "You are here", class_="desk__here"),
        tag("details", tag("summary", "Dice and working"), steps, class_="desk__working") if steps else None,
        class_=classes("desk__entry", "is-undone" if place > at else None), aria_current="step" if place == at else None,
    )


# what may be done

def _turn(game: Game, view: View) -> Markup:
    if not view.turn:
        return Markup()
    groups = [
        tag("div", tag("p", kind, role="heading", aria_level=3, class_="desk__kind"), [_act(game, each) for each in acts],
            class_="desk__group")
        for kind, acts in groupby(view.acts, key=lambda each: each.kind)
    ]
    return fragment(_title(view.turn_title), groups)


def _act(game: Game, act: Act) -> Markup:
    """One act as a form. What it needs is asked at once, what it may need is folded."""
    form = f"desk-{game.id}-{act.id}".replace(" ", "_")
    refused = bool(act.reasons)
    faces = tuple(
        Int(name=f"dice.{place}", label=f"{label}, d{sides}", low=1, high=sides, optional=True, default=None)
        for place, (label, sides) in enumerate(act.dice)
    )
    asked = tag("div", fields(form, game.id, act.inputs, {}), class_="desk__inputs") if act.inputs else None
    own_dice = tag("div", fields(form, game.id, faces, {}), class_="desk__inputs desk__own-dice") if faces else None
    about = unseen(f": {act.title}") if act.dice else None
    go = None if refused else tag(
        "button", act.button, about, type="submit", id=f"{form}--go", class_="button button--roll" if act.dice else "button",
    )
    allow = tag(
        "button", "Allow it all the same", unseen(f": {act.title}"), type="submit", id=f"{form}--allow",
        class_="button button--quiet", data_allow=True,
    ) if refused and act.may_allow else None
    rare = tag("div", fields(form, game.id, act.more, {}), class_="desk__inputs") if act.more else None
    asks_nothing_else = rare and not (act.inputs or act.dice)
    more = tag(
        "details", tag("summary", *((act.title,) if asks_nothing_else else ("More", unseen(f": {act.title}")))), rare,
        tag("div", go, class_="desk__go-row") if asks_nothing_else else None, class_="desk__more",
    ) if rare else None
    if asks_nothing_else:
        go = None
    head = None if asks_nothing_else else tag(
        "p", tag("strong", act.title), tag("span", act.price, class_="desk__price") if act.price else None,
        class_="desk__act-title",
    )
    note = tag("p", act.note, " " if act.note else "", rule_links(game.id, act.rules), class_="desk__note")
    return tag(
        "form", head, note if act.note or act.rules else None, _shares(act.shares), _figures(act),
        [tag("p", _reason(game, each), class_="problem problem--warning") for each in act.reasons],
        asked, own_dice, more, tag("div", go, allow, class_="desk__go-row"),
        class_=classes("desk__act", "is-refused" if refused else None), data_event=_json(act.event), novalidate=True,
        autocomplete="off", id=form,
    )


def _shares(shares: Sequence[Share]) -> Markup | None:
    """What may come of it: one bar in as many parts, and the exact chance of each beneath."""
    if not shares:
        return None
    at = Fraction()
    parts = []
    for share in shares:
        parts.append(tag(
            "rect", x=figures.figure(at * 100), width=figures.figure(share.chance * 100), height=8,
            class_=f"share share--{share.tone}",
        ))
        at += share.chance
    bar = tag(
        "svg", parts, class_="desk__bar", viewBox="0 0 100 8", preserveAspectRatio="none", aria_hidden="true",
        focusable="false",
    )
    rows = [
        tag("li", mark(each.tone), each.label, " ", chance(each.chance), class_=f"tone tone--{each.tone}") for each in shares
    ]
    return tag("div", bar, tag("ul", rows, class_="desk__shares", role="list"), class_="desk__chances-of")


def _figures(act: Act) -> Markup | None:
    possible = [(label, value) for label, value in act.figures if value]
    if not possible:
        return None
    return tag("p", [
        fragment("; " if place else "", label[:1].upper() + label[1:], ": ", chance(value))
        for place, (label, value) in enumerate(possible)
    ], class_="desk__figures")


# the start

def _setting_up(game: Game, declared: Desk, start: Any) -> Markup:
    """The form that puts people and ground on the table. The log is gone through again on what is changed."""
    form = f"desk-{game.id}-setup"
    seats = tag(
        "p",
        tag("label", "Seat a character from your sheets", tag("select", data_part="sheets"), class_="sheet__which"), " ",
        tag("button", "Seat", type="button", class_="button button--quiet", data_do="seat"),
        class_="desk__seating", data_part="seating", hidden=True,
    ) if declared.seat else None
    return tag(
        "details",
        tag("summary", "Set the table: who is there, and where"),
        tag("p", f"This is how the {declared.scene} begins. If something has happened already, the log is gone through again "
                 "on the new table.", class_="desk__note"),
        seats,
        tag(
            "form",
            fields(form, game.id, (Record(name="start", label="How it begins", fields=declared.setup),), {"start": start}),
            tag("div", class_="problems", data_problems="", role="alert"),
            tag("div", tag("button", "Set the table so", type="submit", class_="button"), class_="desk__go-row"),
            data_part="setup", novalidate=True, autocomplete="off", class_="desk__setup-form", id=form,
        ),
        class_="desk__setup",
    )
