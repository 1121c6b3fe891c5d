"""Motives: their rewards and betrayals, and the experience they earn in an adventure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.sheets.reference_list import Column, ReferenceList


@dataclass(frozen=True)
class Motive:
    """A character's motive: its description, and what fulfils and betrays it."""

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
        "It’s a bad world and only the fit survive. Everyone should look after themselves, as you do.",
        "Endanger others through selfishness, betray someone’s trust, or talk someone into using their power "
        "for selfish gain.",
        "Accept a kind and selfless act, or do good yourself with no hidden reason and no reward.",
        ("D-127", "D-284"),
    ),
    Motive(
        "conscience",
        "Conscience",
        "You can't look away from the weak and the downtrodden.",
        "Fight for someone in danger who can’t save themselves, or lift someone out of misery for good.",
        "Close your ears to a plea for help.",
        ("D-128", "D-285"),
    ),
    Motive(
        "coward",
        "Coward",
        "The world bites. You would sooner be careful than brave, since it's the brave who get hurt.",
        "Get past hostile people without violence, or run from danger without a fight.",
        "Do something reckless, or throw yourself into a fight.",
        ("D-129", "D-286"),
    ),
    Motive(
        "exploration",
        "Exploration",
        "You want to stand where no one has stood: on the unclimbed peak, in the valley no map shows, in "
        "the dungeon no one has come out of.",
        "Reach somewhere strange and new to you: a place that sensible people avoid, a foreign land, "
        "another way of life.",
        "Stay long in familiar places when you could have travelled.",
        ("D-130", "D-287"),
    ),
    Motive(
        "faith",
        "Faith",
        "You are devoted to a higher power, or to a code of your own: foods you don’t touch, say, or a "
        "silence you keep at sunrise and sunset.",
        "Win people over to your belief, bring down what an opposing faith has built, or keep your code "
        "when it is hard.",
        "Break the code, or renounce it all.",
        ("D-131", "D-288"),
    ),
    Motive(
        "fame",
        "Fame",
        "You want everyone’s eyes on you.",
        "Do a thing people will talk of: carry children out of a fire, save a town, make peace.",
        "Let someone else have the credit.",
        ("D-132", "D-289"),
    ),
    Motive(
        "freedom",
        "Freedom",
        "Perhaps you are running from something yourself: chains, the law, a memory that hurts.",
        "Break out of captivity, free slaves or prisoners, prove a convict innocent, or release someone "
        "from indenture or usury.",
        "Hand someone over to slavery or the law, or pass by a captive you could have freed.",
        ("D-133", "D-290"),
    ),
    Motive(
        "greed",
        "Greed",
        "You want money soon and with little trouble, and one day the haul you dream of.",
        "Gain a treasure or a very large payment.",
        "Give everything to charity except what you can easily carry.",
        ("D-134", "D-291"),
    ),
    Motive(
        "guardian",
        "Guardian",
        "You have a ward: someone who isn’t safe without you.",
        "Make a decision for your ward’s sake, or rescue your ward.",
        "Break with your ward, or leave them free to answer for themselves.",
        ("D-135", "D-292"),
    ),
    Motive(
        "honor",
        "Honor",
        "You do what is right and keep your promises, even against the law; or your duty is to the law, or "
        "to your guild.",
        "Do the right thing, or your duty, though it costs you standing or comfort, or may cost your neck.",
        "Neglect a duty.",
        ("D-136", "D-293"),
    ),
    Motive(
        "love",
        "Love",
        "For love you would do anything: look for a lost sweetheart, woo, make a match for others.",
        "Do something romantic, bring a couple or a family together, or persuade someone to follow "
        "their heart.",
        "Abandon the one you love, or refuse to help ill-fated lovers.",
        ("D-137", "D-294"),
    ),
    Motive(
        "mission",
        "Mission",
        "You have a task: to find your lost brother or a holy relic, or to rid the valley of an unjust tax.",
        "Complete a major part of the task.",
        "Give the task up, or finish it.",
        ("D-138", "D-295"),
    ),
    Motive(
        "power_influence",
        "Power (influence)",
        "You crave land, a title, or a say in things. Some get there by kindness, others by blackmail and "
        "usury.",
        "Get someone into your debt or under your thumb, win a title or land, or ruin a rival, by fair means "
        "or foul.",
        "Give up power and position.",
        ("D-139", "D-296"),
    ),
    Motive(
        "revenge",
        "Revenge",
        "You, or people who can’t avenge themselves, were wronged, and it won’t let you sleep.",
        "Take revenge in person on those who wronged you, or avenge someone who can’t.",
        "Forgive the one who wronged you, or let them go unhurt.",
        ("D-140", "D-297"),
    ),
    Motive(
        "truth",
        "Truth",
        "You need to know things, love finding out, share them gladly, and can’t abide a lie.",
        "Expose a lie, solve a mystery, reveal a secret, or gain a store of knowledge.",
        "Let a chance to learn more go by.",
        ("D-141", "D-298"),
    ),
)
MOTIVE_NAMES = {each.id: each.name for each in MOTIVES}

MOTIVE_LIST = ReferenceList(
    "motives",
    "The sixteen motives",
    (
        Column("what", "What it is"),
        Column("reward", "Fulfilled"),
        Column("betrayal", "Betrayed (the motive is lost)"),
    ),
    MOTIVES,
)

MAX_MOTIVES = 2


def judged_motives(motives: Sequence[str]) -> tuple[list[int], list[tuple[int, str]]]:
    """Return the indices of the motives that count, and the problems of the others, as (index, code).

    Codes: `unknown_motive`, `duplicate_motive`, `too_many_motives`. D-114, R-72.
    """
    counting: list[int] = []
    problems: list[tuple[int, str]] = []
    for place, motive in enumerate(motives):
        if motive not in MOTIVE_NAMES:
            problems.append((place, "unknown_motive"))
        elif motive in (motives[each] for each in counting):
            problems.append((place, "duplicate_motive"))
        elif len(counting) == MAX_MOTIVES:
            problems.append((place, "too_many_motives"))
        else:
            counting.append(place)
    return counting, problems


def motive_xp(*, motives: Sequence[Mapping[str, Any]], fulfilled_xp: int, betrayed_xp: int) -> dict[str, Any]:
    """Return the experience of one adventure, the motives lost in it, and those that may be exchanged.

    A motive that is reported as a problem earns nothing. D-115 to D-119, R-68, R-69.
    """
    counting, problems = judged_motives([each["motive"] for each in motives])
    chosen = [motives[place] for place in counting]
    return {
        "xp": sum(fulfilled_xp * each["fulfilled"] + betrayed_xp * each["betrayed"] for each in chosen),
        "lost": sorted(each["motive"] for each in chosen if each["betrayed"]),
        "may_swap": sorted(each["motive"] for each in chosen if not (each["fulfilled"] or each["betrayed"])),
        "problems": sorted({code for _, code in problems}),
    }


def replacement(*, betrayed_in: int) -> dict[str, Any]:
    """Return when a betrayed motive is replaced, and when the new one first counts. D-117, R-71."""
    return {"chosen_after": betrayed_in + 1, "first_counts_in": betrayed_in + 2}
