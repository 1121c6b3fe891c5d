"""Spells at the combat tracker: unopposed spells, resisted spells and Mass Spell."""

from __future__ import annotations

import pytest

from rules_py import odds
from rules_py.base.errors import InputError
from rules_py.dice.incremental import run_to_completion
from rules_py.systems import registry
from rules_py.tracker import new_encounter
from rules_py.tracker.forecast_solver import compute_forecast
from tests.systems.two_d6.tracker import BLAST, TRACKER, Table, fighter

WARD = {"name": "Ward", "kind": "cast", "dc": 7}
RUNES = {"name": "Runes", "kind": "cast"}
RAIN = {"name": "Natural Phenomenon (rain)", "kind": "cast", "dc": 9}
HEAL = {"name": "Heal", "kind": "cast", "dc": 13}
ILLUSION = {"name": "Illusion", "kind": "resolve", "dc": 9}
CHARM = {"name": "Charm", "kind": "diplomacy", "dc": 9}
NEGATE = {"name": "Negate", "kind": "negate"}


def mage(*spells, **more):
    return fighter("Mu", attacks=[*spells], resolve=4, **more)


def mages(*spells, **more):
    return Table(mage(*spells, **more), fighter("Bo", "npc"), fighter("Cy", "npc"), fighter("Di", "npc"))


# unopposed


def test_unopposed_spell_shows_its_chances_and_effect() -> None:
    table = mages(WARD)
    option = table.option("cast-Ward")
    expected = odds("two_d6.unopposed_cast", dc=7, resolve=4)
    assert {each.label: each.chance for each in option.shares} == {
        "Fizzles": expected.p_fizzle,
        "Cast": expected.p_cast,
    }
    assert "keeps watch" in option.note and "T-259" in option.rules and option.price == "full-round"
    table.do("cast", who="Mu", spell="Ward", dice=[2, 2])
    assert table.sentence == "Mu casts Ward: 8 against DC 7, the spell succeeds."
    assert any("keeps watch" in step.text for step in table.last.steps)
    table.do("cast", who="Mu", spell="Ward", dice=[2, 2], violations=["no_full"])


@pytest.mark.parametrize(
    ("dc", "dice", "message"),
    [
        (11, [2, 2], "the spell fizzles"),
        (13, [2, 2], "the spell goes wild and backfires on the caster"),
        (None, [1, 1], "the spell fizzles"),
    ],
)
def test_cast_fails_below_its_dc_or_on_snake_eyes(dc, dice, message) -> None:
    resolve = 5 if dice == [1, 1] else 4
    table = Table(mage(WARD) | {"resolve": resolve}, fighter("Bo", "npc"))
    table.do("cast", who="Mu", spell="Ward", dc=dc, dice=dice)
    assert message in table.sentence and not table.view.waiting


def test_cinematic_rerolls_a_failed_cast() -> None:
    table = mages(WARD, cinematics=1)
    table.do("cast", who="Mu", spell="Ward", dc=11, dice=[2, 2])
    assert table.due == ["cast_again", "cast_fails"]
    run_to_completion(compute_forecast(TRACKER.forecast.model(table.now.state)))
    shares = {each.label: each.chance for each in table.option("cast_again").shares}
    assert shares["Cast"] == odds("two_d6.unopposed_cast", dc=11, resolve=4).p_cast
    table.do("cast_again", who="Mu", dice=[4, 4])
    assert (
        "the spell succeeds" in table.sentence and table.of("Mu").cinematics == 0 and not table.view.waiting
    )


def test_aimed_cast_rolls_twice_and_ends_the_aim() -> None:
    table = mages(WARD)
    table.do("act", who="Mu", does="aim").do("end_round")
    assert len(table.option("cast-Ward").dice) == 4
    table.do("cast", who="Mu", spell="Ward", dice=[1, 1, 3, 3])
    assert "10 against DC 7" in table.sentence and not table.of("Mu").aiming


