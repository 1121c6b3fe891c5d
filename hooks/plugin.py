"""Diceleaf as a plugin of MkDocs, which a book names in its `mkdocs.yml`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from hooks import site
from hooks.shell import BasePlugin


class Diceleaf(BasePlugin):  # type: ignore[no-untyped-call,type-arg]  # MkDocs' own; it takes no settings
    """Hands each event on to `hooks.site`, as that is now: while an author works it is imported anew."""


def _handed_on(event: str) -> Callable[..., Any]:
    def called(self: Diceleaf, *given: Any, **named: Any) -> Any:
        return getattr(import_module(site.__name__), event)(*given, **named)

    return called


for _event in [name for name in vars(site) if name.startswith("on_")]:
    setattr(Diceleaf, _event, _handed_on(_event))
