"""The rulings of the digest in the fight tracker and the turn planner."""

import pytest

from rules_py import InputError, ask
from rules_py.systems import registry
from rules_py.systems.dichotomy.modifiers import Modifier
from rules_py.systems.dichotomy.tracker.shape import Fighter
from rules_py.tracker import append_event, apply_change, read_encounter, replay

GAME = registry.game("dichotomy")
TRACKER = GAME.tracker
SCORES = {"finesse": 3, "power": 8, "martial": 6, "spiritual": 5}
TARGETS = {"finesse": 10, "power": 12, "martial": 11, "spiritual": 9}
END = {"do": "end_round"}


def pc(name, zone="1", **more):
    return {"name": name, "side": "pc", "zone": zone, "scores": SCORES, **more}


def npc(name, zone="1", **more):
    return {"name": name, "side": "npc", "zone": zone, "hits": 9, "scores": TARGETS, **more}


def fight(*fighters, zones=()):
    return {"fighters": list(fighters), "zones": list(zones)}


def attack(who, on, pair, dice=(5, 5), **more):
    return {"do": "attack", "who": who, "on": [on], "with": pair.split(), "dice": list(dice), **more}


def apply(state, event):
    return ask("dichotomy.desk", state=state, event=event)


def play(state, *events):
    for event in events:
        applied = apply(state, event)
        assert applied["applied"], applied["sentence"]
        state = applied["state"]
    return state


def fighter_in(state, name):
    return next(each for each in state["fighters"] if each["name"] == name)


def options_of(state, who):
    return {each.id: each for each in TRACKER.view(TRACKER.read(state), who).options}


# the distance decides the first attribute of a defence


def test_defence_against_a_point_blank_shot_uses_power() -> None:
    state = fight(pc("P"), npc("N", abilities=["point_blank"]))
    sentence = apply(state, attack("N", "P", "finesse martial"))["sentence"]
    assert (
        "P, who defends: 13 against 10, 11 against 11" in sentence
    )  # 5 + Power 8 against Finesse 10, 5 + Martial 6


def test_defence_against_a_thrown_axe_uses_finesse() -> None:
    state = fight(pc("P"), npc("N", "2", abilities=["short_range_attack"]))
    sentence = apply(state, attack("N", "P", "power martial"))["sentence"]
    assert "P, who defends: 8 against 12, 11 against 11" in sentence  # 5 + Finesse 3 against Power 12
    option = options_of(state, "N")["attack-P-power-martial"]
    assert (
        option.note == "P rolls to defend. Finesse 3 against 12: 9 or more; Martial 6 against 11: 5 or more."
    )
    assert [name for name, _ in option.dice] == ["Finesse", "Martial"]


def test_defence_applies_modifiers_of_its_own_attributes_only() -> None:
    slow = [{"on": "finesse", "value": -2, "when": "defence"}]
    state = fight(pc("P", modifiers=slow), npc("N", "2", abilities=["short_range_attack"]))
    assert "P, who defends: 6 against 12" in apply(state, attack("N", "P", "power martial"))["sentence"]
    near = fight(pc("P", modifiers=slow), npc("N"))
    assert "P, who defends: 13 against 12" in apply(near, attack("N", "P", "power martial"))["sentence"]


def test_attack_between_characters_targets_the_defence_attribute() -> None:
    shooter = pc("P", abilities=["point_blank"])
    assert "8 against 13" in apply(fight(shooter, pc("Q")), attack("P", "Q", "finesse martial"))["sentence"]
    thrower = pc("P", abilities=["short_range_attack"])
    assert (
        "13 against 8" in apply(fight(thrower, pc("Q", "2")), attack("P", "Q", "power martial"))["sentence"]
    )


def test_attack_on_a_foe_targets_the_attacks_attributes() -> None:
    state = fight(pc("P", abilities=["point_blank"]), npc("N"))
    assert "N: 8 against 10" in apply(state, attack("P", "N", "finesse martial"))["sentence"]


# gear for throwing


