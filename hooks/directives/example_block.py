"""The `pycon` fence: an example that was run, as the dice, odds and answers it came to, the code behind
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonConsoleLexer

from hooks.directives import character_links
from hooks.directives.errors import mistake
from hooks.directives.examples import Call, Session
from hooks.directives.fences import Fence, FenceKind
from hooks.directives.pages import Page
from rules_py import present
from rules_py.base.errors import InputError, join_or
from rules_py.present import Markup
from rules_py.present.html import fragment
from rules_py.systems import registry

if TYPE_CHECKING:
    from hooks.directives.library import Library

FENCES: Mapping[str, FenceKind] = {
    "pycon": FenceKind(
        "An example, as typed at Python's prompt, with its output. The build runs it and compares. Behind "
        "its name may stand:",
        {
            "title": 'What happens, in a few words: `pycon title="Ilse jumps"`.',
            character_links.OPTION: "Words for a link that takes its one character to the reader's own "
            "sheet.",
        },
    )
}


def shown(fence: Fence, session: Session, page: Page, library: Library) -> Markup:
    """Run the example and show it, below the link to its character if that is ready to play."""
    for name in fence.options:
        if name not in FENCES["pycon"].fields:
            raise mistake(fence.place, "option of a pycon fence", name, join_or(FENCES["pycon"].fields))
    code = "\n".join(fence.body)
    calls = session.run(code, fence.body_place)
    parts = [_part(call) for call in _different(calls)]
    scene = present.example(parts, highlighted(code), title=fence.options.get("title", ""))
    return fragment(character_links.link(fence, _different(calls), page, library), scene)


def highlighted(code: str) -> Markup:
    """The code in colours, without its remarks to the test."""
    readable = "\n".join(line.partition("  # doctest:")[0] for line in code.splitlines())
    inside = highlight(readable, PythonConsoleLexer(), HtmlFormatter(nowrap=True))
    return Markup(f'<div class="highlight"><pre><code>{inside}</code></pre></div>')


def _different(calls: Sequence[Call]) -> list[Call]:
    """The calls without those that ask the same again."""
    return [call for place, call in enumerate(calls) if call not in calls[:place]]


def _part(call: Call) -> Markup:
    if isinstance(call.result, InputError):
        return present.example_refusal(call.result)
    if call.name == "check_sheet":
        return present.example_sheet(registry.game(call.about), call.result)
    if call.name == "ask":
        return present.example_answer(call.result)
    calculator = registry.calculator(call.about)
    if call.name == "roll":
        return present.example_throw(calculator, call.result.inputs, call.result.outcome)
    if call.name == "odds":
        return present.example_odds(calculator, calculator.parse(call.given), call.result)
    inputs = {name: value for name, value in call.given.items() if name != "dice"}
    return present.example_throw(calculator, calculator.parse(inputs), call.result)
