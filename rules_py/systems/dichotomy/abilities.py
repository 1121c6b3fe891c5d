"""The special abilities, as data: thirty-nine for everyone, and three for each of the two other peoples."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMY_OF, RACES


@dataclass(frozen=True)
class Ability:
    """An ability: its attribute, its effect and its rules; `race` is the only people that may have it."""

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
        "After making a Finesse attack, name one ally, or one zone that enemies hold. Until your next "
        "turn, that ally takes 1 hit fewer from each Finesse attack, or all your allies take 1 hit "
        "fewer from Finesse attacks out of that zone. See [R-30].",
        ("D-060",),
    ),
    Ability(
        "deadly_aim",
        "Deadly Aim",
        "finesse",
        "Forgo a Finesse attack this round, but pay its full cost in action points. A Finesse attack in "
        "the next round deals 2 hits more than you roll. See [R-21].",
        ("D-061",),
    ),
    Ability(
        "double_shot",
        "Double Shot",
        "finesse",
        "One roll of a Finesse attack applies to two foes in the same zone. See [R-24].",
        ("D-062",),
    ),
    Ability(
        "mobility",
        "Mobility",
        "finesse",
        "You don't pay extra to leave or enter a zone with enemies in it. See [R-32].",
        ("D-063",),
    ),
    Ability(
        "point_blank",
        "Point Blank",
        "finesse",
        "You may use Finesse instead of Power to attack inside your own zone. You still defend there "
        "with Power. See [R-27].",
        ("D-064",),
    ),
    Ability(
        "quick_shot",
        "Quick Shot",
        "finesse",
        "Your Finesse attacks cost 1 action point less: 1 with Martial, 2 with Spiritual.",
        ("D-065",),
    ),
    Ability(
        "cleave",
        "Cleave",
        "power",
        "One roll of a Power attack applies to any two foes in your own zone. If the attack is "
        "Spiritual, the force bursts out of you in all directions. See [R-24].",
        ("D-066",),
    ),
    Ability(
        "defender",
        "Defender",
        "power",
        "After you make a Power attack, allies in your zone take 1 hit fewer from each Power attack "
        "until your next turn, as long as they stay there. See [R-30].",
        ("D-067",),
    ),
    Ability(
        "locked_in_mortal_combat",
        "Locked in Mortal Combat",
        "power",
        "This ability has two uses. Both need a Power attack, and you choose one use when you attack. See "
        "[R-31]. One foe: with a melee attack (nothing thrown or shot) of at least a partial success, "
        "you lock that foe. On its next turn it can attack only you, must use Power, and pays 1 action "
        "point more for all its movement. The crowd: each opponent pays 1 action point "
        "more to leave your zone.",
        ("D-068", "D-069", "D-070"),
    ),
    Ability(
        "short_range_attack",
        "Short-Range Attack",
        "power",
        "Your Power attacks reach an adjacent zone: by a thrown axe, hammer or javelin (Martial) or by "
        "a gesture (Spiritual). See [R-28].",
        ("D-071",),
    ),
    Ability(
        "smite",
        "Smite",
        "power",
        "Your Power attacks deal 1 hit more if they succeed: 2 for a partial success, 3 for a total "
        "success. See [R-20].",
        ("D-072",),
    ),
    Ability(
        "tough_as_nails", "Tough as Nails", "power", "Your Recover costs 2 action points, not 3.", ("D-073",)
    ),
    Ability(
        "acrobatics",
        "Acrobatics",
        "martial",
        "You keep your balance, swing, vault, and land softly after a fall.",
        ("D-074",),
    ),
    Ability(
        "climbing",
        "Climbing",
        "martial",
        "You can climb nearly anything: trees, walls, crags, caves, ice. With good gear, you can climb "
        "even what no one else could, such as a frozen waterfall.",
        ("D-075",),
    ),
    Ability(
        "destructive",
        "Destructive",
        "martial",
        "You break doors, chests and barricades, move boulders, bend bars and lift gates.",
        ("D-076",),
    ),
    Ability(
        "escape_artist",
        "Escape Artist / Contortionist",
        "martial",
        "You slip out of bonds and get through the tightest of holes.",
        ("D-077",),
    ),
    Ability(
        "stealthy",
        "Stealthy",
        "martial",
        "You creep up, lie in wait, melt into shadow, and walk past the sleeping guard dog.",
        ("D-078",),
    ),
    Ability(
        "swimming",
        "Swimming",
        "martial",
        "You swim, hold your breath, fight under water, and keep your footing in a river.",
        ("D-079",),
    ),
    Ability(
        "biokinesis",
        "Biokinesis",
        "spiritual",
        "You heal, and harm. You must touch the patient for about 10 minutes. You can heal one Flesh "
        "Wound every 24 hours. See [R-56]. Once a week, you can also heal a serious injury, cure a disease "
        'or remove a poison. See [R-85]. If you try to save an NPC "killed" within the last half hour, '
        "the NPC counts as seriously injured. See [R-58]. You can also attack with Biokinesis: Power and "
        "Spiritual, against a living foe in your own zone.",
        ("D-080", "D-081", "D-082", "D-083", "D-084"),
    ),
    Ability(
        "bless",
        "Bless",
        "spiritual",
        "You cleanse a place of bad energy. With Power or Finesse you can make attacks that banish "
        "outsiders: skeletons, ghosts, demons and the like. Any Power or Finesse attack you make on an "
        "outsider also deals 1 hit more than you roll. See [R-22].",
        ("D-085",),
    ),
    Ability(
        "clairvoyance",
        "Clairvoyance",
        "spiritual",
        "You see a person, place or thing far off, under the conditions there: inside a closed "
        "strongbox you see only the dark. The range is about 20 metres for the unfamiliar; about 1000 "
        "metres for an acquaintance, a possession or a place you have visited; and unlimited for things dear "
        "to you, such as your home, your family or a keepsake.",
        ("D-086", "D-087"),
    ),
    Ability(
        "dowsing",
        "Dowsing",
        "spiritual",
        "You find a person, thing or substance that you know well. If you look for something in "
        "general, you find the nearest. You also feel the most direct way there. The range is 1000 "
        "metres, and unlimited for things dear to you.",
        ("D-088", "D-089"),
    ),
    Ability(
        "psychometry",
        "Psychometry",
        "spiritual",
        "Touch an object to learn its recent past and its notable events. Touch a dead body to learn "
        "the cause of death.",
        ("D-090",),
    ),
    Ability(
        "pyrokinesis",
        "Pyrokinesis",
        "spiritual",
        "You light fires by an act of will, and can keep a small flame floating in the air, as bright "
        "as a torch or lantern. You can also make Spiritual attacks: a jet of flame at foes nearby "
        "(Power), or a ball of fire at foes further off (Finesse).",
        ("D-091", "D-092"),
    ),
    Ability(
        "telekinesis",
        "Telekinesis",
        "spiritual",
        "You lift and move things of up to about 25 pounds. You can make simple motions, such as opening "
        "a door or knocking over a bottle, but can't guide a die or a roulette ball. You can also attack "
        "with Telekinesis: Finesse and Spiritual. A partial success deals 1 hit; a total success deals 1 hit "
        "and throws the foe into an adjacent zone, perhaps off a cliff or a bridge. See [R-25].",
        ("D-093", "D-094", "D-095"),
    ),
    Ability(
        "telepathy",
        "Telepathy",
        "spiritual",
        "You talk silently with a willing person in plain sight who shares a language with you, as fast "
        "as speech; between two telepaths, no time passes. You can also read an unwilling mind, but "
        "reading it is sure to cost you an injury, and always fails against another telepath. See [R-57]. "
        "For 1 action point you shield the minds of all allies in your zone.",
        ("D-096", "D-097", "D-098"),
    ),
    Ability(
        "alertness",
        "Alertness",
        "natural",
        "You notice ambushes by people or beasts, and it's next to impossible to sneak up on you or "
        "eavesdrop on you. In a fight you go first, even if your party is ambushed.",
        ("D-099", "D-100"),
    ),
    Ability(
        "orienteering",
        "Orienteering",
        "natural",
        "You find the best way across country and recognise quicksand, floods, avalanches and falling "
        "timber in time. Rough ground, such as scrub or scree, doesn't slow you. See [R-86].",
        ("D-101",),
    ),
    Ability(
        "physik",
        "Physik",
        "natural",
        "You know anatomy and herbs. You can tell a cause of death, name a disease, find and use "
        "remedies for disease, poison or infection, set bones, and help at births.",
        ("D-102",),
    ),
    Ability(
        "sense_motives",
        "Sense Motives",
        "natural",
        "After talking with an NPC, you know whether the NPC is a friend or means harm. This ability doesn't "
        "detect lies.",
        ("D-103",),
    ),
    Ability(
        "speak_with_animals",
        "Speak with Animals",
        "natural",
        "You talk with animals. They're no cleverer than before, though perhaps a little friendlier.",
        ("D-104",),
    ),
    Ability(
        "survival",
        "Survival",
        "natural",
        "You know which food and water is safe, live off the land, and cope with extreme environments.",
        ("D-105",),
    ),
    Ability(
        "tracking",
        "Tracking",
        "natural",
        "You read traces and follow people or animals through the wilds, and, more by intuition, "
        "through a town.",
        ("D-106",),
    ),
    Ability(
        "architecture",
        "Architecture",
        "technical",
        "You notice odd construction: a hidden room, a sliding wall, an unsafe floor.",
        ("D-107",),
    ),
    Ability(
        "disable_device",
        "Disable Device",
        "technical",
        "You disarm traps, open locks, and sabotage things to fail later.",
        ("D-108",),
    ),
    Ability(
        "find_traps",
        "Find Traps",
        "technical",
        "You notice traps and alarms, and mystical dangers too: cursed ground, or a treasure that "
        "should stay in its tomb.",
        ("D-109",),
    ),
    Ability(
        "investigative",
        "Investigative",
        "technical",
        "In a room full of papers or books, you soon hold up the clue that matters.",
        ("D-110",),
    ),
    Ability(
        "linguistics",
        "Linguistics",
        "technical",
        "You understand the languages you meet, or learn them fast from a book or by listening. You can "
        "read dead languages and hieroglyphs.",
        ("D-111",),
    ),
    Ability(
        "mechanics",
        "Mechanics",
        "technical",
        "You understand and operate machines: boats, floodgates, catapults, clockwork, the bellows that "
        "bring air into a mine.",
        ("D-112",),
    ),
    Ability(
        "dwarven_fortitude",
        "Dwarven Fortitude",
        "power",
        "It takes 4 hits to injure you. The two steps after that still take 3 hits each. See [R-51].",
        ("D-261",),
        "dwarf",
    ),
    Ability(
        "stone_shape",
        "Stone Shape",
        "martial",
        "With your bare hands, effort and concentration, you mould stone like potter's clay. Even a "
        "beginner gets through a foot of stone wall in about 10 minutes. By making handholds you climb "
        "stone, though nothing else, as if you had Climbing. Skilled hands make works of art.",
        ("D-262", "D-263", "D-304"),
        "dwarf",
    ),
    Ability(
        "stonecunning",
        "Stonecunning",
        "technical",
        "You notice odd stonework: an unsafe tunnel, a covered pit, a sliding wall, a secret room. By "
        "touch you learn the rough age and oddities of worked stone; whether rock holds ore, gems or "
        "fossils; and whether a statue was carved or made by magic.",
        ("D-264", "D-265"),
        "dwarf",
    ),
    Ability(
        "tree_stride",
        "Tree Stride",
        "finesse",
        "You step into one living tree and out of another that you can see, up to 100 yards away. Both "
        "trees must be alive, at least 4 feet tall and at least 3 feet across; if there's no such tree, "
        "dense foliage will do. See [R-46]. Stepping out among enemies costs nothing extra. Leaving a zone "
        "with enemies still costs 1 more. See [R-45].",
        ("D-270", "D-271", "D-272"),
        "elf",
    ),
    Ability(
        "shape_plants",
        "Shape Plants",
        "spiritual",
        "Your touch reshapes living plants without harm. With time and effort you can make great works, "
        "such as a winding stair in an oak, limited by the mass of the plants. You pass through "
        "vegetation unhindered and leave no trace. The changes soon revert, unless you make them slowly "
        "and with concentration.",
        ("D-273", "D-274"),
        "elf",
    ),
    Ability(
        "commune_with_nature",
        "Commune with Nature",
        "natural",
        "In a trance you learn from plants about large disturbances: an army, geothermal heat, a dam, "
        "foreign species, poison. Plants don't know small details.",
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
"""The abilities that matter during a fight. D-059."""

ABILITY_LIST = ReferenceList(
    "abilities",
    "Special abilities",
    (
        Column("attribute", "Attribute", lambda each: ATTRIBUTES[each.attribute], filter=True),
        Column("people", "People", lambda each: RACES.get(each.race, "All"), filter=True),
        Column("in_fights", "In fights", lambda each: "yes" if each.id in FIGHTING else "no", filter=True),
        Column("use", "What it does"),
    ),
    ABILITIES.values(),
)
