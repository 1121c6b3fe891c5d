"""The view of a conflict: its participants with their dice, its pending choice, and its actions."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.base.errors import TooManyBranchesError
from rules_py.base.wording import pluralize
from rules_py.dice.roll_steps import KEPT, PLAIN, Die
from rules_py.sheets.panel import Panel
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.fields import MAX_DICE, format_dice
from rules_py.systems.action_consequence.outlook import Outlook
from rules_py.systems.action_consequence.prices import Chances
from rules_py.systems.action_consequence.readings import ADVANTAGE
from rules_py.systems.action_consequence.rolls import format_reading
from rules_py.systems.action_consequence.tracker import priced
from rules_py.systems.action_consequence.tracker.actions import ALWAYS, CONFLICT_ACTIONS
from rules_py.systems.action_consequence.tracker.actions.base import ConflictAction
from rules_py.systems.action_consequence.tracker.actions.settling import options
from rules_py.systems.action_consequence.tracker.dice import countered_by, dice_of, side_dice
from rules_py.systems.action_consequence.tracker.shape import (
    ANSWER,
    CAST,
    CHALLENGE,
    CHOOSE,
    DOUBLED,
    GAVE,
    KINDS,
    LEFT,
    OVER,
    SETTLE,
    Conflict,
    Person,
    Side,
)
from rules_py.tracker import ActionOption, Combatant, Reason, View

OUT_STATUS = {DOUBLED: "is doubled", GAVE: "gave", LEFT: "dropped out"}
WON_HOW = {
    DOUBLED: "by doubling",
    GAVE: "because the other side gave",
    LEFT: "because the other side dropped out",
    "": "",
}
MISSING = {
    0: "No one is here yet. Add two participants.",
    1: "A conflict needs two sides. Add a participant.",
}


def view(conflict: Conflict, turn: str) -> View:
    """Return the view, with the actions of the pending or selected participant."""
    pending = CONFLICT_ACTIONS.pending_roll(conflict)
    name = pending.who if pending else turn if turn in conflict else _first(conflict)
    return View(
        title=f"Round {conflict.round}",
        news=headline(conflict),
        combatants=tuple(_combatant(conflict, each) for each in conflict.people),
        turn=name,
        turn_title=pending.prompt if pending else _title(conflict),
        options=() if pending or not name else tuple(_acts(conflict, name)),
        due_options=tuple(_due_options(conflict)),
        common_options=() if pending else tuple(CONFLICT_ACTIONS["join"].options(conflict, "")),
        missing=MISSING.get(len(conflict.within), ""),
        panels=tuple(_panels(conflict)),
        waiting=pending is not None,
    )


def _first(conflict: Conflict) -> str:
    """Return the participant whose dice and side are shown by default."""
    return conflict.within[0].lead if conflict.within and conflict.phase == CAST else ""


def _acts(conflict: Conflict, who: str) -> Iterator[ActionOption]:
    for action in CONFLICT_ACTIONS:
        if (
            isinstance(action, ConflictAction)
            and not action.phase
            and not conflict.side(conflict[who].lead).out
        ):
            yield from action.options(conflict, who)


def _due_options(conflict: Conflict) -> Iterator[ActionOption]:
    """Yield the pending actions."""
    if CONFLICT_ACTIONS.pending_roll(conflict):
        yield from (
            each for each in CONFLICT_ACTIONS.pending_options(conflict) if each.event["do"] not in ALWAYS
        )
    else:
        yield from CONFLICT_ACTIONS["cast"].options(conflict, "")


def _title(conflict: Conflict) -> str:
    if conflict.phase == OVER:
        return "The conflict is over"
    return "The cast" if len(conflict.rolling_sides) > 1 else "Participants"


def headline(conflict: Conflict) -> str:
    """Describe the state in a sentence."""
    pending = CONFLICT_ACTIONS.pending_roll(conflict)
    if pending:
        return pending.prompt
    if conflict.phase == OVER:
        return outcome(conflict)
    return MISSING.get(len(conflict.within), "Choose dice, then roll.")


def outcome(conflict: Conflict) -> str:
    """Describe the winner and the way they won."""
    if not conflict.winner:
        return "No one is left."
    how = WON_HOW[conflict.how]
    if len(conflict.sides) > 2:
        how = how.replace("the other side", "the last opponent")
    return f"{conflict.verb(conflict.winner, 'wins', 'win')}{f' {how}' if how else ''}."


def side_status(conflict: Conflict, person: Person) -> tuple[str, str]:
    """Return the status of a participant's side, and its tone."""
    side = conflict.side(person.lead)
    if side.out:
        return OUT_STATUS[side.out], "worst" if side.out == DOUBLED else "bad"
    if conflict.winner == side.lead:
        return "has won", "best"
    if side.since > conflict.round:
        return "joins next round", "mixed"
    if conflict.challenger == side.lead:
        return "challenges", "good"
    if conflict.answerer == side.lead:
        return ("hangs in or gives" if conflict.phase == CHOOSE else "answers"), "bad"
    return ("waits" if side.rolled else "hasn’t rolled"), "mixed"


