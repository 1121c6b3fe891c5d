"""Our ideas for botches by degree, for the Storyteller to use, change or ignore."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.basic_systems.degrees import BOTCH_DEGREES

IDEAS: dict[int, tuple[str, ...]] = {
    1: (
        "You drop what you hold, and it rolls under the furniture.",
        "You say it a little too loudly, and heads turn.",
        "A seam tears, a heel snaps, a zip gives up.",
        "You greet them warmly by someone else’s name.",
    ),
    2: (
        "The tool breaks, and it was borrowed.",
        "You’re sure of it now, and you’re wrong.",
        "It takes all night, and you were expected elsewhere.",
        "You leave something behind that has your name on it.",
    ),
    3: (
        "The lights go out, in the whole street.",
        "The one person who must not see it stands in the door.",
        "It can never be mended now.",
        "Your way out is gone: someone has locked it in good faith.",
    ),
    4: (
        "Someone who trusted you is hurt.",
        "It burns, it floods, or it comes down.",
        "They know who you are now, and where you sleep.",
        "The thing you came for is destroyed before your eyes.",
    ),
    5: (
        "Everything you meant to prevent happens, because of you.",
        "An ally is an enemy from this night on, with good reason.",
        "It will be in every newspaper, with a picture.",
        "Something that was asleep under the city no longer is.",
    ),
}


@dataclass(frozen=True)
class Prompt:
    """An idea, and the degree of botch that it fits."""

    id: str
    name: str
    degree: str


PROMPTS = tuple(
    Prompt(f"{each.id}-{place}", idea, each.name)
    for each in BOTCH_DEGREES
    for place, idea in enumerate(IDEAS[each.number], 1)
)

PROMPT_LIST = ReferenceList(
    "botch_prompts",
    "What might go wrong",
    (Column("degree", "Degree", filter=True),),
    PROMPTS,
    names="Idea",
    states_rules=False,
)
