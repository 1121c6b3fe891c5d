"""The special abilities, as data: thirty-nine open to all, and three for each of the two other peoples."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.reference import Column, ReferenceList
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMY_NAMES, DICHOTOMY_OF, RACES


@dataclass(frozen=True)
class Ability:
    """An ability: its attribute, its use in our words, its rules; `race` the only people that may have it."""

    id: str
    name: str
    attribute: str
    use: str
    rules: tuple[str, ...]
    race: str = ""

    @property
    def dichotomy(self) -> str:
        return DICHOTOMY_OF[self.attribute]


ALL = (
    Ability(
        "covering_fire",
        "Covering Fire",
        "finesse",
        "Shoot, then name a friend or a zone held by foes. Until your next turn that friend, or every "
        "friend shot at from there, takes 1 hit less from each Finesse attack.",
        ("D-060", "R-30"),
    ),
    Ability(
        "deadly_aim",
        "Deadly Aim",
        "finesse",
        "Spend this round's Finesse attack on aiming, at its full price; the one next round deals 2 "
        "hits more.",
        ("D-061", "R-21"),
    ),
    Ability(
        "double_shot",
        "Double Shot",
        "finesse",
        "One throw of the dice counts against two foes who stand in the same zone.",
        ("D-062", "R-24"),
    ),
    Ability(
        "mobility",
        "Mobility",
        "finesse",
        "Walk in and out of zones that foes hold without paying more.",
        ("D-063", "R-32"),
    ),
    Ability(
        "point_blank",
        "Point Blank",
        "finesse",
        "Shoot at foes in your own zone with Finesse where others must use Power.",
        ("D-064", "R-27"),
    ),
    Ability("quick_shot", "Quick Shot", "finesse", "Finesse attacks are 1 action point cheaper.", ("D-065",)),
    Ability(
        "cleave",
        "Cleave",
        "power",
        "One throw of the dice counts against two foes in your own zone; spirit power bursts out around you.",
        ("D-066", "R-24"),
    ),
    Ability(
        "defender",
        "Defender",
        "power",
        "After a Power attack, friends who keep to your zone take 1 hit less from each Power attack "
        "until your next turn.",
        ("D-067", "R-30"),
    ),
    Ability(
        "locked_in_mortal_combat",
        "Locked in Mortal Combat",
        "power",
        "Bind one foe you hit in melee, who next turn may attack only you, only with Power, and pays 1 "
        "more for each zone; or make every foe pay 1 more to leave your zone.",
        ("D-068", "D-069", "D-070", "R-31"),
    ),
    Ability(
        "short_range_attack",
        "Short-Range Attack",
        "power",
        "Power attacks reach the next zone: a thrown axe, a burst of force.",
        ("D-071", "R-28"),
    ),
    Ability(
        "smite", "Smite", "power", "A Power attack that hits at all deals 1 hit more.", ("D-072", "R-20")
    ),
    Ability("tough_as_nails", "Tough as Nails", "power", "Recover for 2 action points, not 3.", ("D-073",)),
    Ability(
        "acrobatics",
        "Acrobatics",
        "martial",
        "Balance on a beam, swing on a rope, vault, and land softly from a height.",
        ("D-074",),
    ),
    Ability(
        "climbing",
        "Climbing",
        "martial",
        "Go up trees, walls, crags and ice; with the right gear even a frozen waterfall.",
        ("D-075",),
    ),
    Ability(
        "destructive",
        "Destructive",
        "martial",
        "Smash doors, chests and barricades; bend bars, shift boulders, heave gates open.",
        ("D-076",),
    ),
    Ability(
        "escape_artist",
        "Escape Artist / Contortionist",
        "martial",
        "Slip any bond and wriggle through gaps that look too small.",
        ("D-077",),
    ),
    Ability(
        "stealthy",
        "Stealthy",
        "martial",
        "Sneak, lie in wait, melt into the dark, and pass a sleeping watchdog.",
        ("D-078",),
    ),
    Ability(
        "swimming",
        "Swimming",
        "martial",
        "Swim, fight below the surface, hold your breath, and stand firm in a current.",
        ("D-079",),
    ),
    Ability(
        "biokinesis",
        "Biokinesis",
        "spiritual",
        "Heal by some ten minutes of touch: an injury a day, and each week one thing worse, be it disease, "
        "poison or a serious injury. Also harms the living close by (Power and Spiritual).",
        ("D-080", "D-081", "D-082", "D-083", "D-084", "R-56", "R-58", "R-85"),
    ),
    Ability(
        "bless",
        "Bless",
        "spiritual",
        "Cleanse a place of evil. Your attacks on outsiders deal 1 hit more, and you may banish them by "
        "spirit alone.",
        ("D-085", "R-22"),
    ),
    Ability(
        "clairvoyance",
        "Clairvoyance",
        "spiritual",
        "See what is far off: some 20 metres for the strange, 1000 for the known, any distance for what "
        "is dear to you.",
        ("D-086", "D-087"),
    ),
    Ability(
        "dowsing",
        "Dowsing",
        "spiritual",
        "Find what you know well, and the straightest way to it, within 1000 metres; what is dear to "
        "you, anywhere.",
        ("D-088", "D-089"),
    ),
    Ability(
        "psychometry",
        "Psychometry",
        "spiritual",
        "Touch a thing and learn what befell it lately; touch the dead and learn how they died.",
        ("D-090",),
    ),
    Ability(
        "pyrokinesis",
        "Pyrokinesis",
        "spiritual",
        "Kindle by will, keep a flame hanging in the air for light, and fight with fire near (Power) or "
        "far (Finesse).",
        ("D-091", "D-092"),
    ),
    Ability(
        "telekinesis",
        "Telekinesis",
        "spiritual",
        "Move up to 25 pounds by thought, without delicacy. In a fight (Finesse and Spiritual): 1 hit, "
        "and with a total success a shove into the next zone.",
        ("D-093", "D-094", "D-095", "R-25"),
    ),
    Ability(
        "telepathy",
        "Telepathy",
        "spiritual",
        "Speak mind to mind with the willing in sight; read the unwilling at the price of an injury; "
        "shield the minds of friends in your zone for 1 action point.",
        ("D-096", "D-097", "D-098", "R-57"),
    ),
    Ability(
        "alertness",
        "Alertness",
        "natural",
        "Hardly anyone can creep up on you or listen in; you act first, ambush or not.",
        ("D-099", "D-100"),
    ),
    Ability(
        "orienteering",
        "Orienteering",
        "natural",
        "Pick the best line across country, see its dangers coming, and walk rough ground like any other.",
        ("D-101", "R-86"),
    ),
    Ability(
        "physik",
        "Physik",
        "natural",
        "Know bodies and herbs: name the disease, find the remedy, set the bone, deliver the child.",
        ("D-102",),
    ),
    Ability(
        "sense_motives",
        "Sense Motives",
        "natural",
        "A talk tells you friend from foe, though not truth from lie.",
        ("D-103",),
    ),
    Ability(
        "speak_with_animals",
        "Speak with Animals",
        "natural",
        "Talk with beasts, who are no wiser for it, but perhaps kinder.",
        ("D-104",),
    ),
    Ability(
        "survival",
        "Survival",
        "natural",
        "Find food and water that will not kill you, and live through heat and frost.",
        ("D-105",),
    ),
    Ability(
        "tracking",
        "Tracking",
        "natural",
        "Follow man or beast by what they leave behind, in town more by a feeling.",
        ("D-106",),
    ),
    Ability(
        "architecture",
        "Architecture",
        "technical",
        "Notice what is odd about a building: a hidden room, a wall that slides, a floor about to give.",
        ("D-107",),
    ),
    Ability(
        "disable_device",
        "Disable Device",
        "technical",
        "Open locks, take traps apart, and rig things to break later.",
        ("D-108",),
    ),
    Ability(
        "find_traps",
        "Find Traps",
        "technical",
        "Notice traps and alarms, and treasure or ground that is cursed.",
        ("D-109",),
    ),
    Ability(
        "investigative",
        "Investigative",
        "technical",
        "Pick the clue that counts out of a heap of papers.",
        ("D-110",),
    ),
    Ability(
        "linguistics",
        "Linguistics",
        "technical",
        "Understand the tongues you meet or learn them fast, dead ones and picture writing too.",
        ("D-111",),
    ),
    Ability(
        "mechanics",
        "Mechanics",
        "technical",
        "Understand and work machines: floodgates, boats, catapults, clockwork.",
        ("D-112",),
    ),
    Ability(
        "dwarven_fortitude",
        "Dwarven Fortitude",
        "power",
        "Only the fourth hit injures you; the steps after that still take three.",
        ("D-261", "R-51"),
        "dwarf",
    ),
    Ability(
        "stone_shape",
        "Stone Shape",
        "martial",
        "Knead stone like clay with bare hands: a foot of wall in about ten minutes, holds to climb by.",
        ("D-262", "D-263", "D-304"),
        "dwarf",
    ),
    Ability(
        "stonecunning",
        "Stonecunning",
        "technical",
        "Feel what is amiss in stonework, how old it is, what ore is in it, and whether a statue was "
        "carved or came of magic.",
        ("D-264", "D-265"),
        "dwarf",
    ),
    Ability(
        "tree_stride",
        "Tree Stride",
        "finesse",
        "Step into one living tree and out of another in sight, up to 100 yards away; foes at the far "
        "end cost nothing more.",
        ("D-270", "D-271", "D-272", "R-45", "R-46"),
        "elf",
    ),
    Ability(
        "shape_plants",
        "Shape Plants",
        "spiritual",
        "Reshape living plants without harm, for a moment or, slowly, for good; walk through thickets "
        "and leave no trace.",
        ("D-273", "D-274"),
        "elf",
    ),
    Ability(
        "commune_with_nature",
        "Commune with Nature",
        "natural",
        "In a trance, learn from the plants of great changes: an army, a dam, heat from below, a poison.",
        ("D-275",),
        "elf",
    ),
)

ABILITIES = {each.id: each for each in ALL}
ABILITY_NAMES = {each.id: each.name for each in ALL}

FIGHTING = frozenset(
    {"alertness", "biokinesis", "bless", "dwarven_fortitude", "pyrokinesis", "telekinesis", "telepathy"}
    | {each.id for each in ALL if DICHOTOMY_OF[each.attribute] == "finesse_power"}
)
"""What matters while a fight goes on. D-059."""

ABILITY_LIST = ReferenceList(
    "abilities",
    "Special abilities",
    (
        Column("attribute", "Attribute", lambda each: ATTRIBUTES[each.attribute], filter=True),
        Column("dichotomy", "Dichotomy", lambda each: DICHOTOMY_NAMES[each.dichotomy], filter=True),
        Column("people", "People", lambda each: RACES.get(each.race, "All"), filter=True),
        Column("in_fights", "In fights", lambda each: "yes" if each.id in FIGHTING else "no", filter=True),
        Column("use", "What it does"),
    ),
    ABILITIES.values(),
    states=False,
)
