"""The game master's hand: what no roll at the tracker decides, and who comes while the fight goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_py.base.errors import Fault
from rules_py.dice.dice import RecordingDice
from rules_py.inputs import Choice, Int, Record
from rules_py.systems.two_d6.armour import ARMOUR_NAMES
from rules_py.systems.two_d6.tracker.actions.base import WHO, FightDeed, counted, still_acting
from rules_py.systems.two_d6.tracker.actions.harm import blow_chances, blow_said, left_said, wounded
from rules_py.systems.two_d6.tracker.schema import MOST_WOUNDS, SEATED, newcomer, newcomer_faults
from rules_py.systems.two_d6.tracker.shape import Event, Fight, Fighter
from rules_py.tracker import Act, Newcomer

HAND = "The game master’s hand"
MOST_AT_ONCE = 9
WOUNDS = Int("wounds", "Wounds", 1, MOST_AT_ONCE, default=1)

YES, NO = "yes", "no"
MARKS = {
    "unaware": ("Unaware", "is unaware", "is aware now"),
    "prone": ("On the ground", "is on the ground", "stands"),
    "disarmed": ("Without a weapon", "has lost the weapon", "has a weapon again"),
    "aiming": ("Has taken aim", "has taken aim", "aims no longer"),
    "knocked_out": ("Knocked out", "is knocked out", "comes to"),
    "dead": ("Dead", "is dead", "is alive after all"),
}
"""What may be set to yes or no: its label, and what the log says of either."""

CHANGE = Record(
    "change",
    "What is set",
    default={},
    fields=(
        Int("wounds", "Wounds left", 0, MOST_WOUNDS, optional=True, default=None),
        Int("cinematics", "Cinematics", 0, 99, optional=True, default=None),
        *(
            Choice(key, label, {YES: YES, NO: NO}, optional=True, default=None)
            for key, (label, _, _) in MARKS.items()
        ),
        Choice("held", "Held", {NO: "no longer"}, optional=True, default=None),
        Choice("armour", "Armour", ARMOUR_NAMES, optional=True, default=None),
        Int("limbs", "Useless limbs", 0, 9, optional=True, default=None),
        Int("total", "Initiative, its total", 2, 99, optional=True, default=None),
    ),
)


class Backlash(FightDeed):
    """What an attack spell gone wild does to its caster, if nothing better comes to mind. R-68, R-69."""

    do, label = "backlash", "A wild spell strikes its caster"

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        if fight.wild != event.who:
            yield "nothing_due"

    def carried_out(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        after = wounded(fight[event.who], 1)
        return fight.but(after), f"The wild spell wounds {event.who}; {left_said(after)}."

    def goes_on(self, after: Fight, event: Event) -> str:
        return still_acting(after)

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        if not who and fight.wild in fight:
            caster = fight[fight.wild]
            yield self.act(
                fight,
                {"who": caster.name},
                id="backlash",
                title=f"The wild spell turns on {caster.name}",
                button="One wound",
                kind=HAND,
                note=f"{blow_said(caster, 1)} Or leave it, and tell what else it does.",
                figures=blow_chances(caster, 1),
                may_allow=False,
                rules=("R-69", "T-237"),
            )


class Hit(FightDeed):
    """Wounds that no roll at the tracker decides."""

    do, label = "hit", "Wounds without a roll"
    fields = (WHO, WOUNDS)

    def carried_out(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        after = wounded(fight[event.who], event.wounds)
        return fight.but(after), f"{event.who} takes {counted(event.wounds, 'wound')}; {left_said(after)}."

    def offered(self, fight: Fight, fighter: Fighter) -> Iterator[Act]:
        yield self.act(
            fight,
            {"who": fighter.name},
            id="hit",
            title=f"{fighter.name} takes wounds, without a roll here",
            button="Take the wounds",
            kind=HAND,
            note="" if fighter.wounds else blow_said(fighter, 1),
            inputs=(WOUNDS,),
            may_allow=False,
            rules=("T-208", "T-210"),
        )


class Hand(FightDeed):
    do, label = "set", HAND
    fields = (WHO, CHANGE)

    def carried_out(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        """Whoever has a wound again comes to. T-209."""
        given = {name: value for name, value in event.change.items() if value is not None}
        changes = {name: value == YES if name in MARKS else value for name, value in given.items()}
        if "held" in changes:
            changes["held"] = None
        if "total" in changes:
            changes["rolled"] = (changes.pop("total"),)
        if changes.get("wounds"):
            changes |= {"dying": "", "dead": changes.get("dead", False)}
        after = fight[event.who].but(**changes)
        said = ", ".join(_said(name, after) for name in given)
        return fight.but(after), f"{event.who} {said}." if said else f"{event.who} is as before."

    def goes_on(self, after: Fight, event: Event) -> str:
        return event.who

    def offered(self, fight: Fight, fighter: Fighter) -> Iterator[Act]:
        yield self.act(
            fight,
            {"who": fighter.name},
            id="set",
            title="Set what happened otherwise",
            button="Set",
            kind=HAND,
            inputs=(CHANGE,),
            may_allow=False,
            folded=True,
            note="For what no roll here decides: a healer, a net, a weapon thrown to a friend.",
        )


def _said(name: str, now: Fighter) -> str:
    """What was set, as the log tells it."""
    if name in MARKS:
        _, holds, not_so = MARKS[name]
        return holds if getattr(now, name) else not_so
    return {
        "total": f"acts at {now.rolled[0] if now.rolled else 0}",
        "wounds": f"has {counted(now.wounds, 'wound')} left",
        "cinematics": f"has {counted(now.cinematics, 'cinematic')}",
        "held": "is held no longer",
        "armour": "wears no armour" if now.armour == "none" else f"wears {now.armour} armour",
        "limbs": f"has {counted(now.limbs, 'useless limb')}",
    }[name]


class Join(Newcomer[Fight, Event]):
    kind = "Round"
    fields = (Record("fighter", "Who comes", SEATED),)

    def faults(self, fight: Fight, event: Event) -> Iterator[Fault]:
        yield from newcomer_faults(fight.names, {"fighter": event.newcomer})

    def done(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        who = newcomer(event.newcomer)
        return replace(fight, fighters=(*fight.fighters, who)), f"{who.name} joins the fight."
