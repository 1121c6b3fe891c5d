"""The options of Dichotomy: what a table may decide otherwise than the book."""

from __future__ import annotations

from collections.abc import Mapping

from rules_py.base.wording import pluralize
from rules_py.calculators.house_rules import Option
from rules_py.inputs import Flag, Int
from rules_py.systems.dichotomy.house import BOOK


def _switch(name: str, label: str, rule: str, *, in_forms: bool = False) -> Flag:
    return Flag(name, label, house_rule=True, in_forms=in_forms, rule=rule)


def _number(name: str, label: str, low: int, high: int, rule: str, help: str = "") -> Int:
    """Return the input of a number whose default is the book's."""
    book = getattr(BOOK, name)
    return Int(name, label, low, high, default=book, house_rule=True, in_forms=False, rule=rule, help=help)


def _labels_of(number: Int, one: str, many: str, sentence: str) -> Mapping[int, str]:
    """Return the sentence for each value of a number, with the counted noun for `{count}`."""
    values = range(number.low, number.high + 1)
    return {value: sentence.replace("{count}", pluralize(value, one, many)) for value in values}


def _hits(number: Int, sentence: str) -> Mapping[int, str]:
    return _labels_of(number, "hit", "hits", sentence)


BEAT_TARGETS = _switch("beat_targets", "a die must beat its target", "R-01")
TENS_NEED_TARGETS = _switch("tens_need_targets", "two tens are critical only if both dice succeed", "R-02")
MISS_IS_MISS = _switch("miss_is_miss", "Deadly Aim and Bless add nothing to a miss", "R-21", in_forms=True)
SMITE_BONUS = _number("smite_bonus", "hits that Smite adds", 1, 4, "D-072")
AIM_BONUS = _number("aim_bonus", "hits that Deadly Aim adds", 1, 4, "D-061")
BLESS_BONUS = _number("bless_bonus", "hits that Bless adds against outsiders", 1, 4, "D-085")
DEFEND_BONUS = _number("defend_bonus", "bonus of Defend", 1, 8, "D-188")
PVP_BASE = _number("pvp_base", "base of a target between two PCs", 1, 10, "D-021")
ACTION_POINTS = _number("action_points", "action points in a turn", 2, 6, "D-184")
DEFEND_PRICE = _number("defend_price", "action points that Defend costs", 1, 6, "D-188")
RECOVER_PRICE = _number(
    "recover_price", "action points that Recover costs", 2, 6, "D-191", "With Tough as Nails, one less."
)
STEP_HITS = _number(
    "step_hits",
    "hits to each step of the injury track",
    2,
    5,
    "D-199",
    "With Dwarven Fortitude, the first step takes one more.",
)
INJURED_HOURS = _number("injured_hours", "hours until an injury heals", 1, 48, "R-53")
SERIOUS_DAYS = _number("serious_days", "days until a serious injury heals", 2, 30, "R-53")
FIRST_PICKS = _number("first_picks", "abilities of a new character", 1, 9, "R-61")
FREE_PICKS = _switch("free_picks", "abilities needn’t be balanced between the pairs", "D-223")
RACE_LENIENT = _switch(
    "race_lenient", "dwarves and elves need only one starting ability of their people", "R-63", in_forms=True
)
CARRY_BASE = _number("carry_base", "items that anyone can carry", 0, 10, "D-142")
FULFILLED_XP = _number("fulfilled_xp", "XP for a motive fulfilled", 0, 9, "D-115")
BETRAYED_XP = _number("betrayed_xp", "XP for a motive betrayed", 0, 9, "D-116")

READING = (BEAT_TARGETS, TENS_NEED_TARGETS)
"""The house rules of reading two dice."""

PICKING = (FIRST_PICKS, FREE_PICKS, RACE_LENIENT)
"""The house rules of choosing abilities."""

_SHAKEN = {2: "1 hit leaves", 4: "1 to 3 hits leave", 5: "1 to 4 hits leave"}
_SHAKEN_MORE = {2: "1 more hit leaves", 4: "1 to 3 more hits leave", 5: "1 to 4 more hits leave"}
_FIRST = {
    value: f"A new character normally has {pluralize(value, 'ability', 'abilities')}, "
    + ("from any dichotomy." if value == 1 else "spread as evenly as possible over the dichotomies.")
    for value in range(FIRST_PICKS.low, FIRST_PICKS.high + 1)
}

