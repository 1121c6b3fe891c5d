"""The `pycon` directive: an example, which the build runs, with its results as dice, odds and answers."""

from __future__ import annotations

from collections.abc import Iterator

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonConsoleLexer

from hooks.base.errors import unexpected_field
from hooks.directives import character_links
from hooks.directives.directive import Context, Directive
from hooks.directives.examples import EXAMPLE
from hooks.directives.fences import Fence
from hooks.directives.notes import Note
from rules_py import present
from rules_py.analysis.examples import without_repeats
from rules_py.present import Markup

_FIELDS = {
    "title": 'A short title: `pycon title="Ilse jumps"`.',
    character_links.OPTION: "The label of a button that opens the example's one character on the sheet.",
}


def _show(fence: Fence, context: Context) -> Iterator[str | Note]:
    """Run the example and yield the link to its character if it has one, and its results as a note."""
    for name in fence.options:
        if name not in _FIELDS:
            raise unexpected_field(fence.place, f"{EXAMPLE} block", name, _FIELDS)
    code = "\n".join(fence.body)
    calls = without_repeats(context.session.run(code, fence.body_place))
    if link := character_links.link(fence, calls, context):
        yield from ("", link, "")
    results = [present.render_example_result(call) for call in calls]
    title = fence.options.get("title") or ("Roll" if results else "Calculation")
    example = present.render_example(title, results, _highlight(code), context.order_of(fence))
    yield Note("example", title, [example], is_code=not results)


def _highlight(code: str) -> Markup:
    """Return the code with syntax highlighting."""
    spans = highlight(readable(code), PythonConsoleLexer(), HtmlFormatter(nowrap=True))
    return Markup(f'<div class="highlight"><pre><code>{spans}</code></pre></div>')


def readable(code: str) -> str:
    """Return the code without its doctest directives."""
    return "\n".join(line.partition("  # doctest:")[0] for line in code.splitlines())


DIRECTIVES = (
    Directive(
        EXAMPLE,
        "A session at Python's prompt with its output. The build runs it and compares. It has the options:",
        fields=_FIELDS,
        show=_show,
        made_from=lambda fence, context: context.examples,
        runs_code=True,
    ),
)
