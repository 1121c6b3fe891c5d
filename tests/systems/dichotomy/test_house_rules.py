"""The effects of house rules on calculators, the sheet and fights."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest

from rules_py import ask, check_sheet, odds
from rules_py.base.errors import InputError
from rules_py.dice.incremental import run_to_completion
from rules_py.systems.dichotomy.house import BOOK
from rules_py.systems.dichotomy.tracker.matchup import matchup
from rules_py.tracker import apply_change, from_preset_under, read_encounter, replay
from rules_py.tracker.forecast_solver import compute_forecast
from tests.systems.dichotomy.characters import DWARF, EVEN, GAME, codes
from tests.systems.dichotomy.tracker_play import BLOW, END, TRACKER, attack, fighter, play, state_of

SIX = {"finesse": 6, "power": 6, "martial": 6, "spiritual": 5}
TARGETS = {"finesse": 12, "power": 12, "martial": 12, "spiritual": 12}


def test_house_has_the_books_value_of_each_option():
    assert BOOK._asdict() == {option.name: option.book_value for option in GAME.options}


# Calculators


@pytest.mark.parametrize("bonus", [1, 4, 8])
def test_defend_adds_its_bonus_to_both_dice(bonus):
    inputs = {"value_a": 3, "value_b": 4, "tn_a": 12, "tn_b": 13}
    defended_odds = odds("dichotomy.defence", **inputs, defend_action=True, defend_bonus=bonus)
    assert defended_odds == odds("dichotomy.defence", **inputs, mod_a=bonus, mod_b=bonus)


def grade_chances(needs, beat, tens_need):
    """Return the chance of each grade, by enumerating all pairs of faces."""
    by_grade = dict.fromkeys(("failure", "partial", "total", "critical"), F())
    for faces in product(range(1, 11), repeat=2):
        successes = sum(
            face > need if beat else face >= need for face, need in zip(faces, needs, strict=True)
        )
        critical = faces == (10, 10) and (successes == 2 or not tens_need)
        by_grade["critical" if critical else ("failure", "partial", "total")[successes]] += F(1, 100)
    return by_grade


@pytest.mark.parametrize("needs", [(3, 2), (1, 0), (10, 4), (9, 11), (13, 13)])
@pytest.mark.parametrize("beat", [False, True])
@pytest.mark.parametrize("tens_need", [False, True])
def test_grades_follow_the_house_rules(needs, beat, tens_need):
    house = {"beat_targets": beat, "tens_need_targets": tens_need}
    roll = {"value_a": 1, "value_b": 1, "tn_a": needs[0] + 1, "tn_b": needs[1] + 1}
    expected = grade_chances(needs, beat, tens_need)
    check = odds("dichotomy.check", **roll, **house)
    assert {grade: check.chance(lambda outcome: outcome.grade == grade) for grade in expected} == expected
    veteran = ask("dichotomy.veteran_roll", peak_abilities=0, **roll, **house)
    assert {grade: veteran[grade] for grade in expected} == expected
    hits = odds("dichotomy.attack", **roll, **house)
    assert hits.chance(lambda outcome: outcome.hits == 1) == expected["partial"]
    shot = ask("dichotomy.aim_or_shoot", **roll, npc_hits=1, **house)
    assert shot["plain_drop_round_1"] == 1 - expected["failure"]
    one = odds("dichotomy.endurance", **roll, attackers=1, rounds=1, step_hits=2, **house)
    assert one.chance(lambda outcome: outcome.injured) == expected["failure"]


@pytest.mark.parametrize("beat", [False, True])
def test_first_to_act_follows_the_house_rules(beat):
    def speed(faces):
        successes = sum(face + 5 > 10 if beat else face + 5 >= 10 for face in faces)
        return (3 if faces == (10, 10) else successes), sum(faces)

    pairs = [*product(range(1, 11), repeat=2)]
    expected = sum(speed(one) > speed(other) for one in pairs for other in pairs)
    even = {"finesse": 5, "martial": 5}
    exact_odds = odds("dichotomy.first_to_act", first=even, second=even, beat_targets=beat)
    assert exact_odds.chance(lambda outcome: outcome.who == "first") == F(expected, 10_000)


def track_after(hits, step_hits, fortitude):
    """Return (hits, steps) after these rounds, by the text of the rules."""
    carried = steps = 0
    for each in hits:
        needed = step_hits + (fortitude and steps == 0)
        carried += each
        if carried >= needed and steps < 3:
            carried, steps = 0, steps + 1
    return (0 if steps == 3 else carried), steps


@pytest.mark.parametrize("step_hits", [2, 3, 5])
@pytest.mark.parametrize("fortitude", [False, True])
def test_injury_step_takes_the_house_number_of_hits(step_hits, fortitude):
    chances = {0: F(1, 6), 1: F(1, 3), 2: F(1, 4), 6: F(1, 4)}
    expected = {}
    for rounds in product(chances, repeat=4):
        chance = F(1)
        for hits in rounds:
            chance *= chances[hits]
        result = track_after(rounds, step_hits, fortitude)
        expected[result] = expected.get(result, F()) + chance
    per_round = {str(hits): str(chance) for hits, chance in chances.items()}
    exact_odds = odds(
        "dichotomy.injury", per_round=per_round, rounds=4, fortitude=fortitude, step_hits=step_hits
    )
    assert {
        (outcome.hits, outcome.injured + outcome.serious + outcome.out): chance
        for outcome, chance in exact_odds.items()
    } == expected


def test_start_may_carry_fewer_hits_than_a_step_has():
    def start_codes(hits, step_hits):
        return codes(ask, "dichotomy.injury_track", rounds=[], start={"hits": hits}, step_hits=step_hits)

    assert start_codes(3, 3) == start_codes(2, 2) == ("bad_start",)
    assert ask("dichotomy.injury_track", rounds=[], start={"hits": 3}, step_hits=4)["problems"] == []


def test_marks_heal_after_the_house_hours_and_days():
    def marks_left(hours, **house):
        state = {"hits": 0, "injured": True, "serious": True}
        answer = ask("dichotomy.after_fight", state=state, hours=hours, **house)
        return answer["injured"], answer["serious"]

    assert (marks_left(7, injured_hours=8), marks_left(8, injured_hours=8)) == ((True, True), (False, True))
    assert (marks_left(71, serious_days=3), marks_left(72, serious_days=3)) == ((False, True), (False, False))


def test_turn_has_the_house_points_and_prices():
    def plan(*actions, abilities=(), **house):
        answer = ask(
            "dichotomy.plan_turn",
            actions=[{"do": each} if isinstance(each, str) else each for each in actions],
            abilities=list(abilities),
            hits=1,
            **house,
        )
        return answer["cost"], answer["problems"]

    assert plan("defend", {"do": "misc", "cost": 1}) == (4, ["over_budget"])
    assert plan("defend", {"do": "misc", "cost": 1}, action_points=4) == (4, [])
    assert plan("defend", {"do": "misc", "cost": 1}, defend_price=2) == (3, [])
    assert plan("recover", recover_price=2, abilities=["tough_as_nails"]) == (1, [])
    assert plan("recover", recover_price=4, abilities=["tough_as_nails"]) == (3, [])
    assert plan({"do": "misc", "cost": 4}, action_points=4) == (4, [])
    assert plan({"do": "misc", "cost": 3}, action_points=2) == (3, ["bad_cost", "over_budget"])


def test_free_picks_need_slots_but_no_balance():
    def problems(*picks, **house):
        attributes = {**EVEN, "power": 6, "finesse": 5}
        return ask("dichotomy.validate_abilities", attributes=attributes, picks=list(picks), **house)[
            "problems"
        ]

    assert problems("smite", "cleave") == ["balance"]
    assert problems("smite", "cleave", free_picks=True) == []
    assert problems("smite", "cleave", "defender", free_picks=True) == ["slot_cap"]


def test_lenient_rule_uses_the_house_number_of_first_picks():
    def problems(*picks, **house):
        inputs = {"race": "dwarf", "attributes": DWARF, "picks": list(picks), "race_lenient": True}
        return ask("dichotomy.validate_abilities", **inputs, **house)["problems"]

    others = "smite", "swimming", "tracking"
    assert problems(*others) == ["race_first_choice"]
    assert problems(*others, first_picks=4) == []
    assert problems("smite", "swimming", first_picks=2) == ["race_first_choice"]


def test_xp_load_and_targets_use_the_house_numbers():
    both = [{"motive": "love", "fulfilled": True, "betrayed": True}]
    assert ask("dichotomy.motive_xp", motives=both, fulfilled_xp=1, betrayed_xp=6)["xp"] == 7
    assert ask("dichotomy.carrying_capacity", power=7, martial=7, carry_base=0)["capacity"] == 6
    assert ask("dichotomy.pvp_tn", defender_value=7, defender_mod=1, pvp_base=4)["tn"] == 12


# The sheet


def sheet(house, **more):
    data = {
        "name": "Odile",
        "attributes": EVEN,
        "picks": ["smite", "swimming", "tracking"],
        "motives": [{"motive": "love", "fulfilled": True}, {"motive": "truth", "betrayed": True}],
        **more,
    }
    return check_sheet("dichotomy", {**data, "house": house})


def test_sheet_derives_values_by_the_house_rules():
    derived_values = sheet({"carry_base": 5, "step_hits": 4, "fulfilled_xp": 3, "betrayed_xp": 5}).derived
    assert (derived_values["capacity"], derived_values["thresholds"], derived_values["adventure"]["xp"]) == (
        10,
        [4, 4, 4],
        8,
    )


def test_sheet_track_steps_at_the_house_number_of_hits():
    track = {"hits": 3, "injured": False, "serious": False, "out": False}
    assert [each.title for each in sheet({}, track=track).steps if each.due] == ["Mark Injured"]
    assert not [each for each in sheet({"step_hits": 4}, track=track).steps if each.due]
    (due,) = (each for each in sheet({"step_hits": 2}, track=track).steps if each.due)
    assert due.why.startswith("2 hits make a step")


def test_sheet_steps_state_the_house_rest_times():
    track = {"hits": 0, "injured": True, "serious": True, "out": False}
    report = sheet({"injured_hours": 8, "serious_days": 3}, track=track)
    assert [each.title for each in report.steps if each.available] == ["Rest for 8 hours", "Rest for 3 days"]
    assert report.track_positions["track"].track.stages[1].effect == "It heals after 8 hours of rest."


def test_sheet_asks_for_the_house_number_of_abilities():
    one = {"picks": ["smite"]}
    assert sheet({}, **one).to_do["picks"].endswith("normally has three, one from each pair of attributes.")
    assert sheet({"first_picks": 5}, **one).to_do["picks"].endswith("normally has 5.")
    assert not sheet({"first_picks": 1}, **one).to_do


@pytest.mark.parametrize(("field", "house"), [(True, {}), (False, {"race_lenient": True})])
def test_lenient_rule_is_set_by_the_sheet_or_a_house_rule(field, house):
    picks = ["smite", "stone_shape", "tracking"]
    dwarf = {"race": "dwarf", "attributes": DWARF, "picks": picks}
    assert [each.code for each in sheet({}, **dwarf).problems] == ["race_first_choice"]
    assert not sheet(house, **dwarf, race_lenient=field).problems


# The tracker


def start(house, **more):
    fighters = [
        {"name": "P", "side": "pc", "zone": "Yard", "scores": SIX, **more},
        {"name": "N", "side": "npc", "zone": "Yard", "hits": 5, "scores": TARGETS},
    ]
    zones = [{"name": "Yard", "next": "Gate"}, {"name": "Gate"}]
    data = {"ambushed": False, "zones": zones, "fighters": fighters, "house": house}
    return read_encounter(TRACKER, {"name": "A fight", "start": data, "log": [], "at": 0}).to_json()


def test_fight_with_standard_rules_saves_no_house_rules():
    book = {option.name: option.book_value for option in GAME.options}
    encounter = read_encounter(TRACKER, from_preset_under(TRACKER, TRACKER.preset("duel"), book).to_json())
    assert "house" not in replay(TRACKER, encounter).state.to_json()


def test_fight_follows_the_house_rules():
    house = {"smite_bonus": 3, "step_hits": 2, "action_points": 4, "defend_price": 3}
    scene = play([attack("P", "N", BLOW, [9, 1])], start(house, abilities=["smite"]))
    assert fighter(state_of(scene), "N")["hits"] == 1  # a partial success: 1 and 3 for Smite
    scene = play([{"do": "defend", "who": "P"}, attack("N", "P", BLOW, [1, 1])], scene)
    state = state_of(play([END], scene))
    assert fighter(state, "P")["hits"] == 0 and fighter(state, "P")["injured"]
    assert state.to_json()["house"] == {"smite_bonus": 3, "step_hits": 2, "action_points": 4}


def test_defend_adds_the_house_bonus_in_a_fight():
    state = state_of(play([{"do": "defend", "who": "P"}], start({"defend_bonus": 6})))
    (marks,) = (each.marks for each in TRACKER.view(state, "").combatants if each.name == "P")
    assert "defends, +6" in [each.text for each in marks]
    note = next(
        each.note for each in TRACKER.view(state, "N").options if each.id.startswith("attack-P-power")
    )
    assert "Power 6 +6 against 12" in note


def test_target_between_characters_has_the_house_base():
    state = state_of(start({"pvp_base": 7}))
    duel = replace(state, fighters=(state["P"], replace(state["N"], side="pc", scores=SIX, hits=0)))
    against_n = matchup(duel, duel["P"], duel["N"], ("power", "martial"))
    assert (against_n.a.tn, against_n.b.tn) == (13, 13)


def test_after_fight_panel_uses_the_house_rest_times():
    house = {"injured_hours": 8, "serious_days": 3}
    state = state_of(play([{"do": "hit", "who": "N", "hits": 5}], start(house, injured=True, serious=True)))
    (panel,) = TRACKER.view(state, "").panels
    assert panel.columns[1:] == ("At once", "After 8 hours of rest", "After 3 days of rest")
    assert panel.rows[0][1:] == ("injured and seriously injured", "seriously injured", "unhurt")


def test_rule_change_reports_the_log_line_it_forbids():
    moves = [{"do": "move", "who": "P", "to": ["Gate", "Yard", "Gate"]}]
    encounter = read_encounter(TRACKER, play(moves, start({"action_points": 6})))
    with pytest.raises(InputError) as caught:
        apply_change(TRACKER, replay(TRACKER, encounter), {"set": "house", "house": {}})
    assert caught.value.user_message == (
        "This fight can’t use these rules: line 1 of its log wouldn’t be possible. P can’t do that. "
        "Costs 6 points; 3 left. Start a new fight to play by them."
    )


@pytest.mark.parametrize(("smite_bonus", "step_hits"), [(1, 2), (1, 5), (3, 3), (2, 4)])
def test_forecast_of_a_duel_agrees_with_the_calculator(smite_bonus, step_hits):
    state = state_of(start({"smite_bonus": smite_bonus, "step_hits": step_hits}, abilities=["smite"]))
    roll = {"value_a": 6, "value_b": 6, "tn_a": 12, "tn_b": 12}
    attack_hits = odds("dichotomy.attack", **roll, smite=True, smite_bonus=smite_bonus).hits
    defence_hits = odds("dichotomy.defence", **roll).hits
    duel = odds("dichotomy.duel", npc_hits=5, attack=attack_hits, defence=defence_hits, step_hits=step_hits)
    forecast = run_to_completion(compute_forecast(TRACKER.forecast.model(state)))
    assert forecast.wins["Characters"] == duel.pc_wins
