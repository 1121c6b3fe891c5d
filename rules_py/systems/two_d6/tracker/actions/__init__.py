"""Every action of a fight: its price, its rules, its effect and its options."""

from rules_py.systems.two_d6.tracker.actions.acting import OneMoreHalf, Pass, TakeAction
from rules_py.systems.two_d6.tracker.actions.again import Reroll
from rules_py.systems.two_d6.tracker.actions.answering import Defend, Parry, TurnBack
from rules_py.systems.two_d6.tracker.actions.attack import AttackAction
from rules_py.systems.two_d6.tracker.actions.casting import CastAgain, CastFails, CastSpell
from rules_py.systems.two_d6.tracker.actions.hand import Backlash, Hand, Hit, Join
from rules_py.systems.two_d6.tracker.actions.harm import DeathCheck, Die, Suffer
from rules_py.systems.two_d6.tracker.actions.rounds import EndRound, Initiative, InitiativeAgain
from rules_py.systems.two_d6.tracker.actions.settle import NoEffect, Settle
from rules_py.systems.two_d6.tracker.order import first_tie
from rules_py.systems.two_d6.tracker.shape import Fight
from rules_py.tracker import Actions, PendingRoll

ANSWERS = ("reroll", "settle", "parry", "turn_back", "leave")
"""The actions available on an attack whose dice are on the table."""
ALWAYS = ("join",)
"""The actions that no pending roll blocks."""


def pending(fight: Fight) -> PendingRoll | None:
    """Return the roll that has to be finished first: a death check, an attack, a tie of initiative."""
    for each in fight.fighters:
        if each.dying == "due":
            return PendingRoll(
                ("death_check", *ALWAYS), f"{each.name} rolls a death check.", each.name, "T-208"
            )
        if each.dying == "failed":
            asks = f"{each.name} failed the death check and may spend a cinematic to reroll."
            return PendingRoll(("death_check", "die", *ALWAYS), asks, each.name, "T-226")
    if roll := fight.roll:
        if roll.wounds is not None:
            return PendingRoll(("suffer", *ALWAYS), f"{roll.on} may cancel a wound.", roll.on, "T-224")
        asks = f"Finish {roll.who}’s attack on {roll.on}."
        return PendingRoll(ANSWERS + ALWAYS, asks, rule="T-198")
    if fight.spread:
        on = fight.spread.on[0]
        return PendingRoll(
            ("defend", *ALWAYS), f"{on} also defends against {fight.spread.weapon.name}.", on, "R-72"
        )
    if cast := fight.cast:
        asks = f"{cast.spell.name} failed. {cast.who} may spend a cinematic to reroll."
        return PendingRoll(("cast_again", "cast_fails", *ALWAYS), asks, cast.who, "T-226")
    if first_tie(fight):
        return PendingRoll(("initiative", *ALWAYS), "There’s an initiative tie.", rule="T-191")
    return None


FIGHT_ACTIONS = Actions(
    AttackAction(),
    CastSpell(),
    TakeAction(),
    Pass(),
    OneMoreHalf(),
    InitiativeAgain(),
    Backlash(),
    Hit(),
    Hand(),
    Settle(),
    Parry(),
    TurnBack(),
    Defend(),
    CastAgain(),
    CastFails(),
    NoEffect(),
    Reroll(),
    Suffer(),
    DeathCheck(),
    Die(),
    Initiative(),
    EndRound(),
    Join(),
    pending=pending,
)
"""All actions, in the order in which they are offered, from the most to the least common."""
