"""The setup of a fight: foes, characters, zones, and the errors of invalid changes."""

import re

import pytest

from hooks.contracts.requests import reply_to
from tests.systems.dichotomy.tracker_play import AMBUSH, END, FIGHT, GAME, TRACKER, fighter, play, state_of


def ask(action, **request):
    return reply_to({"action": action, "game": "dichotomy", **request})


def apply_change(scene, change, **more):
    reply = ask("tracker_setup", scene=scene, change=change, **more)
    assert reply["ok"], reply
    return reply["scene"]


def setup_errors(scene, change):
    """Return the field and message of each problem of an invalid change."""
    reply = ask("tracker_setup", scene=scene, change=change)
    assert not reply["ok"]
    return {each["field"]: each["message"] for each in reply["problems"]}


def blank(**more):
    return ask("tracker_new", **more)["scene"]


def names(scene):
    return [each["name"] for each in scene["start"]["fighters"]]


def sheet(name):
    attributes = {"finesse": 8, "power": 3, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5}
    return {
        "version": GAME.sheet.version,
        "sheet": GAME.sheet.blank() | {"name": name, "attributes": attributes},
    }


def test_setup_adds_three_heroes_and_three_foes_in_four_changes():
    scene = apply_change(
        blank(), {"set": "seat", "sheets": [sheet(name) for name in ("Odile", "Bram", "Wren")]}
    )
    for _ in range(3):
        scene = apply_change(scene, {"set": "add", "sample": "brawler"})
    assert names(scene) == ["Odile", "Bram", "Wren", "Brawler", "Brawler 2", "Brawler 3"]
    zones = [each["zone"] for each in scene["start"]["fighters"]]
    assert zones == ["1"] * 3 + ["2"] * 3
    view = TRACKER.view(state_of(scene), "")
    assert (view.turn, view.next, view.news) == ("Odile", "Odile", "Odile is next.")
    assert any(each.id.startswith("attack-Brawler") and not each.reasons for each in view.options)


def test_setup_announces_added_and_removed_participants():
    addition = ask("tracker_setup", scene=blank(), change={"set": "add", "sample": "wolf", "count": 2})
    assert addition["say"] == "Wolf added. Wolf 2 added."
    removal = ask("tracker_setup", scene=addition["scene"], change={"set": "remove", "name": "Wolf"})
    assert removal["say"] == "Wolf removed."
    move = ask(
        "tracker_setup", scene=addition["scene"], change={"set": "stand", "name": "Wolf", "place": "1"}
    )
    assert move["say"] == "Setup changed."


def test_tracker_names_the_missing_side_before_a_fight():
    def news(scene):
        return TRACKER.view(state_of(scene), "").news

    scene = blank()
    hint = "Add participants under “Set-up and participants”."
    assert news(scene) == f"No one here yet. {hint}"
    assert news(apply_change(scene, {"set": "add", "sample": "wolf"})) == f"No characters yet. {hint}"
    heroes = apply_change(scene, {"set": "seat", "sheets": [sheet("Wren")]})
    assert news(heroes) == f"No foes yet. {hint}"
    assert "is over" not in ask("tracker", scene=heroes)["html"]["turn"]


def test_begin_is_enabled_only_once_there_are_foes():
    def begin_enabled(scene):
        setting = ask("tracker", scene=scene, setting={})["html"]["setting"]
        [attributes] = re.findall(r'<button [^>]*data-command="begin"[^>]*>', setting)
        return "disabled" not in attributes

    assert not begin_enabled(blank())
    assert not begin_enabled(apply_change(blank(), {"set": "seat", "sheets": [sheet("Wren")]}))
    assert begin_enabled(apply_change(blank(), {"set": "add", "sample": "wolf"}))


def test_custom_participant_is_opened_for_editing():
    reply = ask("tracker_setup", scene=blank(), change={"set": "somebody"}, setting={})
    assert reply["open"] == "Someone"
    assert 'id="desk-set-entry-Someone"' in reply["html"]["setting"]


def test_new_fight_is_named_after_its_combatants():
    scene = apply_change(blank(), {"set": "seat", "sheets": [sheet("Wren"), sheet("Bram"), sheet("Odile")]})
    scene = apply_change(scene, {"set": "add", "sample": "wolf"})
    assert scene["name"] == "Wren, Bram +1 v Wolf"
    numbered_scene = {**scene, "name": f"{scene['name']} (2)"}
    assert apply_change(numbered_scene, {"set": "remove", "name": "Wolf"})["name"] == "Wren, Bram +1"
    named_scene = apply_change(scene, {"set": "rest", "called": "At the ford"})
    assert apply_change(named_scene, {"set": "remove", "name": "Wolf"})["name"] == "At the ford"


