"""The desk as the page plays it: the road ambush step by step, taking back, refusals in words, files and
sheets.
"""

import json
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules_py import catalogue, odds, web
from rules_py.desk import begun, happened, played, read_file, read_scene
from rules_py.errors import InputError
from rules_py.scale import TONES

GAME = catalogue.game("dichotomy")
DESK = GAME.desk
AMBUSH = read_scene(DESK, begun(DESK.start("ambush")).to_json()).to_json()


def ask(**request):
    return json.loads(web.respond(json.dumps({"action": "desk", "game": "dichotomy", **request})))


def attack(who, on, pair, dice, **more):
    return {"do": "attack", "who": who, "on": [on], "with": pair, "dice": dice, **more}


BLOW, SHOT, FIRE = ["power", "martial"], ["finesse", "martial"], ["finesse", "spiritual"]
PYRO = {"using": ["pyrokinesis"]}
END = {"do": "end_round"}

FIGHT = [
    {"do": "move", "who": "Odile", "to": '["2", "3"]'},
    attack("Bram", "Red hood", FIRE, [7, 2], **PYRO),
    attack("Thug", "Odile", BLOW, [2, 6]),
    attack("Beard", "Odile", SHOT, [8, 5]),
    attack("Red hood", "Bram", SHOT, [6, 3]),
    END,
    attack("Odile", "Thug", BLOW, [9, 4]),
    {"do": "move", "who": "Odile", "to": '["4", "5"]'},
    attack("Bram", "Red hood", FIRE, [3, 7], **PYRO),
    attack("Beard", "Odile", SHOT, [5, 1]),
    END,
    {"do": "move", "who": "Odile", "to": '["6"]'},
    attack("Odile", "Beard", BLOW, [2, 9]),
    attack("Bram", "Beard", FIRE, [2, 5], **PYRO),
    END,
]
"""W-17 to W-29, with Martial 9 throughout."""


def play(events, scene=AMBUSH):
    """The scene after these events, none of which may be refused."""
    for event in events:
        reply = ask(scene=scene, event=event)
        assert reply["ok"] and reply["applied"], reply
        scene = reply["scene"]
    return scene


def state_of(scene):
    return played(DESK, read_scene(DESK, scene)).state


def fighter(state, name):
    return next(each for each in state.to_json()["fighters"] if each["name"] == name)


def test_the_road_ambush_plays_out_as_the_book_tells_it():
    after_one = state_of(play(FIGHT[:6]))
    hits = {each.name: each.hits for each in after_one.fighters}
    assert hits == {"Odile": 2, "Bram": 1, "Thug": 3, "Red hood": 1, "Beard": 3}
    after_two = state_of(play(FIGHT[:11]))
    odile = fighter(after_two, "Odile")
    assert (odile["zone"], odile["hits"], odile["injured"]) == ("5", 0, True)
    assert [fighter(after_two, name)["out"] for name in ("Thug", "Red hood", "Beard")] == [True, True, False]
    end = ask(scene=play(FIGHT))
    assert "The fight is over: no foe stands." in end["html"]["head"]
    assert "After the fight" in end["html"]["chances"]
    assert fighter(state_of(end["scene"]), "Beard")["out"]


def test_the_planner_prices_each_way_by_the_foes_on_it():
    move = next(act for act in DESK.view(state_of(AMBUSH), "Odile").acts if act.id == "move")
    assert move.inputs[0].options == {'["2"]': "zone 2 (1 point)", '["2", "3"]': "zone 3, by 2 (3 points)"}


def test_what_may_come_of_an_attack_adds_up_and_is_what_the_calculator_says():
    # V-11: Odile defends against the thug beside her
    state = state_of(play(FIGHT[:1]))
    act = next(act for act in DESK.view(state, "Thug").acts if act.id == "attack-Odile-power-martial")
    assert [(share.label, share.chance) for share in act.shares] == [
        ("no hit", Fraction(14, 25)),
        ("1 hit", Fraction(19, 50)),
        ("2 hits", Fraction(3, 50)),
    ]
    for each in DESK.view(state, "Bram").acts:
        assert sum(share.chance for share in each.shares) in (0, 1)
        assert all(share.tone in TONES for share in each.shares)


def test_the_turn_passes_on_when_the_points_are_spent():
    reply = ask(scene=AMBUSH, event=FIGHT[0], turn="Odile")
    assert reply["turn"] == "Bram"
    reply = ask(scene=play(FIGHT[:6]), event=FIGHT[6], turn="Odile")
    assert reply["turn"] == "Odile"


