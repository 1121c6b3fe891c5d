"""The end of a round: hits taken are tallied, effects end, and the next round begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_py.dice.recording import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.systems.dichotomy.attacks import describe_hits
from rules_py.systems.dichotomy.injuries import GAINED, STEP_RULES, InjuryState, may_dive, tally
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.tracker import Action, ActionOption, Event


class EndRound(Action[Fight, Event]):
    id, label = "end_round", "End of the round"
    heading = "Round"
    rules = ("D-206", "D-207")

    def apply(self, fight: Fight, event: Event, dice: RecordingDice) -> tuple[Fight, str]:
        """Tally the hits of everyone, and end the effects that last a round. D-206, D-207, R-49."""
        sentences, fighters = [], []
        for fighter in fight.fighters:
            if fighter.pc and not fighter.out:
                after, gained = _tally(fight, fighter)
                dive = may_dive(fighter.serious, gained, fighter.taken)
                if gained != "none":
                    sentences.append(f"{fighter.name} is {GAINED[gained]}")
                elif after.hits:
                    sentences.append(f"{fighter.name} carries {describe_hits(after.hits)}")
                fighter = fighter.but(**after._asdict(), taken=0, may_dive=dive)
            fighters.append(_end_effects(fighter, fight.round))
        sentence = f"End of round {fight.round}. {'; '.join(sentences)}{'.' if sentences else ''}".strip()
        return replace(fight, round=fight.round + 1, fighters=tuple(fighters)), sentence

    def explain(self, before: Fight, event: Event, after: Fight) -> Iterator[RollStep]:
        for fighter in before.fighters:
            total = fighter.hits + fighter.taken
            if not fighter.pc or fighter.out or not total:
                continue
            _, needed = before.next_step(fighter)
            track, gained = _tally(before, fighter)
            text = (
                f"{fighter.name}: {fighter.hits} carried + {fighter.taken} taken = {total}, "
                f"{needed} needed for the next step"
            )
            lost = f"; {describe_hits(total - needed)} lost" if total > needed else ""
            if gained != "none":
                text += f": {GAINED[gained]}, and the count resets to 0{lost}"
            elif track.hits < total:
                carried = f"shaken, {describe_hits(track.hits)} carried over"
                text += f"; reading a mind was this round's step: {carried}"
            else:
                text += f": shaken, {describe_hits(track.hits)} carried over"
            yield RollStep(
                text, rule="R-57" if gained == "none" and track.hits < total else STEP_RULES[gained]
            )

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        waiting = [each.name for each in fight.fighters if each.able and not each.turn]
        note = f"Yet to act: {', '.join(waiting)}." if waiting else "Everyone has acted."
        yield self.option(
            fight,
            {},
            title=f"End of round {fight.round}",
            button=f"End round {fight.round}",
            note=f"{note} Hits are tallied when the round ends.",
        )


def _tally(fight: Fight, fighter: Fighter) -> tuple[InjuryState, str]:
    step_hits = fight.rules.step_hits
    return tally(fighter.track, fighter.taken, fighter.fortitude, step_hits, stepped=fighter.stepped)


def _end_effects(fighter: Fighter, ended: int) -> Fighter:
    """Return a fighter without the effects that end with this round."""
    effects = fighter.effects.fade(ended)
    if effects.aimed < ended:
        effects = replace(effects, aimed=0)
    lock = fighter.locked if fighter.locked and fighter.locked.until > ended else None
    return fighter.but(effects=effects, locked=lock, turn=(), came_from="", stepped=False)