@pytest.mark.parametrize(("gear", "problems"), [("none", ["no_missiles"]), ("poor", [])])
def test_throw_needs_at_least_poor_gear(gear, problems) -> None:
    throw = {"do": "attack", "with": ["power", "martial"], "range": "adjacent"}
    plan = ask("dichotomy.plan_turn", actions=[throw], abilities=["short_range_attack"], gear=gear)
    assert plan["problems"] == problems
    state = fight(pc("P", abilities=["short_range_attack"], gear=gear), npc("N", "2"))
    assert apply(state, attack("P", "N", "power martial"))["problems"] == problems
    assert ("attack-N-power-martial" in options_of(state, "P")) == (not problems)


def test_unarmed_blow_and_thrown_fire_need_no_gear() -> None:
    bare = {"actions": [{"do": "attack", "with": ["power", "martial"]}], "gear": "none"}
    assert ask("dichotomy.plan_turn", **bare)["legal"]
    fire = {"do": "attack", "with": ["power", "spiritual"], "range": "adjacent", "using": ["pyrokinesis"]}
    abilities = ["pyrokinesis", "short_range_attack"]
    assert ask("dichotomy.plan_turn", actions=[fire], abilities=abilities, gear="none")["legal"]


# a foe needs no ability for a Spiritual attack


TOUCH = {"do": "attack", "with": ["power", "spiritual"]}


def test_spiritual_attack_needs_an_ability_only_for_characters() -> None:
    state = fight(pc("P"), npc("Ghost", spirit=True), npc("Thug"))
    assert apply(state, attack("Ghost", "P", "power spiritual"))["applied"]
    assert apply(state, attack("P", "Ghost", "power spiritual"))["problems"] == ["needs_spiritual_ability"]
    assert ask("dichotomy.plan_turn", actions=[TOUCH], npc=True)["legal"]
    assert ask("dichotomy.plan_turn", actions=[TOUCH])["problems"] == ["needs_spiritual_ability"]


def test_spiritual_attack_is_offered_to_spirits_and_pyrokinetics() -> None:
    state = fight(pc("P"), npc("Ghost", spirit=True), npc("Thug"), npc("Witch", abilities=["pyrokinesis"]))
    assert "attack-P-power-spiritual" in options_of(state, "Ghost")
    assert "attack-P-power-spiritual" not in options_of(state, "Thug")
    assert "attack-P-power-spiritual-pyrokinesis" in options_of(state, "Witch")
    lines = ask("dichotomy.desk_chances", state=state)["attacks"]
    assert {each["who"] for each in lines if "spiritual" in each["with"]} == {"Ghost", "Witch"}


def test_bless_powers_attacks_on_outsiders_alone() -> None:
    state = fight(pc("P", abilities=["bless"]), npc("Man"), npc("Demon", outsider=True))
    banish = [attack("P", name, "power spiritual", using=["bless"]) for name in ("Man", "Demon")]
    assert apply(state, banish[0])["problems"] == ["needs_spiritual_ability"]
    assert apply(state, banish[1])["applied"]


# a lock needs a melee attack


LOCK = {"using": ["locked_in_mortal_combat"]}


def test_thrown_axe_cannot_lock() -> None:
    abilities = ["short_range_attack", "locked_in_mortal_combat"]
    throw = {"do": "attack", "with": ["power", "martial"], "range": "adjacent", **LOCK}
    assert ask("dichotomy.plan_turn", actions=[throw], abilities=abilities)["problems"] == ["out_of_reach"]
    state = fight(pc("P", abilities=abilities), npc("N", "2"), npc("M"))
    rejection = apply(state, attack("P", "N", "power martial", lock="single"))
    assert rejection["problems"] == ["out_of_reach"]
    assert apply(state, attack("P", "N", "power martial", lock="crowd"))["problems"] == ["out_of_reach"]
    offered = options_of(state, "P")
    assert "lock" not in [each.name for each in offered["attack-N-power-martial"].inputs]
    assert "lock" in [each.name for each in offered["attack-M-power-martial"].inputs]


def test_shot_cannot_lock() -> None:
    abilities = ["point_blank", "locked_in_mortal_combat"]
    shot = {"do": "attack", "with": ["finesse", "martial"], "range": "same", **LOCK}
    assert ask("dichotomy.plan_turn", actions=[shot], abilities=abilities)["problems"] == ["bad_attack_pair"]