def test_in_an_ambush_the_foes_are_first():
    scene = {**AMBUSH, "start": {**AMBUSH["start"], "ambushed": True}}
    assert ask(scene=scene)["turn"] == "Thug"


# taking back


def test_going_back_and_forth_gives_the_same_fight():
    scene = play(FIGHT)
    for at in range(len(FIGHT) + 1):
        assert state_of({**scene, "at": at}) == state_of(play(FIGHT[:at]))


def test_doing_something_else_gives_up_what_was_taken_back():
    scene = {**play(FIGHT[:3]), "at": 2}
    after = play([END], scene)
    assert [each["do"] for each in after["log"]] == ["move", "attack", "end_round"]
    assert after["at"] == 3


def test_dice_left_to_the_page_are_kept_in_the_log():
    given_up = attack("Bram", "Red hood", FIRE, [None, None], **PYRO)
    scene = play([given_up])
    faces = scene["log"][0]["dice"]
    assert len(faces) == 2 and all(1 <= face <= 10 for face in faces)
    assert state_of(scene) == state_of(scene)


# refusals


@pytest.mark.parametrize(
    ("before", "event", "words"),
    [
        (0, {"do": "move", "who": "Odile", "to": '["2", "3", "4"]'}, "more than the three points"),
        (0, {"do": "recover", "who": "Odile"}, "No hit was carried"),
        (0, attack("Odile", "Thug", BLOW, [5, 5]), "does not reach"),
        (0, attack("Odile", "Thug", ["power", "spiritual"], [5, 5]), "needs an ability"),
        (0, attack("Odile", "Thug", ["power", "finesse"], [5, 5]), "joins Power or Finesse"),
        (0, attack("Thug", "Beard", SHOT, [5, 5]), "no roll for it"),
        (0, attack("Odile", "Thug", SHOT, [5, 5], using=["double_shot"]), "does not have"),
        (0, {"do": "dive", "who": "Bram"}, "A dive is allowed when"),
        (0, {"do": "shield_minds", "who": "Bram"}, "does not have"),
        (0, {"do": "aim", "who": "Bram", "with": SHOT}, "does not have"),
        (0, {"do": "move", "who": "Odile", "to": []}, "at least one step"),
        (1, {"do": "defend", "who": "Odile"}, "more than the three points"),
        (2, attack("Bram", "Thug", FIRE, [5, 5], **PYRO), "twice in one turn"),
        (7, attack("Odile", "Thug", BLOW, [5, 5]), "Choose foes who still stand"),
        (7, {"do": "defend", "who": "Thug"}, "does nothing"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_a_sentence(before, event, words):
    scene = play(FIGHT[:before])
    reply = ask(scene=scene, event=event)
    assert reply["ok"] and not reply["applied"]
    assert words in reply["say"]
    assert reply["scene"] == scene


@pytest.mark.parametrize(
    ("event", "field", "code"),
    [
        ({"do": "dance", "who": "Odile"}, "do", "unknown_action"),
        ({"do": "defend", "who": "Nobody"}, "event", "unknown_fighter"),
        (attack("Odile", "Nobody", SHOT, [5, 5]), "event", "unknown_fighter"),
        (attack("Odile", "Thug", SHOT, [5, 11]), "dice.1", "bad_die"),
        (attack("Odile", "Thug", SHOT, [5, None]), "dice.1", "bad_die"),
        (attack("Odile", "Thug", SHOT, [5]), "dice", "bad_value"),
        ({"do": "attack", "who": "Odile", "on": [], "with": SHOT}, "event.on", "missing_target"),
        ({"do": "defend", "who": "Odile", "colour": "red"}, "input", "unknown_input"),
        ({}, "do", "missing_input"),
    ],
)
def test_what_is_no_event_is_refused_with_its_field(event, field, code):
    reply = ask(scene=AMBUSH, event=event)
    assert (reply["ok"], reply["problems"][0]["field"], reply["codes"][0]) == (False, field, code)


def test_the_game_master_may_allow_what_the_rules_forbid():
    reply = ask(scene=AMBUSH, event={"do": "move", "who": "Odile", "to": '["2", "3", "4"]', "allow": True})
    assert reply["applied"]
    assert fighter(state_of(reply["scene"]), "Odile")["zone"] == "4"
    assert "Allowed by the game master" in reply["html"]["last"]


def test_acts_that_are_not_allowed_say_why():
    recover = next(act for act in DESK.view(state_of(AMBUSH), "Odile").acts if act.id == "recover")
    assert [(each.rule, each.text) for each in recover.reasons] == [
        ("R-40", "No hit was carried into the round that Recover could take off.")
    ]


# setting the table


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": ""}, "missing_name"),
        ({"name": "Bram"}, "duplicate_fighter"),
        ({"scores": {"finesse": 3}}, "missing_input"),
        ({"side": "npc", "hits": 0}, "no_hits"),
        ({"abilities": ["flying"]}, "unknown_ability"),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(changes, code):
    odile, *others = AMBUSH["start"]["fighters"]
    scene = {**AMBUSH, "start": {**AMBUSH["start"], "fighters": [{**odile, **changes}, *others]}}
    reply = ask(scene=scene)
    assert not reply["ok"] and code in reply["codes"]


LATE = {**AMBUSH["start"]["fighters"][2], "name": "Second thug", "zone": "2"}


def test_somebody_joins_the_fight_and_may_act():
    scene = play([*FIGHT[:6], {"do": "join", "fighter": LATE}])
    state = state_of(scene)
    assert fighter(state, "Odile")["hits"] == 2
    assert fighter(state, "Second thug")["zone"] == "2"
    assert "attack-Bram-finesse-martial" in [act.id for act in DESK.view(state, "Second thug").acts]


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"name": "Thug"}, "fighter.name", "duplicate_fighter"),
        ({"name": " "}, "fighter.name", "missing_name"),
        ({"hits": 0}, "fighter.hits", "no_hits"),
        ({"gear": "gold"}, "fighter.gear", "unknown_gear"),
    ],
)
def test_who_cannot_join_is_refused_with_the_field(changes, field, code):
    reply = ask(scene=AMBUSH, event={"do": "join", "fighter": LATE | changes})
    assert (reply["ok"], reply["problems"][0]["field"], reply["codes"]) == (False, field, [code])


