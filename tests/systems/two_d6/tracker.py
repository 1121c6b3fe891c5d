"""A fight at the combat tracker, for tests."""

from __future__ import annotations

from rules_py.systems import registry
from rules_py.tracker import append_event, read_encounter, replay

GAME = registry.game("two_d6")
TRACKER = GAME.tracker


def fighter(name, side="pc", **more):
    plain = {"defence": 4, "unarmed": 4, "initiative": 4, "resolve": 4, "wounds_max": 5}
    return {"name": name, "side": side, **plain, **more}


SWORD = {"name": "Sword", "kind": "melee", "bonus": 4}
BOW = {"name": "Bow", "kind": "ranged", "bonus": 4}
BLAST = {"name": "Blast", "kind": "spell", "dc": 9}
ENTANGLE = {"name": "Entangle", "kind": "entangle", "dc": 11}


class Table:
    """A fight at the tracker, with its action options and its last event."""

    def __init__(self, *fighters, house=None):
        start = {"fighters": list(fighters), "house": house or {}}
        self.now = replay(TRACKER, read_encounter(TRACKER, {"name": "Fight", "start": start}))
        self.last = None

    def do(self, what, *, violations=(), **event):
        self.now, self.last = append_event(TRACKER, self.now, {"do": what, **event})
        assert tuple(each.code for each in self.last.reasons) == tuple(violations), self.last.reasons
        return self

    def hit(self, who, on, weapon, dice, **more):
        return self.do("attack", who=who, on=on, dice=dice, **{"with": weapon}, **more)

    def of(self, name):
        return self.now.state[name]

    @property
    def view(self):
        return TRACKER.view(self.now.state, "")

    @property
    def due(self):
        return [each.id for each in self.view.due_options]

    def option(self, id, who=""):
        view = TRACKER.view(self.now.state, who)
        return next(
            each for each in (*view.due_options, *view.options, *view.common_options) if each.id == id
        )

    @property
    def sentence(self):
        return self.last.sentence
