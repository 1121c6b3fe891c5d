"""A table's own rules in the text of every book."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.site.browsers import Browser, in_chromium

ROOT = Path(__file__).parents[2]
OVERLAY = ROOT / "docs" / "assets" / "js" / "house" / "overlay.js"
ALONE = {"import.meta.url": "houseAddress", "globalThis.trustedTypes": "undefined"}
"""Names in the script, and what they are in a page that has a copy of it already."""
CITED = re.compile(r"[A-Z]{1,2}-\d{1,3}|\s+")
"""Parts of a sentence that the index leaves out: cited numbers, and some spaces."""
PAGE = """
const [path, set, sentences] = args;
const page = await new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("GET", new URL(path, window.houseRoot));
    request.responseType = "document";
    request.onload = () => done(request.response);
    request.send();
});
const article = page.querySelector("article");
const before = article.cloneNode(true);
"""
REWRITE = """
House.apply(page, {set, sentences}, path);
const rules = [...article.querySelectorAll(".house-rule[data-house]")].map((rule) => {
    const book = rule.querySelector(".house-rule__book").cloneNode(true);
    for (const each of book.querySelectorAll(".rule-mark, .ruling__about, .exact, .visually-hidden, svg, button, pre"))
        each.remove();
    return [rule.dataset.house, book.textContent, rule.querySelector(".house-rule__text").textContent];
});
const links = [...article.querySelectorAll(".house-rule__text a")].map((link) => link.textContent);
House.withdraw(page);
return {rules, links, isWhole: article.isEqualNode(before)};
"""


def a_set(**parts: Any) -> dict[str, Any]:
    empty = {"name": "", "note": "", "options": {}, "rules": {}, "entries": {}, "hidden": [], "new": []}
    return {"format": "diceleaf-house", "version": 1, "game": "two_d6"} | empty | parts


def index_of(site: Path) -> Any:
    [path] = (site / "search").glob("index.*.js")
    return json.loads(path.read_text("utf-8").partition("=")[2].strip().removesuffix(";"))


def bare(text: str) -> str:
    return CITED.sub("", text)


@pytest.fixture(scope="module")
def overlay(node: str) -> str:
    """The script as one that sets `House`."""
    wanted = ["--bundle", "--format=iife", "--global-name=House"]
    defined = [f"--define:{name}={value}" for name, value in ALONE.items()]
    command = [ROOT / "node_modules" / ".bin" / "esbuild", *wanted, *defined, OVERLAY]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def start(browser: Browser, overlay: str) -> None:
    browser.open("licences/")
    browser.eval(
        """
        window.houseRoot = new URL(document.querySelector(".md-logo").href).href;
        window.houseAddress = `${window.houseRoot}assets/js/site.js`;
        """
    )
    browser.eval(f"{overlay}; window.House = House;")


@in_chromium
def test_every_rule_and_ruling_is_replaced_and_restored(browser: Browser, overlay: str, site: Path) -> None:
    """Compare with the index, where a sentence may go on with a list."""
    start(browser, overlay)
    index = index_of(site)
    books = [book.get("id", "") for book in index["books"]]
    faults = []
    changed = 0
    for at, page in enumerate(index["pages"]):
        things = [
            (number, each)
            for each in index["things"]
            if each["page"] == at and each["kind"] in ("rule", "ruling")
            for number in each.get("numbers", ())
        ]
        if not things:
            continue
        texts = {number: f"House {number}." for number, _ in things}
        given = a_set(game=books[page["book"]])
        result = browser.eval(PAGE + REWRITE, page["address"], given, texts)
        said = {number: bare(book) for numbers, book, _ in result["rules"] for number in numbers.split()}
        if not result["isWhole"]:
            faults.append(page["address"])
        for number, each in things:
            text = bare(each.get("text") or each["name"])
            if not said.get(number) or not text.startswith(said[number]):
                faults.append((number, said.get(number), text))
        changed += len(things)
    assert faults == []
    assert changed == sum(
        len(each.get("numbers", ())) for each in index["things"] if each["kind"] in ("rule", "ruling")
    )
