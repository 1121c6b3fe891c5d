"""Test helpers that read and write the site's database in the browser."""

from __future__ import annotations

import json
from typing import Any

from tests.site.browsers import Browser

_OPEN = """
const opening = indexedDB.open("diceleaf-kept:/book/", 1);
opening.onupgradeneeded = () => {
    for (const store of ["things", "throws", "named", "bookmarks", "deleted"])
        opening.result.createObjectStore(store, {keyPath: "key"});
};
const db = await new Promise((done, failed) => {
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
});
"""
_READ = """
const request = db.transaction(args[0]).objectStore(args[0]).getAll();
const records = await new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
});
db.close();
return JSON.stringify(records);
"""
_WRITE = """
const tx = db.transaction(args[0], "readwrite");
tx.objectStore(args[0]).put(JSON.parse(args[1]));
await new Promise((done, failed) => {
    tx.oncomplete = done;
    tx.onerror = () => failed(tx.error);
});
db.close();
"""
_CLEAR = """
const tx = db.transaction([...db.objectStoreNames], "readwrite");
for (const store of db.objectStoreNames) tx.objectStore(store).clear();
await new Promise((done) => { tx.oncomplete = done; });
db.close();
localStorage.clear();
"""


def saved_records(browser: Browser, start: str = "", store: str = "things") -> list[dict[str, Any]]:
    """Return a store's records whose keys start with `start`, once nothing is being saved."""
    browser.wait_for("return !document.querySelector('[data-keeping]')")
    records: list[dict[str, Any]] = json.loads(browser.eval(_OPEN + _READ, store))
    return [each for each in records if each["key"].startswith(start)]


def save_item(browser: Browser, key: str, item: object) -> None:
    """Save an item, such as `sheet:core_rules:a`, without notifying open pages."""
    put_record(browser, "things", {"key": key, "kept": item})


def put_record(browser: Browser, store: str, record: object) -> None:
    """Write a record to a store, without notifying open pages."""
    browser.eval(_OPEN + _WRITE, store, json.dumps(record))


def clear_site_data(browser: Browser) -> None:
    """Delete everything that the site stores in the browser."""
    browser.eval(_OPEN + _CLEAR)
