"""The components of the author's guide, and pages that use no others."""

from collections import defaultdict

import pytest

from tests.site.browsers import Browser, in_chromium

GALLERY = "authoring/components/"
PAGES = (
    "",
    "core_rules/",
    "core_rules/challenges/",
    "core_rules/odds/",
    "core_rules/sheet/",
    "dichotomy/combat/",
    "dichotomy/fight-desk/",
    "dichotomy/sheet/",
    "two_d6/spells/",
    "two_d6/combat-tracker/",
    "basic_systems/difficulty/",
    GALLERY,
)

# Buttons that are part of a larger component, which determines their shape, are excluded: steppers, boxes of
# a track, column headings, faces of dice, zones of a map, menu items and inline dice.
BUTTONS = (
    "article :is(button, a.button, label.button, summary.button)"
    ":not(.stepper__button, .track > *, th > *, [data-face], [class*=zone-map], [data-part=menu] *, dice-inline > *)"
)

# Returns the kinds of visible buttons, collapsibles and tracks of a page, each with an example. Kinds differ
# in shape and size, not in colour, which expresses a state.
KINDS = """
const found = {};
const note = (sort, kind, each) => (found[`${sort}: ${kind}`] ??= each.outerHTML.slice(0, 120));
const size = (value) => Math.round(parseFloat(value));
const visible = (css) => [...document.querySelectorAll(css)]
    .filter((each) => each.checkVisibility());
for (const each of document.querySelectorAll("article details")) each.open = true;
for (const each of visible(args[0])) {
    const style = getComputedStyle(each);
    const framed = style.borderTopStyle !== "none" && size(style.borderTopWidth) > 0 ? "framed" : "bare";
    note("button", [size(style.minHeight), framed, size(style.fontSize)].join(" "), each);
}
for (const each of visible("article summary:not(.button)")) {
    const style = getComputedStyle(each), arrow = getComputedStyle(each, "::after");
    const side = arrow.content === "none" ? "none" : size(arrow.left) < 40 ? "left" : "right";
    note("fold", [`arrow ${side}`, style.fontWeight, size(style.fontSize)].join(" "), each);
}
for (const each of visible(".track > *")) {
    const style = getComputedStyle(each, "::before");
    note("track", [each.matches("button") ? "tapped" : "drawn", size(style.width)].join(" "), each);
}
return found;
"""
MAX_KINDS = {"button": 4, "fold": 2, "track": 2}  # a track that can be tapped is larger


@pytest.mark.measure
@in_chromium
def test_pages_use_few_kinds_of_components(browser: Browser) -> None:
    browser.emulate(reduced_motion=True, saving_data=True)
    kinds_by_component: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for address in PAGES:
        browser.open(address)
        for kind, example in browser.eval(KINDS, BUTTONS).items():
            kinds_by_component[kind.partition(":")[0]].setdefault(kind, f"{address}: {example}")
    assert {sort: kinds for sort, kinds in kinds_by_component.items() if len(kinds) > MAX_KINDS[sort]} == {}


LOOKS = """
return [...document.querySelectorAll(".specimen > *")].map((each) => {
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    each.focus();
    const focused = getComputedStyle(each.querySelector("summary") ?? each);
    return {
        name: each.className, width: Math.round(box.width), height: Math.round(box.height),
        filled: style.backgroundColor, frame: style.borderTopWidth, outline: focused.outlineStyle,
    };
});
"""


@pytest.mark.measure
@in_chromium
def test_components_have_their_sizes_and_are_accessible(browser: Browser) -> None:
    browser.open(GALLERY)
    looks = {each["name"]: each for each in browser.eval(LOOKS)}
    primary, quiet, icon, row = (
        looks[f"button{kind}"] for kind in (" button--primary", "", " button--icon", " button--row")
    )
    assert [each["height"] for each in (primary, quiet, icon, row)] == [44, 40, 40, 48]
    assert icon["width"] == 40
    assert row["width"] > 300
    assert primary["filled"] != row["filled"]
    assert {looks[each]["frame"] for each in ("track", "fold")} == {"0px", "1px"}
    assert browser.axe_in_both_schemes() == []


STATES = """
const drawn = (css, part) => {
    const {backgroundColor, borderTopColor, color} = getComputedStyle(document.querySelector(css), part);
    return [backgroundColor, borderTopColor, color].join(" ");
};
return [
    [".specimen > .button:not([class*=--], [aria-pressed], :disabled)", ".specimen > [aria-pressed]"].map((css) => drawn(css)),
    [".specimen > .button:not([class*=--], [aria-pressed], :disabled)", ".specimen > :disabled"].map((css) => drawn(css)),
    [".specimen .is-left", ".specimen .track > :not(.is-left)"].map((css) => drawn(css, "::before")),
];
"""


@in_chromium
def test_forced_colours_distinguish_every_state(browser: Browser) -> None:
    browser.emulate(forced_colours=True)
    browser.open(GALLERY)
    for one, other in browser.eval(STATES):
        assert one != other
