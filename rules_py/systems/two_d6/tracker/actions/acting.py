"""Actions of a turn other than attacks: moving, aiming, skills and others, and the cinematic for one more
half-round action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice
from rules_py.systems.two_d6.tracker.actions.base import CINEMATIC, LENGTHS, FightAction, FighterEvent
from rules_py.systems.two_d6.tracker.actions.blows import blows
from rules_py.systems.two_d6.tracker.matchup import at_least
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter
from rules_py.systems.two_d6.turns import ACTIONS
from rules_py.tracker import ActionOption, state_field

MOVE, OTHER = "Move", "Other actions"
IN_THE_LOG = {
    "drink": "drinks",
    "draw": "draws a weapon",
    "speak": "says a few words",
    "notice": "takes a look",
    "skill": "makes a skill check",
    "stand": "stands up",
    "pick_up": "picks something up",
    "move": "moves up to 20 feet",
    "fetch": "fetches something from a bag",
    "cast": "casts a spell",
    "run": "runs up to 50 feet",
    "aim": "takes aim",
}
"""The log’s wording of each action other than an attack."""
BY_THEMSELVES = ("move", "run", "stand", "aim")
DOES = Choice("does", "Action", {key: ACTIONS[key].label for key in IN_THE_LOG}, default="move")


@dataclass(frozen=True, kw_only=True)
class ActEvent(FighterEvent):
    does: str = state_field(DOES)


class TakeAction(FightAction[ActEvent]):
    id, label = "act", "Another action"

    def action(self, fight: Fight, event: ActEvent) -> str:
        return event.does

    def violations(self, fight: Fight, event: ActEvent) -> Iterator[str]:
        fighter = fight[event.who]
        if fighter.held and event.does != "speak":
            yield "held"
        if event.does == "stand" and not fighter.prone:
            yield "not_prone"

    def carry_out(self, fight: Fight, event: ActEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fighter = fight[event.who]
        log_text = IN_THE_LOG[event.does]
        if event.does == "stand":
            fighter = fighter.but(prone=False)
        elif event.does == "aim":
            fighter = fighter.but(aiming=True)
        elif event.does in ("pick_up", "draw") and fighter.disarmed:
            fighter = fighter.but(disarmed=False)
            log_text = "picks up the weapon" if event.does == "pick_up" else "draws another weapon"
        return fight.but(fighter), f"{fighter.name} {log_text}."

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        if not fighter.aiming and any(each.aimable for each in fighter.attacks):
            yield self._aim(fight, fighter)
        yield self._one(fight, fighter, "move", MOVE)
        yield self._one(fight, fighter, "run", MOVE)
        if fighter.prone:
            yield self._one(fight, fighter, "stand", MOVE)
        yield self._others(fight, fighter)

    def _aim(self, fight: Fight, fighter: Fighter) -> ActionOption:
        """Return the option to aim, with the resulting mean wounds and chance to hit of the best shot."""
        aimed = [each for each in blows(fight, fighter) if each.weapon.aimable]
        figures: tuple[tuple[str, Fraction], ...] = ()
        note = "Roll the next shot, throw or spell twice and keep the higher roll."
        if aimed:
            best = max(aimed, key=lambda each: each.matchup.mean)
            figures = (
                (f"{best.weapon.name} hits {best.target.name} now", at_least(best.matchup.counts, 1)),
                ("after aiming", at_least(best.matchup.with_aim().counts, 1)),
            )
        return replace(
            self._one(fight, fighter, "aim", "Attack"), note=note, chances=figures, rules=("T-219",)
        )

    def _one(self, fight: Fight, fighter: Fighter, does: str, kind: str) -> ActionOption:
        action = ACTIONS[does]
        return self.option(
            fight,
            {"who": fighter.name, "does": does},
            id=f"act-{does}",
            title=action.label,
            button=action.label.split()[0] if does != "stand" else "Stand up",
            kind=kind,
            rules=(action.rule,),
        )

    def _others(self, fight: Fight, fighter: Fighter) -> ActionOption:
        """Return the option for all other actions, as a choice among those that still fit in."""
        turn = fight.turn_of(fighter)
        rest = ["speak"] if fighter.held else [each for each in IN_THE_LOG if each not in BY_THEMSELVES]
        fits = [each for each in rest if not turn.refusal(each)] or rest
        lengths = {each: ACTIONS[each].with_talents(turn.talents).halves for each in fits}
        options = {each: f"{ACTIONS[each].label} ({LENGTHS[lengths[each]]})" for each in fits}
        act = self.option(
            fight,
            {"who": fighter.name, "does": fits[0]},
            id="act-other",
            title="Another action",
            button="Do it",
            kind=OTHER,
            inputs=(replace(DOES, options=options, default=fits[0]),),
            rules=("T-186", "T-187", "T-188"),
        )
        return replace(act, price="")


class Pass(FightAction[FighterEvent]):
    """End a turn early."""

    id, label = "pass", "Pass"
    button = "Pass"
    heading = OTHER
    rules = ("T-187",)

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        fighter = fight[event.who]
        if not fighter.able:
            yield "cannot_act"
        elif fight.is_surprised(fighter):
            yield "surprised"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fighter = fight[event.who]
        more = "nothing more" if fighter.has_acted else "nothing"
        return fight.but(fighter.but(passed=True)), f"{event.who} does {more} this round."

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        if fight.turn_of(fighter).halves_left > 0 and not fighter.passed:
            yield self.option(
                fight,
                {"who": fighter.name},
                title="Do nothing more this round" if fighter.has_acted else "Do nothing this round",
            )


class OneMoreHalf(FightAction[FighterEvent]):
    """A cinematic for one more half-round action. T-225."""

    id, label = "half", "Extra half-round action"
    button = "Spend"
    heading = CINEMATIC
    rules = ("T-225", "R-86")

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        fighter = fight[event.who]
        if not fighter.able:
            yield "cannot_act"
        elif fight.is_surprised(fighter):
            yield "surprised"
        if "half" in fighter.uses:
            yield "cinematic_spent"
        elif not fighter.cinematics:
            yield "no_cinematic"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fighter = fight[event.who].after_using("half")
        return fight.but(fighter), f"{event.who} spends a cinematic for an extra half-round action."

    def next_actor(self, after: Fight, event: FighterEvent) -> str:
        return event.who

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        if fighter.cinematics:
            yield self.option(fight, {"who": fighter.name}, title="Extra half-round action (1 cinematic)")
