"""The attributes and abilities that a character may have."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import ask
from rules_py.systems.dichotomy.abilities import ABILITIES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMIES
from tests.systems.dichotomy.characters import DWARF, ELF, EVEN, codes


@pytest.mark.parametrize(
    ("changes", "race", "problems"),
    [
        ({}, "human", []),
        ({"finesse": 7}, "human", ["pair_sum"]),
        ({"finesse": 11, "power": 0}, "human", ["attr_range"]),
        ({"finesse": 12}, "human", ["attr_range", "pair_sum"]),
        ({}, "dwarf", []),
        ({"finesse": 8, "power": 3}, "dwarf", ["race_minimum"]),
        ({"martial": 8, "spiritual": 3}, "elf", ["race_minimum"]),
    ],
)
def test_validate_attributes_reports_its_problems(changes, race, problems):
    assert ask("dichotomy.validate_attributes", attributes=EVEN | changes, race=race)["problems"] == problems


def test_every_pair_offers_three_ability_slots():
    for low in range(1, 11):
        slots = ask(
            "dichotomy.ability_slots",
            attributes=dict.fromkeys(ATTRIBUTES, low)
            | {other: 11 - low for _, other in DICHOTOMIES.values()},
        )
        assert all(slots[one] + slots[other] == 3 for one, other in DICHOTOMIES.values())
    assert codes(ask, "dichotomy.ability_slots", attributes=EVEN | {"power": 11}) == ("attr_range",)


def picks(*chosen, race="human", attributes=EVEN, **more):
    return ask("dichotomy.validate_abilities", attributes=attributes, picks=list(chosen), race=race, **more)[
        "problems"
    ]


def test_validate_abilities_reports_its_problems():
    assert picks("smite", "swimming", "tracking") == []
    assert picks("smite", "cleave") == ["balance", "slot_cap"]
    assert picks("mobility", "point_blank") == ["balance"]
    assert picks("smite", "flying", "swimming") == ["unknown_ability"]
    assert picks("smite", "smite", "swimming") == ["duplicate"]
    assert picks("dwarven_fortitude") == ["race_only"]
    assert picks("stone_shape", "mechanics", race="dwarf", attributes=DWARF) == ["race_first_choice"]
    assert picks("stone_shape", "stonecunning", "mobility", race="dwarf", attributes=DWARF) == []
    assert picks("shape_plants", "commune_with_nature", "tree_stride", race="elf", attributes=ELF) == []
    assert picks("shape_plants", "stonecunning", race="elf", attributes=ELF) == [
        "race_first_choice",
        "race_only",
    ]


def test_lenient_rule_needs_a_race_ability_in_the_first_three():
    query = {"race": "dwarf", "attributes": DWARF, "race_lenient": True}
    assert picks("smite", "swimming", **query) == []
    assert picks("smite", "swimming", "mechanics", **query) == ["race_first_choice"]
    assert picks("smite", "swimming", "stonecunning", **query) == []
    answer = ask("dichotomy.next_picks", picks=["smite", "swimming"], **query)
    assert (answer["attributes"], answer["abilities"]) == (["technical"], ["stonecunning"])


def test_validate_abilities_rejects_a_tenth_ability():
    nine = [
        "mobility",
        "swimming",
        "tracking",
        "point_blank",
        "climbing",
        "survival",
        "smite",
        "bless",
        "mechanics",
    ]
    assert picks(*nine) == []
    assert ask("dichotomy.next_picks", attributes=EVEN, picks=nine)["attributes"] == []
    assert "too_many" in picks(*nine, "quick_shot")


def test_next_picks_follow_the_order_of_the_sheet():
    def next_attributes(*chosen, **more):
        return ask("dichotomy.next_picks", picks=list(chosen), **{"attributes": EVEN, **more})["attributes"]

    assert next_attributes() == list(ATTRIBUTES)
    assert next_attributes("smite") == ["martial", "spiritual", "natural", "technical"]
    assert next_attributes(race="dwarf", attributes=DWARF) == ["finesse", "power", "martial", "technical"]
    assert next_attributes("tree_stride", race="elf", attributes=ELF) == ["spiritual", "natural"]


@given(data=st.data(), race=st.sampled_from(["human", "dwarf", "elf"]), lenient=st.booleans())
@settings(max_examples=40, deadline=None)
def test_nine_legal_picks_can_always_be_made(data, race, lenient):
    """Slots and balance never block each other: any offered picks end at three of each dichotomy."""
    low = 1 if race == "human" else 4
    strong = {
        "human": (),
        "dwarf": ("power", "martial", "technical"),
        "elf": ("finesse", "spiritual", "natural"),
    }[race]
    attributes = {}
    for pair in DICHOTOMIES.values():
        one, other = (pair if pair[0] in strong else pair[::-1]) if strong else pair
        attributes[one] = data.draw(st.integers(low, 10))
        attributes[other] = 11 - attributes[one]
    chosen = []
    for _ in range(9):
        answer = ask(
            "dichotomy.next_picks", attributes=attributes, picks=chosen, race=race, race_lenient=lenient
        )
        chosen.append(data.draw(st.sampled_from(answer["abilities"])))
        assert picks(*chosen, race=race, attributes=attributes, race_lenient=lenient) == []
    assert all(sum(ABILITIES[each].dichotomy == key for each in chosen) == 3 for key in DICHOTOMIES)


def test_abilities_have_the_counts_of_the_digest():
    by_attribute = [
        sum(each.attribute == name and not each.race for each in ABILITIES.values()) for name in ATTRIBUTES
    ]
    assert by_attribute == [6, 6, 6, 8, 7, 6]
    assert len(ABILITIES) == 45


def test_adventure_path_gains_one_ability_a_chapter():
    assert [ask("dichotomy.path_abilities", chapter=n)["abilities"] for n in range(1, 10)] == list(
        range(1, 10)
    )
