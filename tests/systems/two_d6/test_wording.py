"""The lists and pages of [2d6] claim no more than the rules do."""

from __future__ import annotations

import re

import pytest

from rules_py.base.paths import BOOK
from rules_py.systems.two_d6 import GAME

PAGES = sorted((BOOK / "docs" / "two_d6").glob("*.md"))
CODE = sorted((BOOK / "rules_py" / "systems" / "two_d6").rglob("*.py"))


def text_of(name, entry_id):
    """Return all cells of an entry of a list as one text."""
    (entry,) = (each for each in GAME.reference(name).entries if each.id == entry_id)
    return " ".join(map(str, entry.values.values()))


HEDGES = [
    ("dcs", "dc-7", "Anyone", "Most"),
    ("dcs", "dc-13", "Only an experienced person can", "should"),
    ("talents", "computer_literacy", "In some settings.*the GM may", "will"),
    ("talents", "connections", "looks them up for you, usually for a price, and often", "always a price"),
    ("talents", "credentials", "generally", "have to carry"),
    ("talents", "extra_organ", "usually meant for races", "above all"),
    ("talents", "favored_enemy_culture", "you may", "fails, throw"),
    ("talents", "literacy", "In many settings only characters with schooling.*the GM may", "everybody"),
    ("talents", "mass_spell", "Some spells that fill an area", "nothing for spells"),
    ("talents", "stat_boost", "by a whole rank.*here moving a point", "as you please"),
    ("talents", "vicious_parry", "you may strike back", "5 or more, answer"),
    ("skills", "archery", "some kinds of Perform", "a Perform"),
    ("skills", "diplomacy", "Almost always with Charisma.*may fit", "as a rule"),
    ("skills", "drive", "In some settings you may want", "worlds also want"),
    ("skills", "intimidate", "almost always with Strength.*often with Willpower.*sometimes with Strength", "Strength in"),
    ("skills", "research", "probably with Intelligence.*most likely with Charisma", "archive \\("),
    ("skills", "throwing", "some kinds of Perform", "a Perform"),
    ("spells", "blast", "It may do more", "brings whatever"),
    ("spells", "create", "usually a very high one", "seldom"),
    ("spells", "destroy", "may only.*can leave.*generally", "it cracks"),
    ("spells", "heal", "in rare cases even a beast", "or even a beast"),
    ("spells", "illusion", "The GM says.*if it.*exists there.*might move.*might believe.*you may have to", "make each kind"),
    ("spells", "transmute", "may alter what it is made of", "magic what"),
    ("spells", "ward", "might raise.*might mark.*may even fell", "DC raises"),
    ("races", "goblin", "Many are nimble", "often nimble"),
    ("races", "fish_folk", "required or optional, as your world decides", "gills \\(optional"),
    ("races", "eagle_folk", "required or optional, as your world decides", "wings \\(optional"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "entry", "says", "never"), HEDGES)
def test_entry_keeps_the_hedges_of_its_rule(name, entry, says, never):
    text = text_of(name, entry)
    assert re.search(says, text) and not re.search(never, text), text


def test_heal_passes_a_wound_in_one_direction_everywhere():
    spell = text_of("spells", "heal")
    assert re.search(r"volunteer gives up one wound, a point of health, and the patient gains it", spell)
    for page in PAGES:
        text = " ".join(page.read_text("utf-8").split())
        assert not re.search(r"wounds? (on )?to (somebody|someone|a) willing|wound leaves the hurt", text), (
            page.name
        )


def test_mixed_ancestry_is_the_only_term_for_it():
    """The old term remains only as a search word and in the anchors of old links."""
    old = re.compile(r"half[-_ ]?breed", re.IGNORECASE)
    lines = [(path.name, line) for path in (*PAGES, *CODE) for line in path.read_text("utf-8").splitlines()]
    hidden_anchor = re.compile(r'<span id="[\w-]+"></span>')
    assert [each for each in lines if old.search(hidden_anchor.sub("", each[1]))] == [
        ("glossary.md", ":   Search: half-breed.")
    ]
    assert [name for name, line in lines if old.search("".join(hidden_anchor.findall(line)))] == [
        "glossary.md",
        "races.md",
    ]
    glossary = (BOOK / "docs" / "two_d6" / "glossary.md").read_text("utf-8")
    (entry,) = (each for each in glossary.split("\n\n") if old.search(each))
    assert entry.startswith("mixed ancestry\n")
