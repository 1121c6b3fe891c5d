"""All that a reader keeps on this site: listed, backed up as one file, restored, put back once deleted.

The markup has no contents of its own: the page fills in what the browser keeps, from templates, and finds
what it wires by `data-command` and `data-part`. What it says itself is WORDS, as JSON in `data-messages`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules_py.present.frame_notice import holding_saved
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.links import page_link
from rules_py.present.question import confirm_question
from rules_py.systems.game import Game

PAGE = "tools/kept/"
"""The page's path from the root of the site."""

NEWER_DATABASE = (
    "What you saved here was last opened by a newer version of this site, so this page can’t read it. "
    "It is safe. Reload the page to get the newer version."
)
"""The message of a page older than the version that saved the data in this browser."""

WORDS = {
    "nothing": "Nothing is kept here yet.",
    "sum": "Kept in this browser: {what}.",
    "never": "No backup was made here yet.",
    "last": "The last backup was made on {day}.",
    "changed": "Much has changed since.",
    "made": "The backup is among your downloads: {file}.",
    "unlasting": "This browser keeps nothing for this site once you leave it.",
    "offered": "A backup of {day}",
    "counts": "{new} of {all} entries are not kept here yet, {same} are here already.",
    "other": "Kept here as something else: {count}. Both stay, side by side.",
    "left-out": "Left out because they were deleted or this site doesn’t know them: {count}.",
    "nothing-new": "Everything in it is saved here already.",
    "more": "{count} more",
    "setting": "setting",
    "settings": "settings",
    "keep": "Restore it?",
    "restored": "Restored.",
    "refused": "It was refused, and nothing was changed. {why}",
    "large": "The file is too large to be a backup.",
    "much": "It is more than one file may hold: delete throws or characters that you no longer need.",
    "foreign": "The file is no backup of this site.",
    "newer": "The file comes from a newer version of this book: load this page again to get that version.",
    "damaged": "The file is damaged.",
    "full": "This browser refuses to keep it: its storage is full, switched off or stuck.",
    "late": "The storage of this browser is stuck. What you kept lies safe in it: "
    "load the page again to see it.",
    "newer-database": NEWER_DATABASE,
    "deleted": "Deleted: {name}.",
    "erase": "Delete {name} for good? This can’t be undone.",
    "erase-done": "Deleted for good: {name}.",
    "empty": "Delete everything in the bin for good? This can’t be undone.",
    "empty-done": "The bin is empty.",
    "back": "It is there again.",
    "nameless": "Without a name",
    "throws": "throws",
    "throw": "throw",
    "named": "throws with a name",
    "named-one": "throw with a name",
    "bookmarks": "bookmarks",
    "bookmark": "bookmark",
    "unreadable": "damaged, or of a newer version",
    "unknown": "unknown entries",
    "unknown-one": "unknown entry",
    "and": " and ",
    "note-colours": "Colours: {value}",
    "note-sheet-way": "Character sheet view: {value}",
    "note-cards": "Show cards for rules and words: {value}",
    "note-python": "Show the Python behind the examples: {value}",
    "note-tumble": "Dice tumble: {value}",
    "note-sound": "Sound: {value}",
    "note-shake": "Vibration: {value}",
    "note-own-dice": "We throw our own dice: {value}",
    "note-only-count": "We only keep count here: {value}",
    "note-name": "Who threw: {value}",
    "note-lately": "What you looked up last",
    "note-open": "The {what} that was open last in {of}",
    "note-desk-open": "The {what} that was open last in {of}",
    "note-place": "Where you were reading in {of}",
    "note-asked": "What you chose above a list in {of}",
}
"""The page's messages; the page fills in what is in braces."""


