"""A set of house rules from somebody else: opened, looked through, accepted, and there without a network."""

import base64
import json
import re
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hooks.pages.house_rules import sentence_hash
from rules_py.systems import registry
from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.files import catch_copies, catch_downloads, choose_file, copied_text, downloaded_file
from tests.site.offline_copy import save, wait_until_stored
from tests.site.test_hostile_browsers import REFUSED, open_after

pytestmark = own_origin

PAGE = "core_rules/house-rules/"
OFFERED = "[data-part=consent] [data-part=offered]"
NOTICE = "[data-part=consent] [data-part=notice]"
IS_OFFERED = f"return Boolean(document.querySelector('{OFFERED}:not([hidden])'))"
HAS_NOTICE = f"return Boolean(document.querySelector('{NOTICE}:not([hidden])'))"
BOOK = "return JSON.parse(document.querySelector('script[data-part=book]').textContent)"
RECORD = """
const name = Object.keys(STORAGE).find((key) => /^diceleaf:house:.*core_rules$/.test(key));
return name ? JSON.parse(STORAGE.getItem(name)) : null;
"""
IN_FORCE = RECORD.replace("STORAGE", "localStorage")
LOOKED_AT = RECORD.replace("STORAGE", "sessionStorage")
FILE = "dice-house-rules [data-part=file]"
OPEN_DETAILS = """
for (const each of document.querySelectorAll("[data-part=rest], [data-part=sentences]")) each.open = true;
"""
HOSTILE = [
    "<img src=x onerror=globalThis.hit=1>",
    "</p></section><script>globalThis.hit=1</script>",
    "javascript:globalThis.hit=1",
    '"><svg onload=globalThis.hit=1>',
    "{{constructor.constructor('globalThis.hit=1')()}} {name} {count}",
    "&lt;b&gt;",
]


def house_set(book: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a set with two rewritten sentences, and each switch of the book turned."""
    first, second = [number for number, rule in book["rules"].items() if rule["text"]][:2]
    rules = {
        number: {"text": f"At our table {number} is different.", "of": book["rules"][number]["of"]}
        for number in (first, second)
    }
    head = {"format": "diceleaf-house", "version": 1, "game": book["game"], "book": book["book"]}
    options = {each["name"]: not each["default"] for each in book["options"] if each["kind"] == "flag"}
    return head | {"name": "Thursday table", "options": options, "rules": rules} | changes


def link(data: Any) -> str:
    """Return the address of the page with a set, as the page that shares it writes it."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(json.dumps(data).encode()) + packer.flush()
    return f"#house={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def sentences_of(text: str) -> list[str]:
    return re.split(r"(?<=[.?!]) ", text)


def offer(browser: Browser, data: Any) -> None:
    """Open the link to a set, as from a chat."""
    browser.eval("location.hash = arguments[0]", link(data))
    browser.wait_for(IS_OFFERED)


def answer(browser: Browser, which: str) -> str:
    """Press an answer; return what the page says then."""
    browser.click(f"{OFFERED} [data-answer={which}]")
    browser.wait_for(HAS_NOTICE)
    return browser.text(NOTICE)


@pytest.fixture
def book(browser: Browser) -> dict[str, Any]:
    """The book's page is open; what it knows of the book."""
    browser.open(PAGE)
    browser.wait("dice-house-rules [data-part=bar]:not([hidden])")  # it takes files from then on
    facts: dict[str, Any] = browser.eval(BOOK)
    return facts


def test_set_accepted_from_a_link_works_offline(browser: Browser, one_book: Path) -> None:
    """Opening the link and *Play by these* are all it takes."""
    browser.serve(one_book)
    browser.open(PAGE)
    save(browser)
    wait_until_stored(browser)
    offered = house_set(browser.eval(BOOK))
    offer(browser, offered)
    assert browser.eval(IN_FORCE) is None
    assert "house=" not in browser.eval("return location.href")
    offer_text = browser.text(OFFERED)
    for rule in offered["rules"].values():
        assert rule["text"] in offer_text
    assert f"{2 + len(offered['options'])} changes" in offer_text
    assert "Thursday table" in answer(browser, "play")
    browser.offline(True)
    browser.open("core_rules/")
    browser.open(PAGE)
    record = browser.eval(IN_FORCE)
    assert record["set"]["options"] == offered["options"]
    assert record["set"]["rules"] == offered["rules"]
    assert not record["look"]
    browser.wait_for("return document.querySelector('dice-house-rules [data-part=sets]').value !== ''")
    assert not browser.foreign_requests()


@alike
def test_link_and_qr_code_contain_the_whole_set(browser: Browser, book: dict[str, Any]) -> None:
    sent = house_set(book)
    offer(browser, sent)
    answer(browser, "play")
    catch_copies(browser)
    browser.click("dice-house-rules [data-command=link]")
    address = copied_text(browser)
    packed = address.partition("#house=")[2]
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15)
    assert json.loads(text) == {name: value for name, value in sent.items() if value != {}}
    browser.click("dice-house-rules [data-command=code]")
    browser.wait("dice-house-rules [data-part=code] svg[role=img] path[d]")