def test_single_lock_across_zones_has_no_effect_despite_override() -> None:
    abilities = ["short_range_attack", "locked_in_mortal_combat"]
    state = fight(pc("P", abilities=abilities), npc("N", "2"))
    applied = apply(state, attack("P", "N", "power martial", (9, 9), lock="single", allow=True))
    assert applied["applied"] and fighter_in(applied["state"], "N")["locked"] is None


def test_crowd_lock_across_zones_has_no_effect_despite_override() -> None:
    abilities = ["short_range_attack", "locked_in_mortal_combat"]
    throw = {"lock": "crowd", "allow": True}
    state = fight(pc("P", abilities=abilities), npc("N", "2"), npc("M"))
    across = apply(state, attack("P", "N", "power martial", (9, 9), **throw))
    assert across["applied"] and fighter_in(across["state"], "P")["effects"]["crowd"] == 0
    same_zone = apply(state, attack("P", "M", "power martial", (1, 1), **throw))
    assert fighter_in(same_zone["state"], "P")["effects"]["crowd"] == 1


# characters who can't act


def test_character_playing_dead_has_only_gm_options() -> None:
    assert {*options_of(fight(pc("P", down=True), npc("N")), "P")} == {"modifiers", "set"}


# reading a mind is the only step of its round


READ = {"do": "read_mind", "who": "P", "on": ["N"]}


@pytest.mark.parametrize(("hits_taken", "carried"), [(0, 0), (2, 2), (3, 2), (7, 2)])
def test_round_end_adds_no_second_step_after_a_mind_read(hits_taken, carried) -> None:
    state = fight(pc("P", abilities=["telepathy"], taken=hits_taken), npc("N"))
    applied = apply(play(state, READ), END)
    after = fighter_in(applied["state"], "P")
    assert (after["injured"], after["serious"], after["hits"]) == (True, False, carried)
    assert ("reading a mind" in " ".join(step.text for step in applied["working"])) == (hits_taken > 2)
    outlook = ask("dichotomy.desk_chances", state=play(state, READ))["outlook"][0]
    assert outlook["chance"] == 0


def test_injury_step_is_normal_in_the_round_after_a_mind_read() -> None:
    state = play(fight(pc("P", abilities=["telepathy"]), npc("N")), READ, END)
    hurt = play(
        state, attack("N", "P", "power martial", (1, 1)), {"do": "set", "who": "P", "change": {"hits": 2}}
    )
    assert fighter_in(play(hurt, END), "P")["serious"]


def test_read_mind_is_offered_only_to_telepaths_with_a_foe() -> None:
    telepath = pc("P", abilities=["telepathy"])
    assert "read_mind" in options_of(fight(telepath, npc("N")), "P")
    assert "read_mind" not in options_of(fight(telepath, pc("Q")), "P")
    assert "read_mind" not in options_of(fight(pc("P"), npc("N")), "P")


# Telepathy: a shield until the next turn, a point for reading


def test_mind_shield_lasts_until_the_telepaths_next_turn() -> None:
    state = fight(pc("P", abilities=["telepathy"]), npc("N"), npc("T", abilities=["telepathy"]))
    with_shield = play(state, {"do": "shield_minds", "who": "T"}, END)
    assert "can’t read the mind of N" in apply(with_shield, READ)["sentence"]
    after_talk = play(with_shield, {"do": "talk", "who": "T"})
    assert "reads the mind of N" in apply(after_talk, READ)["sentence"]
    plan = ask("dichotomy.desk_plan", state=state, event=READ)
    assert (plan["legal"], plan["cost"], plan["left"]) == (True, 1, 3)


# Foes: abilities, and a dozen samples


def test_foe_abilities_follow_the_same_rules() -> None:
    state = fight(pc("P"), npc("N", abilities=["smite"]), npc("M", "2", abilities=["quick_shot"]))
    assert "3 hits" in apply(state, attack("N", "P", "power martial", (1, 1)))["sentence"]
    assert options_of(state, "M")["attack-P-finesse-martial"].price == "1 point"


