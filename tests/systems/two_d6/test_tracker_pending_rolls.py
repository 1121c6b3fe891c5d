"""Pending rolls of the combat tracker: their combatants, their order, and their forecast."""

from __future__ import annotations

import pytest

from rules_py.base.errors import InputError
from rules_py.systems.two_d6.tracker.matchup import best_defence
from tests.systems.two_d6.tracker import BLAST, BOW, ENTANGLE, SWORD, TRACKER, Table, fighter

WARD = {"name": "Ward", "kind": "cast", "dc": 7}
HEAL = {"name": "Heal", "kind": "cast", "dc": 13}
ILLUSION = {"name": "Illusion", "kind": "resolve", "dc": 9}


def duel(**bo):
    return Table(fighter("Ada", attacks=[SWORD, BOW], cinematics=1), fighter("Bo", "npc", **bo))


def next_event(table):
    return TRACKER.forecast.next_event(table.now.state)


# combatants


@pytest.mark.parametrize(
    "event",
    [
        {"do": "parry", "take": "trip"},
        {"do": "defend", "who": "Ada"},
        {"do": "reroll", "by": "attack"},
        {"do": "cast_again", "who": "Ada"},
        {"do": "cast_fails", "who": "Ada"},
        {"do": "suffer", "who": "Ada"},
        {"do": "backlash", "who": "Ada"},
        {"do": "settle", "take": "wound"},
        {"do": "leave"},
        {"do": "death_check", "who": "Ada"},
        {"do": "die", "who": "Ada"},
        {"do": "initiative_again", "who": "Ada"},
    ],
    ids=lambda event: event["do"],
)
def test_override_does_not_allow_an_answer_when_nothing_is_due(event) -> None:
    table = duel()
    before = table.now.state
    what = event["do"]
    inputs = {name: value for name, value in event.items() if name != "do"}
    for allow in (False, True):
        table.do(what, **inputs, allow=allow, violations=["nothing_due"])
    assert table.now.state == before


def test_pending_roll_accepts_only_the_combatant_concerned() -> None:
    table = Table(
        fighter("Mu", attacks=[WARD], cinematics=1), fighter("Cy", cinematics=1), fighter("Bo", "npc")
    )
    table.do("cast", who="Mu", spell="Ward", dc=11, dice=[1, 2])
    for what in ("cast_again", "cast_fails"):
        table.do(what, who="Cy", allow=True, violations=["roll_pending"])
    assert table.do("cast_fails", who="Mu").sentence == "Mu lets the cast fail."
    table = Table(
        fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", cinematics=1), fighter("Cy", cinematics=1)
    )
    table.hit("Ada", "Bo", "Sword", [4, 4, 1, 1]).do("settle", take="wound")
    table.do("suffer", who="Cy", cancel=True, allow=True, violations=["roll_pending"])
    table.do("suffer", who="Bo", cancel=True)
    assert table.of("Bo").wounds == 5 and table.of("Bo").cinematics == 0 and table.of("Cy").cinematics == 1


def test_reroll_and_extra_effect_need_a_cinematic() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc", cinematics=1))
    table.hit("Ada", "Bo", "Sword", [4, 4, 1, 1])
    table.do("reroll", by="attack", violations=["nothing_due"])
    table.do("settle", take="wound", more=True, violations=["no_cinematic"])
    assert table.do("reroll", by="defence", dice=[6, 6]).of("Bo").cinematics == 1  # boxcars earn one
    assert not table.view.waiting


def test_overridden_cinematic_does_not_go_below_zero() -> None:
    table = Table(fighter("Ada", attacks=[SWORD]), fighter("Bo", "npc"))
    table.hit("Ada", "Bo", "Sword", [4, 4, 1, 1])
    table.do("settle", take="wound", more=True, allow=True, violations=["no_cinematic"])
    assert table.of("Ada").cinematics == 0


# order


def test_pending_options_list_cinematic_rerolls_last() -> None:
    table = duel(armour="light", cinematics=1)
    table.hit("Ada", "Bo", "Sword", [3, 3, 1, 1])
    wounds = ["settle-wounds", "settle-wounds-more", "settle-other"]
    assert table.due == ["reroll-armour", *wounds, "reroll-defence", "reroll-attack"]
    table = duel(armour="light", cinematics=1)
    table.hit("Ada", "Bo", "Sword", [1, 2, 4, 4])
    assert table.due == ["leave", "reroll-attack"]


