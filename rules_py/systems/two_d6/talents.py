"""The talents, as data: the price of each, the number of times it can be bought, and its effect."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.reference_list import Column, ReferenceList

ONCE, PER_LABEL, STATE, BOOST = "once", "per label", "state", "boost"
"""The number of times a talent can be bought: once; once for each thing it names; a state, deeper or new;
four times.
"""

ORGAN_TIERS = (1, 3, 5)
MAX_BOOSTS = 4


@dataclass(frozen=True)
class Talent:
    """A talent in our words.

    `names` is the detail that a repeated purchase must name. `creation_rule` is the rule that allows the
    purchase only at creation, "" if it can be bought at any time.
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
        """Its price as text."""
        return "1, 3 or 5 XP" if self.id == "extra_organ" else f"{self.xp} XP"

    @property
    def how_often(self) -> str:
        """The text of how often and when it can be bought."""
        often = {
            ONCE: "once",
            PER_LABEL: f"once for each {self.names}",
            STATE: "any number of times",
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
        "You have one second shape, a cousin of your people or a moth on the wall. The GM sets its "
        "limits, and may rule it out in a historical or modern game. Each form may come "
        "with one Altered State.",
        ("T-050", "T-051"),
        BODY,
        PER_LABEL,
        "form",
    ),
    Talent(
        "altered_state",
        "Altered State",
        2,
        "Rage, trance, too much cider: while it lasts, one stat is 1 higher and another 1 lower. Buying it "
        "again deepens the same pair by 1 each way, or opens a new state. It can’t take a stat above +5 or "
        "below +0.",
        ("T-052", "T-053", "T-054"),
        BODY,
        STATE,
        "state",
    ),
    Talent(
        "animal_kinship",
        "Animal Kinship",
        1,
        "Diplomacy with an animal is no harder for you than with a person; for others it is one step harder.",
        ("T-055",),
        KNACK,
    ),
    Talent(
        "armor_proficiency",
        "Armor Proficiency",
        3,
        "Medium and heavy armour protect you as they should. Without this talent they "
        "reroll only a 2, and their whole penalty applies.",
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
        "Someone stands by you: a spouse, a sidekick, a crew, a hound. They mostly come along and mostly "
        "do as you ask, but may refuse to walk into danger. Each is made as a starting character and earns "
        "XP as you do. The GM has the last word on them. One purchase for each companion.",
        ("T-058", "T-059", "T-060"),
        WORLD,
        PER_LABEL,
        "companion",
    ),
    Talent(
        "computer_literacy",
        "Computer Literacy",
        1,
        "Where there are computers, you know the basics: looking things up, writing, filing, sending mail. "
        "In some settings, mostly futuristic ones, the GM may give it free.",
        ("T-061",),
        KNACK,
    ),
    Talent(
        "connections",
        "Connections",
        2,
        "You know one person who can get you rare things, sells you common ones far below their price, and "
        "charges nothing for trifles. Or you know an informant, who hears things or looks them up for you, "
        "usually for a price, and often the price is news or a favour. One purchase for each person. None "
        "of these people has to help you for nothing.",
        ("T-062", "T-063"),
        WORLD,
        PER_LABEL,
        "person",
    ),
    Talent(
        "credentials",
        "Credentials",
        3,
        "You may go where others may not, or have a right that others lack: police powers, a clearance, a "
        "driving licence, a place at a college. You generally need a card or badge that you always carry. "
        "One purchase for each set of papers.",
        ("T-064", "T-065"),
        WORLD,
        PER_LABEL,
        "set of papers",
    ),
    Talent(
        "extra_organ",
        "Extra Organ",
        1,
        "A body part that your kind doesn’t have. It costs 1 XP if it is only for looks, 3 XP if it is "
        "useful, such as a grasping tail or a third eye, and 5 XP if it is mighty, such as wings or gills. "
        "This talent is usually meant for races and, with rare exceptions, taken at creation. One purchase "
        "for each organ.",
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
        "on the tongue. A sense for danger earns you a Notice check whenever a threat is close. One "
        "purchase for each sense.",
        ("T-068", "T-069"),
        BODY,
        PER_LABEL,
        "sense",
    ),
    Talent("extra_wound", "Extra Wound", 5, "You can take one more wound.", ("T-070",), FIGHT),
    Talent(
        "fast_caster",
        "Fast Caster",
        4,
        "Spells that take others a full-round action take you a half-round action.",
        ("T-071",),
        MAGIC,
    ),
    Talent(
        "favored_enemy_culture",
        "Favored Enemy/Culture",
        3,
        "You know one race, species or culture to the bone. Once a day, when your Melee or Diplomacy check "
        "against one of its members fails, you may reroll the check. One purchase for each race, species "
        "or culture.",
        ("T-072",),
        FIGHT,
        PER_LABEL,
        "people or species",
    ),
    Talent(
        "fearless",
        "Fearless",
        2,
        "You succeed at resolve checks against fear without rolling, even if the fear is magical.",
        ("T-073",),
        KNACK,
    ),
    Talent(
        "graceful",
        "Graceful",
        3,
        "Once a turn, a single half-round action lets you move 20 feet and do something else that takes half "
        "a round. Or you can cover 50 feet and still have one half-round action in the round.",
        ("T-074", "T-075"),
        FIGHT,
    ),
    Talent(
        "hip_shot", "Hip Shot", 3, "Aiming takes you half a round instead of a whole one.", ("T-076",), FIGHT
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
        "You can read one language. In many settings only characters with schooling may take it; in "
        "others, modern or futuristic ones, the GM may give it free. Rank 5 in a Language may bring "
        "Literacy too, if that makes sense.",
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
        "Cast one spell on several targets. Each target beyond the first raises the DC by one step, to 17 "
        "at most. Some spells that fill an area or have no target gain nothing from Mass Spell [R-100].",
        ("T-080", "T-081"),
        MAGIC,
    ),
    Talent(
        "multiattack",
        "Multiattack",
        4,
        "An attack takes you half a round, so you have time for two attacks, each with up to 10 feet of "
        "movement. Attack spells take as long as before.",
        ("T-082",),
        FIGHT,
    ),
    Talent(
        "polyglot",
        "Polyglot",
        1,
        "You speak one language without mistakes. You can buy it only at creation, but rank 5 in a Language "
        "brings it free.",
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
        "With the slow method you start with twice the money. With the fast method you have two special "
        "items, and each mundane item exchanged for money pays double.",
        ("T-084",),
        WORLD,
        creation_rule="T-084",
    ),
    Talent(
        "spell_turning",
        "Spell Turning",
        3,
        "When you counter a spell and your cast is 5 or more above your opponent’s, you may send the spell "
        "back.",
        ("T-085",),
        MAGIC,
    ),
    Talent(
        "stat_boost",
        "Stat Boost",
        5,
        "Raise one stat by a whole rank, up to +5. You can buy four in all, for one stat or for several "
        "[R-3]. The original adds that a stat point can be moved for 1 XP, and so counts four boosts as four "
        "spare points; here moving a point is a separate purchase [R-4].",
        ("T-086", "T-087"),
        BODY,
        BOOST,
    ),
    Talent(
        "vicious_parry",
        "Vicious Parry",
        3,
        "When you defend against Melee and win by 5 or more, you may strike back with one of four effects: "
        "disarm your attacker, trip them, shove them 5 feet back, or seize hold of them.",
        ("T-088",),
        FIGHT,
    ),
)
TALENTS = {each.id: each for each in ALL}
TALENT_NAMES = {each.id: each.name for each in ALL}
BY_NAME = {each.name.casefold(): each for each in ALL}


def find_talent(name: str) -> Talent | None:
    """Return the talent of this name, ignoring case, or None for a custom one."""
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
