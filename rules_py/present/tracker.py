"""A game's desk: who stands where, what may be done with which chances, and what has happened so far.

`desk` is the whole element at its first start, complete as a picture of it without JavaScript; `desk_parts`
are those parts of it that change with each event, by the name of the part that takes them. How the table is
set stands in `rules_py.present.tracker_setup`. The page finds what to wire by attributes:

    data-event   on a form: the event it asks for, as JSON, completed by what the form holds
    data-override   on a button that sends such a form: the event is to be allowed all the same
    data-turn    on a button: whose acts to show
    data-at      on a button: the place in the log to go to
    data-whole   on a button: all of the log is to be shown
"""

from __future__ import annotations

import json
from typing import Any

from rules_py.base.file_format import SCENES
from rules_py.base.jsonable import plain
from rules_py.present.actions import reason, title, turn
from rules_py.present.diagrams import ground, stood
from rules_py.present.dice import dice
from rules_py.present.forecast import declined, forecast
from rules_py.present.frame_notice import holding_saved
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.loading_status import status
from rules_py.present.log import go, log
from rules_py.present.outcome import working
from rules_py.present.player_view import players
from rules_py.present.saved_items import deed, kept, words
from rules_py.present.sheet import panels
from rules_py.present.tone_icons import mark
from rules_py.present.tracker_setup import Picked, setting
from rules_py.systems.game import Game
from rules_py.tracker import Boxes, Desk, Piece, Played, View, begun, played, read_scene

WORDS = {
    "elsewhere": "This {thing} has gone on in another tab. Here it stands as it does there; what you asked "
    "for just now was not done.",
    "back": "On the sheet as this {thing} leaves them: {name}.",
    "nobody": "Nobody of this {thing} has a sheet in this browser.",
    "log": "The log is copied as text.",
    "followed": "This {thing} went on in another tab. Here it stands as it does there.",
}
"""What the page says of a scene, besides what it says of everything that is kept."""


WITHOUT_SCRIPTS = (
    "To play on, this page needs JavaScript: it throws the dice and keeps the {thing} in your browser. Below "
    "stands how it begins, with what may be done first and the chances of it."
)


def desk(game: Game, declared: Desk[Any, Any], start: str = "") -> Markup:
    """The whole desk as `<dice-tracker>`, at the start of this id or at the first."""
    scene = read_scene(declared, begun(declared.start(start) or declared.starts[0]).to_json())
    begin = played(declared, scene)
    parts = desk_parts(game, declared, begin, declared.view(begin.state, ""))
    element = tag(
        "dice-tracker",
        _kept(declared),
        tag("p", WITHOUT_SCRIPTS.replace("{thing}", declared.scene), class_="tracker__without"),
        status(),
        tag("p", class_="visually-hidden", data_part="say", role="status"),
        tag("p", class_="calc__message", data_part="message", role="alert"),
        _place("head", parts),
        _setting_up(game, declared, begin),
        tag(
            "div",
            _place("table", parts),
            tag("div", _place("last", parts), _place("turn", parts), class_="tracker__doing"),
            tag(
                "div",
                _place("chances", parts),
                fragment(_place("declined", parts), forecast(declared)) if declared.forecast else None,
                class_="tracker__ahead",
            ),
            class_="tracker__middle",
        ),
        _place("log", parts),
        class_="tracker",
        data_game=game.id,
        data_version=declared.version,
        data_file=_json({"head": SCENES.head(game.id, declared.version), "among": SCENES.among}),
        data_scene=_json(scene.to_json()),
        data_messages=_json(words(declared.scene, **WORDS)),
        data_sheet_version=game.sheet.version if game.sheet and _seats(declared) else None,
    )
    return holding_saved(fragment(element, players(game, declared) if declared.seen else None))


def desk_parts(
    game: Game, declared: Desk[Any, Any], now: Played[Any], view: View, *, whole_log: bool = False
) -> dict[str, Markup]:
    """What changes with each event: `head`, `table`, `last`, `turn`, `chances`, `declined`, `log`."""
    return {
        "head": _head(now, view),
        "table": _table(game, declared, view),
        "last": _last(game, declared, now),
        "turn": turn(game, view),
        "chances": fragment(title("What may happen"), panels(game, view.panels, own_id="desk"))
        if view.panels
        else Markup(),
        **({"declined": declined(declared, now.state)} if declared.forecast else {}),
        "log": log(game, declared, now, whole=whole_log),
    }


def _place(name: str, parts: dict[str, Markup]) -> Markup:
    return tag("section", parts[name], class_=f"tracker__part tracker__{name}", data_part=name)


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


# what is kept

DEEDS = (
    ("copy", "Duplicate"),
    ("remove", "Delete"),
    ("export", "Export"),
    ("share", "Copy a link"),
    ("log", "Copy the log as text"),
    ("print", "Print"),
)
"""What can be done with scenes, besides beginning one and importing some."""