def test_setup_adds_a_character_only_once():
    scene = apply_change(blank(), {"set": "seat", "sheets": [sheet("Wren")]})
    both = apply_change(scene, {"set": "seat", "sheets": [sheet("Wren"), sheet("Bram")]})
    assert names(both) == ["Wren", "Bram"]
    assert setup_errors(scene, {"set": "seat", "sheets": [sheet("Wren")]}) == {
        "entries": "Wren is already here."
    }


@pytest.mark.parametrize(
    ("entry", "field", "message"),
    [
        ({"name": "Bram"}, "entry.name", "Two participants are called “Bram”. Rename one."),
        ({"name": " "}, "entry.name", "Everyone needs a name."),
        ({"hits": 0}, "entry.hits", "Thug must have at least 1 hit."),
        ({"bonus": 7}, "entry.bonus", "Monster slayer bonus must be between 0 and 4 (you entered 7)."),
    ],
)
def test_setup_reports_each_error_at_its_field(entry, field, message):
    assert setup_errors(AMBUSH, {"set": "entry", "name": "Thug", "entry": entry}) == {field: message}


def test_setup_adds_a_generic_combatant_as_a_foe():
    scene = apply_change(apply_change(AMBUSH, {"set": "somebody"}), {"set": "somebody", "place": "3"})
    first, second = scene["start"]["fighters"][-2:]
    assert (first["name"], second["name"]) == ("Someone", "Someone 2")
    assert (first["side"], first["zone"], second["zone"]) == ("npc", "6", "3")


def test_setup_edits_moves_and_removes_a_combatant():
    scene = apply_change(AMBUSH, {"set": "entry", "name": "Thug", "entry": {"name": "Captain", "hits": 5}})
    scene = apply_change(scene, {"set": "stand", "name": "Captain", "place": "4"})
    captain = fighter(state_of(scene), "Captain")
    assert (captain["hits"], captain["zone"], captain["scores"]["power"]) == (5, "4", 12)
    assert "Captain" not in names(apply_change(scene, {"set": "remove", "name": "Captain"}))
    assert setup_errors(scene, {"set": "remove", "name": "Thug"}) == {"name": "“Thug” isn’t here."}


def test_setup_rejects_removing_a_combatant_used_in_the_log():
    scene = play(FIGHT[:2])
    (field,) = setup_errors(scene, {"set": "remove", "name": "Bram"})
    assert field.startswith("log.1")


def test_setup_renames_a_fight_and_switches_the_ambush():
    scene = apply_change(AMBUSH, {"set": "rest", "called": "At the ford", "rest": {"ambushed": True}})
    assert scene["name"] == "At the ford" and scene["start"]["ambushed"]
    assert TRACKER.view(state_of(scene), "").next == "Thug"
    assert apply_change(scene, {"set": "rest", "called": "  "})["name"] == "At the ford"


def test_new_encounter_keeps_the_party_and_injuries_without_foes():
    scene = play(FIGHT)
    after = blank(scene=scene)
    assert names(after) == ["Odile", "Bram"] and after["log"] == []
    odile, bram = after["start"]["fighters"]
    assert (odile["injured"], odile["hits"], odile["zone"]) == (True, 0, "1")
    assert "pyrokinesis" in bram["abilities"] and not bram["injured"]
    assert names(blank()) == []


def test_new_encounter_leaves_out_characters_who_are_out():
    gone = play([{"do": "set", "who": "Bram", "change": {"out": "yes"}}])
    assert names(blank(scene=gone)) == ["Odile"]


def test_setup_logs_late_arrivals_under_unique_names():
    scene = apply_change(
        play([*FIGHT[:5], END]), {"set": "add", "sample": "archer", "count": 2, "place": "6"}
    )
    assert [each["do"] for each in scene["log"][-2:]] == ["join", "join"]
    state = state_of(apply_change(scene, {"set": "add", "sample": "archer"}))
    assert state.names[-3:] == ["Archer", "Archer 2", "Archer 3"]


def test_new_zone_is_named_with_the_next_free_number():
    scene = apply_change(AMBUSH, {"set": "place", "beside": "1"})
    many = len(scene["start"]["zones"])
    assert scene["start"]["zones"][-1]["name"] == str(many)
    for name in ("Gate", str(many + 1)):
        scene = apply_change(
            scene,
            {"set": "place-entry", "name": scene["start"]["zones"][-1]["name"], "entry": {"name": name}},
        )
    assert apply_change(scene, {"set": "place"})["start"]["zones"][-1]["name"] == str(many + 2)


