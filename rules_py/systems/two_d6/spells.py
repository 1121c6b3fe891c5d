"""The sample spells: their price, DC and check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base.wording import pluralize
from rules_py.inputs import Choice
from rules_py.sheets.reference_list import Column, ReferenceList, RollOption
from rules_py.systems.two_d6 import fields
from rules_py.systems.two_d6.difficulty import LADDER
from rules_py.systems.two_d6.magic import TARGETS, TARGETS_BY_DC, cast_dc, price

CHECKS = {
    "cast": "unopposed",
    "attack": "attack",
    "diplomacy": "against Diplomacy",
    "resolve": "against resolve",
    "defence": "defence",
    "caster": "against a caster",
}
"""The rolls that a spell may require of its caster (R-100); a spell may offer a choice."""

TIERS = {7: "low", 9: "low", 11: "medium", 13: "medium", 15: "high", 17: "high"}
"""The tier of each DC (R-73)."""


@dataclass(frozen=True)
class Spell:
    """A spell: its base DC (None if it has none), its use in our words, and the checks it may require.

    `widens` is whether Mass Spell may give it more targets. `each` is the detail that a label names if the
    spell may be learnt more than once (R-99).
    """

    name: str
    dc: int | None
    checks: tuple[str, ...]
    use: str
    rules: tuple[str, ...]
    widens: bool = True
    time: str = "full"
    each: str = ""

    @property
    def id(self) -> str:
        """The anchor of its entry."""
        return self.name.lower().replace(" ", "_")

    @property
    def gist(self) -> str:
        """The effect in one sentence."""
        return self.use.partition(". ")[0].rstrip(".") + "."

    @property
    def xp(self) -> int:
        """The price of learning it, by its base DC alone (R-73)."""
        return price(self.dc)


SPELLS = (
    Spell(
        "Animate",
        13,
        ("cast",),
        "An object wakes and does one simple job, such as standing guard, coming along or sweeping up. It "
        "keeps working for 12 hours, or until you send it back to sleep.",
        ("T-241",),
    ),
    Spell(
        "Blast",
        9,
        ("attack",),
        "Fire, raw force, a gust or a wave of feeling, loosed at a foe like a shot. It may do more that "
        "suits its form: flames may catch, a shove may topple shelves.",
        ("T-242",),
    ),
    Spell(
        "Charm",
        9,
        ("diplomacy",),
        "Your cast takes the place of a Diplomacy roll. If the spell fails, the GM may let the target know "
        "what you tried.",
        ("T-243",),
    ),
    Spell(
        "Control",
        9,
        ("cast", "resolve"),
        "One sort of thing obeys you at a distance: flame, iron, ropes, doors. A large amount needs a high "
        "DC. Learn the spell again for another sort.",
        ("T-244",),
        each="thing",
    ),
    Spell(
        "Create",
        17,
        ("cast",),
        "You make bread, coin, a tool or timber out of nothing. The GM sets the DC, usually a very high "
        "one, by what you want.",
        ("T-245",),
        widens=False,
    ),
    Spell(
        "Destroy",
        17,
        ("cast", "resolve"),
        "A weak version may only crack a lock; a strong one can leave nothing but dust. The GM sets the "
        "DC, generally a very high one, according to how big and how mighty the target is.",
        ("T-246",),
    ),
    Spell(
        "Entangle",
        11,
        ("attack",),
        "Roots, chains or shadows grapple someone as bare hands would with Melee (Unarmed), on an opposed "
        "check. The GM says how far the spell reaches.",
        ("T-247",),
    ),
    Spell(
        "Heal",
        13,
        ("cast",),
        "Either the patient’s natural healing doubles for a week, as with a good healer’s Trade (Healing), "
        "or a willing volunteer gives up one wound, a point of health, and the patient gains it [R-96]. The "
        "volunteer may be you, a friend or in rare cases even a beast, depending on the situation.",
        ("T-248", "T-249"),
    ),
    Spell(
        "Illusion",
        9,
        ("resolve",),
        "Someone senses something that isn’t there. The GM says what the spell can do in your setting, if "
        "it exists there at all. At a low DC you fake a small noise or a picture that stays still; at a "
        "medium one the picture might move, or fool two senses; at a high one someone might believe that "
        "their sleeve is on fire, or that they are falling. In some settings you may have to learn each "
        "kind as a separate spell.",
        ("T-250",),
        each="illusion",
    ),
    Spell(
        "Levitate",
        13,
        ("cast", "attack"),
        "Things rise and drift as you please. For a heavy thing your cast counts as Athletics; a thing "
        "flung at someone is a Throwing attack with a makeshift weapon. At a high DC you may lift yourself "
        "and fly, at a crawl.",
        ("T-251",),
    ),
    Spell(
        "Natural Phenomenon",
        9,
        ("cast",),
        "You call up, strengthen or calm one force of nature: rain, growth, lightning, wind. Casting it "
        "usually takes five minutes without a disturbance. Learn the spell again for another force.",
        ("T-252",),
        widens=False,
        time="minutes",
        each="phenomenon",
    ),
    Spell(
        "Negate",
        None,
        ("caster",),
        "As a full-round action, cast against another caster. If you win, they are without powers on their "
        "next turn.",
        ("T-253",),
        widens=False,
    ),
    Spell(
        "Repel Attack",
        7,
        ("defence",),
        "Your cast is your defence against Melee, Throwing, Archery and Shooting. Below 7 the spell "
        "fails, and you defend with dice alone. The original speaks here of a casting modifier and a fitting "
        "stat, commonly INT or WIL; you add resolve alone [R-63].",
        ("T-254", "T-255"),
        widens=False,
        time="answer",
    ),
    Spell(
        "Runes",
        None,
        ("cast",),
        "A mark holds another spell until someone touches it (low DC), walks by (medium) or looks at it "
        "(high). Runes is no spell by itself, but you need it to write down any other spell.",
        ("T-256",),
        widens=False,
    ),
    Spell(
        "Summon",
        11,
        ("cast",),
        "A spirit or a soul, even a dead one, answers your call to talk, to counsel or to bargain. A high "
        "DC may bring it in the flesh for a little while, if it wants to come.",
        ("T-257",),
        widens=False,
    ),
    Spell(
        "Transmute",
        13,
        ("cast", "resolve"),
        "One thing becomes another. Small magic alters its colour, grain, taste or smell; great magic may "
        "alter what it is made of, how big it is, how it is shaped.",
        ("T-258",),
    ),
    Spell(
        "Ward",
        7,
        ("cast",),
        "A place or a thing keeps watch, and anyone but you sets it off. At a low DC the ward might raise "
        "a din or a stink; at a medium one it might mark the intruder, or warn you wherever you are; at a "
        "high one it may even fell intruders or lock them in.",
        ("T-259",),
        widens=False,
    ),
)


def find_spell(name: str) -> Spell | None:
    """Return the listed spell for a name such as `Control (fire), unopposed`."""
    return next(
        (
            each
            for each in SPELLS
            if name == each.name or name.startswith((f"{each.name} (", f"{each.name},"))
        ),
        None,
    )


LISTED = "listed"

INPUTS = (
    replace(fields.RESOLVE, label="Your resolve", start=6),
    Choice(
        "power",
        "Cast at",
        {LISTED: "its listed DC", **{str(dc): f"DC {dc}, {TIERS[dc]}" for dc in LADDER}},
        default=LISTED,
        noun="DC to cast at",
        rule="R-73",
    ),
    TARGETS,
    fields.bonus_input(
        "against",
        "Opponent’s bonus",
        default=4,
        rule="R-100",
        help="The defence, Diplomacy, resolve or attack that opposes the spell.",
    ),
    fields.AIMED,
)
"""The inputs above the list of spells: the caster, the bonus, the target."""


def offers(spell: Spell, request: Mapping[str, Any]) -> tuple[RollOption | str, ...]:
    """Return the rolls of a spell for the inputs above the list, or a sentence why there are none. R-100."""
    power, targets = request["power"], request["targets"]
    dc = spell.dc if power == LISTED else int(power)
    if targets > 1 and not spell.widens:
        return ("It can have only one target. [R-100]",)
    if spell.checks == ("cast",) and dc is None:
        return ("Cast it at the stored spell’s DC, or at the trigger’s DC if that is higher. [R-74]",)
    if dc and targets > TARGETS_BY_DC[dc]:
        most = pluralize(TARGETS_BY_DC[dc], "target", "targets")
        return (f"At DC {dc} it can have at most {most}. [R-72]",)
    return tuple(_offer(spell, check, dc, request) for check in spell.checks)


def _offer(spell: Spell, check: str, dc: int | None, request: Mapping[str, Any]) -> RollOption:
    kind = CHECKS[check]
    words = kind[:1].upper() + kind[1:]
    label = spell.name if len(spell.checks) == 1 else f"{spell.name}, {kind}"
    resolve, against = request["resolve"], request["against"]
    if check == "caster":
        rivals = {"dc": None, "att_resolve": resolve, "def_resolve": against}
        return RollOption("two_d6.counterspell", rivals, label, words)
    if check == "defence":
        return RollOption("two_d6.repel_attack", {"att_bonus": against, "resolve": resolve}, label, words)
    inputs = {"dc": dc, "resolve": resolve, "targets": request["targets"], "aimed": request["aimed"]}
    words = f"{words}, DC {cast_dc(dc or 0, request['targets'])}"
    if check == "cast":
        return RollOption("two_d6.unopposed_cast", inputs, label, words)
    if request["targets"] > 1:  # one cast, but everyone defends separately: R-72
        words = f"{words}, the first of {request['targets']} targets"
    return RollOption("two_d6.attack_spell", {**inputs, "def_bonus": against}, label, words)


SPELL_LIST = ReferenceList(
    "spells",
    "The seventeen sample spells",
    (
        Column("dc", "DC", lambda spell: spell.dc or "none", filter=True),
        Column("xp", "XP", filter=True),
        Column("checks", "Check", lambda spell: tuple(CHECKS[each] for each in spell.checks), filter=True),
        Column("use", "What it does"),
    ),
    SPELLS,
    names="Spell",
    query_inputs=INPUTS,
    roll_options=offers,
    chances="Your chances",
)
