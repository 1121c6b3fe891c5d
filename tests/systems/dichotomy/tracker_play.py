"""The road ambush of the book, W-17 to W-29, played through the page's requests."""

from hooks.contracts.requests import reply_to
from rules_py.systems import registry
from rules_py.tracker import from_preset, read_encounter, replay

GAME = registry.game("dichotomy")
TRACKER = GAME.tracker
AMBUSH = read_encounter(TRACKER, from_preset(TRACKER.preset("ambush")).to_json()).to_json()


def ask(**request):
    return reply_to({"action": "tracker", "game": "dichotomy", **request})


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
"""The ambush with Martial 9 throughout."""


def play(events, scene=AMBUSH):
    """Return the encounter after these events, all of which must be legal."""
    for event in events:
        reply = ask(scene=scene, event=event)
        assert reply["ok"] and reply["applied"], reply
        scene = reply["scene"]
    return scene


def state_of(scene):
    return replay(TRACKER, read_encounter(TRACKER, scene)).state


def fighter(state, name):
    return next(each for each in state.to_json()["fighters"] if each["name"] == name)


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
