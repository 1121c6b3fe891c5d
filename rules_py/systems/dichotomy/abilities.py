"""The special abilities, as data: thirty-nine open to all, and three for each of the two other peoples."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMY_OF, RACES


@dataclass(frozen=True)
class Ability:
    """An ability: its attribute, what it does, the rules for it; `race` the only people that may have it."""

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
        "When you've made a Finesse attack, name one friend, or one zone that enemies hold. Until your "
        "next turn, that friend takes 1 hit less from every Finesse attack, or all your friends take 1 "
        "hit less from Finesse attacks out of that zone. See [R-30].",
        ("D-060",),
    ),
    Ability(
        "deadly_aim",
        "Deadly Aim",
        "finesse",
        "Pass up a Finesse attack this round, at its full price in action points. A Finesse attack in "
        "the next round deals 2 hits more than its roll gives. See [R-21].",
        ("D-061",),
    ),
    Ability(
        "double_shot",
        "Double Shot",
        "finesse",
        "One roll of a Finesse attack counts against two foes in the same zone. See [R-24].",
        ("D-062",),
    ),
    Ability(
        "mobility",
        "Mobility",
        "finesse",
        "You don't pay extra to leave or enter a zone that has enemies in it. See [R-32].",
        ("D-063",),
    ),
    Ability(
        "point_blank",
        "Point Blank",
        "finesse",
        "You may attack inside your own zone with Finesse in the place of Power. When you defend there,"
        " it is still Power. See [R-27].",
        ("D-064",),
    ),
    Ability(
        "quick_shot",
        "Quick Shot",
        "finesse",
        "A shot that costs others 2 action points costs you 1; and what you throw across zones by the "
        "power of your mind, 2 where it was 3.",
        ("D-065",),
    ),
    Ability(
        "cleave",
        "Cleave",
        "power",
        "One roll of a Power attack counts against any two foes in your own zone. If the attack is "
        "Spiritual, the force breaks out of you in all directions. See [R-24].",
        ("D-066",),
    ),
    Ability(
        "defender",
        "Defender",
        "power",
        "When you've made a Power attack, friends in your zone take 1 hit less from every Power attack "
        "until your next turn, for as long as they stay there. See [R-30].",
        ("D-067",),
    ),
    Ability(
        "locked_in_mortal_combat",
        "Locked in Mortal Combat",
        "power",
        "It has two uses. You need a Power attack for either, and you say which it is when you attack. "
        "See [R-31]. One foe: this takes a melee attack, nothing thrown or shot, that is at least a "
        "partial success. Then on its next turn that foe can attack nobody but you, must use Power to "
        "do it, and pays 1 action point more for all its movement. The crowd: every opponent pays 1 "
        "more to get out of your zone.",
        ("D-068", "D-069", "D-070"),
    ),
    Ability(
        "short_range_attack",
        "Short-Range Attack",
        "power",
        "Your Power attacks reach the next zone, be it by a thrown axe, hammer or javelin (Martial) or "
        "by a gesture (Spiritual). See [R-28].",
        ("D-071",),
    ),
    Ability(
        "smite",
        "Smite",
        "power",
        "Where others' Power attacks deal 1 hit or 2, yours deal 2 or 3. A failure is still nothing. "
        "See [R-20].",
        ("D-072",),
    ),
    Ability(
        "tough_as_nails",
        "Tough as Nails",
        "power",
        "You Recover for 2 action points, where others need 3.",
        ("D-073",),
    ),
    Ability(
        "acrobatics",
        "Acrobatics",
        "martial",
        "You keep your balance, swing, vault, and land softly where others break their legs.",
        ("D-074",),
    ),
    Ability(
        "climbing",
        "Climbing",
        "martial",
        "Trees, walls, crags, caves, ice: you get up nearly anything. With good gear, even a frozen "
        "waterfall or the like that nobody can climb.",
        ("D-075",),
    ),
    Ability(
        "destructive",
        "Destructive",
        "martial",
        "Doors, chests and barricades don't last; and you move boulders, bend bars and lift gates.",
        ("D-076",),
    ),
    Ability(
        "escape_artist",
        "Escape Artist / Contortionist",
        "martial",
        "Ropes don't hold you, and you get through the tightest of holes.",
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
        "You swim, hold your breath, fight under water, and stay on your feet in a river.",
        ("D-079",),
    ),
    Ability(
        "biokinesis",
        "Biokinesis",
        "spiritual",
        "You heal, and harm. You must touch the patient for about 10 minutes. You can heal one Flesh "
        "Wound in 24 hours. See [R-56]. The great works are for once a week: mending a serious injury, "
        'curing a disease, drawing out a poison. See [R-85]. An NPC who was "killed" within the last '
        "half hour counts as seriously injured if you set out to save them. See [R-58]. You can attack "
        "with it as well: Power and Spiritual, on something alive in your own zone.",
        ("D-080", "D-081", "D-082", "D-083", "D-084"),
    ),
    Ability(
        "bless",
        "Bless",
        "spiritual",
        "You cleanse a place of whatever bad lingers in it. With Power or Finesse you can make attacks "
        "that banish outsiders: skeletons, ghosts, demons, their kind. And any Power or Finesse attack "
        "you make on an outsider deals 1 hit more than it rolled. See [R-22].",
        ("D-085",),
    ),
    Ability(
        "clairvoyance",
        "Clairvoyance",
        "spiritual",
        "You see somebody or something far off, as things are there. Of what lies in a closed strongbox"
        " you see the dark. The range is some 20 metres for what you don't know; some 1000 for what you"
        " know a little: an acquaintance, something you own, a place you've been to; and any distance "
        "for what is dear to you: your home, your family, a keepsake.",
        ("D-086", "D-087"),
    ),
    Ability(
        "dowsing",
        "Dowsing",
        "spiritual",
        "You find a person, a thing or a substance that you know well. Ask for something in general, "
        "and you get the nearest. You also feel the most direct way there. It reaches 1000 metres, and "
        "any distance for what is dear to you.",
        ("D-088", "D-089"),
    ),
    Ability(
        "psychometry",
        "Psychometry",
        "spiritual",
        "Touch a thing, and learn what has lately happened to it and what was memorable in its past. "
        "Touch a dead body, and learn what killed it.",
        ("D-090",),
    ),
    Ability(
        "pyrokinesis",
        "Pyrokinesis",
        "spiritual",
        "You light fires by wishing it, and can keep a small flame hanging in the air to see by, as "
        "good as a torch or a lantern. It also powers Spiritual attacks: a jet of flame at those close "
        "by (Power), a ball of fire at those further off (Finesse).",
        ("D-091", "D-092"),
    ),
    Ability(
        "telekinesis",
        "Telekinesis",
        "spiritual",
        "You lift and move things of up to some 25 pounds. Plain movements, such as opening a door or "
        "knocking over a bottle; it's too clumsy to guide a die or a roulette ball. It powers an attack"
        " with Finesse and Spiritual: 1 hit for a partial success; for a total success 1 hit, and the "
        "foe is thrown into a neighbouring zone, which may lie at the bottom of a cliff, or under a "
        "bridge. See [R-25].",
        ("D-093", "D-094", "D-095"),
    ),
    Ability(
        "telepathy",
        "Telepathy",
        "spiritual",
        "Talk without words. With somebody willing, in plain sight, who shares a language with you, you"
        " talk silently, as fast as people speak; between two telepaths it takes no time at all. You "
        "can read an unwilling mind. It will cost you an injury, for certain; and against another "
        "telepath it always fails. See [R-57]. For 1 action point you shield the minds of all friends "
        "in your zone.",
        ("D-096", "D-097", "D-098"),
    ),
    Ability(
        "alertness",
        "Alertness",
        "natural",
        "You notice the ambush, whether of people or of beasts, and it's next to impossible to sneak up"
        " on you or listen at your door. In a fight you go first, even if your party walked into a "
        "trap.",
        ("D-099", "D-100"),
    ),
    Ability(
        "orienteering",
        "Orienteering",
        "natural",
        "You find the best line across country, see quicksand, floods, avalanches and falling timber "
        "before they happen, and rough ground, such as scrub or scree, doesn't slow you. See [R-86].",
        ("D-101",),
    ),
    Ability(
        "physik",
        "Physik",
        "natural",
        "You know bodies and herbs. You can tell what somebody died of, put a name to a disease, find "
        "and use the remedy for it, or for poison or a festering wound, set a bone, and help a child "
        "into the world.",
        ("D-102",),
    ),
    Ability(
        "sense_motives",
        "Sense Motives",
        "natural",
        "Talk with an NPC for a while and you know friend from enemy. You won't know a lie from the "
        "truth by it.",
        ("D-103",),
    ),
    Ability(
        "speak_with_animals",
        "Speak with Animals",
        "natural",
        "You talk with them. They're no cleverer than before, though perhaps a little friendlier.",
        ("D-104",),
    ),
    Ability(
        "survival",
        "Survival",
        "natural",
        "You know what can be eaten and drunk, live off the land, and get by where it's too hot, too "
        "cold or too high for others.",
        ("D-105",),
    ),
    Ability(
        "tracking",
        "Tracking",
        "natural",
        "You read signs and follow man or beast through the wilds, and through a town, where it's more "
        "a matter of instinct.",
        ("D-106",),
    ),
    Ability(
        "architecture",
        "Architecture",
        "technical",
        "You notice what's odd about a building: a hidden room, a wall that moves, a floor that won't hold.",
        ("D-107",),
    ),
    Ability(
        "disable_device",
        "Disable Device",
        "technical",
        "You take traps apart, open locks, and arrange for things to break when you've gone.",
        ("D-108",),
    ),
    Ability(
        "find_traps",
        "Find Traps",
        "technical",
        "You notice traps and alarms, and dangers of a mystical sort: cursed ground, a treasure that "
        "should stay in its tomb.",
        ("D-109",),
    ),
    Ability(
        "investigative",
        "Investigative",
        "technical",
        "Give you a room full of papers, and you soon hold up the one that matters.",
        ("D-110",),
    ),
    Ability(
        "linguistics",
        "Linguistics",
        "technical",
        "You understand the tongues you meet, or learn them quickly from a book or by listening, and "
        "can read dead languages and hieroglyphs.",
        ("D-111",),
    ),
    Ability(
        "mechanics",
        "Mechanics",
        "technical",
        "You understand and can work machines: boats, floodgates, catapults, clockwork, the bellows "
        "that bring air into a mine.",
        ("D-112",),
    ),
    Ability(
        "dwarven_fortitude",
        "Dwarven Fortitude",
        "power",
        "It takes 4 hits to injure you. The two steps after that still take 3 each. See [R-51].",
        ("D-261",),
        "dwarf",
    ),
    Ability(
        "stone_shape",
        "Stone Shape",
        "martial",
        "With your bare hands, with effort and a clear mind, you work stone as if it were potter's "
        "clay. Even a beginner gets through a foot of stone wall in about 10 minutes; and by making "
        "handholds you climb stone, though nothing but stone, as one with Climbing does. In skilled "
        "hands it makes works of art.",
        ("D-262", "D-263", "D-304"),
        "dwarf",
    ),
    Ability(
        "stonecunning",
        "Stonecunning",
        "technical",
        "You notice odd stonework: a tunnel that won't hold, a covered pit, a wall that slides, a "
        "secret room. By touch you learn roughly how old worked stone is and what is strange about it; "
        "whether rock holds ore, gems or fossils; and whether a statue was carved, or came about by "
        "magic.",
        ("D-264", "D-265"),
        "dwarf",
    ),
    Ability(
        "tree_stride",
        "Tree Stride",
        "finesse",
        "You walk into one living tree and leave by another, which you can see and which is no further "
        "than 100 yards off. Both must be alive, 4 feet tall or more, and 3 feet or more through; where"
        " there's no tree, dense foliage will do. See [R-46]. Stepping out among enemies costs nothing "
        "extra. Leaving a zone that they hold costs 1 more, as ever. See [R-45].",
        ("D-270", "D-271", "D-272"),
        "elf",
    ),
    Ability(
        "shape_plants",
        "Shape Plants",
        "spiritual",
        "At your touch, living plants take another shape and come to no harm. With time and labour you "
        "can make great works, such as a winding stair in an oak; the sheer mass of the thing is the "
        "limit. You pass through any growth as if it weren't there, and leave no trace. What you've "
        "shaped soon goes back to what it was, unless you did it slowly and with all your mind.",
        ("D-273", "D-274"),
        "elf",
    ),
    Ability(
        "commune_with_nature",
        "Commune with Nature",
        "natural",
        "In a trance you learn from the plants of whatever disturbs them greatly: an army, heat from "
        "below, a dam, strange species, poison. Small details they don't know.",
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
