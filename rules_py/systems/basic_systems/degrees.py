"""The game's names for ratings, difficulties, and degrees of success and of botch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NamedNumber:
    """A number with a name: `told` is a short description of it in play."""

    number: int
    name: str
    told: str  # a saved name
    rules: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.name.lower().replace(" ", "-")


RATINGS = (
    NamedNumber(0, "Abysmal", "No dots: an Ability never learned.", ("S-005",)),
    NamedNumber(1, "Poor", "A beginner, or someone with no gift for it.", ("S-006",)),
    NamedNumber(2, "Average", "The level of most people.", ("S-007",)),
    NamedNumber(3, "Good", "Enough to earn a living by it.", ("S-008",)),
    NamedNumber(4, "Exceptional", "People ask for you by name.", ("S-009",)),
    NamedNumber(5, "Superb", "As good as a human being can be.", ("S-010",)),
)

DIFFICULTIES = (
    NamedNumber(3, "Trivial", "Picking out someone you know among a few people.", ("S-050",)),
    NamedNumber(4, "Easy", "Following a trail of blood.", ("S-051",)),
    NamedNumber(5, "Straightforward", "Charming someone who wants to be charmed.", ("S-052",)),
    NamedNumber(6, "Standard", "Hitting a target with a gun.", ("S-053",)),
    NamedNumber(7, "Challenging", "Finding the source of faint, tormented voices.", ("S-054",)),
    NamedNumber(8, "Difficult", "Convincing a police officer that the drugs aren’t yours.", ("S-055",)),
    NamedNumber(9, "Extremely difficult", "Crossing a high rope on foot.", ("S-056",)),
)

DEGREES = (
    NamedNumber(1, "Marginal", "The dead fridge runs until someone comes to repair it.", ("S-057",)),
    NamedNumber(2, "Moderate", "It works, but it’s no beauty.", ("S-058",)),
    NamedNumber(3, "Complete", "Repaired, with no sign that anything was ever broken.", ("S-059",)),
    NamedNumber(4, "Exceptional", "The car uses less fuel than before it broke down.", ("S-060",)),
    NamedNumber(5, "Phenomenal", "A masterpiece. Five or more successes.", ("S-061",)),
)

BOTCH_DEGREES = (
    NamedNumber(1, "Embarrassing", "A nuisance that soon passes.", ("S-073",)),
    NamedNumber(2, "Unfortunate", "It costs something: time, money, a tool, some goodwill.", ("S-074",)),
    NamedNumber(3, "Severe", "The scene takes a bad turn, and everyone sees it.", ("S-075",)),
    NamedNumber(4, "Disastrous", "Someone is hurt, or something is lost for good.", ("S-076",)),
    NamedNumber(5, "Catastrophic", "The chronicle will not forget it.", ("S-077",)),
)

AVERAGE = 2
"""The rating that most people have. S-007."""
LOWEST_DIFFICULTY, STANDARD_DIFFICULTY, HIGHEST_DIFFICULTY = 2, 6, 10
"""S-035, S-038, R-4."""


def rating_name(rating: int) -> str | None:
    """Return the name of a rating, or None for 6, which has none. R-2."""
    return next((each.name for each in RATINGS if each.number == rating), None)


def difficulty_name(difficulty: int) -> str | None:
    """Return the name of a difficulty, or None for 2 and 10. R-25."""
    return next((each.name for each in DIFFICULTIES if each.number == difficulty), None)


def degree_of(net: int) -> str | None:
    """Return the degree of this many net successes, or None for none. R-8."""
    return DEGREES[min(net, len(DEGREES)) - 1].name if net else None


def botch_degree(ones: int) -> NamedNumber:
    """Return the degree of a botch with this many 1s; from five on it is the worst. R-9."""
    return BOTCH_DEGREES[min(ones, len(BOTCH_DEGREES)) - 1]


def clamp_difficulty(n: int, highest: int) -> int:
    """Return a modified difficulty, moved back to the nearest valid one. R-4."""
    return min(max(n, LOWEST_DIFFICULTY), highest)
