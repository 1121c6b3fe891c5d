"""The road ambush step by step, with undo and redo."""

import re
from fractions import Fraction

from rules_py.calculators.scale import TONES
from rules_py.systems.dichotomy.tracker import schema
from tests.systems.dichotomy.tracker_play import (
    AMBUSH,
    END,
    FIGHT,
    FIRE,
    PYRO,
    TRACKER,
    ask,
    attack,
    fighter,
    play,
    state_of,
)


def test_road_ambush_plays_out_as_in_the_book():
    after_one = state_of(play(FIGHT[:6]))
    hits = {each.name: each.hits for each in after_one.fighters}
    assert hits == {"Odile": 2, "Bram": 1, "Thug": 3, "Red hood": 1, "Beard": 3}
    after_two = state_of(play(FIGHT[:11]))
    odile = fighter(after_two, "Odile")
    assert (odile["zone"], odile["hits"], odile["injured"]) == ("5", 0, True)
    assert [fighter(after_two, name)["out"] for name in ("Thug", "Red hood", "Beard")] == [True, True, False]
    end = ask(scene=play(FIGHT))
    assert "The fight is over: no foes are standing." in end["html"]["head"]
    [after] = [
        panel for panel in TRACKER.view(state_of(end["scene"]), "").panels if panel.title == "After the fight"
    ]
    assert after.rows == (("Odile", "injured", "unhurt", "unhurt"), ("Bram", "unhurt", "unhurt", "unhurt"))
    assert fighter(state_of(end["scene"]), "Beard")["out"]


def test_move_options_are_priced_by_the_foes_on_the_route():
    moves = [each for each in TRACKER.view(state_of(AMBUSH), "Odile").options if each.kind == "Move"]
    assert [(each.title, each.price, each.event["to"]) for each in moves] == [
        ("Move to zone 2", "1 point", ["2"]),
        ("Move to zone 3, through 2", "3 points", ["2", "3"]),
    ]


def test_map_has_a_move_button_for_each_zone_in_reach():
    map_html = ask(scene=AMBUSH)["html"]["map"]
    buttons = re.findall(r'<button [^>]*form="([^"]*)"[^>]*aria-label="([^"]*)"', map_html)
    forms = {form for form, _ in buttons}
    assert [label for _, label in buttons] == [
        "2: Odile, move to zone 2 (1 point)",
        "3: Odile, move to zone 3, through 2 (3 points)",
    ]
    assert forms == {
        *re.findall(r'<form [^>]*id="(desk-dichotomy-move[^"]*)"', ask(scene=AMBUSH)["html"]["turn"])
    }


def test_attack_outcome_shares_add_up_and_match_the_calculator():
    # V-11: Odile defends against the thug beside her
    state = state_of(play(FIGHT[:1]))
    option = next(
        each for each in TRACKER.view(state, "Thug").options if each.id == "attack-Odile-power-martial"
    )
    assert [(share.label, share.chance) for share in option.shares] == [
        ("no hits", Fraction(14, 25)),
        ("1 hit", Fraction(19, 50)),
        ("2 hits", Fraction(3, 50)),
    ]
    for each in TRACKER.view(state, "Bram").options:
        assert sum(share.chance for share in each.shares) in (0, 1)
        assert all(share.tone in TONES for share in each.shares)


def test_turn_passes_once_its_points_are_spent():
    reply = ask(scene=AMBUSH, event=FIGHT[0], turn="Odile")
    assert reply["turn"] == "Bram"
    move = {"do": "move", "who": "Odile", "to": ["2"]}
    assert ask(scene=AMBUSH, event=move, turn="Odile")["turn"] == "Odile"
    assert ask(scene=play(FIGHT[:6]), event=FIGHT[6], turn="Odile")["turn"] == "Odile"  # 2 points left


def test_turn_passes_once_only_a_move_is_left():
    shot = attack("Odile", "Thug", ["finesse", "martial"], [5, 5])
    after = ask(scene=AMBUSH, event=shot, turn="Odile")
    assert after["turn"] == "Bram"
    view = TRACKER.view(state_of(after["scene"]), "Odile")
    assert any(each.kind == "Move" and not each.reasons for each in view.options)


def test_hits_of_this_round_show_before_they_are_tallied():
    hit = {"do": "hit", "who": "Bram", "hits": 2}
    reply = ask(scene=AMBUSH, event=hit)
    [bram] = [each for each in TRACKER.view(state_of(reply["scene"]), "").combatants if each.name == "Bram"]
    assert (bram.standing, bram.tone) == ("unhurt, +2 hits", "mixed")
    assert bram.track_position.text == "Unhurt; 0 of 3 hits, +2 this round to Injured"


def test_panels_list_only_results_that_can_happen():
    after, best = TRACKER.view(state_of(AMBUSH), "").panels
    assert after.rows and all(chance > 0 for *_, chance in after.rows)
    assert len(best.rows) == len({row[0].split(" on ")[0] for row in best.rows})


def test_foes_act_first_in_an_ambush():
    scene = {**AMBUSH, "start": {**AMBUSH["start"], "ambushed": True}}
    assert ask(scene=scene)["turn"] == "Thug"


def test_undo_and_redo_give_the_same_fight():
    scene, expected = play(FIGHT), AMBUSH
    for at in range(len(FIGHT) + 1):
        assert state_of({**scene, "at": at}) == state_of(expected)
        expected = play(FIGHT[at : at + 1], expected)


def test_new_event_discards_undone_events():
    scene = {**play(FIGHT[:3]), "at": 2}
    after = play([END], scene)
    assert [each["do"] for each in after["log"]] == ["move", "attack", "end_round"]
    assert after["at"] == 3


def test_dice_rolled_by_the_tracker_are_saved_in_the_log():
    event = attack("Bram", "Red hood", FIRE, [None, None], **PYRO)
    scene = play([event])
    faces = scene["log"][0]["dice"]
    assert len(faces) == 2 and all(1 <= face <= 10 for face in faces)
    assert state_of(scene) == state_of(scene)


def test_after_fight_panel_keeps_an_out_character_out():
    data = state_of(play(FIGHT)).to_json()
    fighters = [each | {"out": True} if each["name"] == "Odile" else each for each in data["fighters"]]
    [after] = [
        each
        for each in TRACKER.view(schema.read(data | {"fighters": fighters}), "").panels
        if each.title == "After the fight"
    ]
    assert after.rows[0] == ("Odile", "out", "out", "out")
