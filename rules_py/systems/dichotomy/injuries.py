"""The injury track of a player character: three hits a step, one step a round, and healing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from rules_py.base.wording import pluralize
from rules_py.sheets.track import Track, TrackPosition, TrackStage
from rules_py.systems.dichotomy.house import BOOK, House, house_of

STEPS = ("injured", "serious", "out")
"""The steps of the track, each a mark, in the order in which they are taken."""

HEALING = STEPS[:-1]
"""The marks that rest removes."""


def healed_after(house: House) -> dict[str, int]:
    """Return the hours after the fight when each mark is removed. R-53."""
    return {"injured": house.injured_hours, "serious": 24 * house.serious_days}


def rest(house: House) -> dict[str, str]:
    """Return how long each mark needs, as text: `a day`, `a week`, or a table's hours and days."""
    hours = pluralize(house.injured_hours, "hour", "hours")
    days = pluralize(house.serious_days, "day", "days")
    return {
        "injured": "a day" if house.injured_hours == BOOK.injured_hours else hours,
        "serious": "a week" if house.serious_days == BOOK.serious_days else days,
    }


STEP = BOOK.step_hits

LADDER = Track(
    name="injuries",
    title="The injury track",
    unit_names=("hit", "hits"),
    stages=(
        TrackStage(
            "Unhurt",
            "1 or 2 hits leave you shaken: out of breath, off balance, scraped.",
            "Being shaken passes without lasting harm.",
            ("D-200",),
        ),
        TrackStage(
            "Injured",
            f"{STEP} or more hits are a real wound of body or mind.",
            "A full night of rest cures it.",
            ("D-202",),
            STEP,
        ),
        TrackStage(
            "Seriously injured",
            f"Once injured, 1 or 2 more hits leave you shaken; {STEP} or more are a serious injury.",
            "Seven days of rest cure it, though you may limp or hurt for weeks.",
            ("D-203",),
            STEP,
        ),
        TrackStage(
            "Out",
            f"With both injuries, 1 or 2 more hits leave you shaken; {STEP} or more kill you, or end your "
            "life of adventure for good.",
            "Dead or alive, you can’t act again in this fight.",
            ("D-204",),
            STEP,
        ),
    ),
)
"""The track in the book: from unhurt through the three steps."""

RUNGS = dict(zip(("none", *STEPS), LADDER.stages, strict=True))
"""The stage that each step leads to."""
STEP_RULES = {step: rung.rules[0] for step, rung in RUNGS.items()}
"""The rule of each step, and of none."""
GAINED = {step: rung.name.lower() for step, rung in RUNGS.items()} | {
    "none": "—",
    "out": "out of the fight for good",
}
"""The state of a character at each step."""


@cache
def ladder(house: House) -> Track:
    """Return the track with the rest that a table requires."""
    unhurt, injured, serious, out = LADDER.stages
    if house.injured_hours != BOOK.injured_hours:
        injured = replace(injured, effect=f"It heals after {rest(house)['injured']} of rest.")
    if house.serious_days != BOOK.serious_days:
        effect = f"It heals after {rest(house)['serious']} of rest, though you may limp or hurt for weeks."
        serious = replace(serious, effect=effect)
    return replace(LADDER, stages=(unhurt, injured, serious, out))


class InjuryState(NamedTuple):
    """A character's injuries: hits carried, the two marks, and whether the fight is over for them."""

    hits: int = 0
    injured: bool = False
    serious: bool = False
    out: bool = False

    @property
    def words(self) -> str:
        """The state as said at the table."""
        if self.out:
            return "out"
        marks = " and ".join(GAINED[mark] for mark in HEALING if getattr(self, mark))
        shaken = f"shaken, {self.hits} {'hit' if self.hits == 1 else 'hits'}" if self.hits else ""
        return "; ".join(filter(None, (marks, shaken))) or "unhurt"


def position_of(track: InjuryState, fortitude: bool, house: House, hits_taken: int = 0) -> TrackPosition:
    """Return the position of this state on the injury track. `hits_taken` hits haven't been tallied yet."""
    stages = ladder(house)
    marked = [place for place, mark in enumerate(STEPS, 1) if getattr(track, mark)]
    at = max(marked, default=0)
    if track.out:
        return TrackPosition(stages, at, frozenset(marked))
    step, needed = next_step(track, fortitude, house.step_hits)
    return TrackPosition(
        stages, at, frozenset(marked), STEPS.index(step) + 1, min(track.hits, needed), needed, hits_taken
    )


