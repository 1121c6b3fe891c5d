"""The reference lists: the results of an answer, the ladder of die sizes, what a bargain may hold."""

from __future__ import annotations

from rules_py.reference import Column, ReferenceList
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.fields import dice_said

RESULT_LIST = ReferenceList(
    "results",
    "What an answer comes to",
    (Column("deed", "What happens"), Column("then", "Then")),
    [
        {
            "id": "higher",
            "name": "Higher",
            "deed": "The answerer blocks or dodges all of it, and tells how.",
            "then": "The roles swap: the answer stands, and the former challenger rerolls against it.",
            "rules": ("A-024", "A-025", "A-026"),
        },
        {
            "id": "short",
            "name": "Below, but more than half",
            "deed": "Hang in: part of it comes true. Give: all of it does.",
            "then": "Hanging in, the challenger takes an advantage die into a new round. Giving, it is over.",
            "rules": ("A-037", "A-038", "A-039", "A-041", "A-042"),
        },
        {
            "id": "doubled",
            "name": "Half or less",
            "deed": "The challenge comes true just as it was said.",
            "then": "It is over, with exhaustion or injury, or whatever both agree on instead.",
            "rules": ("A-028", "A-029", "A-030", "A-033", "A-036"),
        },
        {
            "id": "tie",
            "name": "A true tie, to the last die",
            "deed": "The answerer blocks or dodges, and tells how.",
            "then": "A new round, with nobody holding an advantage.",
            "rules": ("A-043", "A-044", "A-045"),
        },
    ],
    names="The answer",
    states=False,
)

SIZE_LIST = ReferenceList(
    "die_sizes",
    "The ladder of die sizes",
    (Column("sizes", "Sizes"), Column("less", "One size less"), Column("least", "Two sizes less")),
    [
        {
            "id": f"d{die}",
            "name": f"d{die}",
            "sizes": sizes.count([die]),
            "less": dice_said(sizes.lessened([die], [1])),
            "least": dice_said(sizes.lessened([die], [2])) if sizes.count([die]) > 1 else "not to be had",
            "rules": ("R-12",),
        }
        for die in sizes.SIZES
    ],
    names="Die",
    states=False,
)

BARGAIN_LIST = ReferenceList(
    "bargains",
    "What a bargain may hold",
    (Column("allowed", "Allowed", filter=True), Column("why", "Because")),
    [
        {
            "id": "strike",
            "name": "The loser strikes a listed thing",
            "allowed": "yes",
            "why": "What stands on a sheet can be lost.",
            "rules": ("A-055",),
        },
        {
            "id": "have",
            "name": "The winner comes to have it, in the story",
            "allowed": "yes",
            "why": "The story changes no sheet.",
            "rules": ("A-056",),
        },
        {
            "id": "write",
            "name": "The winner writes it on the own sheet",
            "allowed": "no",
            "why": "Nothing is added before the next chapter is set up.",
            "rules": ("A-057", "A-054"),
        },
        {
            "id": "move",
            "name": "Three sizes off one stat, one more on another",
            "allowed": "yes",
            "why": "Sizes move freely as long as their total doesn’t grow.",
            "rules": ("A-058", "A-060"),
        },
        {
            "id": "mark",
            "name": "Three sizes off a stat for a new specialization",
            "allowed": "yes",
            "why": "A specialization is to be had for at least one die size.",
            "rules": ("A-059", "R-17"),
        },
        {
            "id": "other-stat",
            "name": "An endeavor is done with another stat from now on",
            "allowed": "yes",
            "why": "It adds nothing.",
            "rules": ("A-061",),
        },
        {
            "id": "one-size",
            "name": "Deaf in one ear, and one size off one stat",
            "allowed": "yes",
            "why": "Any loss will do that both agree on.",
            "rules": ("A-071", "R-34"),
        },
    ],
    names="Term",
    states=False,
)
