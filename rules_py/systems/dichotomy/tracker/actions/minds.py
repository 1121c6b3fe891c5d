"""Telepathy in a fight: shield the minds of allies, read the mind of a foe."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rules_py.dice.recording import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.inputs import Choice
from rules_py.systems.dichotomy.injuries import GAINED, may_dive, read_mind, step_ahead
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Plan, TargetEvent, Turn
from rules_py.systems.dichotomy.tracker.matchup import mind_open
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.systems.dichotomy.turns import Actor, TurnAction
from rules_py.tracker import ActionOption

SHIELD_AP = READING_AP = 1


def _only(name: str) -> str:
    """Return a list of one name, as the value of a choice."""
    return json.dumps([name])


class ShieldMinds(FightAction[FightEvent]):
    id, label = "shield_minds", "Shield minds"
    price_rule = "D-098"
    note = "Guards the minds of all allies in the zone until the telepath’s next turn."
    rules = ("D-098",)

    def price(self, action: TurnAction, actor: Actor) -> int:
        return SHIELD_AP

    def breaches(self, action: TurnAction, plan: Plan) -> Iterator[str]:
        if "telepathy" not in plan.actor.abilities:
            yield "no_ability"

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: FightEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        sentence = f"{fighter.name} shields the minds of all allies in the zone."
        return fight.but(fighter.with_effects(minds=fight.round)), sentence

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        if "telepathy" in turn.fighter.abilities:
            yield self.option(turn.fight, {"who": turn.name})


class ReadMind(FightAction[TargetEvent]):
    """For the planner, it is an other action of the default price, once a turn. D-097, D-192."""

    id, label = "read_mind", "Read a mind"
    price_rule = "D-192"
    button = "Read mind"
    rules = ("D-097", "R-57")
    not_overridable = frozenset({"bad_target"})

    def price(self, action: TurnAction, actor: Actor) -> int:
        return READING_AP

    def action(self, fight: Fight, event: TargetEvent) -> TurnAction:
        return TurnAction("misc", label="reads a mind", cost=READING_AP)

    def violations(self, fight: Fight, event: TargetEvent) -> Iterator[str]:
        target = fight[event.on[0]]
        if not target.able or target.name == event.who or len(event.on) > 1:
            yield "bad_target"
        if "telepathy" not in fight[event.who].abilities:
            yield "no_ability"

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: TargetEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        """Read a mind for an injury, the only step that this round can bring. D-097, D-098, R-57."""
        target = fight[event.on[0]]
        outcome = "reads" if mind_open(fight, target) else "can’t read"
        sentence = f"{fighter.name} {outcome} the mind of {target.name}"
        if not fighter.pc:  # a foe has no track: the game master decides the consequences
            return fight, f"{sentence}."
        track, gained = read_mind(fighter.track)
        dive = may_dive(fighter.serious, gained, 0)
        after = fighter.but(**track._asdict(), may_dive=dive, stepped=True)
        return fight.but(after), f"{sentence}, and is {GAINED[gained]}."

    def explain(self, before: Fight, event: TargetEvent, after: Fight) -> Iterator[RollStep]:
        if not mind_open(before, before[event.on[0]]):
            yield RollStep("A telepath’s mind, or one shielded by a telepath, can’t be read", rule="D-097")
        if before[event.who].pc:
            yield RollStep(
                "The telepath immediately moves one step on the track (this round’s only step); "
                "the count resets to 0",
                rule="R-57",
            )
        yield from super().explain(before, event, after)

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        fighter, minds = turn.fighter, [each.name for each in turn.fight.foes_of(turn.fighter)]
        if "telepathy" not in fighter.abilities or not minds:
            return
        injury = f" Afterwards, {fighter.name} is {GAINED[step_ahead(fighter.track)]}." if fighter.pc else ""
        yield self.option(
            turn.fight,
            {"who": turn.name, "on": minds[:1]},
            note=f"Against the target’s will.{injury} A telepath’s mind, or a shielded one, can’t be read.",
            inputs=(Choice("on", "Target", {_only(each): each for each in minds}, start=_only(minds[0])),),
        )