@alike
def test_set_too_long_for_a_link_is_shared_as_a_file(browser: Browser, book: dict[str, Any]) -> None:
    random = Random(44)
    text = "".join(random.choices("abcdefghijklmnopqrstuv", k=1190))
    numbers = [*book["rules"]][:4]
    rules = {each: {"text": f"{text[place * 9 :]}.", "of": ""} for place, each in enumerate(numbers)}
    rules |= {each: {"text": text[::-1][place:], "of": ""} for place, each in enumerate(numbers[2:])}
    choose_file(browser, FILE, json.dumps(house_set(book, rules=rules)))
    browser.wait_for(IS_OFFERED)
    answer(browser, "play")
    browser.click("dice-house-rules [data-command=link]")
    browser.wait_for_text(".house__notice [role=status]", "too long for a link. Share the file instead.")
    browser.click("dice-house-rules [data-command=code]")
    browser.wait_for_text(".house__notice [role=status]", "too long for a QR code.")
    catch_downloads(browser)
    browser.click("dice-house-rules [data-command=download]")
    _, file = downloaded_file(browser)
    assert {number: rule["text"] for number, rule in json.loads(file)["rules"].items()} == {
        number: rule["text"] for number, rule in rules.items()
    }


@alike
def test_offer_lists_the_sentences_that_an_option_changes(browser: Browser, book: dict[str, Any]) -> None:
    switches = [each for each in book["options"] if each["kind"] == "flag" and each["sentences"]]
    browser.viewport(390, 844)
    offer(browser, house_set(book))
    assert browser.eval("return document.querySelector(args[0]).offsetHeight", OFFERED) < 1400
    offer(browser, house_set(book, rules={}))
    browser.eval(OPEN_DETAILS)
    for option in switches:
        [line] = [
            each for each in browser.texts(f"{OFFERED} [data-part=changes] > li") if option["label"] in each
        ]
        for number in option["sentences"]:
            assert number in line.partition("Rules that follow: ")[2].splitlines()[0], "each is named at once"
        form = browser.text(f"#option-{option['name']} .house__book").split(" · ")[0]
        assert form in line, "the book's value is worded as in the form"
        for number, text in option["sentences"].items():
            ours = sentences_of(text if isinstance(text, str) else text["true"])
            books = sentences_of(book["rules"][number]["text"])
            for sentence in set(books) ^ set(ours):
                assert sentence in line
    assert switches


@alike
def test_offer_shows_the_first_sentence_of_a_ruling(browser: Browser, book: dict[str, Any]) -> None:
    """The others, which are replaced, too, are a tap away."""
    number, ruling = next(
        (number, rule)
        for number, rule in book["rules"].items()
        if rule["kind"] == "ruling" and len(rule["text"].split(". ")) > 2
    )
    last = ruling["text"].split(". ")[-1]
    offer(browser, house_set(book, options={}, rules={number: {"text": "Ours.", "of": ruling["of"]}}))
    line = f"{OFFERED} [data-part=changes] > li"
    assert last not in browser.text(line) and "Also replaced: the rest of the ruling" in browser.text(line)
    browser.click(f"{line} summary")
    assert last in browser.text(line)


