"""The game master's hand: what no roll decides, and who comes while the fight goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_py.base.errors import Fault
from rules_py.dice.dice import RecordingDice
from rules_py.inputs import Choice, Int, Record
from rules_py.systems.dichotomy.attacks import hits_said
from rules_py.systems.dichotomy.fields import GEAR_CHOICE, WIDE, name_input
from rules_py.systems.dichotomy.injuries import GAINED, HEALED_AFTER, RUNGS
from rules_py.systems.dichotomy.tracker.actions.base import WHO, FightDeed, Turn
from rules_py.systems.dichotomy.tracker.schema import MODIFIERS_HELD, SEATED, newcomer_faults
from rules_py.systems.dichotomy.tracker.shape import Event, Fight, Fighter
from rules_py.tracker import Act, Newcomer

HAND = "The game master's hand"
YES, NO = "yes", "no"
SWITCHES = {
    **{mark: (RUNGS[mark].name, GAINED[mark], f"not {GAINED[mark]}") for mark in HEALED_AFTER},
    "out": (RUNGS["out"].name, "out of the fight", "back in the fight"),
    "down": ("Plays dead", "plays dead", "plays dead no longer"),
}
"""What may be set to yes or no: its label, and what the log says of either."""

GEAR_SAID = {"normal": "armed and armoured", "poor": "with poor or improvised gear", "none": "without gear"}

CHANGE = Record(
    "change",
    "What is set",
    default={},
    fields=(
        name_input("zone", "Zone", optional=True, default=None),
        Int("hits", "Hits", 0, WIDE, optional=True, default=None),
        *(
            Choice(name, label, options={YES: YES, NO: NO}, optional=True, default=None)
            for name, (label, _, _) in SWITCHES.items()
        ),
        replace(GEAR_CHOICE, optional=True, default=None),
        replace(MODIFIERS_HELD, optional=True, default=None),
    ),
)


class Hand(FightDeed):
    do, label = "set", "The game master's hand"
    turnless = True
    able_only = False
    fields = (WHO, CHANGE)

    def carried_out(
        self, fight: Fight, fighter: Fighter, event: Event, dice: RecordingDice
    ) -> tuple[Fight, str]:
        given = event.change.given
        after = fighter.but(
            **{name: value == YES if name in SWITCHES else value for name, value in given.items()}
        )
        said = ", ".join(_said(name, after) for name in given)
        return fight.but(after), f"{fighter.name}: {said or 'unchanged'}."

    def goes_on(self, after: Fight, event: Event) -> str:
        return event.who

    def offered(self, turn: Turn) -> Iterator[Act]:
        modifiers = replace(MODIFIERS_HELD, start=[each.to_json() for each in turn.fighter.modifiers])
        rest = tuple(each for each in CHANGE.fields if each.name != MODIFIERS_HELD.name)
        for id, title, fields, note, rules in (
            (
                "modifiers",
                "Set modifiers of the person",
                (modifiers,),
                "They count in every roll and every chance until they are taken away: a ladder, the dark, a "
                "wet bowstring. Those of a zone are set with the table.",
                ("D-211", "D-221"),
            ),
            (
                "set",
                "Set what happened otherwise",
                rest,
                "For what no roll decides: a fall from the bank, a healer, weapons lost, a change of mind.",
                (),
            ),
        ):
            yield Act(
                id=id,
                title=title,
                button="Set",
                kind=HAND,
                event={"do": self.do, "who": turn.name},
                inputs=(replace(CHANGE, fields=fields),),
                may_allow=False,
                folded=True,
                note=note,
                rules=rules,
            )


def _said(name: str, now: Fighter) -> str:
    """What was set, as the log tells it."""
    if name in SWITCHES:
        _, holds, not_so = SWITCHES[name]
        return holds if getattr(now, name) else not_so
    if name == "hits":
        return f"{hits_said(now.hits)} {'carried' if now.pc else 'left'}"
    if name == "modifiers":
        return f"modifiers are now {'; '.join(map(str, now.modifiers)) or 'none'}"
    return GEAR_SAID[now.gear] if name == "gear" else f"now in zone {now.zone}"


class Join(Newcomer[Fight, Event]):
    kind = "Round"
    fields = (Record("fighter", "Who comes", SEATED), name_input("zone", "Zone", optional=True, default=None))

    def faults(self, fight: Fight, event: Event) -> Iterator[Fault]:
        assert event.newcomer
        yield from newcomer_faults(fight.names, {"fighter": event.newcomer.to_json()})

    def done(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        assert event.newcomer
        who = event.newcomer.but(zone=event.zone or event.newcomer.zone)
        after = replace(fight, fighters=(*fight.fighters, who))
        return after, f"{who.name} joins the fight in zone {who.zone}."