def test_runes_need_a_dc_and_rain_takes_more_than_a_turn() -> None:
    table = mages(RUNES, RAIN)
    table.do("cast", who="Mu", spell="Natural Phenomenon (rain)", dice=[6, 5], violations=["too_slow"])
    assert dict(table.option("cast-Runes").event)["dc"] == 7
    table.do("cast", who="Mu", spell="Runes", dc=13, dice=[6, 5])
    assert "15 against DC 13" in table.sentence


def test_heal_transfers_a_wound_and_wakes_the_recipient() -> None:
    table = Table(
        mage(HEAL), fighter("Ada", lost_wounds=5), fighter("Cy", lost_wounds=4), fighter("Bo", "npc")
    )
    options = {each.name: each.options for each in table.option("cast-Heal", "Mu").inputs}
    assert list(options["healed"]) == ["", "Ada", "Cy"] and "Ada" not in options["giver"]
    heal = {"who": "Mu", "spell": "Heal", "dice": [5, 4]}
    table.do("cast", **heal, healed="Ada", giver="Ada", violations=["no_transfer"])
    table.do("cast", **heal, healed="Ada", giver="Cy")
    assert table.of("Ada").able and table.of("Ada").wounds == 1
    assert table.due == ["death_check"] and table.of("Cy").wounds == 0


# resisted


def test_spell_against_resolve_shows_the_chance_for_each_target() -> None:
    table = Table(
        mage(ILLUSION), fighter("Bo", "npc", resolve=4), fighter("Cy", "npc", resolve=8, armour="heavy")
    )
    odds_by_target = {
        who: odds("two_d6.attack_spell", dc=9, resolve=4, def_bonus=bonus)
        for who, bonus in (("Bo", 4), ("Cy", 8))
    }
    option = table.option("bend-Illusion")
    assert dict(option.chances) == {
        f"affects {who}": each.p_hit_1_4 + each.p_hit_5_9 + each.p_hit_10_plus
        for who, each in odds_by_target.items()
    }
    table.hit("Mu", "Bo", "Illusion", [4, 4, 3, 3])
    assert table.sentence.endswith("12 against 10, ahead by 2. Illusion affects Bo.")
    assert table.of("Bo").wounds == 5 and not table.view.waiting
    assert "act-cast" not in table.sentence and table.now.state.turn_of(table.of("Mu")).halves_left == 0


def test_charm_is_resisted_by_diplomacy_and_a_caster_may_counter() -> None:
    table = Table(
        mage(CHARM, talents=["fast_caster"]), fighter("Bo", "npc", diplomacy=6, counters=True, resolve=1)
    )
    table.hit("Mu", "Bo", "Charm", [4, 4, 3, 3])
    assert "12 against 12, a tie" in table.sentence
    table.hit("Mu", "Bo", "Charm", [4, 4, 3, 3], way="counter")
    assert "12 against 7" in table.sentence and "Charm affects Bo" in table.sentence


def test_target_may_reroll_before_a_spell_takes_effect() -> None:
    table = Table(mage(ILLUSION), fighter("Bo", "npc", cinematics=1))
    table.hit("Mu", "Bo", "Illusion", [4, 4, 3, 3])
    assert table.due == ["settle-takes", "reroll-defence"]
    assert [each.label for each in table.option("reroll-defence").shares] == ["Defence holds", "Takes effect"]
    table.do("settle", take="wound", violations=["not_open"])
    table.do("settle", take="takes")
    assert not table.view.waiting and table.of("Bo").wounds == 5


def test_negate_denies_a_caster_their_next_turn() -> None:
    hag = fighter("Hag", "npc", attacks=[BLAST, WARD], resolve=2)
    table = Table(mage(NEGATE), hag)
    table.hit("Mu", "Hag", "Negate", [4, 4, 3, 3])
    assert "can’t use powers" in table.sentence
    table.hit("Hag", "Mu", "Blast", None, violations=["negated"])
    table.do("cast", who="Hag", spell="Ward", violations=["negated"])
    table.do("end_round").hit("Hag", "Mu", "Blast", [6, 5, 1, 1])


# Mass Spell