@alike
def test_offer_counts_omitted_and_outdated_parts(browser: Browser, book: dict[str, Any]) -> None:
    """The answers are always in view, the lists of both are not."""
    browser.viewport(390, 844)
    sent = house_set(book, note="For Thursday. " * 40)
    sent["rules"][next(iter(sent["rules"]))]["of"] = "old"
    sent["rules"]["Z-999"] = {"text": "Gone.", "of": "old"}
    offer(browser, sent)
    head = f"{OFFERED} [data-part=sum]"
    text = browser.text(head)
    assert "1 part is left out." in text and "The book has changed 1 of these rules since." in text
    place = "document.querySelector(args[0]).getBoundingClientRect()"
    assert browser.eval(f"return {place}.bottom", head) < 844
    for name, target in (("count-stale", "fieldset"), ("count-left-out", "[data-part=left-out]")):
        browser.click(f"{head} [data-part={name}]")
        browser.wait_for(f"const {{top}} = {place}; return top > 0 && top < 700", f"{OFFERED} {target}")
    offer(browser, house_set(book))
    assert browser.count(f"{head} a:not([hidden])") == 0


@alike
def test_offer_is_accepted_by_keyboard_and_announced_once(browser: Browser, book: dict[str, Any]) -> None:
    offer(browser, house_set(book))
    focused = "return document.activeElement.dataset"
    assert browser.eval(focused)["part"] == "title"
    for _ in range(20):
        browser.press("Tab")
        if browser.eval(focused).get("answer") == "play":
            break
    browser.press("Enter")
    browser.wait_for(HAS_NOTICE)
    assert browser.eval(focused)["part"] == "notice"
    announcements = "return [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]"
    announcements += ".filter((each) => each.textContent.includes('Thursday')).length"
    assert browser.eval(announcements) == 0, "the focus alone has it read"
    assert browser.eval(IN_FORCE)["set"]["name"] == "Thursday table"


@alike
def test_offer_escapes_the_texts_of_a_set(browser: Browser, book: dict[str, Any]) -> None:
    number = next(iter(house_set(book)["rules"]))
    before = browser.eval("return document.title")
    for text in HOSTILE:
        new = {"id": "H-1", "after": number, "title": text, "text": text}
        rules = {number: {"text": text, "of": "x"}, text: {"text": text}}
        sent = house_set(book, name=text[:80], note=text, new=[new], rules=rules, options={text: text})
        offer(browser, sent)
        assert text in browser.text(OFFERED)
        inside = f"return document.querySelectorAll('{OFFERED} :is(img, svg, script, iframe)').length"
        assert browser.eval(inside) == 0
        named = f"return [...document.querySelectorAll('{OFFERED} :is(h2, h3, button, legend, label, a)')]"
        assert text not in browser.eval(f"{named}.map((each) => each.textContent).join('|')")
        assert text in answer(browser, "look") or len(text) > 80
    assert browser.eval("return globalThis.hit ?? null") is None
    assert browser.eval("return document.title") == before


@alike
def test_preview_saves_nothing(browser: Browser, book: dict[str, Any]) -> None:
    offer(browser, house_set(book))
    assert "Nothing was saved" in answer(browser, "look")
    assert browser.eval(LOOKED_AT)["look"]
    assert browser.eval(IN_FORCE) is None
    browser.reload()
    assert browser.eval(LOOKED_AT)["set"]["name"] == "Thursday table"


@in_chromium
def test_change_during_preview_saves_the_set_with_a_message(browser: Browser, book: dict[str, Any]) -> None:
    """The saved set of the same name stays; no message contradicts what is in force."""
    offer(browser, house_set(book))
    answer(browser, "play")
    offer(browser, house_set(book, rules={}))
    assert answer(browser, "look").startswith("In this tab")
    browser.click("dice-house-rules [data-part=editor] input[type=checkbox]")
    message = "return document.querySelector('.house__notice [data-part=notice]').textContent"
    browser.wait_for(f"{message}.includes('With your change they are saved: Thursday table (2).')")
    assert browser.count(f"{NOTICE}:not([hidden])") == 0
    browser.click("[data-command=undo]")
    browser.wait_for("return document.querySelector('.house-chip').textContent.includes('Only looking')")
    offer(browser, house_set(book))
    answer(browser, "play")
    assert browser.eval(message) == ""


