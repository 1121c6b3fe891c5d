"""Which hosts `serve` answers for. A page anywhere can have its own name lead to this machine (DNS
rebinding), and would then read what is served here to its author alone.
"""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit


def is_own(host: str, given: str) -> bool:
    """Whether a request that names `host`, with or without a port, is meant for a server that was told to
    serve at the name `given`. An address in numbers is nobody's name, and `localhost` leads nowhere else.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # no host at all
        return False
    with suppress(ValueError):
        return bool(ip_address(name))
    return name in {"localhost", given.lower()}
