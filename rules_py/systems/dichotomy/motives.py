"""Motives: what each rewards, what betrays it, and the experience they earn in an adventure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.sheets.reference_list import Column, ReferenceList


@dataclass(frozen=True)
class Motive:
    """A character's motive: what it is, what fulfils it, what betrays it."""

    id: str
    name: str
    what: str
    reward: str
    betrayal: str
    rules: tuple[str, ...]


MOTIVES = (
    Motive(
        "bloodlust",
        "Bloodlust",
        "A fight is the best of days. You don't rest while a foe still stands.",
        "Fight on though you are seriously injured.",
        "Turn down a fair fight, or let a foe live.",
        ("D-126", "D-283"),
    ),
    Motive(
        "callous",
        "Callous",
        "It's a bad world and only the fit come through it. Let everyone see to themselves, as you do.",
        "Put others in danger by looking after yourself, betray somebody's trust, or talk someone into "
        "using their power for selfish gain.",
        "Accept a kindness that asks for nothing, or do a good deed yourself without a reason behind it "
        "or a reward.",
        ("D-127", "D-284"),
    ),
    Motive(
        "conscience",
        "Conscience",
        "You can't look away from the weak and the downtrodden.",
        "Fight for someone who's in danger and helpless, or lift somebody out of misery for good.",
        "Close your ears to a plea for help.",
        ("D-128", "D-285"),
    ),
    Motive(
        "coward",
        "Coward",
        "The world bites. You would sooner be careful than brave, since it's the brave who get hurt.",
        "Get past people who mean you harm without violence, or run from danger without a fight.",
        "Do something reckless, or throw yourself into a fight.",
        ("D-129", "D-286"),
    ),
    Motive(
        "exploration",
        "Exploration",
        "You want to stand where nobody has stood: on the unclimbed peak, in the valley no map shows, in "
        "the dungeon that has kept everyone who went in.",
        "Reach somewhere strange and new to you: a place that sensible people avoid, a foreign land, "
        "another way of life.",
        "Stay for long where you know everything, though you could have gone.",
        ("D-130", "D-287"),
    ),
    Motive(
        "faith",
        "Faith",
        "You are devoted to a higher power, or to a code of your own: foods you don't touch, say, or a "
        "silence that you keep when the sun comes up and when it goes.",
        "Win people over to your belief, bring down what an opposing faith has built, or keep your code "
        "when it is hard.",
        "Break the code, or renounce it all.",
        ("D-131", "D-288"),
    ),
    Motive(
        "fame",
        "Fame",
        "You want to be looked at, and like it best in the very middle.",
        "Do a thing people will talk of: carry children out of a fire, save a town, make peace.",
        "Let somebody else have the credit.",
        ("D-132", "D-289"),
    ),
    Motive(
        "freedom",
        "Freedom",
        "Perhaps you are running from something yourself: chains, the law, a memory that hurts.",
        "Break out of captivity, free slaves or prisoners, prove a convict innocent, or release somebody "
        "from a bond or a usurer.",
        "Hand someone over to slavery or to the law, or pass by a captive whom you could have freed.",
        ("D-133", "D-290"),
    ),
    Motive(
        "greed",
        "Greed",
        "Money, soon and with little trouble; and one day the haul you dream of.",
        "Lay hands on a treasure, or on very large pay.",
        "Give all you have to the poor, and keep only what's no weight to carry.",
        ("D-134", "D-291"),
    ),
    Motive(
        "guardian",
        "Guardian",
        "You have a ward: somebody who isn't safe without you.",
        "Decide something for your ward's sake, or save your ward.",
        "Break with your ward, or leave them free to answer for themselves.",
        ("D-135", "D-292"),
    ),
    Motive(
        "honor",
        "Honor",
        "You do what is right and what you promised, whatever the law says; or the law is your duty, or "
        "your guild is.",
        "Do the right thing, or your plain duty, though it costs you standing or comfort or may cost your "
        "neck.",
        "Neglect a duty.",
        ("D-136", "D-293"),
    ),
    Motive(
        "love",
        "Love",
        "For love you would do anything: look for a lost sweetheart, woo, make a match for others.",
        "Do something romantic, bring a couple or a family together, or talk somebody into following "
        "their heart.",
        "Leave the one you love, or refuse your help to lovers whom the world keeps apart.",
        ("D-137", "D-294"),
    ),
    Motive(
        "mission",
        "Mission",
        "You have set yourself a task: to find your lost brother or a holy relic, to rid the valley of an "
        "unjust tax.",
        "Achieve an important part of the task.",
        "Give the task up, or finish it.",
        ("D-138", "D-295"),
    ),
    Motive(
        "power_influence",
        "Power (influence)",
        "You crave land, a title, or a say in things. Some get there by kindness, others by blackmail and "
        "usury.",
        "Get somebody into your debt or under your thumb, win a title or land, or ruin a rival, by fair "
        "means or foul.",
        "Give up power and position.",
        ("D-139", "D-296"),
    ),
    Motive(
        "revenge",
        "Revenge",
        "A wrong was done, to you or to people who can't repay it themselves, and it won't let you sleep.",
        "Pay back in person what was done to you, or avenge someone who can't do it themselves.",
        "Pardon the one who wronged you, or see them walk away whole.",
        ("D-140", "D-297"),
    ),
    Motive(
        "truth",
        "Truth",
        "You must know, you love finding out, you tell others gladly, and you can't abide a lie.",
        "Expose a lie, solve a mystery, bring a secret to light, or come upon a store of knowledge.",
        "Let a chance of learning more go by.",
        ("D-141", "D-298"),
    ),
)
MOTIVE_NAMES = {each.id: each.name for each in MOTIVES}

MOTIVE_LIST = ReferenceList(
    "motives",
    "The sixteen motives",
    (
        Column("what", "What it is"),
        Column("reward", "Fulfilled (2 XP)"),
        Column("betrayal", "Betrayed (3 XP, and lost)"),
    ),
    MOTIVES,
)

MOST_MOTIVES = 2
FULFILLED_XP, BETRAYED_XP = 2, 3


def judged_motives(motives: Sequence[str]) -> tuple[list[int], list[tuple[int, str]]]:
    """Return the places of the motives that count, and what is wrong with the others, as (place, code).

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
    """Return the experience of one adventure, the motives lost in it, and those that may be exchanged.

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
    """Return when a betrayed motive is replaced, and when the new one first counts. D-117, R-71."""
    return {"chosen_after": betrayed_in + 1, "first_counts_in": betrayed_in + 2}