@alike
def test_invalid_and_declined_links_change_nothing(browser: Browser, book: dict[str, Any]) -> None:
    for sent, message in [
        (house_set(book, game="dichotomy"), "another book"),
        (house_set(book, version=2), "newer version"),
        (house_set(book, name=7), "damaged"),
        ({"format": "diceleaf-sheet"}, "doesn’t contain house rules"),
    ]:
        browser.eval("location.hash = arguments[0]", link(sent))
        browser.wait_for(f"return document.querySelector('{NOTICE}').textContent.includes('{message}')")
        assert browser.count(f"{OFFERED}:not([hidden])") == 0
    offer(browser, house_set(book))
    assert answer(browser, "no") == "Nothing was saved."
    assert browser.eval(IN_FORCE) is None


@alike
def test_set_with_an_existing_name_is_added_or_replaces_it(browser: Browser, book: dict[str, Any]) -> None:
    first = house_set(book)
    offer(browser, first)
    answer(browser, "play")
    own = browser.eval(IN_FORCE)["id"]
    offer(browser, first)  # the same again is no other set
    answer(browser, "play")
    assert browser.eval(IN_FORCE)["id"] == own
    offer(browser, house_set(book, note="Changed."))
    assert browser.count(f"{OFFERED} [data-answer=play]:not([hidden])") == 0
    assert "All are the same as in your set." in browser.text(f"{OFFERED} [data-part=sum]")
    answer(browser, "both")
    record = browser.eval(IN_FORCE)
    assert record["id"] != own
    assert record["set"]["name"] == "Thursday table (2)"
    offer(browser, house_set(book, note="Changed twice."))
    answer(browser, "both")
    assert browser.eval(IN_FORCE)["set"]["name"] == "Thursday table (3)"
    offer(browser, house_set(book, note="Changed once more."))
    answer(browser, "replace")
    record = browser.eval(IN_FORCE)
    assert (record["id"], record["set"]["note"]) == (own, "Changed once more.")


@alike
def test_offer_marks_differences_from_the_saved_set(browser: Browser, book: dict[str, Any]) -> None:
    sent = house_set(book)
    offer(browser, sent)
    answer(browser, "play")
    first, second = sent["rules"]
    new = {"id": "H-1", "after": first, "title": "Ours alone", "text": "Added."}
    rules = {first: sent["rules"][first] | {"text": "Different again."}}
    offer(browser, house_set(book, rules=rules, new=[new]))
    head = f"{OFFERED} [data-part=sum]"
    assert "2 differ from your set. 1 change of your set is no longer in it." in browser.text(head)
    rows = f"{OFFERED} [data-part=changes] > li"
    changed, added = browser.texts(f"{rows}:has(> p > [data-part=mark])")
    assert "Changed since your set" in changed
    assert f"Your set: At our table {first} is different." in changed
    assert "Ours alone" in added and added.splitlines()[0].endswith("New") and "Your set" not in added
    [gone] = browser.texts(f"{OFFERED} [data-part=gone-list] > li")
    assert second in gone and f"Your set: At our table {second} is different." in gone
    for part in ("differ", "gone"):
        browser.click(f"{head} [data-part=count-{part}]")
        target = "const {top} = document.querySelector(location.hash).getBoundingClientRect();"
        browser.wait_for(f"{target} return top > 0 && top < innerHeight")


@alike
def test_message_about_another_set_disappears(browser: Browser, book: dict[str, Any]) -> None:
    """A set that is accepted, chosen or deleted is the only one that the page says the table plays by."""
    notice = "dice-house-rules .house__notice[data-notice]"
    offer(browser, house_set(book))
    answer(browser, "play")
    browser.choose("[data-part=sets]", "")
    browser.wait(notice)
    browser.wait_for("return document.querySelector(args[0]).hidden", NOTICE)
    offer(browser, house_set(book, name="Sunday table"))
    assert "Sunday table" in answer(browser, "play")
    assert browser.count(notice) == 0
    browser.eval("document.querySelector('[data-command=delete]').closest('details').open = true")
    browser.click("dice-house-rules [data-command=delete]")
    browser.wait_for("return document.querySelector(args[0])?.textContent.includes('Sunday table')", notice)
    assert browser.count(f"{NOTICE}:not([hidden])") == 0


@alike
def test_reader_decides_about_rules_changed_in_the_book(browser: Browser, book: dict[str, Any]) -> None:
    sent = house_set(book)
    first, second = sent["rules"]
    for rule in sent["rules"].values():
        rule["of"] = "old"
    offer(browser, sent)
    assert browser.count(f"{OFFERED} fieldset") == 2
    browser.click(f"{OFFERED} input[name=stale-{second}][value=book]")
    assert browser.axe_by_day_and_night() == []
    answer(browser, "play")
    rules = browser.eval(IN_FORCE)["set"]["rules"]
    assert rules == {first: {"text": sent["rules"][first]["text"], "of": book["rules"][first]["of"]}}


