"""Initiative at the start, and the end of each round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.base.wording import join_words
from rules_py.dice.recording import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.inputs import Flag
from rules_py.systems.two_d6.initiative import first_chances
from rules_py.systems.two_d6.rolls import RollLabel, roll_two
from rules_py.systems.two_d6.sums import PAIRS, SIDES, WAYS
from rules_py.systems.two_d6.tracker.actions.base import CINEMATIC, FightAction, FighterEvent, boxcars, let_go
from rules_py.systems.two_d6.tracker.codes import CODES
from rules_py.systems.two_d6.tracker.order import acts, due_initiative, first_tie, order_of, unfinished_turns
from rules_py.systems.two_d6.tracker.shape import MAX_FIGHTERS, SURPRISE, Fight, Fighter
from rules_py.tracker import Action, ActionOption, Event, OutcomeShare, faces, state_field
from rules_py.tracker.skirmish import left_over

ROUND = "Round"
MAX_DICE = 10 * MAX_FIGHTERS
"""The most dice of one initiative roll: with more rerolls than that, the remaining ties need another."""
MAX_SHARED = 8
"""The most fighters for whom the chances to act first are shown."""


@dataclass(frozen=True, kw_only=True)
class InitiativeEvent(Event):
    straight: bool = state_field(Flag("straight", "Reroll ties at once"))


class Initiative(Action[Fight, InitiativeEvent]):
    """Two dice and the score for everyone who hasn't rolled; after that, for the highest tied group. With
    `straight`, ties are rerolled until none is left or the dice entered run out. T-190, T-191, R-97.
    """

    id, label = "initiative", "Initiative"
    heading = ROUND
    note = "Roll 2d6 + initiative score. Ties are rerolled at once."
    can_override = False
    codes = CODES
    not_overridable = frozenset({"nothing_due"})
    dice = replace(faces(SIDES), fewest=2, most=MAX_DICE)

    def violations(self, fight: Fight, event: InitiativeEvent) -> Iterator[str]:
        if not first_tie(fight) and not due_initiative(fight):
            yield "nothing_due"

    def apply(self, fight: Fight, event: InitiativeEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fight, totals = self._roll(fight, dice)
        while event.straight and (again := first_tie(fight)) and self._can_go_on(dice, 2 * len(again)):
            fight, more = self._roll(fight, dice)
            totals = f"{totals}. Reroll: {more}"
        if still := first_tie(fight):
            tie = f"{still[0].name} ties." if len(still) == 1 else f"{_names(still)} are tied."
            return fight, f"Initiative: {totals}. {tie}"
        return fight, f"Initiative: {totals}. {next(iter(order_of(fight)))} acts first."

    def _roll(self, fight: Fight, dice: RecordingDice) -> tuple[Fight, str]:
        """Roll once for those who are due, and return their totals as text."""
        again = first_tie(fight)
        fighters = []
        for fighter in again or due_initiative(fight):
            label = RollLabel(fighter.name, fighter.initiative)
            rolled_dice = roll_two(dice, label, rule="T-191" if again else "T-190").sum
            fighter = boxcars(dice, fighter, rolled_dice)
            fighters.append(fighter.but(rolled=(*fighter.rolled, rolled_dice + fighter.initiative)))
        return fight.but(*fighters), ", ".join(f"{each.name} has {each.rolled[-1]}" for each in fighters)

    def _can_go_on(self, dice: RecordingDice, count: int) -> bool:
        return len(dice.faces) + count <= MAX_DICE and dice.has_faces_for(count)

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        again = first_tie(fight)
        fighters = again or due_initiative(fight)
        if not fighters:
            return
        yield self.option(
            fight,
            {"straight": True},
            title=self._tie_title(fighters) if again else self._title(fight, fighters),
            button="Roll initiative" if not again else "Reroll ties",
            dice=tuple(
                (f"{each.name}, {which}", SIDES) for each in fighters for which in ("first", "second")
            ),
            shares=self._shares(fight, fighters),
            rules=("T-191", "R-97") if again else ("T-190", *(("R-44",) if fight.round == SURPRISE else ())),
        )

    def _tie_title(self, fighters: list[Fighter]) -> str:
        return f"{_names(fighters)} {'rerolls' if len(fighters) == 1 else 'reroll'}"

    def _title(self, fight: Fight, fighters: list[Fighter]) -> str:
        if len(fighters) < sum(acts(fight, each) for each in fight.fighters):
            return f"{_names(fighters)} {'rolls' if len(fighters) == 1 else 'roll'} initiative"
        return (
            "Roll initiative for everyone who is aware"
            if fight.round == SURPRISE
            else "Roll initiative for everyone"
        )

    def _shares(self, fight: Fight, fighters: list[Fighter]) -> tuple[OutcomeShare, ...]:
        """Return the chance of each of these to act first, including all rerolls of ties."""
        alone = first_tie(fight) or not any(each.rolled for each in fight.fighters)
        if not (alone and 1 < len(fighters) <= MAX_SHARED):
            return ()
        chances = first_chances([each.initiative for each in fighters])
        return tuple(
            OutcomeShare(each.name, chance, "good" if each.pc else "bad")
            for each, chance in zip(fighters, chances, strict=True)
        )


def _names(fighters: list[Fighter]) -> str:
    return join_words([each.name for each in fighters], conjunction="and")


class InitiativeAgain(FightAction[FighterEvent]):
    """A cinematic rerolls initiative before anyone has acted; the better roll counts. T-226, R-20."""

    id, label = "initiative_again", "Reroll initiative"
    button = "Reroll"
    heading = CINEMATIC
    rules = ("T-226", "R-20")
    dice = faces(SIDES, SIDES)

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        fighter = fight[event.who]
        if not _can_reroll(fight, fighter):
            yield "nothing_due"
        elif "reroll" in fighter.uses:
            yield "cinematic_spent"
        elif not fighter.cinematics:
            yield "no_cinematic"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fighter = fight[event.who]
        before = fighter.rolled[0]
        rolled_dice = roll_two(dice, RollLabel(fighter.name, fighter.initiative), rule="T-190").sum
        dice.note("Keep the better roll", "R-20")
        better = rolled_dice + fighter.initiative > before
        fighter = fighter.after_using("reroll")
        if better:
            fighter = boxcars(dice, fighter.but(rolled=(rolled_dice + fighter.initiative,)), rolled_dice)
        change = f": {fighter.rolled[0]} instead of {before}" if better else f" and keeps {before}"
        return fight.but(fighter), f"{event.who} spends a cinematic to reroll initiative{change}."

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        if not (_can_reroll(fight, fighter) and fighter.cinematics):
            return
        higher = sum(ways for total, ways in WAYS.items() if total + fighter.initiative > fighter.rolled[0])
        yield self.option(
            fight,
            {"who": fighter.name},
            title="Reroll initiative (1 cinematic)",
            note=f"The total is {fighter.rolled[0]} now. Keep the better roll.",
            dice=(("First die", SIDES), ("Second die", SIDES)),
            chances=(("improves", Fraction(higher, PAIRS)),),
        )


def _can_reroll(fight: Fight, fighter: Fighter) -> bool:
    """Return whether their initiative can still be rerolled."""
    fresh = fight.round <= 1 and not any(each.has_acted for each in fight.fighters)
    return fresh and bool(fighter.rolled) and acts(fight, fighter)


class EndRound(Action[Fight, Event]):
    id, label = "end_round", "End of the round"
    heading = ROUND

    def apply(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        """End effects that last a round; after a surprise round, everyone is aware and rolls. R-44, R-50."""
        surprise = fight.round == SURPRISE
        fighters, loose = [], []
        for each in fight.fighters:
            if each.held and each.held.since < fight.round:
                loose.append(each.name)
                each = each.but(held=None)
            distracted = tuple(when for when in each.distracted if when > fight.round)
            negated = tuple(when for when in each.negated if when > fight.round)
            each = each.but(turn=(), passed=False, uses=(), distracted=distracted, negated=negated)
            fighters.append(each.but(unaware=False, rolled=()) if surprise else each)
        sentence = (
            "End of the surprise round. Everyone is now aware."
            if surprise
            else f"End of round {fight.round}."
        )
        if loose:
            names = join_words(loose, conjunction="and")
            sentence += f" {names} {'is' if len(loose) == 1 else 'are'} no longer held."
        return let_go(replace(fight, round=fight.round + 1, fighters=tuple(fighters), wild="")), sentence

    def explain(self, before: Fight, event: Event, after: Fight) -> Iterator[RollStep]:
        for each in before.fighters:
            if each.held and not after[each.name].held:
                yield RollStep(f"{each.held.by} did not keep the hold", rule="R-50")

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        waits = [name for name in order_of(fight) if acts(fight, fight[name]) and not fight[name].has_acted]
        waiting = f"Yet to act: {', '.join(waits)}" if waits else ""
        left = {} if waits else unfinished_turns(fight)
        called = "the surprise round" if fight.round == SURPRISE else f"round {fight.round}"
        yield self.option(
            fight,
            {},
            title=f"End of {called}",
            button=f"End {called}",
            note=f"{waiting or left_over(left) or 'Everyone has acted'}.",
            early=bool(waits or left),
            rules=("T-192", "R-44") if fight.round == SURPRISE else ("T-185",),
        )
