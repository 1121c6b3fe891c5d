"""Deadly Aim: forgo a Finesse attack now for a better one next round."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.base.wording import pluralize
from rules_py.dice.recording import RecordingDice
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.tracker.actions.attack import ATTACK, OUT_OF_THE_QUESTION, PairEvent, Strike
from rules_py.systems.dichotomy.tracker.actions.base import Plan, Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.systems.dichotomy.turns import ATTACK_PAIRS, TurnAction, pair_breaches, ways_to_power
from rules_py.tracker import ActionOption


class Aim(Strike[PairEvent]):
    id, label = "aim", "Aim"
    price_rule = "D-061"
    button, heading = "Take aim", ATTACK
    rules = ("D-061", "R-21")

    def breaches(self, action: TurnAction, plan: Plan) -> Iterator[str]:
        """Check the pair of the forgone attack, which must have Finesse. D-061."""
        abilities = plan.actor.abilities
        if "finesse" in action.pair:
            yield from pair_breaches(action.pair, abilities, plan.actor)
        else:
            yield "bad_attack_pair"
        if "deadly_aim" not in abilities:
            yield "no_ability"

    def action(self, fight: Fight, event: PairEvent) -> TurnAction:
        return TurnAction(self.id, event.pair)

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: PairEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        return fight.but(fighter.with_effects(aimed=fight.round)), f"{fighter.name} takes aim."

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        more = pluralize(turn.fight.rules.aim_bonus, "more hit", "more hits")
        for pair in ATTACK_PAIRS:
            event = PairEvent(do=self.id, who=turn.name, pair=pair)
            able = ways_to_power(pair, turn.fighter.abilities, unaided=turn.fighter.spirit)
            if able and not turn.check(event).codes & OUT_OF_THE_QUESTION:
                yield self.option(
                    turn.fight,
                    {"who": turn.name, "with": list(pair)},
                    id="-".join(("aim", *pair)),
                    title=f"Take aim: Finesse + {ATTRIBUTES[pair[1]]}",
                    note=f"A Finesse attack next round deals {more}.",
                )
