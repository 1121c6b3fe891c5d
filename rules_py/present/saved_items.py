"""The bar of a sheet or a tracker: the items saved in this browser, and a menu of actions.

The page finds its elements by `data-command`, the name of an action, and `data-part`. Its own messages are
JSON in the element's `data-messages`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.present.backup import NEWER_DATABASE, PAGE, backup_reminder
from rules_py.present.components import button, command_button, file_button
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.links import page_link
from rules_py.present.question import confirm_question
from rules_py.present.shared_labels import RESTORED, UNNAMED
from rules_py.present.tool_bar import tool_bar
from rules_py.systems.game import Game

WORDS = {
    "copied": "Link copied. It contains the whole {thing}; anyone who opens it gets their own copy.",
    "deleted": "Deleted: {name}.",
    "put-back": RESTORED,
    "undo-delete": "Undo delete",
    "imported": "Imported: {name}.",
    "sample": "A sample. Saved once you change it.",
    "kept": "Saved: {name}.",
    "refused": "Import failed; nothing was changed. {why}",
    "keep-link": "Add {name} from this link to your {thing}s?",
    "keep-file": "Add {name} from this file to your {thing}s?",
    "others": "{count} more",
    "full": "Your browser couldn’t save this {thing}: its storage is full, disabled or not responding. "
    "Export it before you leave.",
    "outdated": "Your {thing} couldn’t be saved: a newer version of this site is open in another tab. "
    "Export the {thing}, then reload this page.",
    "newer-database": f"{NEWER_DATABASE} Anything you enter until then is saved and merged.",
    "unanswered": "The browser’s storage isn’t responding. Nothing was changed; reload the page.",
    "unlasting": "Your browser isn’t saving anything for this site. Export the {thing} before you leave.",
    "late": "The browser’s storage isn’t responding. Your saved data is safe and will reappear when you "
    "reload the page. Changes you make now are saved and merged.",
    "damaged": "The link is damaged.",
    "unreadable": "This {thing} can’t be opened. It hasn’t been changed. {why}",
    "crowded": "One of its lists is too long.",
    "gone": "This {thing} was deleted in another tab. Editing it here saves it again.",
    "forgotten": "Unreadable data deleted.",
    "waiting": "Some data from an earlier version couldn’t be migrated because this device is out of space. "
    "It’s safe and will be migrated when there’s room.",
    "copy": "{name}, copy",
    "nameless": UNNAMED,
}
"""The page's messages; `{thing}` is filled in here, the other placeholders by the page."""

Button = tuple[str, str]
"""The command of a button (`data-command`) and its label."""


def messages(item_name: str, **more: str) -> dict[str, str]:
    """Return the messages for items of this name, and the element's own."""
    return {key: text.replace("{thing}", item_name) for key, text in (WORDS | more).items()}


def render_saved_items(
    game: Game,
    item_name: str,
    buttons: Sequence[Button],
    *,
    name: str = UNNAMED,
    first: Markup,
    more: Markup | None = None,
    aside: Markup | None = None,
    ready: Sequence[tuple[str, str]] = (),
) -> Markup:
    """Return the bar with the list of saved items and their menu, and below it the element for messages.

    `name` is that of the initial item on the page. The menu starts with `first`, followed by the `buttons`
    and `more`; `aside` is in the bar, always in view. `ready` are presets: the name of each, and the fragment
    of the link with its data.
    """
    which = tag("select", tag("option", name), data_part="items", aria_label=item_name.capitalize())
    parts = [
        first,
        fragment(
            [command_button(*each) for each in buttons],
            file_button("Import file", "import", look="saved__import"),
        ),
        more,
        fragment(page_link(PAGE, "Back up or restore"), button("Save for offline use", data_offline=True)),
    ]
    menu = fragment([tag("div", each, class_="tool-bar__group") for each in parts if each])
    return fragment(
        tool_bar(game, which, menu, fragment(_keep(), aside)),
        tag(
            "div",
            _ready(ready),
            tag(
                "div",
                tag("p", class_="saved__message", data_part="notice", role="status"),
                command_button("put-back", WORDS["undo-delete"], data_part="put-back", hidden=True),
                class_="saved__notice",
            ),
            confirm_question("confirm", "saved__question", _render_choice()),
            _unreadable(),
            backup_reminder(),
            class_="saved",
        ),
    )


def _keep() -> Markup:
    """Return the button that saves a preset unchanged."""
    return command_button("keep", "Keep", data_part="keep", hidden=True)


def _ready(ready: Sequence[tuple[str, str]]) -> Markup | None:
    """Return links to the presets, which open without a question and aren't saved yet."""
    if not ready:
        return None
    links = [
        tag("a", name, href=f"#{fragment_id}", class_="button", aria_label=f"Start with {name}")
        for name, fragment_id in ready
    ]
    return tag("p", tag("span", "Start with", class_="saved__with"), " ", links, class_="saved__ready")


def _render_choice() -> Markup:
    """Return the choice among several items of a link or a file, so that each can be viewed before any is
    saved.
    """
    return tag(
        "label",
        tag("span", "Preview", class_="field__label"),
        tag("select", data_part="offered"),
        class_="saved__offered",
        hidden=True,
    )


def _unreadable() -> Markup:
    return tag(
        "p",
        "Some saved data can’t be read: it is damaged or from a newer version. It hasn’t been changed. ",
        command_button("rescue", "Save as file"),
        " ",
        command_button("forget", "Delete it"),
        class_="saved__unreadable",
        data_part="unreadable",
        hidden=True,
        role="status",
    )
