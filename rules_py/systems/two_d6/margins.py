"""The options of a won attack: three lists, opened by the margin."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules_py.base.wording import join_words
from rules_py.sheets.panel import Payoff

THRESHOLDS = (1, 5, 10)
THRESHOLD_RULES = {0: "T-197", 1: "T-199", 5: "T-200", 10: "T-201"}
"""The rule of each threshold that a margin can reach, 0 for none."""
PARRY_BY = 5
"""The lead from which a defender may use Vicious Parry. T-088."""


class Option(NamedTuple):
    """One entry of the lists, available from the margin `at`."""

    key: str
    name: str
    at: int
    effect: str
    rule: str
    attacks: tuple[str, ...]

    @property
    def id(self) -> str:
        """Its anchor in the list."""
        return self.key.replace("_", "-")


ATTACKS = {"melee": "Melee", "unarmed": "Unarmed", "ranged": "Ranged", "spell": "Spell"}
EVERY = tuple(ATTACKS)
HAND_TO_HAND = ("melee", "unarmed")

OPTIONS = (
    Option("wound", "One wound", 1, "Deal one wound.", "T-199", EVERY),
    Option("disarm", "Disarm", 1, "The weapon falls at the target’s feet. [R-93]", "T-199", EVERY),
    Option("distract", "Distract", 1, "The target loses a half-round action next turn.", "T-199", EVERY),
    Option("trip", "Trip", 1, "The target falls to the ground. [R-93]", "T-199", HAND_TO_HAND),
    Option("shove", "Shove", 1, "The target is pushed 5 feet. [R-93]", "T-199", EVERY),
    # Keeping, breaking and reversing a hold use the same contest. T-206
    Option("grapple", "Grapple", 1, "Start, keep or break a hold.", "T-199", ("unarmed",)),
    Option("two_wounds", "Two wounds", 5, "Deal two wounds.", "T-200", EVERY),
    Option("knock_out", "Knock out", 5, "The target is unconscious. [R-49]", "T-200", EVERY),
    Option(
        "cripple", "Cripple a limb", 5, "A limb becomes useless: a broken bone, a cut tendon.", "T-200", EVERY
    ),
    Option(
        "two_from_first",
        "Two from the first list",
        5,
        "Choose two effects from those at 1 or more.",
        "T-200",
        EVERY,
    ),
    Option("three_wounds", "Three wounds", 10, "Deal three wounds.", "T-201", EVERY),
    Option(
        "destroy",
        "Destroy a limb or organ",
        10,
        "The limb or organ is gone for good. [T-217]",
        "T-201",
        EVERY,
    ),
    Option(
        "one_from_each",
        "One from each lower list",
        10,
        "Choose one effect from those at 1 or more and one from those at 5 or more.",
        "T-201",
        EVERY,
    ),
    Option(
        "three_from_first",
        "Three from the first list",
        10,
        "Choose three effects from those at 1 or more.",
        "T-201",
        EVERY,
    ),
)


def threshold(margin: int) -> int:
    """Return the highest open list: 0 if the attack is lost, else 1, 5 or 10."""
    return max((each for each in THRESHOLDS if margin >= each), default=0)


def most_wounds(margin: int) -> int:
    """Return the most wounds the margin allows. R-47."""
    return sum(margin >= each for each in THRESHOLDS)


def open_at(margin: int, attack: str) -> tuple[Option, ...]:
    """Return the available options, one of which is chosen. R-47, R-91."""
    return tuple(each for each in OPTIONS if margin >= each.at and attack in each.attacks)


def choices(margin: int, attack: str, *, least: int = 0) -> str:
    """Return the joined names of the options that a margin opens, without those open below `least`."""
    names = [each.name for each in open_at(margin, attack) if each.at >= least]
    return join_words(name.lower() for name in names)


def payoffs(attack: str) -> tuple[Payoff, ...]:
    """Return the payoffs of an attack of this kind at each threshold. T-199 to T-201."""
    rules = {each.at: each.rule for each in OPTIONS}
    return tuple(
        Payoff(
            f"Win by {at} or more", f"{'or ' if at > 1 else ''}{choices(at, attack, least=at)} [{rules[at]}]"
        )
        for at in THRESHOLDS
    )


def margin_options(*, margin: int, attack: str, cinematic: bool) -> dict[str, Any]:
    """Return the threshold, the entries open at it, and the most wounds. T-199 to T-201, T-223, R-22."""
    return {
        "threshold": threshold(margin),
        "entries": [each.key for each in open_at(margin, attack)],
        "max_wounds": most_wounds(margin) + (cinematic and margin >= THRESHOLDS[0]),
    }