def _kept(declared: Desk[Any, Any]) -> Markup:
    ways = [
        tag("label", tag("input", type="checkbox", data_part=part), tag("span", label), class_="field__check")
        for part, label in (("own-dice", "We throw our own dice"), ("bare", "We only keep count here"))
    ]
    anew = [deed("blank", f"New {declared.scene}")] if declared.setting else []
    if declared.seen:
        anew.append(
            tag("a", "Players’ window", href="?players", target="_blank", class_="button button--quiet")
        )
    if declared.setting and declared.setting.party:
        anew.append(deed("party", f"Next {declared.scene}, same party"))
    starts = tag(
        "label",
        tag("span", "Begin anew with", class_="field__label"),
        tag(
            "select",
            [tag("option", each.title, value=each.id) for each in declared.starts],
            data_part="starts",
        ),
        class_="saved__which",
    )
    folded = tag("div", starts, deed("new", "Begin"), class_="saved__choosing")
    more = "Begin anew, share, keep as a file"
    return kept(declared.scene, more, DEEDS, choosing=fragment(*anew, *ways), folded=folded)


# the head


def _head(now: Played[Any], view: View) -> Markup:
    """The bar that stays in view: the round, who is next, and the way back."""
    scene = now.scene
    following = tag(
        "button",
        "Next: ",
        tag("strong", view.next),
        type="button",
        class_="tracker__next",
        data_turn=view.next,
    )
    steps = tag(
        "div",
        go("Undo", scene.at - 1 if scene.at else None, "undo"),
        go("Redo", scene.at + 1 if scene.at < len(scene.log) else None, "redo"),
        class_="tracker__steps",
    )
    return fragment(
        tag(
            "div",
            title(view.title),
            following if view.next else tag("p", view.news, class_="tracker__news"),
            class_="tracker__round",
        ),
        steps,
    )


# the table


def _table(game: Game, declared: Desk[Any, Any], view: View) -> Markup:
    cards = [_card(game, each, declared.place, each.name == view.turn) for each in view.pieces]
    return fragment(
        title("The table"),
        ground(view.places, view.pieces, called=declared.place, turn=view.turn) if view.places else None,
        tag("ul", cards, class_="tracker__combatants", role="list") if cards else None,
    )


def _card(game: Game, piece: Piece, called: str, chosen: bool) -> Markup:
    """One who is there, and how they fare. `called` is what a place is called."""
    where = f"{piece.side}, {called} {piece.place}" if piece.place else piece.side
    standing = tag(
        "span", mark(piece.tone), piece.standing, class_=f"tracker__standing tone tone--{piece.tone}"
    )
    marks = tag(
        "ul", [tag("li", reason(game, each)) for each in piece.marks], class_="tracker__marks", role="list"
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
            tag("span", where, class_="tracker__side"),
            class_="tracker__who",
        ),
        stood(game, piece.on) if piece.on else None,
        tag("div", map(_boxes, piece.boxes), class_="tracker__boxes"),
        dice(piece.dice),
        marks if piece.marks else None,
        facts,
        class_=classes("tracker__card", "is-chosen" if chosen else None, None if piece.able else "is-out"),
    )


def _boxes(row: Boxes) -> Markup:
    boxes = [
        tag("i", class_=classes("box", "is-checked" if place < row.ticked else None))
        for place in range(row.size)
    ]
    return tag(
        "span",
        tag("span", row.label, class_="tracker__boxes-label"),
        tag("span", boxes, aria_hidden="true", class_="tracker__row"),
        unseen(f" {row.words}. "),
        class_="tracker__boxed",
    )


# what happened


def _last(game: Game, declared: Desk[Any, Any], now: Played[Any]) -> Markup:
    if not now.scene.at:
        return fragment(
            title("What happened"), tag("p", f"Nothing yet. {declared.intro}", class_="tracker__news")
        )
    happening = now.happenings[now.scene.at - 1]
    return fragment(
        title("What happened"),
        tag("p", tag("strong", happening.sentence), class_="tracker__sentence"),
        working(game.id, happening.working),
    )


# the start


def setting_parts(
    game: Game, declared: Desk[Any, Any], now: Played[Any], picked: Picked, view: View | None = None
) -> dict[str, Markup]:
    """What changes while the table is set: `setting`. `view` is that of the scene now."""
    return {"setting": setting(game, declared, now, picked, None if now.scene.at else view)}


def _setting_up(game: Game, declared: Desk[Any, Any], now: Played[Any]) -> Markup:
    """Where the table is set. Its inside comes when it is opened."""
    nowhere = declared.setting is not None and not declared.setting.places
    return tag(
        "details",
        tag("summary", f"Set the table: who is there{'' if nowhere else ', and where'}"),
        _sheets(declared) if _seats(declared) else None,
        tag("section", data_part="setting", class_="tracker-setup"),
        class_="tracker__setup",
        data_part="setup",
    )


def _seats(declared: Desk[Any, Any]) -> bool:
    """Whether characters of the sheet may sit down."""
    return bool(declared.setting and declared.setting.seat)


def _sheets(declared: Desk[Any, Any]) -> Markup:
    """Characters of the reader's sheets, shown where there are any; each is a button made of the template."""
    back = tag(
        "button",
        "Bring back to the sheets",
        type="button",
        class_="button button--quiet",
        data_command="back",
    )
    return tag(
        "div",
        tag("p", "From your sheets", role="heading", aria_level=3, class_="tracker__kind"),
        tag(
            "div",
            tag("button", "Everybody", type="button", class_="button", data_sheet="", hidden=True),
            tag("template", tag("button", type="button", class_="button button--quiet", data_sheet="")),
            class_="tracker-setup__row",
            data_part="sheets",
        ),
        tag("div", class_="problems", data_problems="", role="alert"),
        tag("p", back, class_="tracker-setup__row") if declared.back else None,
        data_errors_for=True,
        data_part="seating",
        hidden=True,
    )