_DEFEND = "{defend_price} AP: you avoid hits, and add {defend_bonus} to all your defence rolls."
_WOUND = "Injured. {step_hits} or more hits are a real wound of body or mind."
_WEEKS = "{serious_days} days of rest cure a serious injury, though you may limp or hurt for weeks."
_HALF_HEALED = (
    "When the injury has healed and the serious injury hasn’t, the next {step_hits} hits mark you injured, "
    "and {step_hits} more put you out: the last step needs both marks."
)
_BOTH = "Both happened, so both count, and the motive is lost."
_MISSION = (
    "Finishing a Mission betrays it: you gain {betrayed_xp} XP and lose the motive. If the last part of the "
    "task was a major one, the Mission may count as fulfilled as well."
)

OPTIONS = (
    Option(
        BEAT_TARGETS,
        {
            "D-012": "A die succeeds if its total beats its target: equal to the target is not enough.",
            "R-01": "A die succeeds only if its total is higher than its target.",
        },
    ),
    Option(
        TENS_NEED_TARGETS,
        {
            "D-017": "Two tens that both succeed are a critical success: a total success or better, to which "
            "the GM may add a benefit.",
            "R-02": "Two tens are read like any other dice unless both succeed.",
        },
    ),
    Option(
        MISS_IS_MISS,
        {
            "R-21": "Deadly Aim adds its hits only to a success: a failure deals nothing. Aiming is your "
            "Attack for the turn and costs as much as the shot that you forgo (less with Quick Shot).",
            "R-22": "Bless, too, adds its hits only to a success.",
        },
    ),
    Option(
        SMITE_BONUS,
        {
            "D-072": _hits(SMITE_BONUS, "Your Power attacks deal {count} more if they succeed."),
            "R-20": _hits(
                SMITE_BONUS,
                "Smite is always on, and adds {count} to every Power attack, Martial or Spiritual, with at "
                "least a partial success.",
            ),
        },
    ),
    Option(
        AIM_BONUS,
        {
            "D-061": _hits(
                AIM_BONUS,
                "Forgo a Finesse attack this round, but pay its full cost in action points. A Finesse attack "
                "in the next round deals {count} more than you roll.",
            ),
            "R-21": _hits(
                AIM_BONUS,
                "Deadly Aim adds {count} to those of the roll. Aiming two turns in a row adds no more.",
            ),
        },
    ),
    Option(
        BLESS_BONUS,
        {
            "D-085": _hits(
                BLESS_BONUS,
                "You cleanse a place of bad energy. With Power or Finesse you can make attacks that banish "
                "outsiders: skeletons, ghosts, demons and the like. Any Power or Finesse attack you make on "
                "an outsider also deals {count} more than you roll.",
            ),
            "R-22": _hits(
                BLESS_BONUS,
                "Bless adds {count} to those of the roll, on Martial and Spiritual attacks. The GM decides "
                "who is an outsider.",
            ),
        },
    ),
    Option(DEFEND_BONUS, {"D-188": _DEFEND}),
    Option(
        PVP_BASE,
        {
            "D-021": "PC against PC: only the attacker rolls. Each target is {value} plus the defender’s "
            "attribute.",
            "R-04": {
                base: "Any whole number can be a target, but think twice before you set a task above 14. "
                f"Targets set by another PC run from {base + 1} to {base + 10}, and terrain may raise a "
                "foe’s target."
                for base in range(PVP_BASE.low, PVP_BASE.high + 1)
            },
            "R-90": "This is advice: no rule says how to make foes. A soldier who would have Martial 6 has a "
            "target of 11. One foe with about ten hits is a fair match for one starting character.",
        },
    ),
    Option(
        ACTION_POINTS,
        {
            "D-184": "On your turn you have {value} action points, AP for short, to spend in any order.",
            "D-188": _DEFEND,
            "D-189": "1 AP for each zone, so {value} zones a turn at most.",
            "R-33": "You can’t save action points for later, or have more than {value}.",
            "R-34": "NPCs have {value} points too, and pay the same.",
            "R-36": "A step costs 1, plus 1 if enemies hold the zone you leave, plus 1 if they hold the zone "
            "you enter. Running right through a zone with enemies takes two steps of 2 points each.",
            "R-42": {
                points: f"Other actions cost 1 {'or' if points == 2 else 'to'} {points} points. Spread "
                "longer work over several turns."
                for points in range(ACTION_POINTS.low, ACTION_POINTS.high + 1)
            },
        },
    ),
    Option(DEFEND_PRICE, {"D-188": _DEFEND}),
    Option(
        RECOVER_PRICE,
        {
            "D-191": "{value} AP: if you are shaken, remove one hit. Recover doesn’t remove injuries.",
            "D-073": {
                value: f"Your Recover costs {pluralize(value - 1, 'point', 'points')}, not {value}."
                for value in range(RECOVER_PRICE.low, RECOVER_PRICE.high + 1)
            },
        },
    ),
    Option(
        STEP_HITS,
        {
            "D-199": "A PC’s health is counted in sets of {value} hits.",
            "D-200": {
                value: f"Unhurt. {few} you shaken: out of breath, off balance, scraped. Being shaken passes "
                "without lasting harm."
                for value, few in _SHAKEN.items()
            },
            "D-202": f"{_WOUND} Rest cures it.",
            "D-203": {
                value: f"Seriously injured. Once injured, {few} you shaken; {value} or more are a serious "
                f"injury. {_WEEKS}"
                for value, few in _SHAKEN_MORE.items()
            },
            "D-204": {
                value: f"Out. With both injuries, {few} you shaken; {value} or more kill you, or end your "
                "life of adventure for good. Dead or alive, you can’t act again in this fight."
                for value, few in _SHAKEN_MORE.items()
            },
            "D-207": "One round moves you one step at most. Hits beyond those of the step are lost, not "
            "carried over.",
            "D-261": {
                value: f"It takes {value + 1} hits to injure you. The two steps after that still take "
                f"{value} hits each."
                for value in _SHAKEN
            },
            "R-50": _HALF_HEALED,
            "R-51": {
                value: f"The steps take {value + 1}, {value} and {value} hits. Once the injury has healed, "
                f"the next one takes {value + 1} hits again."
                for value in _SHAKEN
            },
        },
    ),
    Option(
        INJURED_HOURS,
        {
            "D-202": _labels_of(INJURED_HOURS, "hour", "hours", _WOUND + " It heals in {count}."),
            "R-50": _HALF_HEALED,
            "R-53": _labels_of(
                INJURED_HOURS, "hour", "hours", "An injury heals {count} after the end of the fight."
            ),
        },
    ),
    Option(
        SERIOUS_DAYS,
        {
            "D-203": f"Seriously injured. {_WEEKS}",
            "R-53": "A serious injury heals {value} days after the end of the fight.",
        },
    ),
    Option(
        FIRST_PICKS,
        {
            "D-052": _FIRST,
            "R-61": _labels_of(
                FIRST_PICKS,
                "ability",
                "abilities",
                "You start with {count}, unless the scope says otherwise.",
            ),
            "D-228": _labels_of(
                FIRST_PICKS,
                "ability",
                "abilities",
                "The story has three acts, and characters are expected to change in them. Plan for one or "
                "more betrayed motives. The GM may let you start with more than {count}; you’ll earn just "
                "two or three more.",
            ),
            "D-254": "Dwarves and elves must take at least one of their people’s abilities, from the fitting "
            "dichotomy, among the abilities they start with.",
        },
    ),
    Option(
        FREE_PICKS,
        {
            "D-223": "You may take a new ability from any dichotomy, however many abilities the others have.",
            "R-59": "After the pick, the attribute may have no more abilities than slots. The dichotomies "
            "needn’t be balanced.",
            "R-60": "Abilities needn’t be balanced: each pick needs only a free slot.",
            "R-65": "The GM decides how fast abilities fade, and which ones.",
        },
    ),
    Option(
        RACE_LENIENT,
        {
            "R-63": "A dwarf or an elf needs one ability of their people, any of the three, among the "
            "abilities they start with. No dichotomy has a fixed first pick.",
            "D-260": "First picks: any one of the dwarves’ abilities.",
            "D-269": "First picks: any one of the elves’ abilities.",
        },
    ),
    Option(
        CARRY_BASE,
        {
            "D-142": "Your carrying capacity in items is {value}, plus a third of your Power, plus twice a "
            "third of your Martial. Round each third down.",
            "R-77": "The {value} of carrying capacity is a base: the thirds of Power and Martial are added.",
        },
    ),
    Option(
        FULFILLED_XP,
        {
            "D-115": "At the end of an adventure, you gain {value} XP for each motive you fulfilled in it.",
            "R-68": "You gain {value} XP for each motive and adventure, however often you fulfilled it.",
            "R-69": _BOTH,
            "R-70": _MISSION,
        },
    ),
    Option(
        BETRAYED_XP,
        {
            "D-116": "If you betray a motive, you gain {value} XP and lose the motive.",
            "R-69": _BOTH,
            "R-70": _MISSION,
        },
    ),
)

_MAKING = (*PICKING, CARRY_BASE, FULFILLED_XP, BETRAYED_XP)
_FIGHTING = (PVP_BASE, DEFEND_PRICE, RECOVER_PRICE)

IN_FIGHTS = tuple(each for each in OPTIONS if each.input not in _MAKING)
"""The options that the fight desk follows."""
ON_SHEETS = tuple(each for each in OPTIONS if each.input not in _FIGHTING)
"""The options that the character sheet follows."""
