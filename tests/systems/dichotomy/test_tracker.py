"""The fight tracker: the effects of events, refused events and replayed logs."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import InputError, ask, odds

SCORES = {"finesse": 6, "power": 6, "martial": 6, "spiritual": 5}
TARGETS = {"finesse": 12, "power": 12, "martial": 12, "spiritual": 12}


def pc(name, **more):
    return {"name": name, "side": "pc", "zone": "1", "scores": SCORES, **more}


def npc(name, **more):
    return {"name": name, "side": "npc", "zone": "1", "hits": 3, "scores": TARGETS, **more}


def fight(*fighters, **more):
    return {"fighters": list(fighters), **more}


def play(state, *events):
    """Return the state after these events, all of which must be legal."""
    for event in events:
        answer = ask("dichotomy.desk", state=state, event=event)
        assert answer["problems"] == [], answer["sentence"]
        state = answer["state"]
    return state


def apply(state, event):
    return ask("dichotomy.desk", state=state, event=event)


def fighter_in(state, name):
    return next(each for each in state["fighters"] if each["name"] == name)


def blow(who, on, dice=(5, 5), **more):
    return {
        "do": "attack",
        "who": who,
        "on": [on] if isinstance(on, str) else on,
        "with": ["power", "martial"],
        "dice": list(dice),
        **more,
    }


def shot(who, on, dice=(5, 5), **more):
    return {**blow(who, on, dice, **more), "with": ["finesse", "martial"]}


END = {"do": "end_round"}
TWO = fight(pc("P"), npc("N"))


def test_hits_count_now_on_foes_and_at_round_end_on_characters():
    after = play(TWO, blow("P", "N", (6, 6)))
    assert fighter_in(after, "N")["hits"] == 1
    after = play(TWO, blow("N", "P", (1, 1)))
    assert (fighter_in(after, "P")["taken"], fighter_in(after, "P")["hits"]) == (2, 0)
    after = play(after, END)
    assert (fighter_in(after, "P")["taken"], fighter_in(after, "P")["hits"], after["round"]) == (0, 2, 2)


def test_foe_without_hits_is_out_and_holds_no_zone():
    after = play(fight(pc("P", abilities=["smite"]), npc("N")), blow("P", "N", (6, 6)))
    assert fighter_in(after, "N")["out"]
    assert apply(after, blow("N", "P"))["problems"] == ["cannot_act"]
    assert apply(after, blow("P", "N"))["problems"] == ["bad_target"]
    plan = ask("dichotomy.desk_plan", state=after, event={"do": "move", "who": "P", "to": ["2"]})
    assert (plan["cost"], plan["left"], plan["legal"]) == (1, 2, True)


def test_refused_action_keeps_the_state_and_gives_a_reason():
    state = play(TWO, {"do": "defend", "who": "P"})
    applied = apply(state, blow("P", "N"))
    assert (applied["applied"], applied["problems"], applied["state"]) == (False, ["over_budget"], state)
    assert applied["sentence"] == "P can’t do that. Costs 1 point; none left."
    assert applied["reasons"][0]["rule"] == "D-184"


def test_override_lifts_over_budget_but_not_an_invalid_target():
    state = play(TWO, {"do": "defend", "who": "P"})
    assert apply(state, {**blow("P", "N"), "allow": True})["applied"]
    assert not apply(state, {**blow("N", "N"), "allow": True})["applied"]


def test_defend_lasts_until_the_next_turn():
    state = play(TWO, {"do": "defend", "who": "P"})
    assert fighter_in(play(state, blow("N", "P", (2, 2))), "P")["taken"] == 0
    state = play(state, END)
    assert fighter_in(play(state, blow("N", "P", (2, 2))), "P")["taken"] == 0
    assert fighter_in(play(state, {"do": "talk", "who": "P"}, blow("N", "P", (2, 2))), "P")["taken"] == 2
    assert fighter_in(play(state, END, blow("N", "P", (2, 2))), "P")["taken"] == 2


def test_defend_raises_the_targets_of_a_foe():
    state = play(TWO, {"do": "defend", "who": "N"})
    assert "10 against 16" in apply(state, blow("P", "N", (4, 4)))["sentence"]


def test_aim_adds_hits_in_the_next_round_only():
    state = fight(pc("P", abilities=["deadly_aim"]), npc("N", zone="2", hits=9))
    after_aim = play(state, {"do": "aim", "who": "P", "with": ["finesse", "martial"]}, END)
    assert fighter_in(play(after_aim, shot("P", "N", (6, 6))), "N")["hits"] == 9 - 4
    assert fighter_in(play(after_aim, END, shot("P", "N", (6, 6))), "N")["hits"] == 9 - 2
    assert fighter_in(play(after_aim, shot("P", "N", (6, 6))), "P")["effects"]["aimed"] == 0


def test_attack_rejects_its_pair_in_reverse_order():
    state = fight(pc("P"), npc("N", zone="2"))
    reversed_pair = shot("P", "N", (6, 6)) | {"with": ["martial", "finesse"]}
    assert apply(state, reversed_pair)["problems"] == ["bad_attack_pair"]


def test_cleave_applies_one_roll_to_two_foes():
    state = fight(
        pc("P", abilities=["cleave", "smite"]),
        npc("N"),
        npc("M", scores=TARGETS | {"power": 20, "martial": 20}),
    )
    applied = apply(state, blow("P", ["N", "M"], (6, 6), using=["cleave"]))
    assert (fighter_in(applied["state"], "N")["hits"], fighter_in(applied["state"], "M")["hits"]) == (0, 3)
    assert applied["dice"] == [6, 6]
    assert apply(state, blow("P", ["N", "M"], (6, 6)))["state"] == applied["state"]
    no_cleave = fight(pc("P", abilities=["smite"]), npc("N"), npc("M"))
    assert apply(no_cleave, blow("P", ["N", "M"]))["problems"] == ["bad_target"]


def test_defender_and_covering_fire_protect_friends():
    state = fight(pc("P", abilities=["defender"]), pc("Q"), npc("N"), npc("M", zone="2"))
    with_guard = play(state, blow("P", "N", (1, 1), using=["defender"]))
    assert fighter_in(play(with_guard, blow("N", "Q", (1, 1))), "Q")["taken"] == 1
    assert fighter_in(play(with_guard, blow("N", "P", (1, 1))), "P")["taken"] == 2
    assert fighter_in(play(with_guard, shot("M", "Q", (1, 1))), "Q")["taken"] == 2
    cover = fight(pc("P", abilities=["covering_fire"]), pc("Q"), npc("N", zone="2"))
    with_cover = play(cover, shot("P", "N", (1, 1), using=["covering_fire"], cover_zone="2"))
    assert fighter_in(play(with_cover, shot("N", "Q", (1, 1))), "Q")["taken"] == 1
    later = play(with_cover, END, shot("N", "Q", (1, 1)))  # lasts until the shooter's next turn
    assert fighter_in(later, "Q")["taken"] == 1
    over = play(with_cover, END, {"do": "defend", "who": "P"}, shot("N", "Q", (1, 1)))
    assert fighter_in(over, "Q")["taken"] == 2


def test_lock_binds_the_foe_for_its_next_turn():
    state = fight(pc("P", abilities=["locked_in_mortal_combat"]), pc("Q"), npc("N"))
    with_lock = play(state, blow("P", "N", (6, 1), using=["locked_in_mortal_combat"]))
    assert apply(with_lock, blow("N", "Q"))["problems"] == ["lock_target"]
    assert (
        ask("dichotomy.desk_plan", state=with_lock, event={"do": "move", "who": "N", "to": ["2"]})["cost"]
        == 3
    )
    assert apply(with_lock, blow("N", "P"))["applied"]
    assert apply(play(with_lock, END), blow("N", "Q"))["applied"]
    crowd = play(state, blow("P", "N", (1, 1), using=["locked_in_mortal_combat"], lock="crowd"))
    assert (
        ask("dichotomy.desk_plan", state=crowd, event={"do": "move", "who": "N", "to": ["2", "3"]})["cost"]
        == 4
    )


def test_telekinesis_shoves():
    state = fight(pc("P", abilities=["telekinesis"]), npc("N", zone="2"))
    event = {
        **shot("P", "N", (9, 9), using=["telekinesis"], shove_to="cliff"),
        "with": ["finesse", "spiritual"],
    }
    after = apply(state, event)["state"]
    assert (fighter_in(after, "N")["zone"], fighter_in(after, "N")["hits"]) == ("cliff", 2)


def test_dive_needs_a_hit_while_seriously_injured():
    hurt = fight(pc("P", injured=True, serious=True), npc("N"))
    dive = {"do": "dive", "who": "P"}
    assert apply(hurt, dive)["problems"] == ["dive_not_allowed"]
    state = play(hurt, blow("N", "P", (9, 1)), dive)
    assert apply(state, blow("N", "P"))["problems"] == ["bad_target"]
    fresh = play(fight(pc("P", injured=True, taken=3), npc("N")), END)
    assert fighter_in(play(fresh, dive), "P")["down"]
    assert ask("dichotomy.desk_plan", state=fresh, event=dive)["left"] is None  # not part of a turn
    after_talk = play(fresh, {"do": "talk", "who": "P"})
    assert apply(after_talk, dive)["problems"] == ["dive_not_allowed"]


def test_characters_may_fight_each_other():
    state = fight(pc("P"), pc("Q", modifiers=[{"on": "power", "value": 2, "when": "defence"}]))
    sentence = apply(state, blow("P", "Q", (5, 5)))["sentence"]
    assert "11 against 13, 11 against 11, partial success, 1 hit" in sentence
    assert apply(fight(npc("N"), npc("M")), blow("N", "M"))["problems"] == ["npc_against_npc"]


def test_seeded_dice_are_stored_in_the_event():
    applied = apply(TWO, {**blow("P", "N"), "dice": None, "seed": 7})
    again = apply(TWO, applied["event"])
    assert (applied["state"], applied["dice"]) == (again["state"], again["dice"])
    assert "seed" not in applied["event"]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({**blow("P", "N"), "dice": None}, "missing_dice"),
        (blow("P", "Z"), "unknown_fighter"),
        (blow("Z", "P"), "unknown_fighter"),
        ({**blow("P", "N"), "with": None}, "missing_attributes"),
        ({**blow("P", "N"), "on": []}, "missing_target"),
        ({**blow("P", "N"), "dice": [1, 12]}, "bad_die"),
    ],
)
def test_event_with_missing_or_invalid_parts_is_rejected(event, code):
    with pytest.raises(InputError) as caught:
        apply(TWO, event)
    assert caught.value.codes == (code,)


def test_state_rejects_two_fighters_with_the_same_name():
    with pytest.raises(InputError) as caught:
        ask("dichotomy.desk_chances", state=fight(pc("P"), npc("P")))
    assert caught.value.codes == ("duplicate_fighter",)


def test_chances_equal_the_attack_and_defence_calculators():
    answer = ask("dichotomy.desk_chances", state=TWO)
    mine, theirs = answer["attacks"]
    assert mine["hits"] == odds("dichotomy.attack", value_a=6, value_b=6, tn_a=12, tn_b=12).hits
    assert theirs["hits"] == odds("dichotomy.defence", value_a=6, value_b=6, tn_a=12, tn_b=12).hits
    assert (mine["who"], mine["price"], mine["affordable"], mine["enough"]) == ("P", 1, True, 0)
    assert answer["outlook"] == [
        {
            "name": "P",
            "foes": ["N"],
            "hits": {"0": F(1, 4), "1": F(1, 2), "2": F(1, 4)},
            "step": "injured",
            "chance": 0,
        }
    ]


def test_outlook_counts_the_hits_already_taken():
    state = play(TWO, blow("N", "P", (1, 1)), END)
    answer = ask("dichotomy.desk_chances", state=state)["outlook"][0]
    assert answer["chance"] == F(3, 4)
    state = play(state, blow("N", "P", (1, 1)))
    answer = ask("dichotomy.desk_chances", state=state)["outlook"][0]
    assert (answer["foes"], answer["hits"], answer["chance"]) == ([], {"2": 1}, 1)


NAMES = st.sampled_from(["P", "Q", "N", "M"])
EVENT = st.one_of(
    st.builds(
        lambda who, on, first, second, seed, using: {
            "do": "attack",
            "who": who,
            "on": [on],
            "with": [first, second],
            "seed": seed,
            "using": using,
        },
        NAMES,
        NAMES,
        st.sampled_from(["power", "finesse"]),
        st.sampled_from(["martial", "spiritual"]),
        st.integers(0, 9),
        st.lists(
            st.sampled_from(["pyrokinesis", "defender", "locked_in_mortal_combat"]), max_size=2, unique=True
        ),
    ),
    st.builds(
        lambda who, to: {"do": "move", "who": who, "to": to},
        NAMES,
        st.lists(st.sampled_from(["1", "2", "3"]), max_size=2),
    ),
    st.builds(
        lambda who, do: {"do": do, "who": who},
        NAMES,
        st.sampled_from(["defend", "recover", "dive", "talk", "misc"]),
    ),
    st.just(END),
)


@given(log=st.lists(EVENT, max_size=14))
@settings(max_examples=60, deadline=None)
def test_any_log_replays_to_the_same_fight_step_by_step(log):
    abilities = ["pyrokinesis", "defender", "locked_in_mortal_combat", "point_blank"]
    start = fight(
        pc("P", abilities=abilities), pc("Q", zone="2"), npc("N", abilities=abilities), npc("M", zone="3")
    )
    state = start
    events = []
    for event in log:
        applied = apply(state, event)
        assert applied["applied"] == (not applied["problems"])
        state = applied["state"]
        events.append(applied["event"])
        for each in state["fighters"]:
            assert each["hits"] >= 0 and (each["side"] == "pc" or each["out"] == (each["hits"] == 0))
            assert (
                len(each["turn"]) == 0
                or sum(action["do"] in ("attack", "aim") for action in each["turn"]) <= 1
            )
    replay = ask("dichotomy.desk_replay", state=start, log=events)
    assert {name: replay["state"][name] for name in state} == state if log else True
    ask("dichotomy.desk_chances", state=state).to_json()
