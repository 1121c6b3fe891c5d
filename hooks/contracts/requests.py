"""The page's part of a conversation with the rules."""

import json
from typing import Any

from rules_py import web


def replies(request: dict[str, Any]) -> list[dict[str, Any]]:
    """All replies to a request, which is made again as long as it is being worked on."""
    asked = json.dumps(request)
    found = [json.loads(web.respond(asked))]
    while "working" in found[-1]:
        found.append(json.loads(web.respond(asked)))
    return found


def answered(request: dict[str, Any]) -> dict[str, Any]:
    """The last of them."""
    return replies(request)[-1]
