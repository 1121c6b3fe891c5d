"""The declaration of a directive, and the context of the fences on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal

from hooks.base.errors import Place
from hooks.directives.examples import Session
from hooks.directives.fences import Fence, Prose
from hooks.directives.notes import Note
from hooks.directives.pages import Page
from hooks.directives.rule_index import RuleIndex
from hooks.directives.table_cache import TableCache
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup

type Chapters = Sequence[tuple[Page, Sequence[str]]]
"""The pages of a book in its order, each with the lines of its text."""


@dataclass(frozen=True)
class Context:
    """The surroundings of a fence.

    page         where it is
    index        which page states which rule
    tables       the odds of this build
    chapters     returns the pages of a game's book
    sheet_pages  game -> address of the page with its character sheet
    directives   every directive by its name
    examples     the lines of all examples and claims on the page, which share the names of one `session`
    form_ids     the id of each calculator's form on the page, by the place of its fence
    """

    page: Page
    index: RuleIndex
    tables: TableCache
    chapters: Callable[[str], Chapters]
    sheet_pages: Mapping[str, str]
    directives: Mapping[str, Directive]
    examples: tuple[tuple[str, ...], ...] = ()
    session: Session = field(default_factory=Session)
    form_ids: Mapping[Place, str] = field(default_factory=dict)

    def form_id(self, fence: Fence) -> str:
        """Return the id of the form that the fence makes, or "" where it can't be read."""
        return self.form_ids.get(fence.place, "")

    def order_of(self, fence: Fence) -> int:
        """Return which of the page's examples and claims the fence is, from 0; of equal ones the first."""
        return self.examples.index(fence.lines) if fence.lines in self.examples else 0

    def form_of(self, calculator: Calculator) -> str | None:
        """Return the id of the calculator's first form on the page, if there is one."""
        return calculator.id if calculator.id in self.form_ids.values() else None


@dataclass(frozen=True)
class Directive:
    """A kind of fence, in the language `name`.

    about      what it is for, and what each of its `fields` means, as the author's guide has it. The fields
               of its body, or the words after its name, are those and no others.
    show       returns its replacement: HTML, or lines of Markdown with HTML, prose and notes among them
    made_from  returns what the replacement depends on, besides its own lines and what it `reads`
    reads      what it depends on: the declarations of the games that its page names, also its whole book,
               or the whole site
    kind       the kind of declaration that it shows, such as `calculator`; a finished book shows every one
    shows      the field that names the declaration
    states     returns the rule numbers and ids of random tables that it states
    form       returns the id of the calculator whose form it makes
    runs_code  whether it runs Python, with the names that the page's examples above it define
    """

    name: str
    about: str
    _: KW_ONLY
    show: Callable[[Fence, Context], Markup | Iterable[str | Prose | Note]]
    fields: Mapping[str, str] = field(default_factory=dict)
    made_from: Callable[[Fence, Context], object] = lambda fence, context: None
    reads: Literal["games", "book", "site"] = "games"
    kind: str = ""
    shows: str = ""
    states: Callable[[Fence], Iterable[str]] | None = None
    form: Callable[[Fence], str] | None = None
    runs_code: bool = False