def test_mass_spell_raises_the_dc_and_each_target_defends() -> None:
    table = mages(BLAST, talents=["mass_spell"])
    assert [each.name for each in table.option("attack-Bo-Blast").more_inputs] == ["also", "straight"]
    table.hit("Mu", "Bo", "Blast", [5, 5, 2, 2], also=["Cy", "Di"])  # 14 against DC 13
    table.do("settle", take="wound")
    assert table.view.waiting and table.due == ["defend"]
    assert [each.label for each in table.option("defend").shares] == ["Defence holds", "1 wound", "2 wounds"]
    run_to_completion(compute_forecast(TRACKER.forecast.model(table.now.state)))
    table.do("defend", who="Di", dice=[6, 6], violations=["roll_pending"])
    table.do("defend", who="Cy", dice=[5, 5])
    assert table.due == ["defend"]  # his defence holds
    table.do("defend", who="Di", dice=[4, 4]).do("settle", take="two_wounds", violations=["not_open"])
    assert table.do("settle", take="wound").of("Di").wounds == 4 and not table.view.waiting


def test_mass_spell_hits_no_target_on_failure_and_all_on_reroll() -> None:
    table = mages(BLAST, talents=["mass_spell", "fast_caster"], cinematics=1)
    table.hit("Mu", "Bo", "Blast", [3, 3, 2, 2], also=["Cy"])
    table.do("reroll", by="attack", dice=[4, 4])  # 12 against DC 11, against 8
    table.do("settle", take="wound").do("defend", who="Cy", dice=[1, 2])
    assert "12 against 7" in table.sentence
    table.do("settle", take="wound")
    table.hit("Mu", "Bo", "Blast", [3, 3, 2, 2], also=["Cy"])
    assert "fizzles" in table.sentence and not table.view.waiting


def test_further_targets_need_mass_spell_and_a_dc_up_to_17() -> None:
    mages(BLAST).hit("Mu", "Bo", "Blast", None, also=["Cy"], violations=["one_target"])
    table = mages(WARD, {**BLAST, "dc": 15}, talents=["mass_spell"])
    table.hit("Mu", "Bo", "Blast", None, also=["Cy", "Di"], violations=["too_many_targets"])
    table.do("cast", who="Mu", spell="Ward", targets=2, violations=["one_target"])


def test_straight_mass_spell_resolves_every_target() -> None:
    table = mages(BLAST, talents=["mass_spell"])
    table.hit("Mu", "Bo", "Blast", [6, 5, 2, 2, 1, 1, 6, 5], also=["Cy", "Di"], straight=True)
    assert [table.of(each).wounds for each in ("Bo", "Cy", "Di")] == [3, 3, 5] and not table.view.waiting


def test_spell_dc_must_be_on_the_ladder() -> None:
    table = mages(ILLUSION)
    table.hit("Mu", "Bo", "Illusion", [3, 3, 1, 1], dc="11")
    assert "10 against DC 11, the spell fizzles" in table.sentence
    with pytest.raises(InputError, match="dc"):
        mages(ILLUSION).hit("Mu", "Bo", "Illusion", [3, 3, 1, 1], dc=8)


# spells of sheets


def test_sheet_spells_become_attacks_of_the_right_kind() -> None:
    game = registry.game("two_d6")
    spells = [each.id for each in game.reference("spells").entries if each.id != "repel_attack"]
    sheet = {"name": "Mu", "spells": [{"spell": each} for each in spells[:9]]}
    kinds = {
        each.name: each.kind
        for each in new_encounter(TRACKER, [TRACKER.setup.to_participant(sheet)]).state["Mu"].attacks
    }
    assert kinds == {
        "Blast": "spell",
        "Entangle": "entangle",
        "Animate": "cast",
        "Charm": "diplomacy",
        "Control, unopposed": "cast",
        "Control, against resolve": "resolve",
        "Create": "cast",
        "Destroy, unopposed": "cast",
        "Destroy, against resolve": "resolve",
        "Heal": "cast",
        "Illusion": "resolve",
    }


def test_entangle_chances_name_a_hold_not_wounds() -> None:
    table = mages({"name": "Entangle", "kind": "entangle", "dc": 11})
    labels = [each.label for each in table.option("attack-Bo-Entangle").shares]
    assert labels == ["Goes wild", "Fizzles", "Defence holds", "Takes hold"]
    assert "Entangle" not in str(table.view.panels)
