"""Magic: the digest's reference values, its worked example, and enumeration of raw dice."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from bs4 import BeautifulSoup

from rules_py import InputError, ask, calculator, odds, present, resolve, web
from rules_py.systems import registry
from rules_py.systems.two_d6.spells import CHECKS, SPELLS, TIERS

PAIRS = list(product(range(1, 7), repeat=2))
REROLLED = {"none": 1, "light": 2, "medium": 3, "heavy": 4}
BANDS = ("p_hit_1_4", "p_hit_5_9", "p_hit_10_plus")


def chances(name: str, *measures: str, **inputs: object) -> list[Fraction]:
    exact_odds = odds(f"two_d6.{name}", **inputs)
    return [getattr(exact_odds, each) for each in measures]


@pytest.mark.parametrize(
    ("inputs", "text"),
    [
        ({"dc": 7, "resolve": 0}, ("7/12", "7/18", "1/36")),
        ({"dc": 9, "resolve": 4}, ("5/6", "1/6", "0")),
        ({"dc": 17, "resolve": 5}, ("1/36", "7/18", "7/12")),
        ({"dc": 9, "resolve": 6, "targets": 3}, ("7/12", "7/18", "1/36")),
    ],
)
def test_casts_have_the_odds_of_the_digest(inputs, text):
    assert chances("unopposed_cast", "p_cast", "p_fizzle", "p_wild", **inputs) == [*map(Fraction, text)]


def test_each_target_beyond_the_first_raises_the_dc_by_a_step():
    """T-080."""
    dcs = [odds("two_d6.unopposed_cast", dc=9, resolve=4, targets=each).cast_dc for each in (1, 2, 5)]
    assert dcs == [9, 11, 17]


def test_cast_is_compared_with_the_dc_for_its_targets():
    result = resolve("two_d6.unopposed_cast", dc=9, resolve=4, targets=2, dice=[3, 4])
    assert (result.cast_dc, result.total, result.margin) == (11, 11, 0)


@pytest.mark.parametrize(("dice", "earns"), [([3, 4, 6, 6], (False, True)), ([6, 6, 1, 2], (True, False))])
def test_boxcars_on_a_spell_earn_their_roller_a_cinematic(dice, earns):
    """T-218."""
    at_somebody = resolve("two_d6.attack_spell", dc=7, resolve=4, def_bonus=2, dice=dice)
    counter_result = resolve("two_d6.counterspell", dc=7, att_resolve=4, def_resolve=2, dice=dice)
    for result in (at_somebody, counter_result):
        assert (result.att_cinematic, result.def_cinematic) == earns


def test_targeted_spells_have_the_odds_of_the_digest():
    measures = ("p_wild", "p_fizzle", "p_stopped", *BANDS)
    shares = chances("attack_spell", *measures, dc=9, resolve=4, def_bonus=3)
    assert shares == [*map(Fraction, ("0", "1/6", "8/27", "245/648", "67/432", "5/1296"))]
    measures = ("p_wild", "p_fizzle", "p_lands", "p_countered", "p_turned")
    shares = chances("counterspell", *measures, dc=9, att_resolve=4, def_resolve=6, spell_turning=True)
    assert shares == [*map(Fraction, ("0", "1/6", "155/648", "605/1296", "55/432"))]
    measures = ("p_defender", "p_1_4", "p_5_9", "p_10_plus")
    shares = chances("repel_attack", *measures, att_bonus=4, resolve=2)
    assert shares == [*map(Fraction, ("1/3", "127/324", "101/432", "53/1296"))]


def test_spell_price_and_targets_follow_the_dc():
    """T-233, R-72, R-74."""
    texts = {dc: ask("two_d6.spell_price", dc=dc) for dc in (7, 9, 11, 13, 15, 17, None)}
    assert [each["xp"] for each in texts.values()] == [2, 3, 4, 5, 6, 7, 5]
    assert [each["max_targets"] for each in texts.values()] == [6, 5, 4, 3, 2, 1, 1]
    for name, more in (("unopposed_cast", {}), ("attack_spell", {"def_bonus": 3})):
        assert odds(f"two_d6.{name}", dc=13, resolve=5, targets=3, **more)
        with pytest.raises(InputError, match="targets: expected at most 3 at DC 13, got 4"):
            odds(f"two_d6.{name}", dc=13, resolve=5, targets=4, **more)


def test_failed_repel_attack_defends_with_dice_alone():
    """E-16."""
    failed = resolve("two_d6.repel_attack", att_bonus=4, resolve=2, dice=[3, 4, 1, 3])
    assert (failed.spell, failed.def_total, failed.margin) == ("fizzle", 4, 7)
    outcome = resolve("two_d6.repel_attack", att_bonus=4, resolve=2, dice=[3, 4, 1, 4])
    assert (outcome.spell, outcome.def_total, outcome.margin, outcome.winner) == ("cast", 7, 4, "attacker")


@pytest.mark.parametrize(
    ("dice", "resolve_of", "dc", "outcome"),
    [
        ([1, 1], 10, 7, "fizzle"),  # although the total is enough
        ([1, 1], 4, 9, "fizzle"),
        ([1, 1], 2, 9, "wild"),  # also 5 short
        ([1, 2], 1, 9, "wild"),  # by exactly 5
        ([1, 3], 1, 9, "fizzle"),
        ([6, 6], 0, 17, "wild"),
    ],
)
def test_cast_outcome_depends_on_its_shortfall(dice, resolve_of, dc, outcome):
    result = resolve("two_d6.unopposed_cast", dc=dc, resolve=resolve_of, dice=dice)
    assert (result.outcome, result.cinematic) == (outcome, dice == [6, 6])
    by_house = resolve("two_d6.unopposed_cast", dc=dc, resolve=resolve_of, dice=dice, wild_from=6)
    assert by_house.outcome == ("fizzle" if result.margin == -5 else outcome)


def test_snake_eyes_do_not_fail_an_opposed_spell():
    """R-66."""
    result = resolve("two_d6.attack_spell", dc=7, resolve=8, def_bonus=0, dice=[1, 1, 1, 1])
    assert (result.outcome, result.margin) == ("hit", 8)


def test_failed_attack_spell_attacks_by_house_rule():
    """R-67: by the standard rules it ends the attack, and the defender doesn't roll."""
    spell = {"dc": 17, "resolve": 2, "def_bonus": 0}
    assert resolve("two_d6.attack_spell", **spell, dice=[4, 4]).outcome == "wild"
    hit = resolve("two_d6.attack_spell", **spell, bare_dice_attack=True, dice=[4, 4, 1, 2])
    assert (hit.outcome, hit.spell, hit.att_total, hit.margin) == ("hit", "wild", 8, 5)
    miss = resolve("two_d6.attack_spell", **spell, bare_dice_attack=True, dice=[4, 4, 4, 4])
    assert (miss.outcome, miss.margin) == ("wild", 0)