def test_all_twelve_sample_foes_can_join_a_fight() -> None:
    scene = read_encounter(TRACKER, {"name": "F", "start": {**fight(pc("P")), "ambushed": False}})
    now, _ = append_event(TRACKER, replay(TRACKER, scene), {"do": "defend", "who": "P"})
    assert len(TRACKER.setup.samples) == 12
    for place, sample in enumerate(TRACKER.setup.samples):
        now = apply_change(TRACKER, now, {"set": "add", "sample": sample.id, "place": "1"})
        assert len(now.state.fighters) == place + 2
    now = apply_change(TRACKER, now, {"set": "add", "sample": "footpad", "place": "gate"})
    assert (now.state.fighters[-1].name, now.state.fighters[-1].zone) == ("Footpad 2", "gate")


# aiming, moves and limits


@pytest.mark.parametrize(
    ("abilities", "offered"),
    [
        (["deadly_aim"], ["aim-finesse-martial"]),
        (["deadly_aim", "biokinesis"], ["aim-finesse-martial"]),
        (["deadly_aim", "telekinesis"], ["aim-finesse-martial", "aim-finesse-spiritual"]),
        (["telekinesis"], []),
        (["deadly_aim", "bless", "smite"], ["aim-finesse-martial", "aim-finesse-spiritual"]),
    ],
)
def test_spiritual_aim_is_offered_if_the_attack_would_be(abilities, offered) -> None:
    state = fight(pc("P", abilities=abilities), npc("N", "2"))
    assert [each for each in options_of(state, "P") if each.startswith("aim")] == offered


def test_aim_follows_the_rules_of_the_attack() -> None:
    state = fight(pc("P", abilities=["deadly_aim", "smite"]), npc("N", "2", abilities=["deadly_aim"]))

    def aim(who, pair, **more):
        return {"do": "aim", "who": who, "with": pair.split(), **more}

    fire = aim("P", "finesse spiritual")
    assert apply(state, fire)["problems"] == ["needs_spiritual_ability"]
    assert apply(state, fire | {"allow": True})["applied"]
    assert apply(state, aim("N", "finesse spiritual"))["applied"]
    for pair in ("martial finesse", "power martial"):
        applied = apply(state, aim("P", pair, allow=True))
        assert (applied["applied"], applied["problems"]) == (False, ["bad_attack_pair"])
    assert ask("dichotomy.desk_plan", state=state, event=fire)["problems"] == ["needs_spiritual_ability"]


def test_missile_aim_needs_gear() -> None:
    abilities = ["deadly_aim", "pyrokinesis"]
    state = fight(pc("P", abilities=abilities, gear="none"), npc("N", "2"))
    shot = {"do": "aim", "who": "P", "with": ["finesse", "martial"]}
    assert apply(state, shot)["problems"] == ["no_missiles"]
    assert [each for each in options_of(state, "P") if each.startswith("aim")] == ["aim-finesse-spiritual"]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (attack("P", "N", "martial power"), "bad_attack_pair"),
        (attack("P", "N", "power finesse", cover_ally="Q", cover_zone="1"), "bad_attack_pair"),
        (attack("P", "P", "power martial"), "bad_target"),
        (attack("N", "M", "power martial"), "npc_against_npc"),
        ({"do": "read_mind", "who": "P", "on": ["P"]}, "bad_target"),
    ],
)
@pytest.mark.parametrize("down", [False, True])
def test_override_does_not_lift_final_violations(event, code, down) -> None:
    abilities = ["covering_fire", "telepathy"]
    state = fight(pc("P", abilities=abilities, down=down), pc("Q"), npc("N", down=down), npc("M"))
    applied = apply(state, event | {"allow": True})
    assert not applied["applied"] and code in applied["problems"]


def test_set_and_join_events_are_parsed_into_typed_values() -> None:
    actions, state = TRACKER.actions, TRACKER.read(fight(pc("P"), npc("N")))
    slow = {"on": "finesse", "value": -2}
    after = actions.apply(state, {"do": "set", "who": "P", "change": {"modifiers": [slow], "hits": 2}}).state
    assert (after["P"].hits, after["P"].modifiers) == (2, (Modifier("finesse", -2),))
    _, _, inputs = actions.read(state, {"do": "join", "fighter": npc("M", abilities=["smite"])})
    assert isinstance(inputs.newcomer, Fighter) and inputs.newcomer.abilities == ("smite",)


