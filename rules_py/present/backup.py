"""The list of everything that a reader has saved on this site: back up, restore, delete and undelete.

The markup is empty at first: the page fills in the data saved in the browser, from templates, and finds its
elements by `data-command` and `data-part`. Its own messages are WORDS, as JSON in `data-messages`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules_py.present.components import button, command_button, file_button, note_line
from rules_py.present.frame_notice import with_frame_notice
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.links import page_link
from rules_py.present.question import confirm_question
from rules_py.present.shared_labels import (
    ANIMATE_DICE,
    NOT_SAVED,
    OWN_DICE,
    RESTORED,
    ROLLED_BY,
    SHOW_CARDS,
    SHOW_PYTHON,
    TRACK_ONLY,
    UNNAMED,
)
from rules_py.systems.game import Game

PAGE = "tools/kept/"
"""The page's path from the root of the site."""

NEWER_DATABASE = (
    "Your saved data was last opened by a newer version of this site, so this page can’t read it. "
    "It is safe. Reload the page to get the newer version."
)
"""The message of a page that is older than the data saved in this browser."""

WORDS = {
    "nothing": "Nothing saved yet.",
    "sum": "Saved in this browser: {what}.",
    "never": "No backup yet.",
    "last": "Last backup: {day}.",
    "changed": "A lot has changed since then.",
    "made": "Backup saved to your downloads: {file}.",
    "unlasting": "Your browser deletes this site’s data when you leave.",
    "offered": "Backup from {day}",
    "counts": "{new} of {all} entries are new; {same} are already here.",
    "other": "Entries that differ from the copy here: {count}. Both versions are kept.",
    "left-out": "Skipped because they were deleted or this site doesn’t recognise them: {count}.",
    "nothing-new": "Everything in this backup is already saved here.",
    "more": "{count} more",
    "setting": "setting",
    "settings": "settings",
    "keep": "Restore it?",
    "restored": RESTORED,
    "refused": "Restore failed; nothing was changed. {why}",
    "large": "This file is too large to be a backup.",
    "much": "That’s too much for one file. Delete rolls or characters you no longer need.",
    "foreign": "This file isn’t a backup from this site.",
    "newer": "This backup was made by a newer version of the site. Reload the page to update.",
    "damaged": "This file is damaged.",
    "full": NOT_SAVED,
    "late": "The browser’s storage isn’t responding. Your data is safe; reload the page to see it.",
    "newer-database": NEWER_DATABASE,
    "deleted": "Deleted: {name}.",
    "erase": "Delete {name} permanently? This can’t be undone.",
    "erase-done": "Permanently deleted: {name}.",
    "empty": "Permanently delete everything in the bin? This can’t be undone.",
    "empty-done": "Bin emptied.",
    "back": RESTORED,
    "nameless": UNNAMED,
    "throws": "past rolls",
    "throw": "past roll",
    "named": "saved rolls",
    "named-one": "saved roll",
    "bookmarks": "bookmarks",
    "bookmark": "bookmark",
    "unreadable": "damaged, or from a newer version",
    "unknown": "unknown entries",
    "unknown-one": "unknown entry",
    "and": " and ",
    "note-colours": "Colours: {value}",
    "note-sheet-way": "Character sheet view: {value}",
    "note-cards": f"{SHOW_CARDS}: {{value}}",
    "note-python": f"{SHOW_PYTHON}: {{value}}",
    "note-tumble": f"{ANIMATE_DICE}: {{value}}",
    "note-sound": "Sound: {value}",
    "note-shake": "Vibration: {value}",
    "note-own-dice": f"{OWN_DICE}: {{value}}",
    "note-only-count": f"{TRACK_ONLY}: {{value}}",
    "note-name": f"{ROLLED_BY}: {{value}}",
    "note-lately": "Recent searches",
    "note-open": "Last {what} opened in {of}",
    "note-desk-open": "Last {what} opened in {of}",
    "note-place": "Reading position in {of}",
    "note-asked": "Options set above a list in {of}",
    "note-guide": "Step of making a character in {of}",
    "note-house": "House rules in force in {of}",
}
"""The page's messages; the page fills in what is in braces."""