def test_spell_turning_starts_at_a_margin_of_five():
    """R-71; the defender wins ties, R-70."""
    fight = {"dc": 9, "att_resolve": 4, "def_resolve": 8}
    turned_spell = resolve("two_d6.counterspell", **fight, spell_turning=True, dice=[4, 3, 5, 3])
    assert (turned_spell.outcome, turned_spell.margin) == ("turned", -5)
    assert resolve("two_d6.counterspell", **fight, dice=[4, 3, 5, 3]).outcome == "countered"
    assert (
        resolve("two_d6.counterspell", **fight, spell_turning=True, dice=[4, 3, 5, 2]).outcome == "countered"
    )
    assert resolve("two_d6.counterspell", **fight, dice=[5, 3, 1, 3]).outcome == "countered"
    assert resolve("two_d6.counterspell", **fight, dice=[1, 1]).outcome == "fizzle"


def test_negate_cannot_fizzle_or_go_wild():
    """R-74: it has no DC, and the defender wins ties as in every opposed check."""
    exact_odds = odds("two_d6.counterspell", dc=None, att_resolve=5, def_resolve=3)
    assert (exact_odds.p_fizzle, exact_odds.p_wild, exact_odds.p_turned) == (0, 0, 0)
    assert exact_odds.p_lands == 1 - odds("two_d6.opposed_check", att_bonus=5, def_bonus=3).p_defender


