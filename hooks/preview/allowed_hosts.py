"""The hosts that the preview server answers for.

A page elsewhere can resolve its own name to this machine (DNS rebinding), and would then read what is served
to the author alone.
"""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit


def is_own(host: str, server: str) -> bool:
    """Return whether a request for `host`, with or without a port, is meant for the server named `server`.

    Numeric addresses and `localhost` are always allowed, as no other site can use them as its name.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # not a host
        return False
    with suppress(ValueError):
        return bool(ip_address(name))
    return name in {"localhost", server.lower()}
