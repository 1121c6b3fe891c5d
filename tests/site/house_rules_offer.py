"""The page of house rules of Core Rules, and sets that someone else has shared with its reader."""

import base64
import json
import zlib
from typing import Any

from tests.site.browsers import Browser

PAGE = "core_rules/house-rules/"
OFFERED = "[data-part=consent] [data-part=offered]"
NOTICE = "[data-part=consent] [data-part=notice]"
FILE = "dice-house-rules [data-part=file]"
IS_OFFERED = f"return Boolean(document.querySelector('{OFFERED}:not([hidden])'))"
BOOK = "return JSON.parse(document.querySelector('script[data-part=book]').textContent)"
HAS_NOTICE = f"return Boolean(document.querySelector('{NOTICE}:not([hidden])'))"
_RECORD = """
const name = Object.keys(STORAGE).find((key) => /^diceleaf:house:.*core_rules$/.test(key));
return name ? JSON.parse(STORAGE.getItem(name)) : null;
"""
IN_FORCE = _RECORD.replace("STORAGE", "localStorage")
PREVIEWED = _RECORD.replace("STORAGE", "sessionStorage")


def open_page(browser: Browser) -> dict[str, Any]:
    """Open the page, and return its data about the book."""
    browser.open(PAGE)
    browser.wait("dice-house-rules [data-part=bar]:not([hidden])")  # files are accepted from then on
    book: dict[str, Any] = browser.eval(BOOK)
    return book


def example_set(book: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a set with two rewritten rules, and the opposite of each yes/no option's default."""
    first, second = [number for number, rule in book["rules"].items() if rule["text"]][:2]
    rules = {
        number: {"text": f"At our table {number} is different.", "of": book["rules"][number]["of"]}
        for number in (first, second)
    }
    head = {"format": "diceleaf-house", "version": 1, "game": book["game"], "book": book["book"]}
    options = {each["name"]: not each["default"] for each in book["options"] if each["kind"] == "flag"}
    return head | {"name": "Thursday table", "options": options, "rules": rules} | changes


def link(data: Any) -> str:
    """Return the fragment of a link that contains a set."""
    packer = zlib.compressobj(9, wbits=-15)
    packed_set = packer.compress(json.dumps(data).encode()) + packer.flush()
    return f"#house={base64.urlsafe_b64encode(packed_set).decode().rstrip('=')}"


def offer(browser: Browser, data: Any) -> None:
    """Open the link to a set, as from a chat."""
    browser.eval("location.hash = arguments[0]", link(data))
    browser.wait_for(IS_OFFERED)


def answer(browser: Browser, choice: str) -> str:
    """Press an answer, and return the page's message."""
    browser.click(f"{OFFERED} [data-answer={choice}]")
    browser.wait_for(HAS_NOTICE)
    return browser.text(NOTICE)