def test_defence_choice_is_shown_only_if_there_are_several() -> None:
    mage = fighter("Mu", attacks=[BLAST], resolve=6, talents=["mass_spell"])
    for more, defences in (({}, []), ({"counters": True, "resolve": 3}, ["plain", "counter"])):
        table = Table(mage, fighter("Bo", "npc"), fighter("Cy", "npc", **more))
        table.hit("Mu", "Bo", "Blast", [5, 5, 6, 6], also=["Cy"])
        assert table.due == ["defend"]
        chosen = [[*each.options] for each in table.option("defend").inputs]
        assert len(chosen) == bool(defences) and all(len(each) == len(defences) for each in chosen)


def test_best_defence_costs_fewest_wounds_and_is_plain_on_a_tie() -> None:
    def best_defence_of(**bo):
        table = Table(fighter("Mu", attacks=[BLAST], resolve=6), fighter("Bo", "npc", **bo))
        fight = table.now.state
        return best_defence(fight, fight["Mu"], fight["Bo"], fight["Mu"].attacks[0])

    assert (
        best_defence_of()
        == best_defence_of(counters=True, resolve=4)
        == best_defence_of(counters=True, resolve=3)
    )
    assert best_defence_of(counters=True, resolve=5) == "counter" != best_defence_of()


def test_pending_roll_title_names_the_combatants() -> None:
    def title(table):
        return table.view.turn_title

    assert title(duel(armour="light").hit("Ada", "Bo", "Sword", [4, 4, 1, 1])) == "Ada against Bo: Sword"
    down = duel(lost_wounds=4).hit("Ada", "Bo", "Sword", [4, 4, 1, 1]).do("settle", take="wound")
    assert title(down) == "At death’s door"
    mage = fighter("Mu", attacks=[BLAST, WARD], talents=["mass_spell"], cinematics=1)
    table = Table(mage, fighter("Bo", "npc"), fighter("Cy", "npc"))
    assert title(table.do("cast", who="Mu", spell="Ward", dc=11, dice=[1, 2])) == "Mu: Ward"
    table = Table({**mage, "cinematics": 0}, fighter("Bo", "npc"), fighter("Cy", "npc"))
    assert title(table.hit("Mu", "Bo", "Blast", [5, 5, 6, 6], also=["Cy"])) == "Mu against Cy: Blast"
    tie = Table(fighter("Ada"), fighter("Bo", "npc")).do("initiative", dice=[3, 3, 3, 3])
    assert title(tie) == "A tie"


# healing


@pytest.mark.parametrize(
    ("healed", "giver", "passes"),
    [
        ({"lost_wounds": 1}, {"lost_wounds": 4}, True),
        ({"lost_wounds": 5}, {}, True),
        ({}, {}, False),
        ({"lost_wounds": 1}, {"lost_wounds": 5}, False),
    ],
    ids=["wounded recipient", "recipient at 0", "unhurt recipient", "giver at 0"],
)
def test_heal_transfers_a_wound_only_if_both_combatants_qualify(healed, giver, passes) -> None:
    mage = fighter("Mu", attacks=[HEAL], resolve=10)
    table = Table(mage, fighter("Ada", **healed), fighter("Cy", **giver), fighter("Bo", "npc"))
    before = table.of("Ada").wounds, table.of("Cy").wounds
    violations = [] if passes else ["no_transfer"]
    table.do("cast", who="Mu", spell="Heal", dice=[5, 4], healed="Ada", giver="Cy", violations=violations)
    assert (table.of("Ada").wounds, table.of("Cy").wounds) == (before[0] + passes, before[1] - passes)


def test_only_heal_transfers_wounds_and_never_to_the_dead() -> None:
    mage = fighter("Mu", attacks=[HEAL, WARD], resolve=10)
    table = Table(mage, fighter("Ada", lost_wounds=5), fighter("Cy"), fighter("Bo", "npc"))
    for inputs in ({"healed": "Ada"}, {"giver": "Cy"}, {"healed": "Cy", "giver": "Cy"}):
        table.do("cast", who="Mu", spell="Heal", dice=[5, 4], **inputs, violations=["no_transfer"])
    table.do(
        "cast", who="Mu", spell="Ward", dice=[5, 4], healed="Ada", giver="Cy", violations=["no_transfer"]
    )
    table.do("set", who="Ada", change={"dead": "yes"})
    table.do(
        "cast", who="Mu", spell="Heal", dice=[5, 4], healed="Ada", giver="Cy", violations=["no_transfer"]
    )


# surplus dice