def render_backup(games: Iterable[Game]) -> Markup:
    """Return the whole list, as `<dice-backup>`."""
    books = {game.id: _kinds(game) for game in games}
    element = tag(
        "dice-backup",
        tag("p", "JavaScript is needed to see what your browser has saved.", data_part="without"),
        _advice(),
        tag("p", data_part="sum", class_="backup__sum"),
        _render_commands(),
        tag(
            "div",
            tag("p", data_part="notice", role="status"),
            command_button("put-back", "Undo", data_part="undo", hidden=True),
            class_="backup__notice",
        ),
        _render_preview(),
        tag("div", data_part="groups", class_="backup__groups"),
        tag(
            "section",
            tag("h2", "Deleted in the last 30 days"),
            command_button("empty", "Empty bin"),
            confirm_question("bin-confirm", "backup__question"),
            tag("ul", data_part="deleted", class_="backup__list", role="list"),
            data_part="bin",
            hidden=True,
        ),
        tag("template", _group(), data_part="group"),
        tag("template", _line("Open", {"remove": "Delete"}), data_part="line"),
        tag("template", _line(None, {"back": "Restore", "erase": "Delete permanently"}), data_part="gone"),
        class_="backup",
        data_messages=json.dumps(WORDS, ensure_ascii=False),
        data_books=json.dumps(books, ensure_ascii=False),
    )
    return with_frame_notice(element)


def backup_reminder() -> Markup:
    """Return the line in a box of characters or encounters that links to this page, and its text if a backup
    is urgent.
    """
    due = "You haven’t backed up in two weeks. "
    forgetful = "On this device, Safari deletes saved data after seven days without a visit. "
    return tag(
        "p",
        tag("span", due, data_part="due", class_="saved__urgent", hidden=True),
        tag("span", forgetful, data_part="forgetful", class_="saved__urgent", hidden=True),
        page_link(PAGE, "Back up or restore"),
        class_="saved__backup",
    )


def _kinds(game: Game) -> dict[str, dict[str, str]]:
    """Return the names of a game's saved items and the page that opens them, by their kind."""
    address = f"{game.id}/house-rules/"
    one = "set of house rules"
    kinds = {"house": {"title": game.title, "one": one, "many": "sets of house rules", "address": address}}
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
        tag("strong", "On this device, Safari deletes saved data after seven days without a visit."),
        " To avoid that, tap Share, then Add to Home Screen, and open the book from there. The installed app "
        "starts empty: if you have data here, back it up first and restore it there.",
        class_="backup__advice",
        data_part="advice",
        hidden=True,
    )


def _render_commands() -> Markup:
    return tag(
        "div",
        tag(
            "div",
            command_button("backup", "Back up everything", kind="primary"),
            file_button("Restore backup", "file", look="backup__restore"),
            class_="backup__doing",
        ),
        tag("p", data_part="last", class_="backup__last"),
        data_part="doing",
        hidden=True,
    )


def _render_preview() -> Markup:
    """Return the preview of a file's contents, shown before anything is restored."""
    return tag(
        "section",
        tag("h2", data_part="offered-title", tabindex="-1"),
        tag("p", data_part="offered-sum"),
        tag("p", data_part="counts"),
        confirm_question("confirm", "backup__question"),
        tag("div", data_part="offered-groups", class_="backup__groups"),
        class_="backup__offered",
        data_part="offered",
        hidden=True,
    )


def _group() -> Markup:
    return note_line(
        tag("span", data_part="title"),
        tag("ul", data_part="lines", class_="backup__list", role="list"),
        look="backup__group",
    )


def _line(opening: str | None, doing: dict[str, str]) -> Markup:
    """Return an item with its name and its buttons: the label of each by its command."""
    about = visually_hidden(" ", tag("bdi", data_part="again"))
    return tag(
        "li",
        tag("bdi", data_part="name", class_="backup__name"),
        tag("a", opening, about, data_part="open", class_="button") if opening else None,
        [button(label, about, data_command=what) for what, label in doing.items()],
    )