def test_covering_fire_is_for_a_friend_or_against_a_zone() -> None:
    state = fight(pc("P", abilities=["covering_fire"]), pc("Q"), npc("N", "2"))
    both = attack("P", "N", "finesse martial", cover_ally="Q", cover_zone="2")
    assert apply(state, both)["problems"] == ["cover_one"]
    assert apply(state, {**both, "cover_zone": ""})["applied"]


def destinations(state) -> list[list[str]]:
    return [option.event["to"] for option in options_of(state, "P").values() if option.zone]


def test_move_spans_one_zone_without_a_map_and_more_with_one() -> None:
    people = (pc("P", "1"), pc("Q", "2"), pc("R", "3"))
    assert destinations(fight(*people)) == [["2"], ["3"]]
    zones = [{"name": "1", "next": ["2"]}, {"name": "2", "next": ["3"]}]
    assert destinations(fight(*people, zones=zones)) == [["2"], ["2", "3"]]


@pytest.mark.parametrize(
    ("bonus", "number", "fine"), [(4, 16, True), (5, 16, False), (0, 17, False), (-1, 2, False)]
)
def test_state_limits_fighters_and_bonus(bonus, number, fine) -> None:
    people = fight(*(pc(f"P{each}", bonus=bonus) for each in range(number)))
    if fine:
        assert ask("dichotomy.desk_chances", state=people)["attacks"] == []
    else:
        with pytest.raises(InputError):
            ask("dichotomy.desk_chances", state=people)


# the log and the export to the sheet


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"injured": "yes", "gear": "none"}, "P: injured, without weapons or armour."),
        (
            {"serious": "no", "out": "no", "down": "yes"},
            "P: not seriously injured, back in the fight, plays dead.",
        ),
        ({"hits": 1, "zone": "4"}, "P: now in zone 4, 1 hit carried."),
        ({"gear": "poor"}, "P: poorly armed or with improvised gear."),
        ({}, "P: unchanged."),
    ],
)
def test_set_event_describes_its_changes(change, words) -> None:
    assert apply(fight(pc("P"), npc("N")), {"do": "set", "who": "P", "change": change})["sentence"] == words


def test_set_event_sets_the_hits_left_of_a_foe() -> None:
    set_hits = {"do": "set", "who": "N", "change": {"hits": 2}}
    assert apply(fight(pc("P"), npc("N")), set_hits)["sentence"] == "N: 2 hits left."


def test_injury_track_is_exported_to_the_sheet() -> None:
    state = TRACKER.read(fight(pc("P", hits=2, injured=True, taken=1), npc("N")))
    assert TRACKER.export_to_sheet(state, "P") == {"track": {"hits": 2, "injured": True, "serious": False}}
    with pytest.raises(InputError, match="unknown|P or N"):
        TRACKER.export_to_sheet(state, "Z")


def test_fight_state_survives_a_json_round_trip() -> None:
    state = fight(
        pc("P", abilities=["defender", "covering_fire", "locked_in_mortal_combat"]), pc("Q"), npc("N")
    )
    after = play(state, attack("P", "N", "power martial", (9, 9), defender=True, lock="single"), END)
    assert TRACKER.read(after).to_json() == after
    assert fighter_in(after, "N")["locked"] is None and fighter_in(after, "P")["effects"]["defender"] == 1


def test_older_event_with_abilities_under_using_still_applies() -> None:
    """Older logs list abilities under `using` instead of in fields of their own."""
    abilities = ["defender", "locked_in_mortal_combat", "cleave"]
    state = fight(pc("P", abilities=abilities), npc("N"), npc("M"))
    with_lock = play(state, attack("P", "N", "power martial", (9, 9), using=abilities[:2]))
    assert fighter_in(with_lock, "N")["locked"] == {"by": "P", "until": 1}
    assert fighter_in(with_lock, "P")["effects"]["defender"] == 1