def test_whoever_is_put_at_the_start_leaves_the_log_as_it_is():
    scene = play(FIGHT[:6])
    more = {**scene["start"], "fighters": [*scene["start"]["fighters"], {**LATE, "zone": "6"}]}
    assert fighter(state_of({**scene, "start": more}), "Odile")["hits"] == 2


def test_a_start_that_would_make_a_step_dearer_than_its_turn_is_refused():
    scene = play(FIGHT[:6])
    more = {**scene["start"], "fighters": [*scene["start"]["fighters"], LATE]}
    reply = ask(scene={**scene, "start": more})
    assert (reply["problems"][0]["field"], reply["codes"]) == ("log.0", ["refused_event"])
    assert "more than the three points" in reply["message"]


def test_a_table_on_which_the_log_could_not_have_happened_is_refused():
    scene = play(FIGHT[:2])
    fewer = {
        **scene["start"],
        "fighters": [each for each in scene["start"]["fighters"] if each["name"] != "Red hood"],
    }
    reply = ask(scene={**scene, "start": fewer})
    assert (reply["ok"], reply["problems"][0]["field"]) == (False, "log.1.event")
    assert "Red hood" in reply["message"]


def test_a_character_of_the_sheet_takes_a_seat():
    sheet = GAME.sheet.blank() | {
        "name": "Wren",
        "attributes": {"finesse": 8, "power": 3, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5},
        "picks": ["quick_shot", "telekinesis", "tracking"],
    }
    reply = json.loads(web.respond(json.dumps({"action": "desk_seat", "game": "dichotomy", "sheet": sheet})))
    assert reply["list"] == "fighters"
    assert reply["seat"]["side"] == "pc" and reply["seat"]["gear"] == "normal"
    long = json.dumps({"action": "desk_seat", "game": "dichotomy", "sheet": sheet | {"name": "W" * 70}})
    assert json.loads(web.respond(long))["seat"]["name"] == "W" * 60
    assert reply["seat"]["abilities"] == ["quick_shot", "telekinesis"]
    start = {**AMBUSH["start"], "fighters": [*AMBUSH["start"]["fighters"], {**reply["seat"], "zone": "1"}]}
    acts = DESK.view(state_of({**AMBUSH, "start": start}), "Wren").acts
    assert (
        next(act.price for act in acts if act.id == "attack-Thug-finesse-spiritual-telekinesis") == "2 points"
    )