@alike
def test_link_offer_reports_missing_former_sentences(browser: Browser, book: dict[str, Any]) -> None:
    sent = house_set(book)
    for rule in sent["rules"].values():
        rule["of"] = "old"
    offer(browser, sent)
    assert (
        browser.text(OFFERED).count("The book before: unknown. Links don’t include the book’s sentence") == 2
    )


@alike
def test_file_offer_shows_the_former_sentence(browser: Browser, book: dict[str, Any]) -> None:
    """One that the page itself has saved, of a book in which a sentence has changed since."""
    sent = house_set(book)
    first, second = sent["rules"]
    changed = "What the book said before."
    before = f"{book['rules'][first]['text']} {changed}"
    sent["rules"][first] |= {"of": sentence_hash(before), "was": before}
    sent["rules"][second] |= {"of": "old", "was": "Words put into its mouth."}
    choose_file(browser, FILE, json.dumps(sent))
    browser.wait_for(IS_OFFERED)
    offer_text = browser.text(OFFERED)
    assert changed in offer_text.partition("The book before: ")[2].splitlines()[0]
    assert book["rules"][first]["text"] in offer_text
    assert "Words put" not in offer_text and "This file doesn’t include the book’s sentence" in offer_text
    browser.click(f"{OFFERED} input[name=stale-{second}][value=book]")
    answer(browser, "play")
    record = browser.eval(IN_FORCE)
    assert [*record["set"]["rules"]] == [first]
    catch_downloads(browser)
    browser.click("dice-house-rules [data-command=download]")
    _, file = downloaded_file(browser)
    assert json.loads(file)["rules"][first]["was"] == book["rules"][first]["text"]


@alike
def test_offer_lists_sections_and_entries_by_title(browser: Browser, book: dict[str, Any]) -> None:
    """Parts that the book doesn't have are left out, and listed."""
    browser.open("core_rules/challenges/")
    section, title = browser.eval(
        "const h2 = document.querySelector('article h2[id]'); return [h2.id, h2.firstChild.data]"
    )
    entry = registry.game("core_rules").references[0].entries[0]
    here, there = f"challenges#{section}", f"aptitudes-and-skills#{entry.id}"
    parts = {
        "hidden": [here, "challenges#no-such-section"],
        "entries": {there: {"hidden": True}, "spells#gone": {"hidden": True}},
    }
    browser.open(PAGE)
    offer(browser, house_set(book, **parts))
    lines = browser.texts(f"{OFFERED} [data-part=changes] > li")
    assert any(line.startswith(f"Not used {title.strip()} ") for line in lines), lines
    assert any(line.startswith(f"Not used {entry.name} ") for line in lines), lines
    left_out = browser.text(f"{OFFERED} [data-part=left-out]")
    assert "section: challenges#no-such-section" in left_out and "entry: spells#gone" in left_out
    answer(browser, "play")
    record = browser.eval(IN_FORCE)["set"]
    assert record["hidden"] == [here] and [*record["entries"]] == [there]


@alike
def test_offer_lists_invalid_values_with_their_limits(browser: Browser, book: dict[str, Any]) -> None:
    numbers = [each for each in book["options"] if each["kind"] == "int"]
    number, switch = numbers[0], next(each for each in book["options"] if each["kind"] == "flag")
    options = {number["name"]: number["high"] + 1, switch["name"]: "maybe", "no_such": True}
    offer(browser, house_set(book, options=options))
    left_out = browser.text(f"{OFFERED} [data-part=left-out]")
    bounds = f"a whole number from {number['low']} to {number['high']}"
    assert f"{number['label']} must be {bounds}, not {number['high'] + 1}." in left_out
    assert f'{switch["label"]} must be yes or no, not "maybe".' in left_out
    assert "This book doesn’t have this switch or number: no_such" in left_out
    answer(browser, "play")
    assert browser.eval(IN_FORCE)["set"]["options"] == {}


