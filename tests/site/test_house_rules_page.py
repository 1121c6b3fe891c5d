"""The page *Our house rules*: options, and rewritten, new and excluded rules, in as few taps as possible."""

import json

import pytest

from tests.site.browsers import Browser, in_chromium
from tests.site.house_rules import put_in_force
from tests.site.test_cards import OPEN, tap

PAGE = "two_d6/house-rules/"
HOUSE = "dice-house-rules"
NOTICE = f"{HOUSE} .house__notice > [role=status]"
SET = """
const saved = Object.entries(localStorage).find(([key]) => /^diceleaf:house:.*two_d6$/.test(key));
return saved ? JSON.parse(saved[1]).set : null;
"""


def open_page(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(PAGE)
    browser.wait(f"{HOUSE} select[data-part=sets]")
    browser.wait_for("return !document.querySelector('[data-part=bar]').hidden")


def check_notice(browser: Browser, text: str) -> None:
    browser.wait_for_text(NOTICE, text)


def test_option_is_switched_in_two_taps(browser: Browser) -> None:
    """From the book's cover. The first change creates a set, and can be undone."""
    browser.viewport(390, 844)
    browser.open("two_d6/")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    tap(browser, ".title-page a[href$='house-rules/']")
    browser.wait_for("return Boolean(document.querySelector('[data-part=bar]:not([hidden])'))")
    tap(browser, "#option-literacy_on_mastery label")
    check_notice(browser, "Changed: Mastering a Language includes Literacy.")
    saved_set = browser.eval(SET)
    assert saved_set["options"] == {"literacy_on_mastery": True} and saved_set["name"] == "Our house rules"
    assert "R-8 The fifth rank" in browser.text("#option-literacy_on_mastery .house__sentences")
    browser.reload()
    browser.wait("#option-literacy_on_mastery input:checked")
    assert browser.text("select[data-part=sets] option:checked") == "Our house rules"
    browser.click("#option-literacy_on_mastery input")
    check_notice(browser, "By the book again")
    browser.click("[data-command=undo]")
    check_notice(browser, "Restored: Mastering a Language includes Literacy.")
    assert browser.eval(SET)["options"] == {"literacy_on_mastery": True}


@in_chromium
def test_number_out_of_range_is_reported_beside_its_field(browser: Browser) -> None:
    open_page(browser)
    browser.eval("""const field = document.querySelector("#option-base_wounds input");
        field.value = "99"; field.dispatchEvent(new Event("change", {bubbles: true}))""")
    problem = browser.text("#option-base_wounds .problems")
    assert problem == "Wounds before Toughness must be a whole number from 1 to 6."
    assert browser.eval(SET) is None
    browser.click("#option-base_wounds .stepper__button:first-child")
    check_notice(browser, "Changed: Wounds before Toughness.")
    assert browser.text("#option-base_wounds .problems") == "" and browser.eval(SET)["options"] == {
        "base_wounds": 6
    }


@in_chromium
def test_rule_is_rewritten_in_three_taps_and_typing(browser: Browser) -> None:
    """From the rule's mark in the book. Then the focus is on the link back."""
    browser.viewport(390, 844)
    browser.open("two_d6/magic/")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    tap(browser, "#T-237")
    browser.wait(OPEN)
    tap(browser, "[data-card=ours]")
    browser.wait("[data-part=rule-form]:not([hidden])")
    browser.wait_for("return document.activeElement.id === 'house-rule-text'")
    assert "wild" in browser.value("#house-rule-text"), "it starts with the book's sentence"
    assert "goes wild" in browser.text("[data-part=rule-options]"), "it lists the options of the rule"
    browser.eval("document.activeElement.value = ''")
    browser.type_on("Seven short goes wild. <b>Beware</b>")
    tap(browser, "[data-part=rule-form] [type=submit]")
    check_notice(browser, "Saved: T-237.")
    rule = browser.eval(SET)["rules"]["T-237"]
    assert rule["text"] == "Seven short goes wild. <b>Beware</b>" and rule["of"]
    assert browser.eval("return document.activeElement.getAttribute('href')").endswith("magic/#T-237")
    assert browser.count("[data-part=rules] b") == 0
    browser.click("[data-part=rules] [data-command=drop-rule]")
    check_notice(browser, "By the book again: T-237.")
    assert browser.eval(SET)["rules"] == {}


@in_chromium
def test_entry_is_excluded_on_its_card(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open("two_d6/skills/")
    browser.wait_for("return Boolean(customElements.get('dice-reference'))")
    tap(browser, "a.reference__name[href*='#']")
    browser.wait(OPEN)
    tap(browser, "[data-card=unused]")
    browser.wait("[data-card=unused][aria-pressed=true]")
    [place] = browser.eval(SET)["entries"]
    assert place.startswith("skills#")
    tap(browser, "[data-card=unused]")
    browser.wait("[data-card=unused][aria-pressed=false]")
    assert browser.eval(SET)["entries"] == {}


@in_chromium
@pytest.mark.parametrize("place", ["card", "entry"])
def test_change_during_preview_asks_to_use_the_set(browser: Browser, place: str) -> None:
    """Nothing is saved before. The set keeps its name, and the next press excludes the entry."""
    browser.viewport(390, 844)
    browser.open("licences/")
    put_in_force(browser, "two_d6", {"base_wounds": 4}, preview=True)
    browser.open("two_d6/skills/" if place == "card" else "two_d6/spells/")
    browser.wait_for("return Boolean(customElements.get('dice-reference'))")
    tap(browser, "a.reference__name[href*='#']" if place == "card" else "#destroy summary")
    button = "[data-card=unused]" if place == "card" else "#destroy .entry__more > [aria-pressed]"
    browser.wait(button)
    tap(browser, button)
    browser.wait(".house-looking")
    assert browser.text(".house-looking").startswith("You’re only looking at these house rules")
    assert browser.eval(SET) is None and browser.count(f"{button}[aria-pressed=false]") == 1
    assert browser.axe() == []
    tap(browser, ".house-looking button")
    browser.wait_for("return !document.querySelector('.house-looking')")
    assert browser.eval("return document.activeElement.matches(args[0])", button)
    assert browser.eval(SET)["name"] == "Thursday table" and browser.eval(SET)["entries"] == {}
    tap(browser, button)
    browser.wait(f"{button}[aria-pressed=true]")
    assert len(browser.eval(SET)["entries"]) == 1


@in_chromium
def test_spell_is_excluded_in_two_taps(browser: Browser) -> None:
    """One tap opens the entry, the other excludes it. The card of its link doesn't offer the link again."""
    browser.viewport(390, 844)
    browser.open("two_d6/spells/")
    browser.wait_for("return Boolean(customElements.get('dice-reference'))")
    tap(browser, "#destroy summary")
    button = "#destroy .entry__more > [aria-pressed]"
    browser.wait(button)
    assert browser.text(button) == "Not at our table"
    tap(browser, button)
    browser.wait(f"{button}[aria-pressed=true]")
    assert browser.eval(SET)["entries"] == {"spells#destroy": {"hidden": True}}
    browser.wait_for("return /not used at your table/i.test(document.querySelector('#destroy').innerText)")
    tap(browser, "#destroy .entry__link")
    browser.wait(OPEN)
    assert browser.count("[data-card=go]:not([hidden])") == 0
    assert browser.count("[data-card=unused][aria-pressed=true]") == 1
    browser.press("Escape")
    tap(browser, button)
    browser.wait(f"{button}[aria-pressed=false]")
    assert browser.eval(SET)["entries"] == {}


@in_chromium
def test_initially_open_entry_can_be_excluded(browser: Browser) -> None:
    """The button is added when the reader points at the entry or focuses it."""
    browser.open("two_d6/races/")
    browser.wait_for("return Boolean(customElements.get('dice-reference'))")
    for event, entry in (("pointerover", 0), ("focusin", 1)):
        browser.eval(
            "document.querySelectorAll('.entry__details[open]')[args[1]].querySelector('summary')"
            ".dispatchEvent(new Event(args[0], {bubbles: true}))",
            event,
            entry,
        )
        browser.wait_for(
            "return document.querySelectorAll('.entry__more > [aria-pressed]').length === args[0]", entry + 1
        )
    assert browser.text(".entry__more > [aria-pressed]") == "Not at our table"


@in_chromium
def test_new_rule_needs_a_text_and_a_rule_before_it(browser: Browser) -> None:
    open_page(browser)
    browser.click("[data-command=add]")
    browser.type("#house-new-title", "No phones")
    browser.type("#house-new-after", "t-999")
    browser.click("[data-part=new-form] [type=submit]")
    assert browser.text("#house-new-after--problems") == "This book has no rule T-999."
    assert browser.text("#house-new-text--problems") == "Enter Text."
    browser.type("#house-new-text", "Phones stay in the bag.")
    browser.eval("document.querySelector('#house-new-after').value = ''")
    browser.click("[data-part=new-form] [type=submit]")
    assert browser.text("#house-new-after--problems") == "Find the rule that yours follows, and choose it."
    browser.type("#house-new-after", "t-003")
    browser.click("[data-part=new-form] [type=submit]")
    check_notice(browser, "Saved: No phones.")
    [rule] = browser.eval(SET)["new"]
    assert (rule["id"], rule["after"], rule["text"]) == ("H-1", "T-003", "Phones stay in the bag.")
    browser.click("[data-command=drop-new]")
    check_notice(browser, "Deleted: H-1.")
    browser.click("[data-command=undo]")
    check_notice(browser, "Restored: H-1.")
    assert browser.count("[data-part=added] > li") == 1


@in_chromium
def test_place_of_a_new_rule_is_found_by_search(browser: Browser) -> None:
    """A reader needs no rule number. The added rule is in view afterwards."""
    open_page(browser)
    browser.click("[data-command=add]")
    browser.type("#house-new-text", "Phones stay in the bag.")
    browser.type("#house-new-after", "goes wild")
    browser.wait("[data-part=new-after-hits] button")
    number = browser.text("[data-part=new-after-hits] strong")
    browser.press("Enter")
    assert browser.value("#house-new-after") == number
    assert browser.text("[data-part=new-after-count]").startswith(f"After {number}: ")
    browser.press("Enter")
    check_notice(browser, "Saved: a rule of your own.")
    assert browser.eval(SET)["new"][0]["after"] == number
    notice = "return document.querySelector('.house__notice').getBoundingClientRect().bottom"
    line = "return document.querySelector('[data-part=added] > li').getBoundingClientRect()"
    assert browser.eval(notice) <= browser.eval(f"{line}.top")
    assert browser.eval(f"{line}.bottom") < 844


@in_chromium
def test_rule_finder_shows_the_number_of_results(browser: Browser) -> None:
    """The number disappears once a rule is chosen, and Undo stays."""
    open_page(browser)
    browser.click("#option-literacy_on_mastery input")
    check_notice(browser, "Changed")
    count = "[data-part=find-rule-count]"
    browser.type("[data-part=find-rule]", "magic")
    browser.wait("[data-part=find-rule-hits] button")
    listed_count = browser.count("[data-part=find-rule-hits] button")
    assert browser.text(count).startswith(f"The first {listed_count} of ")
    browser.type("[data-part=find-rule]", "T-237")
    browser.wait_for("return document.querySelector(args[0]).textContent === '1 found'", count)
    browser.press("Enter")
    browser.wait("[data-part=rule-form]:not([hidden])")
    assert browser.text(count) == ""
    assert browser.count("[data-command=undo]:not([hidden])") == 1
    browser.type("[data-part=find-rule]", "xyzzy")
    browser.wait_for("return document.querySelector(args[0]).textContent.startsWith('Nothing found')", count)


@in_chromium
def test_section_is_found_and_excluded(browser: Browser) -> None:
    open_page(browser)
    browser.type("[data-part=find-part]", "casting")
    browser.wait("[data-part=find-part-hits] button")
    browser.click("[data-part=find-part-hits] button")
    check_notice(browser, "Not used at your table")
    saved_set = browser.eval(SET)
    assert len([*saved_set["hidden"], *saved_set["entries"]]) == 1
    browser.click("[data-command=use]")
    check_notice(browser, "Used again")


@in_chromium
def test_switch_stays_in_place_when_changed_and_undone(browser: Browser) -> None:
    open_page(browser)
    switch = "#option-literacy_on_mastery input"
    top = f"return Math.round(document.querySelector('{switch}').getBoundingClientRect().top)"
    browser.eval(f"document.querySelector('{switch}').focus()")
    before = browser.eval(top)
    browser.press(" ")
    check_notice(browser, "Changed")
    assert abs(browser.eval(top) - before) <= 1
    heading = "document.querySelector('#house-part-unused')"
    browser.eval(f"{heading}.scrollIntoView({{behavior: 'instant'}})")
    browser.click("[data-command=undo]")
    check_notice(browser, "Restored: Mastering a Language")
    assert 0 < browser.eval(f"return {heading}.getBoundingClientRect().top") < 844


@in_chromium
def test_tapped_switch_without_the_focus_stays_in_place(browser: Browser) -> None:
    """Safari doesn't focus controls that are tapped."""
    open_page(browser)
    switch = "document.querySelector('#option-literacy_on_mastery input')"
    browser.eval(f"{switch}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
    before = browser.eval(f"const {{top}} = {switch}.getBoundingClientRect(); {switch}.click(); return top")
    check_notice(browser, "Changed")
    assert abs(browser.eval(f"return {switch}.getBoundingClientRect().top") - before) <= 1
    assert browser.eval("return document.activeElement === document.body")


@in_chromium
def test_two_tabs_change_one_set(browser: Browser) -> None:
    """Each tab shows and preserves the changes of the other."""
    open_page(browser)
    browser.click("#option-bare_dice_attack input")
    check_notice(browser, "Changed")
    first = browser.tabs()[0]
    browser.new_tab()
    open_page(browser)
    browser.click("#option-literacy_on_mastery input")
    check_notice(browser, "Changed")
    browser.switch_tab(first)
    browser.wait("#option-literacy_on_mastery input:checked")
    assert (
        browser.count("[data-command=undo]:not([hidden])") == 0
    )  # it would also undo the other tab's change
    browser.click("#option-base_wounds .stepper__button:last-child")
    check_notice(browser, "Changed: Wounds before Toughness")
    options = browser.eval(SET)["options"]
    assert options == {"bare_dice_attack": True, "literacy_on_mastery": True, "base_wounds": 4}
    assert browser.texts("select[data-part=sets] option") == ["The book’s rules", "Our house rules"]


@in_chromium
def test_sets_are_copied_chosen_and_deleted(browser: Browser) -> None:
    open_page(browser)
    browser.click("#option-bare_dice_attack input")
    check_notice(browser, "Changed")
    browser.click(".house__sets > summary")
    browser.click("[data-command=copy]")
    check_notice(browser, "Our house rules, copy")
    browser.click("#option-bare_dice_attack input")
    check_notice(browser, "By the book again")
    names = browser.texts("select[data-part=sets] option")
    assert names == ["The book’s rules", "Our house rules", "Our house rules, copy"]
    browser.eval("""const sets = document.querySelector("select[data-part=sets]");
        sets.selectedIndex = 1; sets.dispatchEvent(new Event("change", {bubbles: true}))""")
    check_notice(browser, "Your table plays by")
    assert browser.eval(SET)["options"] == {"bare_dice_attack": True}
    browser.click("[data-command=delete]")
    check_notice(browser, "Deleted: Our house rules.")
    assert browser.eval(SET) is None
    browser.click("[data-command=undo]")
    check_notice(browser, "Restored: Our house rules.")
    assert browser.eval(SET)["options"] == {"bare_dice_attack": True}


@in_chromium
def test_page_is_accessible_and_fits_a_small_phone(browser: Browser) -> None:
    open_page(browser)
    browser.click("#option-bare_dice_attack input")
    check_notice(browser, "Changed")
    browser.type("[data-part=find-rule]", "T-237")
    browser.wait("[data-part=find-rule-hits] button")
    browser.eval("scrollTo(0, 0)")  # axe considers a control too small if the notice covers a part of it
    assert browser.axe_in_both_schemes() == []
    browser.press("Enter")
    browser.wait("[data-part=rule-form]:not([hidden])")
    assert browser.axe() == []
    browser.viewport(320, 640)
    assert browser.eval("return document.documentElement.scrollWidth") <= 320


@in_chromium
def test_page_without_scripts_is_a_form_to_print(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.open(PAGE)
    assert "a form to print" in browser.text("[data-part=without]")
    assert browser.count("#option-bare_dice_attack input") == 1
    assert browser.count("[data-part=bar]:not([hidden])") == 0


@in_chromium
def test_data_of_the_page_has_every_rule(browser: Browser) -> None:
    browser.open(PAGE)
    book = json.loads(browser.eval("return document.querySelector('script[data-part=book]').textContent"))
    assert book["game"] == "two_d6" and len(book["options"]) == len(
        {each["name"] for each in book["options"]}
    )
    assert {"T-237", "R-64", "R-8"} <= book["rules"].keys()
    assert all(rule["text"] and rule["of"] for rule in book["rules"].values())