def _combatant(conflict: Conflict, person: Person) -> Combatant:
    words, tone = side_status(conflict, person)
    side = conflict.side(person.lead)
    return Combatant(
        name=person.name,
        side=f"Helps {person.helps}" if person.helps else KINDS[person.kind],
        standing=words,
        turn="out" if side.out else "",
        tone=tone,
        dice=tuple(_dice(side, person)),
        facts=tuple(_facts(conflict, side, person)),
        marks=tuple(status_marks(conflict, person)),
        able=not side.out,
    )


def _dice(side: Side, person: Person) -> Iterator[Die]:
    """Yield the dice of a participant, marking the high ones. The leader has the side's advantage dice."""
    every = [face for each in side.rolled for face in each.faces]
    at = 0
    for each in side.rolled:
        here = side.sizes[at : at + len(each.faces)]
        at += len(each.faces)
        if each.who == person.name:
            for die, face in zip(here, each.faces, strict=True):
                yield Die(die, face, KEPT if face == max(every) else PLAIN)
    if person.name == side.lead:
        yield from (Die(ADVANTAGE, face, KEPT) for face in side.advantage)


def _facts(conflict: Conflict, side: Side, person: Person) -> Iterator[tuple[str, str]]:
    act = f" for {person.act}" if person.chosen_act() else ""
    yield "Dice", f"{format_dice(dice_of(conflict, person))}{act}"
    if (side.advantage or len(side.rolled) > 1) and not person.helps and not side.out:
        yield "Roll", format_reading(side.reading)
    if person.owed:
        yield "We owe", pluralize(person.owed, "entry", "entries")
    if person.interests:
        yield "Wants", person.interests
    if person.consequences:
        yield "Consequences", "; ".join(person.consequences)


def status_marks(conflict: Conflict, person: Person) -> Iterator[Reason]:
    """Yield the current conditions of a participant."""
    side = conflict.side(person.lead)
    if person.helps or side.out or conflict.phase == OVER:
        return
    if side.held:
        yield Reason("has the advantage", "A-040")
    if side.struck:
        yield Reason(f"struck {pluralize(side.struck, 'name', 'names')}", "A-076")
    if side.gained:
        yield Reason("has the advantage next round", "A-098")
    if counter := countered_by(conflict, person):
        yield Reason(f"countered by {counter}", "A-085")


def _panels(conflict: Conflict) -> Iterator[Panel]:
    if conflict.phase == SETTLE:
        yield from _next_time(conflict)
    elif conflict.phase in (CAST, CHALLENGE, ANSWER):
        yield from _chances_panel(conflict)


def _chances_panel(conflict: Conflict) -> Iterator[Panel]:
    """Yield the chances of both of two sides."""
    pair, forecast = priced.two_sides(conflict), priced.outlook(conflict)
    if pair is None or forecast is None:
        return
    chances = [(conflict.side_name(lead), Chances.of(forecast, pair.key(lead))) for lead in pair.leads]
    gives = any(each.gives for _, each in chances)
    yield Panel(
        "Chances from here",
        ("Side", "Wins", "Is doubled", *(["Gives"] if gives else [])),
        tuple((name, each.wins, each.doubled, *([each.gives] if gives else [])) for name, each in chances),
        note=_assumptions(conflict, forecast),
    )


def _assumptions(conflict: Conflict, outlook: Outlook) -> str:
    """Describe the assumptions behind the chances."""
    limits = [(each.lead, conflict[each.lead].gives_at) for each in conflict.within]
    gives = [f"{lead} gives at short answer number {at}" for lead, at in limits if at]
    hangs = [lead for lead, at in limits if not at]
    stays = f"{' and '.join(hangs)} always {'hangs' if len(hangs) == 1 else 'hang'} in" if hangs else ""
    text = "; ".join(filter(None, (*gives, stays)))
    return f"These chances are exact if no one strikes a name and no dice change. {text}. {_more(outlook)}"


def _more(outlook: Outlook) -> str:
    """Describe how long the conflict lasts on average."""
    return f"On average, the conflict takes {float(outlook.rounds):.1f} rounds, including this one."


def _next_time(conflict: Conflict) -> Iterator[Panel]:
    """Yield the effect of each injury on the next conflict with the same opponent. R-13."""
    loss = conflict.losses[0]
    dice = side_dice(conflict, loss.by)
    if not dice or len(dice) > MAX_DICE:
        return
    rows = []
    for each in options(conflict[loss.on], conflict.rules):
        try:
            rows.append((each.short, sizes.win_chance(each.before, dice), sizes.win_chance(each.after, dice)))
        except TooManyBranchesError:
            return
    if rows:
        note = f"Chances in another conflict against {format_dice(dice)}, if neither side gives."
        yield Panel(
            "Effect on the next conflict", ("Result", "Wins before", "Wins after"), tuple(rows), note=note
        )