def attack_by_hand(dc, bonus, def_bonus, *, armour="none", aimed=False, wild=5, bare=False):
    """Return the chance of each result, by enumerating raw dice."""
    counts: Counter[str] = Counter()
    most = REROLLED[armour]
    for first, second, defence, again in product(PAIRS, PAIRS if aimed else [(0, 0)], PAIRS, PAIRS):
        attack_sum = max(sum(first), sum(second))
        failed = (
            "p_wild" if attack_sum + bonus <= dc - wild else "p_fizzle" if attack_sum + bonus < dc else ""
        )
        if failed and not bare:
            counts[failed] += 1
            continue
        defence_sum = sum(again) if sum(defence) <= most else sum(defence)
        margin = attack_sum + (0 if failed else bonus) - defence_sum - def_bonus
        if margin <= 0:
            counts[failed or "p_stopped"] += 1
        else:
            counts[BANDS[(margin >= 5) + (margin >= 10)]] += 1
    return {key: Fraction(ways, counts.total()) for key, ways in counts.items()}


@pytest.mark.parametrize(
    ("inputs", "by_hand"),
    [
        ({"armour": "heavy", "proficient": True}, {"armour": "heavy"}),
        ({"armour": "heavy", "wild_from": 6}, {"armour": "light", "wild": 6}),
        (
            {"bare_dice_attack": True, "armour": "medium", "proficient": True},
            {"armour": "medium", "bare": True},
        ),
    ],
)
def test_attack_spell_odds_equal_full_enumeration(inputs, by_hand):
    exact_odds = odds("two_d6.attack_spell", dc=11, resolve=4, def_bonus=3, **inputs)
    expected = attack_by_hand(11, 4, 3, **by_hand)
    for key in ("p_wild", "p_fizzle", "p_stopped", *BANDS):
        assert getattr(exact_odds, key) == expected.get(key, 0)


def test_aimed_spell_keeps_the_higher_roll():
    """T-219: the reference counts the double rolls that reach the DC."""
    count = sum(max(sum(one), sum(two)) + 4 >= 11 for one, two in product(PAIRS, PAIRS))
    exact_odds = odds("two_d6.attack_spell", dc=11, resolve=4, def_bonus=3, aimed=True)
    assert 1 - exact_odds.p_fizzle - exact_odds.p_wild == Fraction(count, 36**2)


def test_armour_rerolls_apply_to_magical_defences():
    """R-95."""
    for name, inputs in (
        ("repel_attack", {"att_bonus": 4, "resolve": 4}),
        ("counterspell", {"dc": 7, "att_resolve": 4, "def_resolve": 4}),
    ):
        outcome = resolve(f"two_d6.{name}", **inputs, armour="light", dice=[3, 4, 1, 1, 6, 5])
        assert outcome.def_total == 15


def test_spell_list_matches_the_digest():
    """T-241 to T-259, and the checks of R-100."""
    text = """
        Animate 13 5, Blast 9 3, Charm 9 3, Control 9 3, Create 17 7, Destroy 17 7, Entangle 11 4, Heal 13 5,
        Illusion 9 3, Levitate 13 5, Natural Phenomenon 9 3, Negate none 5, Repel Attack 7 2, Runes none 5,
        Summon 11 4, Transmute 13 5, Ward 7 2
    """
    spells = [f"{each.name} {each.dc or 'none'} {each.xp}" for each in SPELLS]
    assert spells == [" ".join(each.split()) for each in text.split(",")]
    assert all(each.xp == ask("two_d6.spell_price", dc=each.dc)["xp"] for each in SPELLS)
    checks = {each.name: each.checks for each in SPELLS if each.checks != ("cast",)}
    assert checks == {
        "Blast": ("attack",),
        "Charm": ("diplomacy",),
        "Control": ("cast", "resolve"),
        "Destroy": ("cast", "resolve"),
        "Entangle": ("attack",),
        "Illusion": ("resolve",),
        "Levitate": ("cast", "attack"),
        "Negate": ("caster",),
        "Repel Attack": ("defence",),
        "Transmute": ("cast", "resolve"),
    }
    assert {each.name for each in SPELLS if each.each} == {"Control", "Natural Phenomenon", "Illusion"}
    rules = [rule for each in SPELLS for rule in each.rules]
    assert sorted(rules) == [f"T-{number}" for number in range(241, 260)]


