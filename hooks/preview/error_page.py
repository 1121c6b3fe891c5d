"""What `serve` alone shows: why the site could not be built, with the lines it is about, and what a book
still lacks.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence

from rules_py.authoring.error_summary import STOPPED
from rules_py.base.paths import BOOK
from rules_py.base.wording import join_words

_PLACED = re.compile(r"(?P<path>[\w./-]+\.\w+):(?P<line>\d+)(?=[:,])")
_BEFORE, _AFTER = 2, 1
"""So many lines are shown before the one that a mistake is on, and after it."""
_MOST = 12
"""So many mistakes are told; who mends those sees the others."""
_FEW_PLACES = 3
"""So many further places of a mistake are named."""

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
<title>The site was not built</title>
<style>{_STYLE}</style></head>
<body><main><h1>The site was not built</h1>%s
<p>Save the mended file, and the page comes back.</p></main></body>
</html>
"""

_NOTE_STYLE = f"""
.unfinished {{ --line: currentcolor; --mark: color-mix(in srgb, #e0a100 35%, transparent);
  font-size: .7rem; overflow-wrap: anywhere;
{_LINES_STYLE}}}
details.unfinished {{ border: 1px solid; border-radius: .4rem; padding: .4rem .8rem; margin: 0 0 1rem }}
mark.unfinished {{ padding: .1rem .3rem; border-radius: .2rem; background: var(--mark); color: inherit }}
"""


def failed(why: str) -> str:
    """A page in the place of each until the mistakes are mended; it looks for that by itself."""
    told = why.splitlines()
    places = [at for at, line in enumerate(told) if at == 0 or _PLACED.match(line)]
    parts = ["\n".join(told[begin:end]) for begin, end in zip(places, [*places[1:], None], strict=True)]
    more = f"<p>And {len(parts) - _MOST} more.</p>" if len(parts) > _MOST else ""
    return _FAILED % ("".join(map(_mistake, parts[:_MOST])) + more)


def unfinished(wrong: Iterable[str], path: str) -> str:
    """A note above the page at this path about what it and its book still lack; nothing where they lack
    nothing. It is open where there is something to mend on the page itself.
    """
    lacks = _of_page(wrong, path)
    if not lacks:
        return ""
    own = each_cause_once(each for each in lacks if each.startswith(f"docs/{path}:"))
    lacks = [*own, *each_cause_once(each for each in lacks if not each.startswith(f"docs/{path}:"))]
    told = [f"<li>{_mistake(each)}</li>" for each in own]
    told += [f"<li>{html.escape(each)}</li>" for each in lacks if each not in own]
    items = "".join(told[:_MOST])
    count = "one thing" if len(lacks) == 1 else f"{len(lacks)} things"
    more = f"<p>And {len(lacks) - _MOST} more.</p>" if len(lacks) > _MOST else ""
    return (
        f'<style>{_NOTE_STYLE}</style><details class="unfinished"{" open" * bool(own)}>'
        f"<summary>Not finished: <code>build</code> will stop at {count}</summary>"
        f"<ul>{items}</ul>{more}</details>"
    )


def each_cause_once(mistakes: Iterable[str]) -> list[str]:
    """The mistakes, each told once with the places that come to the same, such as all those where one slip
    in the rules stops whatever asks them.
    """
    found: dict[str, list[str]] = {}
    for each in dict.fromkeys(mistakes):
        place, _, cause = each.partition(": ")
        found.setdefault(cause.partition(STOPPED)[2] or cause or place, []).append(each)
    return [_also_at(first, others) for first, *others in found.values()]


def _also_at(first: str, others: Sequence[str]) -> str:
    if not others:
        return first
    places = [each.partition(": ")[0] for each in others[:_FEW_PLACES]]
    if more := len(others) - len(places):
        places.append(f"{more} more")
    return f"{first}; also at {join_words(places, conjunction='and')}"


def in_place(told: str) -> str:
    """What stands on a page for what can't be shown."""
    return f'<mark class="unfinished">{html.escape(told)}</mark>'


def _mistake(told: str) -> str:
    """One mistake, with the lines of the file around it."""
    shown = f'<p class="said">{html.escape(told)}</p>'
    for found in _PLACED.finditer(told):
        lines = "".join(_around(found["path"], int(found["line"])))
        shown += f"<pre>{lines}</pre>" if lines else ""
    return shown


def _around(path: str, number: int) -> Iterator[str]:
    try:
        lines = (BOOK / path).read_text("utf-8").splitlines()
    except (OSError, ValueError):  # a file that is gone, or no text: then the sentence alone must do
        return
    for at in range(max(number - _BEFORE, 1), min(number + _AFTER, len(lines)) + 1):
        tag = "mark" if at == number else "span"
        yield f"<{tag}>{at:>4}  {html.escape(lines[at - 1]) or ' '}</{tag}>"


def above(page: str, note: str) -> str:
    """The page with the note above its text."""
    return re.sub(r"<article\b[^>]*>", lambda found: found[0] + note, page, count=1) if note else page


def _of_page(lacks: Iterable[str], path: str) -> list[str]:
    """Those that are told on a page: its own and those of its game's rules; on the home page all of them."""
    if path == "index.md":
        return [*lacks]
    rules = f"rules_py/systems/{path.partition('/')[0]}/"
    return [each for each in lacks if each.startswith((f"docs/{path}:", rules))]
