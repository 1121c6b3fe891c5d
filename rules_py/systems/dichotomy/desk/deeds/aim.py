"""Deadly Aim: forgo a Finesse attack now for a better one next round."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.desk import Act
from rules_py.dice.dice import FacedDice
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.desk.deeds.attack import ATTACK, WITH
from rules_py.systems.dichotomy.desk.deeds.base import WHO, FightDeed, Plan, Turn
from rules_py.systems.dichotomy.desk.shape import Event, Fight, Fighter
from rules_py.systems.dichotomy.turns import ATTACK_PAIRS, Action, Actor, attack_price, powered


class Aim(FightDeed):
    do, label = "aim", "Aim"
    price_rule = "D-061"
    fields = (WHO, WITH)

    def price(self, action: Action, actor: Actor) -> int:
        return attack_price(action.pair, actor.abilities)

    def kind(self, action: Action) -> tuple[str, str]:
        """Aiming is an Attack: nobody does both. R-35."""
        return "attack", ""

    def breaches(self, action: Action, plan: Plan) -> Iterator[str]:
        if (
            len(action.pair) != 2
            or "finesse" not in action.pair
            or not {"martial", "spiritual"} & set(action.pair)
        ):
            yield "bad_attack_pair"
        if "deadly_aim" not in plan.actor.abilities:
            yield "no_ability"

    def action(self, fight: Fight, event: Event) -> Action:
        return Action(self.do, event.pair)

    def carried_out(self, fight: Fight, fighter: Fighter, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        return fight.but(fighter.lasting(aimed=fight.round)), f"{fighter.name} takes aim."

    def offered(self, turn: Turn) -> Iterator[Act]:
        held = turn.actor.abilities
        if "deadly_aim" not in held:
            return
        for pair in ATTACK_PAIRS:
            if pair[0] == "finesse" and powered(pair, held, unaided=turn.fighter.spirit):
                yield turn.act(
                    self,
                    f"Take aim: Finesse + {ATTRIBUTES[pair[1]]}",
                    "A Finesse attack next round deals 2 hits more.",
                    event=Event(do=self.do, who=turn.name, pair=pair),
                    id="-".join(("aim", *pair)),
                    button="Take aim",
                    kind=ATTACK,
                    given={"with": list(pair)},
                    rules=("D-061", "R-21"),
                )