LIST = registry.game("two_d6").reference("spells")
DEFAULTS = LIST.initial_query


def options_for(**inputs):
    return LIST.options_by_entry(DEFAULTS | inputs)


def test_every_spell_offers_its_check_for_the_readers_resolve():
    """R-100: each button's calculator accepts its inputs."""
    for query in ({}, {"resolve": 0, "against": 10}, {"power": "17", "aimed": True}, {"targets": 3}):
        for spell in SPELLS:
            offers = options_for(**query)[spell.id]
            assert len(offers) == (1 if isinstance(offers[0], str) else len(spell.checks))
            for offer in offers:
                if not isinstance(offer, str):
                    assert calculator(offer.calculator).bind(offer.inputs).odds()
                    assert any(
                        each in f"{offer.kind[:1].lower()}{offer.kind[1:]}" for each in CHECKS.values()
                    )


def test_power_and_targets_set_the_dc_of_a_spell():
    """R-72 to R-74."""
    (blast,) = options_for(targets=3, resolve=7)["blast"]
    assert blast.kind == "Attack, DC 13, the first of 3 targets"
    assert blast.inputs["dc"] == 9 and blast.inputs["resolve"] == 7
    (strong,) = options_for(power="17")["blast"]
    assert strong.kind == "Attack, DC 17"
    for name, query, text in (
        ("blast", {"power": "17", "targets": 2}, "At DC 17 it can have at most 1 target"),
        ("heal", {"targets": 4}, "At DC 13 it can have at most 3 targets"),
        ("create", {"targets": 2}, "only one target"),
        ("runes", {}, "the stored spell’s DC"),
    ):
        assert text in options_for(**query)[name][0]
    assert options_for(power="11")["runes"][0].inputs["dc"] == 11
    (negate,) = options_for(power="11")["negate"]
    assert negate.inputs["dc"] is None and negate.kind == "Against a caster"
    (repel,) = options_for(power="11", against=6)["repel_attack"]
    assert repel.inputs == {"att_bonus": 6, "resolve": DEFAULTS["resolve"]}
    assert set(TIERS.values()) == {"low", "medium", "high"}


def test_spell_list_shows_every_possible_result():
    """With Marisol's resolve of 8, Animate shows its results, and its button the chance of success."""
    html = present.render_roll_options(registry.game("two_d6"), LIST, DEFAULTS | {"resolve": 8})["animate"]
    row, results_html = (BeautifulSoup(html[part], "html.parser") for part in ("roll", "offers"))
    assert row.get_text(" ", strip=True) == "83.3% Roll Animate" and row.button
    results = [each.get_text(" ", strip=True) for each in results_html.select("li")]
    assert results == ["Cast 83.3%", "Fizzles 16.7%"], "and nothing that can’t happen"


def test_roll_options_request_reports_invalid_inputs():
    def roll_options(**request):
        return json.loads(web.respond(json.dumps({"action": "roll_options", **request})))

    query = {"resolve": 8, "power": "listed", "targets": 1, "against": 4, "aimed": False}
    assert set(roll_options(list="two_d6.spells", inputs=query)["offers"]) == {each.id for each in SPELLS}
    rejection = roll_options(list="two_d6.spells", inputs=query | {"resolve": 11})
    assert not rejection["ok"] and [each["field"] for each in rejection["problems"]] == ["resolve"]
    for name in ("two_d6.dcs", None):
        assert roll_options(list=name, inputs={})["codes"] == ["bad_request"]


def test_steps_report_spell_lead_and_cinematic():
    """T-218, R-15: boxcars of either side."""
    blast = resolve("two_d6.attack_spell", dc=9, resolve=4, def_bonus=3, dice=[6, 6, 1, 1])
    assert [each.text for each in blast.working][-2:] == [
        "16 against 5: ahead by 11",
        "Boxcars earn the caster a cinematic",
    ]
    result = resolve("two_d6.counterspell", dc=9, att_resolve=4, def_resolve=6, dice=[4, 3, 6, 6])
    assert [each.text for each in result.working][-2:] == [
        "11 against 18: the spell is countered",
        "Boxcars earn the defender a cinematic",
    ]
