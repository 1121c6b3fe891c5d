"""A conflict at the tracker, for tests."""

from __future__ import annotations

from rules_py.systems import registry
from rules_py.tracker import append_event, from_preset, read_encounter, replay

GAME = registry.game("action_consequence")
TRACKER = GAME.tracker


def person(name, *dice, kind="pc", **more):
    """Return a person who rolls these dice for every action."""
    return {"name": name, "kind": kind, "dice": list(dice), **more}


class Table:
    """A conflict at the tracker, with its action options and its last event."""

    def __init__(self, *people):
        start = {"name": "Conflict", "start": {"people": list(people)}}
        self.now = replay(TRACKER, read_encounter(TRACKER, start))
        self.last = None

    @classmethod
    def at(cls, start):
        """Return a table that starts from one of the presets."""
        table = cls()
        table.now = replay(TRACKER, read_encounter(TRACKER, from_preset(TRACKER.preset(start)).to_json()))
        return table

    def do(self, what, *, violations=(), **event):
        self.now, self.last = append_event(TRACKER, self.now, {"do": what, **event})
        assert tuple(each.code for each in self.last.reasons) == tuple(violations), self.last.reasons
        return self

    def cast(self, *dice):
        return self.do("cast", dice=list(dice))

    def challenge(self, who, on, words=""):
        return self.do("challenge", who=who, on=on, words=words)

    def answer(self, who, *dice):
        return self.do("answer", who=who, dice=list(dice))

    def leave(self, *names):
        for who in names:
            self.do("leave", who=who)
        return self

    def back(self, steps):
        """Undo this many events."""
        at = self.now.encounter.position - steps
        encounter = read_encounter(TRACKER, {**self.now.encounter.to_json(), "at": at})
        self.now = replay(TRACKER, encounter, self.now)
        return self

    @property
    def state(self):
        return self.now.state

    @property
    def view(self):
        return TRACKER.view(self.state, "")

    @property
    def due(self):
        """The ids of the action options that are due now."""
        return [each.id for each in self.view.due_options]

    def option(self, id, who=""):
        view = TRACKER.view(self.state, who)
        return next(
            each for each in (*view.due_options, *view.options, *view.common_options) if each.id == id
        )

    def shares(self, id):
        return {each.label: each.chance for each in self.option(id).shares}

    @property
    def sentence(self):
        return self.last.sentence


class SeparateDice:
    """Dice that roll each die separately, as the tracker does, and record the faces."""

    def __init__(self, dice):
        self.dice, self.faces = dice, []

    def d(self, sides, **_):
        self.faces.append(self.dice.d(sides))
        return self.faces[-1]

    def roll(self, sizes, **_):
        for each in sizes:
            self.d(each)

    def note(self, *_):
        """Ignore the note."""