UNHURT = {"hits": 0, "injured": False, "serious": False}
"""The track of an unhurt character, as an input."""


def step_ahead(track: InjuryState) -> str:
    """Return the next step of the track. D-202 to D-204, R-50."""
    if not track.injured:
        return "injured"
    return "out" if track.serious else "serious"


def next_step(track: InjuryState, fortitude: bool, step_hits: int) -> tuple[str, int]:
    """Return the next step of the track and how many hits lead to it: one more to be injured with
    `fortitude`. D-261, R-51.
    """
    step = step_ahead(track)
    return step, step_hits + (fortitude and step == "injured")


def tally(
    track: InjuryState, hits: int, fortitude: bool, step_hits: int, *, stepped: bool = False
) -> tuple[InjuryState, str]:
    """Return the track after a round with this number of hits taken, and the step gained.

    If the round's one step has already been taken (`stepped`, by reading a mind), the hits for a second step
    are lost. D-206, D-207, R-49, R-57.
    """
    if track.out:
        return track, "none"
    gained, needed = next_step(track, fortitude, step_hits)
    if stepped:
        return track._replace(hits=min(track.hits + hits, needed - 1)), "none"
    if track.hits + hits < needed:
        return track._replace(hits=track.hits + hits), "none"
    return _gain(track, gained), gained


def _gain(track: InjuryState, step: str) -> InjuryState:
    marks: dict[str, Any] = {step: True}
    return track._replace(hits=0, **marks)


def read_mind(track: InjuryState) -> tuple[InjuryState, str]:
    """Return the track after reading an unwilling mind: one step further, and 0 hits. D-097, R-57."""
    gained = step_ahead(track)
    return _gain(track, gained), gained


def answer_mind_read(*, state: Mapping[str, Any], fortitude: bool) -> dict[str, Any]:
    """Return the answer of `reading`, which doesn't depend on Dwarven Fortitude: no hits are counted."""
    track, gained = read_mind(InjuryState(**state))
    return track._asdict() | {"gained": gained}


def may_dive(serious_before: bool, gained: str, hits: int) -> bool:
    """Return whether the character may fall and play dead at this tally. D-208, R-55."""
    return gained != "out" and (gained == "serious" or (serious_before and hits > 0))


def answer_may_dive(*, serious_before: bool, gained: str, hits: int) -> dict[str, Any]:
    """Return the answer of `may_dive`."""
    return {"allowed": may_dive(serious_before, gained, hits)}


def injury_track(
    *, rounds: Sequence[Mapping[str, Any]], fortitude: bool, start: Mapping[str, Any], step_hits: int
) -> dict[str, Any]:
    """Return the track after each round, up to a legal dive. Codes: `dive_not_allowed`,
    `nothing_to_recover`.
    """
    track = InjuryState(**start)
    problems: set[str] = set()
    lines = []
    for each in rounds:
        if each["recover"] and not track.out:
            if track.hits:
                track = track._replace(hits=track.hits - 1)
            else:
                problems.add("nothing_to_recover")
        before, (track, gained) = track, tally(track, each["hits"], fortitude, step_hits)
        lines.append(track._asdict() | {"gained": gained})
        if each["dive"]:
            if not before.out and may_dive(before.serious, gained, each["hits"]):
                break
            problems.add("dive_not_allowed")
    return {"rounds": lines, "problems": sorted(problems)}


def heal(track: InjuryState, hours: int, house: House) -> InjuryState:
    """Return the track this number of hours after the fight: shaken hits go at once, marks with rest. R-53,
    R-54.
    """
    marks: dict[str, Any] = {
        mark: getattr(track, mark) and hours < needed for mark, needed in healed_after(house).items()
    }
    return track._replace(hits=0, **marks)


def after_fight(*, state: Mapping[str, Any], hours: int, **house: Any) -> dict[str, Any]:
    """Return the answer of `healed`."""
    after = heal(InjuryState(**state), hours, house_of(**house))
    return {name: getattr(after, name) for name in UNHURT}