# abilities in the forms

ALL = {
    "ambushed": False,
    "zones": [{"name": "A", "next": "B"}, {"name": "B"}],
    "fighters": [
        {
            "name": "P",
            "side": "pc",
            "zone": "A",
            "scores": {"finesse": 6, "power": 5, "martial": 6, "spiritual": 5},
            "abilities": [
                "cleave",
                "defender",
                "locked_in_mortal_combat",
                "double_shot",
                "covering_fire",
                "deadly_aim",
                "telekinesis",
                "telepathy",
                "tree_stride",
            ],
            "race": "elf",
        },
        {
            "name": "Q",
            "side": "pc",
            "zone": "A",
            "scores": {"finesse": 6, "power": 5, "martial": 6, "spiritual": 5},
        },
        *(
            {
                "name": name,
                "side": "npc",
                "zone": zone,
                "hits": 3,
                "scores": {"finesse": 9, "power": 9, "martial": 9, "spiritual": 9},
            }
            for name, zone in (("M", "A"), ("N", "A"), ("X", "B"), ("Y", "B"))
        ),
    ],
}


def acted(act_id, **filled):
    """The state after one act of P's form, its fields filled in."""
    scene = read_scene(DESK, {"name": "All", "start": ALL})
    now = played(DESK, scene)
    act = next(each for each in DESK.view(now.state, "P").acts if each.id == act_id)
    after, happening = happened(
        DESK, now, {**act.event, "dice": [6, 6], **filled} if act.dice else {**act.event, **filled}
    )
    assert happening.applied, happening.sentence
    return after.state


def test_cleave_and_double_shot_take_a_second_foe():
    state = acted("attack-M-power-martial", on='["M", "N"]')
    assert [fighter(state, name)["hits"] for name in "MNXY"] == [1, 1, 3, 3]
    state = acted("attack-X-finesse-martial", on='["X", "Y"]')
    assert [fighter(state, name)["hits"] for name in "MNXY"] == [3, 3, 1, 1]


def test_a_second_foe_is_offered_with_the_chance_that_the_roll_is_enough_for_both():
    foes = [{**each, "hits": 2} if each["side"] == "npc" else each for each in ALL["fighters"]]
    state = state_of({"name": "All", "start": ALL | {"fighters": foes}})
    act = next(each for each in DESK.view(state, "P").acts if each.id == "attack-M-power-martial")
    also = next(each for each in act.inputs if each.name == "on")
    # Power 5 against 9 needs a 4, Martial 6 against 9 a 3: both, for 2 hits on each foe
    both = split_odds("dichotomy.split", value_a=5, value_b=6, targets=[{"tn_a": 9, "tn_b": 9}] * 2)
    assert both == Fraction(7, 10) * Fraction(8, 10)
    assert also.options == {'["M"]': "nobody", '["M", "N"]': "N, enough for both: 56%"}


def split_odds(calculator, **inputs):
    return sum(
        (chance for outcome, chance in odds(calculator, **inputs).items() if min(outcome.hits) >= 2),
        Fraction(),
    )


def test_the_other_abilities_do_what_their_fields_say():
    assert fighter(acted("attack-M-power-martial", defender=True), "P")["effects"]["defender"] == 1
    assert fighter(acted("attack-M-power-martial", lock="single"), "M")["locked"]["by"] == "P"
    assert fighter(acted("attack-M-power-martial", lock="crowd"), "P")["effects"]["crowd"] == 1
    covering = fighter(acted("attack-X-finesse-martial", cover_ally="Q"), "P")["effects"]["covering"]
    assert (covering["ally"], covering["zone"]) == ("Q", "")
    covering = fighter(acted("attack-X-finesse-martial", cover_zone="B"), "P")["effects"]["covering"]
    assert (covering["ally"], covering["zone"]) == ("", "B")
    assert fighter(acted("attack-X-finesse-spiritual-telekinesis", shove_to="A"), "X")["zone"] == "A"
    assert fighter(acted("aim-finesse-martial"), "P")["effects"]["aimed"] == 1
    assert fighter(acted("tree", to='["B"]'), "P")["zone"] == "B"
    assert fighter(acted("set", change={"hits": 2, "injured": "yes"}), "P")["injured"]


