"""Telepathy in the tracker: reading and shielding minds."""

import pytest

from tests.systems.dichotomy.tracker_play import END, TRACKER, ask, fighter, play, state_of


def minds(**more):
    """Return a fight of telepaths: P reads M, Q is with P, and T shields M."""
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
    option = next(
        each for each in TRACKER.view(state_of(minds(hits=2)), "P").options if each.id == "read_mind"
    )
    assert (option.price, list(option.inputs[0].options)) == ("1 point", ['["M"]', '["T"]'])
    reply = ask(scene=minds(hits=2), event=READ | {"on": ["M"]})
    assert "P reads the mind of M, and is injured." in reply["say"]
    reader = fighter(state_of(reply["scene"]), "P")
    assert (reader["hits"], reader["injured"], reader["serious"]) == (0, True, False)
    last = play([READ | {"on": ["M"]}], minds(injured=True, serious=True))
    assert fighter(state_of(last), "P")["out"]
    dive = play([READ | {"on": ["M"]}, {"do": "dive", "who": "P"}], minds(injured=True))
    assert fighter(state_of(dive), "P")["down"]


def test_turn_title_shows_the_points_left():
    assert TRACKER.view(state_of(minds()), "P").turn_title == "P: 3 points left"
    after = play([READ | {"on": ["M"]}], minds())
    assert TRACKER.view(state_of(after), "P").turn_title == "P: 2 points left"


def test_steps_give_the_reason_for_a_shielded_mind_only():
    assert (
        "shielded by a telepath, can’t be read"
        in ask(scene=minds(), event=READ | {"on": ["T"]})["html"]["last"]
    )
    assert (
        "shielded by a telepath, can’t be read"
        not in ask(scene=minds(), event=READ | {"on": ["M"]})["html"]["last"]
    )


def test_shielded_mind_is_not_read_but_injures_the_reader():
    assert (
        "P can’t read the mind of T, and is injured." in ask(scene=minds(), event=READ | {"on": ["T"]})["say"]
    )
    with_shield = play([{"do": "shield_minds", "who": "T"}], minds())
    assert (
        "P can’t read the mind of M, and is injured."
        in ask(scene=with_shield, event=READ | {"on": ["M"]})["say"]
    )
    after_move = play([{"do": "shield_minds", "who": "T"}, {"do": "move", "who": "T", "to": ["B"]}], minds())
    assert "P reads the mind of M" in ask(scene=after_move, event=READ | {"on": ["M"]})["say"]
    later = play([{"do": "shield_minds", "who": "T"}, END, {"do": "talk", "who": "T"}], minds())
    assert "P reads the mind of M" in ask(scene=later, event=READ | {"on": ["M"]})["say"]


def test_foe_reads_the_mind_of_an_unshielded_character_only():
    event = {"do": "read_mind", "who": "T", "on": ["Q"]}
    assert "T reads the mind of Q." in ask(scene=minds(), event=event)["say"]
    with_shield = play([{"do": "shield_minds", "who": "P"}], minds())
    assert "T can’t read the mind of Q." in ask(scene=with_shield, event=event)["say"]


@pytest.mark.parametrize(
    ("event", "words"),
    [({"do": "read_mind", "who": "Q", "on": ["M"]}, "doesn’t have"), (READ | {"on": ["P"]}, "Choose a foe")],
)
def test_read_mind_is_refused_without_telepathy_or_a_foe(event, words):
    reply = ask(scene=minds(), event=event)
    assert reply["ok"] and not reply["applied"] and words in reply["say"]
