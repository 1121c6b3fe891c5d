"""The four Aptitudes and their sixteen Skills, as data: one source for the engine, the sheet and the page."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList

APTITUDES = {
    "Knowledge": "What the character knows, wherever it was learned: schools, masters, family secrets.",
    "Awareness": "What the character notices and understands by looking, listening and paying attention.",
    "Charisma": "How the character moves other people.",
    "Physicality": "What the body can do: strength, precision, toughness.",
}


@dataclass(frozen=True)
class Skill:
    """A Skill: the Aptitude that pays for it, what it covers, examples and a caution if there are any."""

    name: str
    aptitude: str
    covers: str
    examples: str
    caution: str
    rules: tuple[str, ...]

    @property
    def id(self) -> str:
        """The anchor of its entry."""
        return self.name.lower().replace(" ", "-")


SKILLS = (
    Skill(
        "Nature",
        "Knowledge",
        "The natural world and its oddities.",
        "plants, animals, weather, water, medicine, strange natural events",
        "",
        ("C-021",),
    ),
    Skill(
        "Society",
        "Knowledge",
        "How people live together, now and in former times.",
        "history, politics, etiquette, famous factions",
        "",
        ("C-022",),
    ),
    Skill(
        "The Supernatural",
        "Knowledge",
        "Everything beyond nature.",
        "gods, magic, strange creatures",
        "",
        ("C-023",),
    ),
    Skill(
        "The Material",
        "Knowledge",
        "Things that people make or build.",
        "tools, buildings, machines, cloth, tunnels, food",
        "",
        ("C-024",),
    ),
    Skill(
        "Details",
        "Awareness",
        "Small hidden things, found by looking closely.",
        "the brick that works a secret door, a rewritten line in a book",
        "",
        ("C-025",),
    ),
    Skill(
        "Surroundings",
        "Awareness",
        "The larger things going on around you.",
        "seeing far, hearing someone creep about, noticing that food tastes wrong",
        "",
        ("C-026",),
    ),
    Skill(
        "People",
        "Awareness",
        "Reading faces, gestures and hints, and spotting lies.",
        "judging how someone feels about you, sensing that a topic is being avoided",
        "",
        ("C-027",),
    ),
    Skill(
        "Animals", "Awareness", "Reading the behaviour of animals and handling them well.", "", "", ("C-028",)
    ),
    Skill(
        "Socialize",
        "Charisma",
        "Getting on with people over a stretch of time.",
        "a good first impression, collecting rumours, blending in where you have no business",
        "",
        ("C-029",),
    ),
    Skill(
        "Persuade",
        "Charisma",
        "Winning someone over outright, to act or to lend support, now or later.",
        "",
        "",
        ("C-030",),
    ),
    Skill(
        "Deceive",
        "Charisma",
        "Making someone believe something untrue.",
        "a lie, a fact left out",
        "High risk, high reward: no one enjoys being lied to.",
        ("C-031", "C-032"),
    ),
    Skill(
        "Command",
        "Charisma",
        "Using authority.",
        "the law, a temple, sheer presence",
        "High risk, high reward, doubly so when it relies on threats.",
        ("C-033", "C-034"),
    ),
    Skill(
        "Infiltrate",
        "Physicality",
        "Sneaking, unusual ways of travelling and ways into places, in town, in the wild and in between.",
        "climbing, balancing, hiding, sneaking, camouflage",
        "",
        ("C-035", "C-036"),
    ),
    Skill(
        "Manipulate",
        "Physicality",
        "Fine and delicate handiwork.",
        "locks and traps, clockwork and other fragile machines, sewing, sleight of hand, dressing a wound",
        "",
        ("C-037",),
    ),
    Skill(
        "Might",
        "Physicality",
        "Raw strength and speed.",
        "swimming, running, jumping, heavy lifting, breaking things",
        "",
        ("C-038",),
    ),
    Skill(
        "Endure",
        "Physicality",
        "Withstanding everything that wears the body down.",
        "thirst, hunger, cold, heat, disease, poison, drink and other substances",
        "",
        ("C-039",),
    ),
)

APTITUDE_OF = {skill.name: skill.aptitude for skill in SKILLS}

SKILL_LIST = ReferenceList(
    "skills",
    "The sixteen Skills",
    (
        Column("aptitude", "Aptitude", filter=True),
        Column("covers", "Covers"),
        Column("examples", "For example"),
        Column("caution", "Caution"),
    ),
    SKILLS,
)