def minds(**more):
    """A fight of telepaths: P reads M, Q stands beside P, T beside M shields."""
    one = {"zone": "A", "scores": {"finesse": 6, "power": 5, "martial": 6, "spiritual": 5}}
    foe = one | {"side": "npc", "hits": 3}
    return {
        "name": "Minds",
        "start": {
            "ambushed": False,
            "zones": [],
            "fighters": [
                one | {"name": "P", "side": "pc", "abilities": ["telepathy"]} | more,
                one | {"name": "Q", "side": "pc"},
                foe | {"name": "M"},
                foe | {"name": "T", "abilities": ["telepathy"]},
            ],
        },
    }


READ = {"do": "read_mind", "who": "P"}


def test_reading_a_mind_injures_the_reader_at_once():
    act = next(each for each in DESK.view(state_of(minds(hits=2)), "P").acts if each.id == "read_mind")
    assert (act.price, list(act.inputs[0].options)) == ("1 point", ['["M"]', '["T"]'])
    reply = ask(scene=minds(hits=2), event=READ | {"on": ["M"]})
    assert "P reads the mind of M, and is injured." in reply["say"]
    reader = fighter(state_of(reply["scene"]), "P")
    assert (reader["hits"], reader["injured"], reader["serious"]) == (0, True, False)
    last = play([READ | {"on": ["M"]}], minds(injured=True, serious=True))
    assert fighter(state_of(last), "P")["out"]
    dive = play([READ | {"on": ["M"]}, {"do": "dive", "who": "P"}], minds(injured=True))
    assert fighter(state_of(dive), "P")["down"]


def test_the_turn_says_how_many_points_are_left():
    assert DESK.view(state_of(minds()), "P").turn_title == "P: 3 points left"
    spent = play([READ | {"on": ["M"]}], minds())
    assert DESK.view(state_of(spent), "P").turn_title == "P: 2 points left"


def test_the_working_says_why_a_mind_stays_closed_and_only_then():
    assert "mind is closed to others" in ask(scene=minds(), event=READ | {"on": ["T"]})["html"]["last"]
    assert "mind is closed to others" not in ask(scene=minds(), event=READ | {"on": ["M"]})["html"]["last"]


def test_a_closed_mind_is_not_read_and_injures_all_the_same():
    assert (
        "P cannot enter the mind of T, and is injured."
        in ask(scene=minds(), event=READ | {"on": ["T"]})["say"]
    )
    shielded = play([{"do": "shield_minds", "who": "T"}], minds())
    assert (
        "P cannot enter the mind of M, and is injured."
        in ask(scene=shielded, event=READ | {"on": ["M"]})["say"]
    )
    moved = play([{"do": "shield_minds", "who": "T"}, {"do": "move", "who": "T", "to": ["B"]}], minds())
    assert "P reads the mind of M" in ask(scene=moved, event=READ | {"on": ["M"]})["say"]
    later = play([{"do": "shield_minds", "who": "T"}, END, {"do": "talk", "who": "T"}], minds())
    assert "P reads the mind of M" in ask(scene=later, event=READ | {"on": ["M"]})["say"]


def test_a_foe_may_read_the_mind_of_a_character_whom_nobody_shields():
    event = {"do": "read_mind", "who": "T", "on": ["Q"]}
    assert "T reads the mind of Q." in ask(scene=minds(), event=event)["say"]
    shielded = play([{"do": "shield_minds", "who": "P"}], minds())
    assert "T cannot enter the mind of Q." in ask(scene=shielded, event=event)["say"]


@pytest.mark.parametrize(
    ("event", "words"),
    [({"do": "read_mind", "who": "Q", "on": ["M"]}, "does not have"), (READ | {"on": ["P"]}, "Choose foes")],
)
def test_a_mind_that_cannot_be_read_is_refused(event, words):
    reply = ask(scene=minds(), event=event)
    assert reply["ok"] and not reply["applied"] and words in reply["say"]


