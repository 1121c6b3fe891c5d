"""What players see of a fight: who stands where and how they look, in words; no number that is the game
master's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules_py.systems.dichotomy.injuries import GAINED
from rules_py.systems.dichotomy.tracker.shape import LASTING, Fight, Fighter
from rules_py.systems.dichotomy.tracker.view import SIDES, order_of, over, place_of, waiting
from rules_py.tracker import Combatant, Reason, View

HURT = ((3, "barely hurt", "good"), (2, "hurt", "mixed"), (1, "badly hurt", "bad"))
"""A foe that has taken hits, by how many thirds of its hits are left."""


def seen(fights: Sequence[Fight]) -> View:
    """The fight as it stands last."""
    fight = fights[-1]
    whole = _whole(fights)
    following, ended = waiting(fight), over(fight)
    return View(
        title=f"Round {fight.round}",
        news=ended or (f"{following} is next." if following else "The round ends."),
        combatants=tuple(_piece(fight[name], whole[name]) for name in order_of(fight)),
        zones=tuple(place_of(fight.zone(name)) for name in fight.ground.zones),
        turn="" if ended else following,
        turn_title="Who acts when",
    )


def _whole(fights: Sequence[Fight]) -> Mapping[str, int]:
    """The most hits that anybody has had left, as they came."""
    found: dict[str, int] = {}
    for fighter in (each for fight in fights for each in fight.fighters):
        found[fighter.name] = max(found.get(fighter.name, 0), fighter.hits)
    return found


def _piece(fighter: Fighter, whole: int) -> Combatant:
    standing, tone = _looks(fighter, whole)
    return Combatant(
        name=fighter.name,
        side=SIDES[fighter.side],
        zone=fighter.zone,
        standing=standing,
        tone=tone,
        marks=tuple(_marks(fighter)),
        able=fighter.able,
    )


def _looks(fighter: Fighter, whole: int) -> tuple[str, str]:
    """How somebody looks. Whoever plays dead looks as if they were out."""
    if not fighter.able:
        return "out", "worst"
    if fighter.pc:
        if fighter.serious:
            return GAINED["serious"], "bad"
        if fighter.injured:
            return GAINED["injured"], "mixed"
        return ("shaken", "good") if fighter.hits or fighter.taken else ("unhurt", "good")
    if fighter.hits >= whole:
        return "unhurt", "good"
    thirds = max(
        1, -(-3 * fighter.hits // whole)
    )  # one whom nothing is left may stand by the game master's leave
    return next((words, tone) for least, words, tone in HURT if thirds >= least)


def _marks(fighter: Fighter) -> Iterator[Reason]:
    yield from (held for name, held in LASTING.items() if getattr(fighter.effects, name))
    if fighter.effects.covering:
        yield Reason("covers friends", "D-060")
    if fighter.locked:
        yield Reason(f"locked in combat by {fighter.locked.by}", "D-068")


def hits_done(before: Fight, after: Fight) -> dict[str, int]:
    """The hits that one event did to each."""
    found = {}
    for fighter in after.fighters:
        if fighter.name not in before:
            continue
        was = before[fighter.name]
        hits = fighter.taken - was.taken if fighter.pc else was.hits - fighter.hits
        if hits > 0:
            found[fighter.name] = hits
    return found
