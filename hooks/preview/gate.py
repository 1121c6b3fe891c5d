"""The gate for requests to the preview server: nothing out of date passes."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

_SHARED = ("search/", "assets/odds/")
"""The addresses of files that every page contributes to."""
_POLL = 65.0
"""The seconds within which a browser asks for news of the page it shows."""


@dataclass
class Gate:
    """Holds requests back while the site is being built. Addresses are relative to the site's root.

    shut      whether every request waits
    first     the pages to build first, as browsers show them; if empty, all are built
    late      the pages that are still to be built, whose requests wait
    urgent    whether a request for a late page waits
    last      when the last request came
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    polled: dict[str, float] = field(default_factory=dict)
    requested: str | None = None
    first: set[str] = field(default_factory=set)
    late: set[str] = field(default_factory=set)
    shut: bool = False
    urgent: bool = False
    last: float = 0.0

    def shown_pages(self) -> set[str]:
        """Return the pages that browsers show now."""
        since = time.monotonic() - _POLL
        polled = {page for page, at in self.polled.items() if at > since}
        return polled if self.requested is None else polled | {self.requested}

    def is_deferred(self, address: str) -> bool:
        """Return whether the page isn't among those to build first."""
        return bool(self.first) and address not in self.first

    def wait(self, address: str) -> None:
        """Return when what is served at the address is up to date."""
        with self.changed:
            self.last = time.monotonic()
            while self.shut or (self.late and (address in self.late or address.startswith(_SHARED))):
                self.urgent = True
                self.changed.notify_all()
                self.changed.wait()

    def close(self, first: set[str]) -> None:
        """Hold back every request; these pages are built first."""
        self._turn(shut=True)
        self.first, self.late = first, set()

    def open(self) -> None:
        """Let requests pass, except those for late pages."""
        self._turn(shut=False)

    def _turn(self, *, shut: bool) -> None:
        with self.changed:
            self.shut, self.urgent = shut, False
            self.changed.notify_all()


GATE = Gate()
"""The gate of the one server in this process."""