def test_straight_attack_rejects_surplus_dice() -> None:
    bo = fighter("Bo", "npc", armour="light")
    for dice in ([4, 4, 1, 1, 3], [4, 4, 6, 6, 3], [4, 4, 1, 1, 3, 3, 3]):
        with pytest.raises(InputError, match="dice"):
            Table(fighter("Ada", attacks=[SWORD]), bo).hit("Ada", "Bo", "Sword", dice, straight=True)


# forecast


def test_forecast_resolves_pending_rolls_and_choices() -> None:
    assert next_event(duel())["do"] == "attack"
    armoured = duel(armour="light").hit("Ada", "Bo", "Sword", [4, 4, 1, 1])
    assert next_event(armoured) == {"do": "reroll", "by": "armour"}
    assert next_event(armoured.do("reroll", by="armour", dice=[1, 1]))["take"] == "two_wounds"
    assert next_event(duel(cinematics=1).hit("Ada", "Bo", "Sword", [1, 2, 4, 4])) == {"do": "leave"}
    after_wound = duel(cinematics=1).hit("Ada", "Bo", "Sword", [4, 4, 1, 1]).do("settle", take="two_wounds")
    assert next_event(after_wound) == {"do": "suffer", "who": "Bo"}
    down = duel(lost_wounds=4).hit("Ada", "Bo", "Sword", [4, 4, 1, 1]).do("settle", take="wound")
    assert next_event(down) == {"do": "death_check", "who": "Bo"}


def test_forecast_resolves_pending_casts_defences_and_deaths() -> None:
    mage = fighter("Mu", attacks=[BLAST, WARD, ILLUSION, ENTANGLE], talents=["mass_spell"], cinematics=1)
    table = Table(mage, fighter("Bo", "npc"), fighter("Cy", "npc"))
    table.do("cast", who="Mu", spell="Ward", dc=11, dice=[1, 2])
    assert next_event(table) == {"do": "cast_fails", "who": "Mu"}
    table = Table({**mage, "cinematics": 0}, fighter("Bo", "npc"), fighter("Cy", "npc"))
    table.hit("Mu", "Bo", "Blast", [5, 5, 6, 6], also=["Cy"])
    assert next_event(table) == {"do": "defend", "who": "Cy"}
    dying = (
        duel(lost_wounds=4, cinematics=1).hit("Ada", "Bo", "Sword", [4, 4, 1, 1]).do("settle", take="wound")
    )
    dying.do("suffer", who="Bo").do("death_check", who="Bo", dice=[1, 1])
    assert next_event(dying) == {"do": "die", "who": "Bo"}


def test_forecast_attacks_the_target_most_likely_to_fall() -> None:
    def target_of(*foes, attacks=(SWORD,)):
        event = next_event(Table(fighter("Ada", attacks=[*attacks], initiative=10), *foes))
        return event["on"], event["with"]

    weak, strong = fighter("Bo", "npc", lost_wounds=4), fighter("Cy", "npc")
    assert target_of(weak, strong) == target_of(strong, weak) == ("Bo", "Sword")
    assert target_of(strong, fighter("Di", "npc", defence=2))[0] == "Di"
    assert target_of(strong, fighter("Di", "npc"))[0] == "Cy"
    assert target_of(strong, attacks=[{**SWORD, "bonus": 3}, BOW])[1] == "Bow"


def test_forecast_ends_the_round_without_attacks_or_foes() -> None:
    pacifist = {"attacks": [WARD], "unarmed": 0}
    table = Table(fighter("Mu", **pacifist), fighter("Bo", "npc"))
    assert next_event(table)["do"] == "attack"  # unarmed
    table.do("pass", who="Mu").do("pass", who="Bo")
    assert next_event(table) == {"do": "end_round"}
    assert next_event(Table(fighter("Mu"))) is None
    state = Table(fighter("Mu", attacks=[BLAST], resolve=9), fighter("Bo", "npc", defence=0)).now.state
    mage, bo = state.fighters
    assert TRACKER.forecast.next_event(state)["with"] == "Blast"
    assert TRACKER.forecast.next_event(state.but(mage.but(negated=(state.round,))))["with"] == "Unarmed"
    assert TRACKER.forecast.next_event(state.but(mage.but(negated=(state.round + 1,))))["with"] == "Blast"
    assert TRACKER.forecast.next_event(state.but(mage.but(passed=True)))["who"] == bo.name


def test_wild_spell_wounds_its_caster_once() -> None:
    table = Table(fighter("Mu", attacks=[BLAST], resolve=2), fighter("Bo", "npc"))
    table.hit("Mu", "Bo", "Blast", [1, 1, 1, 1]).do("backlash", who="Mu")
    assert table.of("Mu").wounds == 4 and table.sentence.startswith("The wild spell wounds Mu")
