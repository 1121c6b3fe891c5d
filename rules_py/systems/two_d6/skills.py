"""The skills and the sample trades: their stats, uses and opposing skills."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules_py.base.wording import name_key
from rules_py.sheets.reference_list import Column, ReferenceList

HEAVY, LIGHT, UNARMED = "Heavy", "Light", "Unarmed"
MELEE_STYLES = (HEAVY, LIGHT, UNARMED)
FIGHTING, MOVING, PEOPLE, LEARNING, HANDS = "Fighting", "Moving", "People", "Learning", "Hands and senses"


@dataclass(frozen=True)
class Skill:
    """A skill in our words.

    `stats` are those most often used with it; `subset` is the detail to name each time it is taken; `against`
    is the answer to it in an opposed check; `aimable` is whether a round of aiming helps it (T-219, R-18).
    """

    id: str
    name: str
    stats: tuple[str, ...]
    use: str
    rules: tuple[str, ...]
    group: str
    against: str = ""
    subset: str = ""
    attacks: bool = False
    defends: bool = False
    aimable: bool = False

    @property
    def full_name(self) -> str:
        """Its name with a placeholder for the subset: `Trade (…)`."""
        return f"{self.name} (…)" if self.subset else self.name


ALL = (
    Skill(
        "archery",
        "Archery",
        ("DEX",),
        "Bows. This skill attacks and never defends.",
        ("T-096",),
        FIGHTING,
        "Any Melee, Athletics, or some kinds of Perform, such as dance",
        attacks=True,
        aimable=True,
    ),
    Skill(
        "athletics",
        "Athletics",
        ("STR", "AGI", "DEX"),
        "Run, climb, jump, swim; lift, push and drag. With Acrobat it also covers tumbling, bending and "
        "leaps to the inch. In a fight you dodge with Athletics.",
        ("T-097",),
        MOVING,
        defends=True,
        aimable=True,
    ),
    Skill("bluff", "Bluff", ("CHA", "WIL"), "Lie, and be believed.", ("T-098",), PEOPLE, "Notice or Bluff"),
    Skill(
        "diplomacy",
        "Diplomacy",
        ("CHA", "WIL", "INT"),
        "Bring people round: calm them, haggle, flirt. Almost always with Charisma; at times Willpower or "
        "even Intelligence may fit. A check on an animal is one step harder, unless you have Animal "
        "Kinship.",
        ("T-099", "T-100"),
        PEOPLE,
        "Diplomacy",
    ),
    Skill(
        "drive",
        "Drive",
        ("DEX",),
        "Cars and wagons. In some settings you may want a licence as well, as Credentials.",
        ("T-101",),
        MOVING,
    ),
    Skill(
        "intimidate",
        "Intimidate",
        ("WIL", "STR", "INT"),
        "Make someone afraid: they may give way, run, or hit out. In a fight almost always with Strength; "
        "in company often with Willpower, sometimes with Strength or Intelligence.",
        ("T-102",),
        PEOPLE,
        "resolve",
    ),
    Skill(
        "knowledge",
        "Knowledge",
        ("INT",),
        "Being at home in one field. Each field is a separate skill.",
        ("T-103",),
        LEARNING,
        subset="field",
    ),
    Skill(
        "language",
        "Language",
        ("INT", "CHA"),
        "Getting by in a language that isn’t your own. Each language is a separate skill. A failed check "
        "may mean that you misunderstood, or said something you never meant. Rank 5 brings Polyglot and an "
        "end to rolling, and perhaps Literacy too, depending on how you learnt the language.",
        ("T-104", "T-105", "T-106"),
        LEARNING,
        subset="language",
    ),
    Skill(
        "lockpicking",
        "Lockpicking",
        ("DEX", "INT"),
        "With the right tools, open a lock or put it out of action.",
        ("T-107",),
        HANDS,
        "the lock, by its maker’s Trade (Blacksmithing) total",
    ),
    Skill(
        "melee",
        "Melee",
        ("STR", "AGI"),
        "Melee is three skills. Heavy blocks: greatswords, axes, polearms, clubs, maces, anything with a "
        "shield; mostly Strength. Light dodges and parries: knives, rapiers, short blades; mostly Agility. "
        "Unarmed is fists, from the tavern to the dojo; either stat. Each of them defends against all "
        "three. Fighting with two weapons is Heavy or Light, depending on the weapons, and gives nothing "
        "extra.",
        ("T-108", "T-109", "T-110", "T-111", "T-112", "T-113"),
        FIGHTING,
        "Any Melee, Athletics, some magic",
        subset="style",
        attacks=True,
        defends=True,
    ),
    Skill(
        "notice",
        "Notice",
        ("PER",),
        "See, hear, smell; seldom taste or touch. Passive, when the GM checks whether something "
        "catches your attention; active, when you say that you search or listen.",
        ("T-114", "T-115"),
        HANDS,
        "It mostly opposes Stealth, and also Trade (Forgery), Bluff and other means of concealment",
    ),
    Skill(
        "perform",
        "Perform",
        ("STR", "AGI", "DEX", "TOU", "INT", "WIL", "CHA", "PER"),
        "Act, dance, juggle, sing, bend iron bars, pull doves from hats: to distract, to cheer, to earn. "
        "Any stat may fit. The GM decides what a performance earns.",
        ("T-116",),
        PEOPLE,
        "Perform, when you compete",
        subset="art",
        aimable=True,
    ),
    Skill(
        "pilot",
        "Pilot",
        ("DEX", "INT"),
        "Big craft that float or fly: boats, aeroplanes, starships. Sometimes with Intelligence.",
        ("T-117",),
        MOVING,
    ),
    Skill(
        "research",
        "Research",
        ("INT", "CHA"),
        "Find it in the archive, probably with Intelligence, or by asking round the market, most likely "
        "with Charisma.",
        ("T-118",),
        LEARNING,
    ),
    Skill(
        "ride",
        "Ride",
        ("DEX", "AGI"),
        "Anything that carries you while you keep your seat or your stance: horse, sledge, bicycle, board.",
        ("T-119",),
        MOVING,
        aimable=True,
    ),
    Skill(
        "shooting",
        "Shooting",
        ("DEX",),
        "Guns and crossbows. This skill attacks and never defends.",
        ("T-120",),
        FIGHTING,
        "Any Melee, or Athletics",
        attacks=True,
        aimable=True,
    ),
    Skill(
        "sleight_of_hand",
        "Sleight of Hand",
        ("DEX",),
        "Hide a coin, lift a purse, and other small work of quick fingers.",
        ("T-121",),
        HANDS,
    ),
    Skill(
        "stealth",
        "Stealth",
        ("AGI",),
        "Hide, creep, vanish into a crowd. If you beat someone’s Notice and then use Melee, Archery, "
        "Shooting, Throwing or Intimidate on them, they defend with dice alone.",
        ("T-122", "T-123"),
        MOVING,
        "Notice",
    ),
    Skill(
        "throwing",
        "Throwing",
        ("DEX",),
        "Knives, stars, stones, slings, spears, tridents, nets. Off the battlefield: ball games, grappling "
        "hooks, and getting something across to a friend. This skill attacks and never defends.",
        ("T-124",),
        FIGHTING,
        "Any Melee, Athletics, or some kinds of Perform, such as dance or acrobatics",
        attacks=True,
        aimable=True,
    ),
    Skill(
        "trade",
        "Trade",
        ("INT", "DEX"),
        "Any craft or service. Healing, hacking and forging are trades as well.",
        ("T-125",),
        LEARNING,
        subset="trade",
    ),
)
SKILLS = {each.id: each for each in ALL}
SKILL_NAMES = {each.id: each.name for each in ALL}
BY_NAME = {each.name.casefold(): each for each in ALL}

SKILL_LIST = ReferenceList(
    "skills",
    "Skills",
    (
        Column("stats", "Usual stats", filter=True),
        Column("group", "Kind", filter=True),
        Column("use", "What it does"),
        Column("against", "Opposed by"),
    ),
    [
        {
            "id": each.id,
            "name": each.full_name,
            "stats": each.stats,
            "group": each.group,
            "use": each.use,
            "against": each.against,
            "rules": each.rules,
        }
        for each in ALL
    ],
)


@dataclass(frozen=True)
class NamedSkill:
    """A skill as a sheet names it: `Trade (Cooking)`. `skill` is None for a custom one."""

    name: str
    skill: Skill | None
    subset: str

    @property
    def key(self) -> tuple[str, str]:
        """The identity of a skill, ignoring case and spaces."""
        return name_key(self.name), name_key(self.subset)

    @property
    def is_specific(self) -> bool:
        """True if the name has the subset that its skill needs, for Melee one of the three styles. T-095,
        T-108.
        """
        if self.skill is None or not self.skill.subset:
            return True
        if self.skill.id == "melee":
            return self.subset.casefold() in {each.casefold() for each in MELEE_STYLES}
        return bool(self.subset)


_PARTS = re.compile(r"\s*([^()]*?)\s*(?:\(([^()]*)\))?\s*")


def find_skill(name: str) -> NamedSkill:
    """Return the skill and the subset of a name: `Melee (Heavy)` is Melee and Heavy."""
    match = _PARTS.fullmatch(name)
    if match is None:
        return NamedSkill(name.strip(), None, "")
    skill = BY_NAME.get(match[1].casefold())
    return NamedSkill(match[1], skill, (match[2] or "").strip())


@dataclass(frozen=True)
class Trade:
    """A sample trade."""

    id: str
    name: str
    use: str
    rules: tuple[str, ...]


TRADES = (
    Trade(
        "blacksmithing", "Blacksmithing", "Anything of metal. Intricate pieces have a higher DC.", ("T-126",)
    ),
    Trade("carpentry", "Carpentry", "Wood, from a stool to a barn.", ("T-127",)),
    Trade("cooking", "Cooking", "Food and drink: make it, make it good, make it keep.", ("T-128",)),
    Trade(
        "engineering",
        "Engineering",
        "Devices, plans for buildings, and an eye for what won’t hold.",
        ("T-129",),
    ),
    Trade("farming", "Farming", "Crops, beasts, and the machines that go with them.", ("T-130",)),
    Trade("forgery", "Forgery", "Papers, money and pictures that aren’t what they seem.", ("T-131",)),
    Trade(
        "healing", "Healing", "Patients heal twice as fast; sickness and poison can be treated.", ("T-132",)
    ),
    Trade("mining", "Mining", "Ore out of the rock, and the tunnel to it.", ("T-133",)),
    Trade("programming", "Programming", "Software, broken codes, and other people’s servers.", ("T-134",)),
    Trade("pottery", "Pottery", "Clay and ceramic: jugs, tiles, kilns.", ("T-135",)),
    Trade("stonecutting", "Stonecutting", "Stone, cut to the shape you want.", ("T-136",)),
    Trade("tailoring", "Tailoring", "Clothes, and other things made of cloth.", ("T-137",)),
    Trade("weaving", "Weaving", "Thread and yarn from fibre, and rope.", ("T-138",)),
)
TRADE_LIST = ReferenceList("trades", "Trades", (Column("use", "What it covers"),), TRADES)
