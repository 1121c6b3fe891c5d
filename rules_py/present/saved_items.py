"""The box above a sheet or a desk: what the reader keeps in this browser, and all that can be done with it.

The page finds what to wire by `data-command`, the name of a deed, and `data-part`. What it says itself is
`words`, as JSON in the element's `data-messages`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.present.backup import NEWER_DATABASE, backup_reminder
from rules_py.present.html import Markup, classes, tag
from rules_py.present.question import confirm_question

WORDS = {
    "copied": "The link is copied. It holds the {thing} itself: whoever opens it gets a copy of their own.",
    "deleted": "Deleted: {name}.",
    "put-back": "It is there again.",
    "imported": "Imported: {name}.",
    "refused": "It was refused, and nothing was changed. {why}",
    "keep-link": "Keep {name} from this link among your {thing}s?",
    "keep-file": "Keep {name} from this file among your {thing}s?",
    "others": "{count} more",
    "full": "This browser refuses to keep the {thing}: its storage is full, switched off or stuck. "
    "Export it before you leave.",
    "outdated": "Your {thing} couldn’t be saved: a newer version of this site is open in another tab. "
    "Export the {thing}, then reload this page.",
    "newer-database": f"{NEWER_DATABASE} What you enter until then is saved, and joins the rest.",
    "unanswered": "The storage of this browser is stuck, and nothing was changed. Load the page again.",
    "unlasting": "This browser keeps nothing for this site. Export the {thing} before you leave.",
    "late": "The storage of this browser is stuck. What you kept lies safe in it, and is here again once the "
    "page is loaded anew. What you do until then is kept, and joins the rest.",
    "damaged": "The link is damaged.",
    "unreadable": "This {thing} can’t be opened, and is left as it is. {why}",
    "crowded": "One of its lists is longer than any may be.",
    "gone": "This {thing} was deleted in another tab. It is kept again as soon as you change it here.",
    "forgotten": "Deleted what could not be read.",
    "waiting": "Something that you kept here before could not be taken over: this device has no room for it. "
    "It is safe where it is, and is taken over as soon as there is room.",
    "copy": "{name}, copy",
    "nameless": "Without a name",
}
"""The page's messages; `{thing}` is filled in here, the rest by the page."""

Button = tuple[str, str]
"""The command of a button (`data-command`) and its label."""


def messages(thing: str, **more: str) -> dict[str, str]:
    """Return the messages for items of this name, and the element's own."""
    return {key: text.replace("{thing}", thing) for key, text in (WORDS | more).items()}


def render_saved_items(
    thing: str,
    more: str,
    buttons: Sequence[Button],
    *,
    choosing: Markup | None = None,
    folded: Markup | None = None,
    ready: Sequence[tuple[str, str]] = (),
) -> Markup:
    """Return the box of things called so.

    `choosing` stands beside the list of them; the buttons, which are seldom wanted, are folded behind a line
    that says `more`, after what else is `folded` there. `ready` are some to begin with: the name of each, and
    the fragment of the link that holds it.
    """
    which = tag(
        "label",
        tag("span", thing.capitalize(), class_="field__label"),
        tag("select", data_part="kept"),
        class_="saved__which",
    )
    doing = tag("div", [command_button(*each) for each in buttons], _file(), class_="saved__doing")
    return tag(
        "div",
        tag("div", which, choosing, class_="saved__choosing"),
        _ready(ready),
        tag("details", tag("summary", more), folded, doing, class_="collapsible saved__more"),
        tag(
            "div",
            tag("p", class_="saved__told", data_part="told", role="status"),
            command_button(
                "put-back", "Undo", aria_label="Undo the deletion", data_part="put-back", hidden=True
            ),
            class_="saved__said",
        ),
        confirm_question("asked", "saved__asked", _offered()),
        _unreadable(),
        backup_reminder(),
        class_="saved",
    )


def _ready(ready: Sequence[tuple[str, str]]) -> Markup | None:
    """Return links to the presets, which open as a shared link does, before anything is saved."""
    if not ready:
        return None
    links = [
        tag("a", name, href=f"#{held}", class_="button button--quiet", aria_label=f"Begin with {name}")
        for name, held in ready
    ]
    return tag("p", tag("span", "Begin with", class_="saved__with"), " ", links, class_="saved__ready")


def command_button(what: str, label: str, **more: str | bool) -> Markup:
    """Return a button that does something with what is kept."""
    return tag("button", label, type="button", class_="button button--quiet", data_command=what, **more)


def _offered() -> Markup:
    """Return the choice among several items of a link or a file, so that each can be seen before any is
    saved.
    """
    return tag(
        "label",
        tag("span", "Look at", class_="field__label"),
        tag("select", data_part="offered"),
        class_="saved__offered",
        hidden=True,
    )


def _file() -> Markup:
    """Return the button that imports a file: a label styled like the other buttons."""
    control = tag(
        "input", type="file", accept=".json,application/json", data_part="import", class_="visually-hidden"
    )
    return tag("label", "Import a file", control, class_=classes("button", "button--quiet", "saved__import"))


def _unreadable() -> Markup:
    return tag(
        "p",
        "Something kept here can’t be read: it is damaged, or comes from a newer version of this book. "
        "It is left as it is. ",
        command_button("rescue", "Save it as a file"),
        " ",
        command_button("forget", "Delete it"),
        class_="saved__unreadable",
        data_part="unreadable",
        hidden=True,
        role="status",
    )