def render_backup(games: Iterable[Game]) -> Markup:
    """Return the whole place, as `<dice-backup>`."""
    books = {game.id: _kinds(game) for game in games}
    element = tag(
        "dice-backup",
        tag("p", "To look at what your browser keeps, this page needs JavaScript.", data_part="without"),
        _advice(),
        tag("p", data_part="sum", class_="backup__sum"),
        _doing(),
        tag(
            "div",
            tag("p", data_part="told", role="status"),
            _button("put-back", "Undo", quiet=True, data_part="undo", hidden=True),
            class_="backup__told",
        ),
        _offered(),
        tag("div", data_part="groups", class_="backup__groups"),
        tag(
            "section",
            tag("h2", "Deleted in the last 30 days"),
            _button("empty", "Empty the bin", quiet=True),
            confirm_question("bin-asked", "backup__asked"),
            tag("ul", data_part="deleted", class_="backup__list", role="list"),
            data_part="bin",
            hidden=True,
        ),
        tag("template", _group(), data_part="group"),
        tag("template", _line("Open", {"remove": "Delete"}), data_part="line"),
        tag("template", _line(None, {"back": "Put back", "erase": "Delete for good"}), data_part="gone"),
        class_="backup",
        data_messages=json.dumps(WORDS, ensure_ascii=False),
        data_books=json.dumps(books, ensure_ascii=False),
    )
    return holding_saved(element)


def backup_reminder() -> Markup:
    """Return the line in a box of characters or scenes that leads here, and what it says where that is
    urgent.
    """
    due = "Two weeks of what you keep here are in no backup. "
    forgetful = "On this device Safari deletes what you keep here after seven days without a visit. "
    return tag(
        "p",
        tag("span", due, data_part="due", class_="saved__urgent", hidden=True),
        tag("span", forgetful, data_part="forgetful", class_="saved__urgent", hidden=True),
        page_link(PAGE, "Back up everything, or restore it"),
        class_="saved__backup",
    )


def _kinds(game: Game) -> dict[str, dict[str, str]]:
    """By the kind of thing, what those of a game are called and where they are opened."""
    kinds = {}
    if game.sheet:
        address = f"{game.id}/sheet/"
        kinds["sheet"] = {"title": game.title, "one": "character", "many": "characters", "address": address}
    if game.tracker:
        scene = game.tracker.encounter_noun
        address = f"{game.id}/{game.tracker.page}"
        kinds["desk"] = {"title": game.title, "one": scene, "many": f"{scene}s", "address": address}
    return kinds


def _advice() -> Markup:
    """Return the advice for phones that delete saved data after seven days without a visit."""
    return tag(
        "p",
        tag("strong", "On this device Safari deletes what a site keeps after seven days without a visit."),
        " Not so on the home screen: tap Share, then Add to Home Screen, and open the book from there. "
        "It begins empty: if anything is kept here already, back it up first and restore it there.",
        class_="backup__advice",
        data_part="advice",
        hidden=True,
    )


def _doing() -> Markup:
    file = tag(
        "input", type="file", accept=".json,application/json", data_part="file", class_="visually-hidden"
    )
    return tag(
        "div",
        tag(
            "div",
            _button("backup", "Back up everything"),
            tag("label", "Restore a backup", file, class_="button button--quiet backup__restore"),
            class_="backup__doing",
        ),
        tag("p", data_part="last", class_="backup__last"),
        data_part="doing",
        hidden=True,
    )


def _button(what: str, label: str, *, quiet: bool = False, **more: str | bool) -> Markup:
    look = "button button--quiet" if quiet else "button"
    return tag("button", label, type="button", class_=look, data_command=what, **more)


def _offered() -> Markup:
    """Return the preview of a file's contents, shown before anything is restored."""
    return tag(
        "section",
        tag("h2", data_part="offered-title", tabindex="-1"),
        tag("p", data_part="offered-sum"),
        tag("div", data_part="offered-groups", class_="backup__groups"),
        tag("p", data_part="counts"),
        confirm_question("asked", "backup__asked"),
        class_="backup__offered",
        data_part="offered",
        hidden=True,
    )


def _group() -> Markup:
    return tag(
        "details",
        tag("summary", data_part="title"),
        tag("ul", data_part="lines", class_="backup__list", role="list"),
        class_="collapsible backup__group",
    )


def _line(opening: str | None, doing: dict[str, str]) -> Markup:
    """Return a thing by its name, with what can be done with it: the label of each button by what it does."""
    about = visually_hidden(" ", tag("bdi", data_part="again"))
    return tag(
        "li",
        tag("bdi", data_part="name", class_="backup__name"),
        tag("a", opening, about, data_part="open", class_="button button--quiet") if opening else None,
        [
            tag("button", label, about, type="button", class_="button button--quiet", data_command=what)
            for what, label in doing.items()
        ],
    )
