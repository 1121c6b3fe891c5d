"""The `component` directive: one component of the pages, rendered, with its markup."""

from __future__ import annotations

from collections.abc import Iterator

from hooks.directives import yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py.present import Markup, components
from rules_py.present.html import tag, visually_hidden

SPECIMENS = {
    "primary button": components.button("Roll", kind="primary"),
    "button": components.button("Reset"),
    "icon button": components.button("×", visually_hidden("Remove the rope"), kind="icon"),
    "row button": components.button("Attack the ogre", tag("b", "58.3%"), kind="row"),
    "chosen button": components.button("Play", aria_pressed="true"),
    "disabled button": components.button("Undo", disabled=True),
    "fold": components.fold("Equipment", tag("p", "A rope and a lamp.")),
    "note line": components.note_line("2 rulings · example", tag("p", "An ally can help once.")),
    "track": components.track(2, 3),
    "circles": components.track(3, 5, circles=True),
    "box": components.box_panel("Odile, unhurt"),
}
"""Every component by its name in the guide."""

_FIELDS = {"show": f"The component: {', '.join(SPECIMENS)}."}


def _show(fence: Fence, context: Context) -> Iterator[str]:
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    specimen: Markup = body.one_of("show", SPECIMENS)
    yield from ("", tag("div", specimen, class_="specimen"), "", "```html", str(specimen), "```", "")


DIRECTIVES = (
    Directive(
        "component",
        "A component of the pages with its markup, as the author’s guide shows it.",
        fields=_FIELDS,
        show=_show,
    ),
)
