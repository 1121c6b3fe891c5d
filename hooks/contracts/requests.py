"""Requests to the rules, as pages make them."""

import json
from typing import Any

from rules_py import web


def replies(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all replies to a request, which is repeated while it is incomplete."""
    text = json.dumps(request)
    received = [json.loads(web.respond(text))]
    while "working" in received[-1]:
        received.append(json.loads(web.respond(text)))
    return received


def reply_to(request: dict[str, Any]) -> dict[str, Any]:
    """Return the complete reply to a request."""
    return replies(request)[-1]