def test_the_game_master_sets_what_helps_and_hinders_and_every_chance_follows():
    ladder = [{"on": name, "value": -3, "when": "both", "against": ""} for name in ("power", "martial")]
    event = {"do": "set", "who": "Odile", "change": {"modifiers": ladder}}
    reply = ask(scene=play(FIGHT[:6]), event=event)
    assert "Odile: modifiers are now Power −3; Martial −3." in reply["say"]
    state = state_of(reply["scene"])
    acts = {each.id: each for each in DESK.view(state, "Odile").acts}
    assert "Power 8 −3 against 12: 7 or more; Martial 9 −3 against 12: 6 or more" in (
        acts["attack-Thug-power-martial"].note
    )
    assert [each["value"] for each in acts["modifiers"].more[0].fields[0].usual] == [-3, -3]
    cleared = play([{"do": "set", "who": "Odile", "change": {"modifiers": []}}], reply["scene"])
    assert not fighter(state_of(cleared), "Odile")["modifiers"]
    disarmed = play([{"do": "set", "who": "Odile", "change": {"gear": "none"}}], cleared)
    assert "attack-Thug-finesse-martial" not in [
        each.id for each in DESK.view(state_of(disarmed), "Odile").acts
    ]


# files


def test_a_file_gives_its_fights_back():
    scene = play(FIGHT)
    text = json.dumps(
        {"format": "diceleaf-desk", "version": DESK.version, "game": "dichotomy", "scenes": [scene]}
    )
    (read,) = read_file(DESK, "dichotomy", text)
    assert state_of(read.to_json()) == state_of(scene)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "other"}, "bad_file"),
        ({"game": "core_rules"}, "other_game"),
        ({"version": 99}, "unknown_version"),
        ({"scenes": []}, "bad_file"),
        ({"scenes": [{"name": "x"}]}, "missing_input"),
        ({"scenes": [3]}, "bad_file"),
        ({"scenes": [{**AMBUSH, "at": 4}]}, "bad_scene"),
        ({"scenes": [{**AMBUSH, "log": [{"do": "defend", "who": "Nobody"}], "at": 1}]}, "unknown_fighter"),
        ({"scenes": [{**AMBUSH, "log": [{"do": "recover", "who": "Odile"}], "at": 1}]}, "refused_event"),
        ({"scenes": [{**AMBUSH, "log": ["boo"], "at": 1}]}, "bad_value"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused(changes, code):
    file = {
        "format": "diceleaf-desk",
        "version": DESK.version,
        "game": "dichotomy",
        "scenes": [AMBUSH],
    } | changes
    with pytest.raises(InputError) as refused:
        read_file(DESK, "dichotomy", json.dumps(file))
    assert code in refused.value.codes


@pytest.mark.parametrize("text", ["", "{", "[]", "null", None, 3])
def test_what_is_no_file_at_all_is_refused(text):
    reply = json.loads(web.respond(json.dumps({"action": "desk_file", "game": "dichotomy", "text": text})))
    assert reply["codes"] == ["bad_file"]


def test_games_without_a_desk_say_so():
    reply = json.loads(web.respond(json.dumps({"action": "desk", "game": "core_rules", "start": "x"})))
    assert reply["codes"] == ["no_desk"]


# the page


class _Ids(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids = []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, len(FIGHT)), st.sampled_from(["", "Odile", "Bram", "Thug", "Red hood", "Beard"]))
def test_every_view_of_the_fight_can_be_shown_and_its_ids_are_unlike(at, turn):
    reply = ask(scene={**WHOLE, "at": at}, turn=turn)
    assert reply["ok"]
    parser = _Ids()
    parser.feed("".join(reply["html"].values()))
    assert len(parser.ids) == len(set(parser.ids))


WHOLE = play(FIGHT)


@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(st.data())
def test_whatever_is_done_a_log_replayed_gives_the_same_fight(data):
    scene, turn = {"name": "All", "start": ALL}, ""
    for step in range(5):
        now = played(DESK, read_scene(DESK, scene))
        view = DESK.view(
            now.state, turn or data.draw(st.sampled_from([each.name for each in view_pieces(now)]))
        )
        open_acts = [
            each
            for each in (*view.due, *view.acts, *view.common)
            if not each.reasons and each.id not in ("tree", "join", "join-sample")
        ]
        act = data.draw(st.sampled_from(open_acts))
        filled = {each.name: f"deed {step}" if each.name == "label" else each.usual for each in act.inputs}
        faces = {"dice": [data.draw(st.integers(1, 10)) for _ in act.dice]} if act.dice else {}
        reply = ask(scene=scene, event={**act.event, **filled, **faces})
        assert reply["ok"] and reply["applied"], (act, reply)
        scene = reply["scene"]
        assert state_of(scene) == happened(DESK, now, {**act.event, **filled, **faces})[0].state


def view_pieces(now):
    return DESK.view(now.state, "").pieces
