"""The talents: what each costs, how often it may be had, and what it does, as data."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList

ONCE, PER_LABEL, STATE, BOOST = "once", "per label", "state", "boost"
"""The number of times a talent can be bought: once; once for each thing it names; a state, deeper or new;
four times.
"""

ORGAN_TIERS = (1, 3, 5)
MOST_BOOSTS = 4


@dataclass(frozen=True)
class Talent:
    """A talent in our words.

    `names` says what a repeated purchase has to name. `creation_rule` is the rule that allows the purchase
    only at creation, "" if it can be bought at any time.
    """

    id: str
    name: str
    xp: int
    use: str
    rules: tuple[str, ...]
    group: str
    repeat: str = ONCE
    names: str = ""
    creation_rule: str = ""

    @property
    def price(self) -> str:
        """Its price in words."""
        return "1, 3 or 5 XP" if self.id == "extra_organ" else f"{self.xp} XP"

    @property
    def how_often(self) -> str:
        """The text of how often and when it can be bought."""
        often = {
            ONCE: "once",
            PER_LABEL: f"once for each {self.names}",
            STATE: "again and again",
            BOOST: "up to four times",
        }[self.repeat]
        return f"{often}, at creation only" if self.creation_rule else often


BODY, MAGIC, FIGHT, WORLD, KNACK = "Body and form", "Magic", "Fighting", "People and means", "Knacks"

ALL = (
    Talent(
        "acrobat",
        "Acrobat",
        1,
        "Your Athletics now covers somersaults, tumbling, squeezing through gaps, and leaps that have to "
        "land just so: out by a window, along a girder.",
        ("T-049",),
        KNACK,
    ),
    Talent(
        "alternate_form",
        "Alternate Form",
        5,
        "You have one second shape, a cousin of your people or a moth on the wall. The game master sets its "
        "limits, and may rule it out in a historical or modern game. An Altered State may come with a form, "
        "one to each.",
        ("T-050", "T-051"),
        BODY,
        PER_LABEL,
        "form",
    ),
    Talent(
        "altered_state",
        "Altered State",
        2,
        "Rage, trance, too much cider: while it lasts, one stat is 1 higher and another 1 lower. Bought "
        "again it deepens that same pair by 1 each way, or opens a state of another kind. It can’t take a "
        "stat past +5 or below +0.",
        ("T-052", "T-053", "T-054"),
        BODY,
        STATE,
        "state",
    ),
    Talent(
        "animal_kinship",
        "Animal Kinship",
        1,
        "Diplomacy with a beast is no harder for you than with a person; for others it is one step harder.",
        ("T-055",),
        KNACK,
    ),
    Talent(
        "armor_proficiency",
        "Armor Proficiency",
        3,
        "Medium and heavy armour protect you as they should. Whoever lacks this gets one reroll of a 2 from "
        "them and carries their whole penalty.",
        ("T-056",),
        FIGHT,
    ),
    Talent(
        "armored_acrobat",
        "Armored Acrobat",
        3,
        "Light armour no longer hinders you, and still gives its reroll. Medium and heavy armour stay as "
        "cumbersome as ever.",
        ("T-057",),
        FIGHT,
    ),
    Talent(
        "companion",
        "Companion",
        5,
        "Somebody stands by you: a wife, a sidekick, a crew, a hound. They come along for the most part and "
        "do for the most part as you ask, but may refuse to walk into danger. They are made as a starting "
        "character is and earn XP as you do, and the game master has the last word on them. One purchase for "
        "each companion.",
        ("T-058", "T-059", "T-060"),
        WORLD,
        PER_LABEL,
        "companion",
    ),
    Talent(
        "computer_literacy",
        "Computer Literacy",
        1,
        "Where there are computers, you know the basics: look things up, write, file, send mail. In some "
        "settings, mostly futuristic ones, the game master may give it free.",
        ("T-061",),
        KNACK,
    ),
    Talent(
        "connections",
        "Connections",
        2,
        "You know one person who can get you what is rare, sells you common things far below their price, "
        "and asks nothing for trifles; or an informant, who hears things or looks them up for you, usually "
        "for a price, and often the price is news or a good turn. One purchase for each person, and none of "
        "them has to help you for nothing.",
        ("T-062", "T-063"),
        WORLD,
        PER_LABEL,
        "person",
    ),
    Talent(
        "credentials",
        "Credentials",
        3,
        "You may go where others may not, or have a right that they lack: police, clearance, a licence to "
        "drive, a college. It generally takes a card or badge that you always carry. One purchase for each.",
        ("T-064", "T-065"),
        WORLD,
        PER_LABEL,
        "set of papers",
    ),
    Talent(
        "extra_organ",
        "Extra Organ",
        1,
        "A part that your kind doesn’t have. For looks alone it costs 1 XP; of real use, such as a grasping "
        "tail or a third eye, 3; and 5 if it is mighty, such as wings or gills. Usually meant for races "
        "and, but for rare exceptions, for the day you are made; one purchase for each.",
        ("T-066", "T-067"),
        BODY,
        PER_LABEL,
        "organ",
        creation_rule="R-10",
    ),
    Talent(
        "extra_sense",
        "Extra Sense",
        2,
        "A sixth sense, such as seeing warmth, feeling footsteps through the ground, a hound’s nose, magic "
        "on the tongue. A sense for danger earns you a Notice check whenever a threat is close. One purchase "
        "for each.",
        ("T-068", "T-069"),
        BODY,
        PER_LABEL,
        "sense",
    ),
    Talent("extra_wound", "Extra Wound", 5, "You can take one wound more.", ("T-070",), FIGHT),
    Talent(
        "fast_caster",
        "Fast Caster",
        4,
        "A spell that would fill your whole round takes half of it.",
        ("T-071",),
        MAGIC,
    ),
    Talent(
        "favored_enemy_culture",
        "Favored Enemy/Culture",
        3,
        "You know one race, species or culture to the bone. Once a day, when a Melee or Diplomacy check on "
        "one of them fails, you may throw it again. One purchase for each.",
        ("T-072",),
        FIGHT,
        PER_LABEL,
        "people or species",
    ),
    Talent(
        "fearless",
        "Fearless",
        2,
        "You need not roll resolve against fear, not even fear by magic: you stand.",
        ("T-073",),
        KNACK,
    ),
    Talent(
        "graceful",
        "Graceful",
        3,
        "Once a turn, 20 feet of movement and another half-round action fit into a single half. Or cover 50 "
        "feet and still have one half-round action in the round.",
        ("T-074", "T-075"),
        FIGHT,
    ),
    Talent(
        "hip_shot", "Hip Shot", 3, "You take aim in half a round rather than a whole one.", ("T-076",), FIGHT
    ),
    Talent(
        "improvisation",
        "Improvisation",
        1,
        "A hairpin for a lockpick, a ladle for a hammer: makeshift tools don’t make your checks any harder.",
        ("T-077",),
        KNACK,
    ),
    Talent(
        "literacy",
        "Literacy",
        1,
        "You read one language. In many settings only those with schooling may take it; in others, modern "
        "or futuristic ones, the game master may give it free. Who masters a Language, at rank 5, may get "
        "this with it, if that makes sense.",
        ("T-078", "T-079"),
        WORLD,
        PER_LABEL,
        "language",
        creation_rule="T-078",
    ),
    Talent(
        "mass_spell",
        "Mass Spell",
        5,
        "One cast on several targets: each beyond the first makes it one step harder, and at 17 the list is "
        "closed. Some spells that fill an area or have no target gain nothing by it [R-100].",
        ("T-080", "T-081"),
        MAGIC,
    ),
    Talent(
        "multiattack",
        "Multiattack",
        4,
        "An attack takes you half a round, so there is time for two, and for up to 10 feet of movement with "
        "each. Spells that attack take as long as ever.",
        ("T-082",),
        FIGHT,
    ),
    Talent(
        "polyglot",
        "Polyglot",
        1,
        "You speak one language without a slip. It is yours from the start or not at all, except that rank 5 "
        "in a Language brings it free.",
        ("T-083",),
        WORLD,
        PER_LABEL,
        "language",
        creation_rule="T-083",
    ),
    Talent(
        "rich",
        "Rich",
        3,
        "You begin with twice the money where things are bought. Where they are picked, you have two special "
        "items, and each mundane slot turned into money pays double.",
        ("T-084",),
        WORLD,
        creation_rule="T-084",
    ),
    Talent(
        "spell_turning",
        "Spell Turning",
        3,
        "When you counter a spell and your cast is 5 or more above your opponent’s, you may send it home.",
        ("T-085",),
        MAGIC,
    ),
    Talent(
        "stat_boost",
        "Stat Boost",
        5,
        "One stat is a whole rank higher, up to +5. You can buy four in all, for one stat or for several "
        "[R-3]. The original adds that a stat point can be moved for 1 XP, and so counts four boosts as four "
        "spare points; here moving a point is a purchase of its own [R-4].",
        ("T-086", "T-087"),
        BODY,
        BOOST,
    ),
    Talent(
        "vicious_parry",
        "Vicious Parry",
        3,
        "When you defend against Melee and win by 5 or more, you may answer at once with one of four: disarm "
        "your attacker, trip them, shove them 5 feet back, or seize hold of them.",
        ("T-088",),
        FIGHT,
    ),
)
TALENTS = {each.id: each for each in ALL}
TALENT_NAMES = {each.id: each.name for each in ALL}
BY_NAME = {each.name.casefold(): each for each in ALL}


def talent_named(name: str) -> Talent | None:
    """Return the talent of this name, however it is capitalised; None for one of the game master's own."""
    return BY_NAME.get(name.strip().casefold())


TALENT_LIST = ReferenceList(
    "talents",
    "Talents",
    (
        Column("price", "Price"),
        Column("how_often", "How often"),
        Column("group", "Kind", filter=True),
        Column("use", "What it does"),
    ),
    ALL,
)
