"""Motives: what each rewards, what betrays it, and the experience they earn in an adventure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.reference import Column, ReferenceList


@dataclass(frozen=True)
class Motive:
    """What drives a character: what fulfils it, what betrays it."""

    id: str
    name: str
    reward: str
    betrayal: str
    rule: str


MOTIVES = (
    Motive(
        "bloodlust",
        "Bloodlust",
        "Fight on with a serious injury.",
        "Turn down a fair fight, or let a foe live.",
        "D-126",
    ),
    Motive(
        "callous",
        "Callous",
        "Put others in danger for your own ends, break a trust, or lead someone to use power selfishly.",
        "Be shown pure kindness, or do good for nothing in return.",
        "D-127",
    ),
    Motive(
        "conscience",
        "Conscience",
        "Fight for those who can't save themselves, or end someone's misery for good.",
        "Ignore a cry for help.",
        "D-128",
    ),
    Motive(
        "coward",
        "Coward",
        "Run from danger, or get round a hostile meeting, without a blow struck.",
        "Dive into a fight, or gamble with your neck.",
        "D-129",
    ),
    Motive(
        "exploration",
        "Exploration",
        "Reach a place that is strange to you: foreign, forbidding, or of another way of life.",
        "Linger where you know every stone though you could travel.",
        "D-130",
    ),
    Motive(
        "faith",
        "Faith",
        "Convert others, tear down what a hostile faith has built, or hold to the code when it hurts.",
        "Break the code, or lose the faith.",
        "D-131",
    ),
    Motive(
        "fame",
        "Fame",
        "Do what people will talk about: save a town, make peace, carry someone out of a fire.",
        "Let another have the credit.",
        "D-132",
    ),
    Motive(
        "freedom",
        "Freedom",
        "Break free, free the captive or enslaved, clear a convict, or end a bond of debt.",
        "Deliver someone to chains or to the law, or leave a captive you could have freed.",
        "D-133",
    ),
    Motive(
        "greed",
        "Greed",
        "Win a treasure or very great pay.",
        "Give away all you own but what you can easily carry.",
        "D-134",
    ),
    Motive(
        "guardian",
        "Guardian",
        "Rescue your ward, or decide something for your ward's sake.",
        "Part from your ward, or let your ward go free and answer for themselves.",
        "D-135",
    ),
    Motive(
        "honor",
        "Honor",
        "Do what is right at a cost to standing, comfort or safety.",
        "Fail in a duty.",
        "D-136",
    ),
    Motive(
        "love",
        "Love",
        "A romantic deed, a couple or family reunited, or a heart encouraged.",
        "Desert your beloved, or refuse star-crossed lovers your help.",
        "D-137",
    ),
    Motive(
        "mission",
        "Mission",
        "Achieve a large part of your own mission.",
        "Give it up, or bring it to its end.",
        "D-138",
    ),
    Motive(
        "power_influence",
        "Power (influence)",
        "Gain a title or land, a hold over someone, or a rival's ruin.",
        "Step down from what power you have.",
        "D-139",
    ),
    Motive(
        "revenge",
        "Revenge",
        "Pay back a wrong, your own or that of one who can't.",
        "Pardon your enemy, or let them walk away whole.",
        "D-140",
    ),
    Motive(
        "truth",
        "Truth",
        "Solve a mystery, bare a lie or a secret, or win a trove of learning.",
        "Pass up a chance to learn more.",
        "D-141",
    ),
)
MOTIVE_NAMES = {each.id: each.name for each in MOTIVES}

MOTIVE_LIST = ReferenceList(
    "motives",
    "The sixteen motives",
    (Column("reward", "Fulfilled (2 XP)"), Column("betrayal", "Betrayed (3 XP, and lost)")),
    MOTIVES,
    states=False,
)

MOST_MOTIVES = 2
FULFILLED_XP, BETRAYED_XP = 2, 3


def judged_motives(motives: Sequence[str]) -> tuple[list[int], list[tuple[int, str]]]:
    """The places of the motives that count, and what is wrong with the others, as (place, code).

    Codes: `unknown_motive`, `duplicate_motive`, `too_many_motives`. D-114, R-72.
    """
    counting: list[int] = []
    found: list[tuple[int, str]] = []
    for place, motive in enumerate(motives):
        if motive not in MOTIVE_NAMES:
            found.append((place, "unknown_motive"))
        elif motive in (motives[each] for each in counting):
            found.append((place, "duplicate_motive"))
        elif len(counting) == MOST_MOTIVES:
            found.append((place, "too_many_motives"))
        else:
            counting.append(place)
    return counting, found


def motive_xp(*, motives: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The experience of one adventure, the motives lost in it, and those that may be exchanged.

    A motive that is reported as a problem earns nothing. D-115 to D-119, R-68, R-69.
    """
    counting, found = judged_motives([each["motive"] for each in motives])
    counted = [motives[place] for place in counting]
    return {
        "xp": sum(FULFILLED_XP * each["fulfilled"] + BETRAYED_XP * each["betrayed"] for each in counted),
        "lost": sorted(each["motive"] for each in counted if each["betrayed"]),
        "may_swap": sorted(each["motive"] for each in counted if not (each["fulfilled"] or each["betrayed"])),
        "problems": sorted({code for _, code in found}),
    }


def replacement(*, betrayed_in: int) -> dict[str, Any]:
    """When the place of a betrayed motive is filled again, and when the new one first earns. D-117, R-71."""
    return {"chosen_after": betrayed_in + 1, "first_counts_in": betrayed_in + 2}
