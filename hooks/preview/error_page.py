"""The HTML of mistakes in the preview: a page for a failed build, and notes on the pages of a book."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence

from rules_py.authoring.error_summary import STOPPED
from rules_py.base.paths import BOOK
from rules_py.base.wording import join_words

_PLACED = re.compile(r"(?P<path>[\w./-]+\.\w+):(?P<line>\d+)(?=[:,])")
_BEFORE, _AFTER = 2, 1
"""The number of lines shown before and after the line of a mistake."""
_MOST = 12
"""The most mistakes shown at once."""
_FEW_PLACES = 3
"""The most further places named for a mistake."""

_LINES_STYLE = """
.said { overflow-wrap: anywhere; white-space: pre-wrap; font-weight: 600; margin: .8em 0 .4em }
pre { margin: 0; padding: .6rem 0; border: 1px solid var(--line); border-radius: .4rem; overflow-x: auto;
  font: .9em/1.6 ui-monospace, monospace }
pre span { display: block; padding: 0 .8rem }
pre + pre { margin-top: .5rem }
pre mark { display: block; padding: 0 .8rem; background: var(--mark); color: inherit }
"""
_STYLE = f"""
:root {{ color-scheme: light dark; --text: #1c1b1a; --back: #fbf9f6; --line: #d9d2c8; --mark: #ffe3a8 }}
@media (prefers-color-scheme: dark) {{
  :root {{ --text: #e9e4dc; --back: #1b1a18; --line: #45403a; --mark: #5b4510 }}
}}
body {{ font: 1.05rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
  margin: 0 auto; padding: 1.5rem; max-width: 60rem }}
h1 {{ font-size: 1.4rem }}
{_LINES_STYLE}"""

_FAILED = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The build failed</title>
<style>{_STYLE}</style></head>
<body><main><h1>The build failed</h1>%s
<p>Fix and save the file. This page then reloads by itself.</p></main></body>
</html>
"""

_NOTE_STYLE = f"""
.unfinished {{ --line: currentcolor; --mark: color-mix(in srgb, #e0a100 35%, transparent);
  font-size: .7rem; overflow-wrap: anywhere;
{_LINES_STYLE}}}
details.unfinished {{ border: 1px solid; border-radius: .4rem; padding: .4rem .8rem; margin: 0 0 1rem }}
mark.unfinished {{ padding: .1rem .3rem; border-radius: .2rem; background: var(--mark); color: inherit }}
"""


def failure_page(why: str) -> str:
    """Return the page to show instead of every page until the build succeeds; it reloads itself."""
    lines = why.splitlines()
    starts = [at for at, line in enumerate(lines) if at == 0 or _PLACED.match(line)]
    parts = ["\n".join(lines[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]
    more = f"<p>And {len(parts) - _MOST} more.</p>" if len(parts) > _MOST else ""
    return _FAILED % ("".join(map(_mistake, parts[:_MOST])) + more)


def mistakes_note(mistakes: Iterable[str], path: str) -> str:
    """Return a note about the mistakes of the page at this path and of its game, or "".

    It is open if the page itself has mistakes.
    """
    lacks = _of_page(mistakes, path)
    if not lacks:
        return ""
    own = each_cause_once(message for message in lacks if message.startswith(f"docs/{path}:"))
    lacks = [*own, *each_cause_once(message for message in lacks if not message.startswith(f"docs/{path}:"))]
    items = [f"<li>{_mistake(message)}</li>" for message in own]
    items += [f"<li>{html.escape(message)}</li>" for message in lacks if message not in own]
    count = "1 problem" if len(lacks) == 1 else f"{len(lacks)} problems"
    more = f"<p>And {len(lacks) - _MOST} more.</p>" if len(lacks) > _MOST else ""
    return (
        f'<style>{_NOTE_STYLE}</style><details class="unfinished"{" open" * bool(own)}>'
        f"<summary>Unfinished: <code>build</code> will report {count}</summary>"
        f"<ul>{''.join(items[:_MOST])}</ul>{more}</details>"
    )


def each_cause_once(mistakes: Iterable[str]) -> list[str]:
    """Return the mistakes with one message for each cause, which names all places: one error in the rules
    may stop many blocks.
    """
    by_cause: dict[str, list[str]] = {}
    for message in dict.fromkeys(mistakes):
        place, _, cause = message.partition(": ")
        by_cause.setdefault(cause.partition(STOPPED)[2] or cause or place, []).append(message)
    return [_also_at(first, others) for first, *others in by_cause.values()]


def _also_at(first: str, others: Sequence[str]) -> str:
    if not others:
        return first
    places = [message.partition(": ")[0] for message in others[:_FEW_PLACES]]
    if more := len(others) - len(places):
        places.append(f"{more} more")
    return f"{first}; also at {join_words(places, conjunction='and')}"


def _mistake(message: str) -> str:
    """Return a mistake with the lines of the file around it."""
    text = f'<p class="said">{html.escape(message)}</p>'
    for place in _PLACED.finditer(message):
        lines = "".join(_around(place["path"], int(place["line"])))
        text += f"<pre>{lines}</pre>" if lines else ""
    return text


def _around(path: str, number: int) -> Iterator[str]:
    try:
        lines = (BOOK / path).read_text("utf-8").splitlines()
    except (OSError, ValueError):  # a missing file or a binary one: the message alone is shown
        return
    for at in range(max(number - _BEFORE, 1), min(number + _AFTER, len(lines)) + 1):
        tag = "mark" if at == number else "span"
        yield f"<{tag}>{at:>4}  {html.escape(lines[at - 1]) or ' '}</{tag}>"


def above(page: str, note: str) -> str:
    """Return the page with the note above its text."""
    return re.sub(r"<article\b[^>]*>", lambda start: start[0] + note, page, count=1) if note else page


def _of_page(lacks: Iterable[str], path: str) -> list[str]:
    """Return the mistakes to show on a page: its own and those of its game, or all on the home page."""
    if path == "index.md":
        return [*lacks]
    rules = f"rules_py/systems/{path.partition('/')[0]}/"
    return [message for message in lacks if message.startswith((f"docs/{path}:", rules))]