def test_zone_needs_a_unique_name_and_keeps_its_modifiers():
    problem = "Give this zone a unique name without commas."
    for name in ("2", "", "a, b"):
        change = {"set": "place-entry", "name": "1", "entry": {"name": name}}
        assert setup_errors(AMBUSH, change) == {"entry.name": problem}
    entry = {"note": "knee-deep", "modifiers": [{"on": "finesse", "value": -1}]}
    scene = apply_change(AMBUSH, {"set": "place-entry", "name": "1", "entry": entry})
    zone = state_of(scene).zone("1")
    assert zone.note == "knee-deep" and zone.modifiers[0].value == -1 and zone.next == ("2",)
    assert setup_errors(AMBUSH, {"set": "place-remove", "name": "1"}) == {
        "name": "Odile and Bram are there. Move them first."
    }


@pytest.mark.parametrize(
    "change",
    [{"set": "dance"}, {}, {"set": "add", "sample": "dragon"}, {"set": "way", "from": "1", "to": "9"}],
)
def test_setup_rejects_an_invalid_change(change):
    assert setup_errors(AMBUSH, change)


def test_setup_lists_each_combatant_and_opens_the_requested_one():
    html = ask("tracker", scene=AMBUSH, setting={"open": "Odile", "place": "6"}, first="setting")["html"]
    assert set(html) == {"setting"}
    assert html["setting"].count('tracker-setup__line"') == 5
    assert html["setting"].count('name="entry.scores.power"') == 1
    assert "Add an adjacent zone" in html["setting"]
    assert "Starting options" in html["setting"]
    assert "setting" not in ask("tracker", scene=AMBUSH)["html"]


# player view


def player_standings(scene):
    states = TRACKER.player_view([state_of({**scene, "at": at}) for at in range(scene["at"] + 1)])
    return {each.name: each.standing for each in states.combatants}


def test_player_view_describes_injuries_without_showing_hits():
    assert set(player_standings(AMBUSH).values()) == {"unhurt"}
    assert player_standings(play(FIGHT[:5])) == {
        "Odile": "shaken",
        "Bram": "shaken",
        "Thug": "unhurt",
        "Red hood": "badly hurt",
        "Beard": "unhurt",
    }
    end = player_standings(play(FIGHT))
    assert (end["Odile"], end["Thug"]) == ("injured", "out")
    reply = ask("tracker_player_view", scene=play(FIGHT[:5]))
    assert reply["ok"] and "Round 1" in reply["say"]
    assert "hits" not in reply["html"] and "left" not in reply["html"]


def test_player_view_shows_a_character_playing_dead_as_out():
    scene = play([{"do": "set", "who": "Bram", "change": {"down": "yes"}}])
    assert player_standings(scene)["Bram"] == "out"


def test_log_is_followed_by_a_table_of_hits_by_round():
    html = ask("tracker", scene=play(FIGHT))["html"]["log"]
    table = html[html.index("Hits by round") :]
    rows = [row for row in table.split("<tr>") if "Odile" in row or "Thug" in row]
    assert len(rows) == 2 and html.count("tracker__entry-round") == 3


def test_tracker_names_the_defender_and_hides_points_when_out():
    scene = play([*FIGHT[:3], {"do": "set", "who": "Thug", "change": {"out": "yes"}}])
    reply = ask("tracker", scene=scene, turn="Thug")
    assert (
        "Thug is out" in reply["html"]["turn"] and "points left" not in reply["html"]["turn"].split("</p>")[0]
    )
    attack_reply = ask(
        "tracker",
        scene=scene,
        event={
            "do": "attack",
            "who": "Beard",
            "on": ["Odile"],
            "with": ["finesse", "martial"],
            "dice": [10, 10],
        },
    )
    assert attack_reply["say"].startswith("Beard attacks Odile, who defends: ")
    assert ", takes no hits." in attack_reply["say"]


def test_hit_event_adds_hits_without_a_roll():
    scene = play([{"do": "hit", "who": "Thug", "hits": 2}, {"do": "hit", "who": "Odile", "hits": 3}])
    state = state_of(scene)
    assert fighter(state, "Thug")["hits"] == 1 and fighter(state, "Odile")["taken"] == 3
    assert fighter(state_of(play([END], scene)), "Odile")["injured"]
    last = ask("tracker", scene=scene, event={"do": "hit", "who": "Thug", "hits": 1})
    assert last["say"].startswith("Thug takes 1 hit (out).")