@alike
def test_page_asks_about_a_saved_set_after_a_book_changes(browser: Browser, book: dict[str, Any]) -> None:
    """The page asks about the rules in question, and shows what the book said before and no longer has.

    A change meanwhile stays.
    """
    sent = house_set(book)
    offer(browser, sent)
    answer(browser, "play")
    older = browser.eval(IN_FORCE)
    older["set"]["rules"]["Z-999"] = {"text": "Runes glow.", "of": "old"}
    older["set"]["options"]["no_such"] = True
    first, second = sent["rules"]
    older["set"]["rules"][first]["of"] = "old"
    older["was"][first] = "What the book said before."
    key = "Object.keys(localStorage).find((key) => /^diceleaf:house:.*core_rules$/.test(key))"
    browser.eval(f"localStorage.setItem({key}, arguments[0])", json.dumps(older))
    browser.reload()
    browser.wait_for(IS_OFFERED)
    offer_text = browser.text(OFFERED)
    assert "What the book said before." in offer_text
    assert sent["rules"][first]["text"] in offer_text
    assert sent["rules"][second]["text"] not in offer_text
    assert "rule Z-999, for which the set says: Runes glow." in offer_text and "no_such" in offer_text
    switch = browser.eval(
        "return document.querySelector('[data-option]:has([type=checkbox])').dataset.option"
    )
    browser.click(f"[data-option={switch}] input")
    browser.wait_for("return document.querySelector('.house__notice').innerText !== ''")
    assert "Saved" in answer(browser, "save")
    reviewed = browser.eval(IN_FORCE)["set"]
    assert reviewed["rules"] == sent["rules"]
    assert reviewed["options"] == {name: on for name, on in sent["options"].items() if name != switch}


@alike
def test_set_is_in_force_without_storage(browser: Browser) -> None:
    open_after(browser, REFUSED, PAGE)
    offer(browser, house_set(browser.eval(BOOK)))
    assert "until you leave this site" in answer(browser, "play")
    browser.wait_for("return document.querySelector('dice-house-rules [data-part=sets]').value !== ''")


@alike
def test_page_reports_that_nothing_is_saved(browser: Browser) -> None:
    open_after(browser, REFUSED, PAGE)
    notice = "return document.querySelector('.house__notice').innerText"
    browser.wait_for(f"{notice}.includes('isn’t saving anything')")
    browser.click("[data-option] input[type=checkbox]")
    browser.wait_for(f"{notice}.includes('Changed')")
    browser.turn_to("core_rules/")
    browser.wait(".house-chip")


@alike
def test_opening_a_saved_set_puts_it_in_force(browser: Browser, book: dict[str, Any]) -> None:
    """The one that is opened is in force then, and what was before is an undo away."""
    for name in ("Monday table", "Thursday table"):
        offer(browser, house_set(book, name=name))
        answer(browser, "play")
    browser.open("tools/kept/")
    group = "[data-group='house:core_rules']"
    browser.wait(group)
    browser.eval("document.querySelector(arguments[0]).open = true", group)
    browser.click(f"{group} a")
    notice_includes = (
        "return document.querySelector('.house__notice [role=status]')?.textContent.includes('Monday table')"
    )
    browser.wait_for(notice_includes)
    assert browser.eval(IN_FORCE)["set"]["name"] == "Monday table"
    assert browser.eval("return location.hash") == ""
    browser.click("dice-house-rules [data-command=undo]")
    browser.wait_for(
        "return /Restored/.test(document.querySelector('.house__notice [role=status]').textContent)"
    )
    assert browser.eval(IN_FORCE)["set"]["name"] == "Thursday table"


@alike
def test_undoing_a_deletion_puts_the_set_back_in_force(browser: Browser, book: dict[str, Any]) -> None:
    offer(browser, house_set(book))
    answer(browser, "play")
    before = browser.eval(IN_FORCE)
    browser.open("tools/kept/")
    browser.wait("[data-group='house:core_rules']")
    browser.eval("document.querySelector('[data-group=\"house:core_rules\"]').open = true")
    assert "Thursday table" in browser.text("[data-group='house:core_rules']")
    browser.click("[data-group='house:core_rules'] [data-command=remove]")
    browser.wait("[data-part=undo]:not([hidden])")
    assert browser.eval(IN_FORCE) is None
    browser.click("[data-part=undo]")
    browser.wait("[data-group='house:core_rules']")
    assert browser.eval(IN_FORCE) == before
