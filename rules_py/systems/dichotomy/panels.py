"""The tables beside the character sheet: rolls with their chances, slots, costs, load, track and ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules_py.sheets.panel import OpenChoices, Panel, Payoff, RollButton
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attacks import HITS_DEALT, Boons, describe_hits, hit_chances, hits_with
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMIES, LEGAL_PAIRS
from rules_py.systems.dichotomy.character import SHOWN_TNS, Character, pair_name
from rules_py.systems.dichotomy.connections import CONNECTION_NAMES
from rules_py.systems.dichotomy.defence import HITS_TAKEN
from rules_py.systems.dichotomy.fields import WIDE
from rules_py.systems.dichotomy.grades import PAIRS, RESULT, Die, grade_ways
from rules_py.systems.dichotomy.house import House
from rules_py.systems.dichotomy.modifiers import gear_modifier
from rules_py.systems.dichotomy.motives import MOTIVE_NAMES
from rules_py.systems.dichotomy.turns import ATTACK_PAIRS, Actor, attack_price, pair_breaches

CHANCES_NOTE = "Attack: chance of at least one hit. Defence: chance of taking no hits."
CHECKED = "Each chance is that of at least a partial success."
"""The notes on the meaning of the chances on the buttons."""
BARRED = {"needs_spiritual_ability": "needs an ability", "no_missiles": "no weapon"}
"""The reasons why a pair makes no attack, short enough for a table."""


def panels(character: Character, derived: Mapping[str, Any], gear: str) -> Iterator[Panel]:
    """Yield all tables, from the most to the least used one."""
    yield _attacks(character, derived, gear)
    yield _checks(character)
    yield _attributes(character, derived)
    yield _state(derived)
    yield _growth(derived)


def _against(tns: tuple[int, ...], words: str) -> tuple[str, ...]:
    return tuple(f"{words} {tn}" for tn in tns)


@dataclass(frozen=True)
class _Pair:
    """A character's rolls in a fight with one pair of attributes."""

    character: Character
    first: str
    second: str
    gear: str
    mod: int = 0

    @property
    def name(self) -> str:
        return f"{ATTRIBUTES[self.first]} + {ATTRIBUTES[self.second]}"

    @property
    def blocker(self) -> str:
        """Why there is no attack with these attributes, if there is none."""
        picks = self.character.counted_picks
        codes = pair_breaches((self.first, self.second), picks, Actor(frozenset(picks), gear=self.gear))
        return BARRED.get(next(codes, ""), "")

    @property
    def smites(self) -> bool:
        return self.first == "power" and "smite" in self.character.counted_picks

    def _inputs(self, first: int, second: int) -> dict[str, Any]:
        scores = self.character.attributes
        return {
            "value_a": scores[self.first],
            "value_b": scores[self.second],
            **{name: max(-WIDE, min(own + self.mod, WIDE)) for name, own in self._own_mods().items()},
            "tn_a": first,
            "tn_b": second,
            "attribute_a": self.first,
            "attribute_b": self.second,
        }

    def _own_mods(self) -> dict[str, int]:
        """Return the modifiers that the character's own state adds to each die."""
        missing = gear_modifier(gear=self.gear, attribute=self.second)["modifier"]
        return {"mod_a": self.character.bonus, "mod_b": self.character.bonus + missing}

    def _moment(self, first: int, second: int) -> dict[str, str]:
        return _moment((first, second), (name for name, own in self._own_mods().items() if not own))

    def attack(self, first: int, second: int) -> RollButton:
        """Return an attack on a foe with these targets."""
        inputs = self._inputs(first, second) | {"smite": self.smites}
        boons = Boons(smite=self.smites, house=self.character.house)
        missing = hit_chances(*_needs(inputs, boons.house), boons).get(0, Fraction())
        moment = self._moment(first, second)
        dealt = tuple(
            Payoff(
                f"Attack, {RESULT.label(grade).lower()}",
                f"{describe_hits(hits_with(HITS_DEALT[grade], boons)[0])} [D-194]",
            )
            for grade in ("partial", "total")
        )
        return RollButton(
            "dichotomy.attack", inputs, f"Attack, {self.name}", 1 - missing, situation=moment, payoffs=dealt
        )

    def defence(self, first: int, second: int) -> RollButton:
        """Return a defence against a foe with these targets."""
        inputs = self._inputs(first, second)
        boons = Boons(house=self.character.house)
        unhurt = hit_chances(*_needs(inputs, boons.house), boons, HITS_TAKEN).get(0, Fraction())
        moment = self._moment(first, second)
        payoffs = tuple(
            Payoff(
                f"Defence, {RESULT.label(grade).lower()}", f"{describe_hits(HITS_TAKEN[grade])} taken [D-195]"
            )
            for grade in ("partial", "failure")
        )
        return RollButton(
            "dichotomy.defence", inputs, f"Defence, {self.name}", unhurt, situation=moment, payoffs=payoffs
        )


def _moment(targets: tuple[int, int], modified: Iterable[str]) -> dict[str, str]:
    """Return the inputs that the situation decides: the targets, and the modifiers of dice to which the
    character adds nothing.
    """
    first, second = targets
    words = f"against {first}" if first == second else f"against {first} and {second}"
    return {"tn_a": words, "tn_b": "", **dict.fromkeys(modified, "")}


def _needs(inputs: Mapping[str, Any], house: House) -> tuple[int, int]:
    """Return the faces that the two dice must show."""
    a, b = (
        Die(inputs[f"value_{die}"], inputs[f"tn_{die}"], inputs[f"mod_{die}"], house=house) for die in "ab"
    )
    return a.need, b.need


def _attacks(character: Character, derived: Mapping[str, Any], gear: str) -> Panel:
    def row(first: str, second: str) -> tuple[Any, ...]:
        pair = _Pair(character, first, second, gear)
        return (
            pair.name,
            derived["attack_prices"][pair_name(first, second)],
            *(pair.blocker or pair.attack(tn, tn) for tn in SHOWN_TNS),
            *(pair.defence(tn, tn) for tn in SHOWN_TNS),
        )

    return Panel(
        "Attack and defence",
        ("Pair", "AP", *_against(SHOWN_TNS, "Attack"), *_against(SHOWN_TNS, "Defence")),
        tuple(row(*pair) for pair in ATTACK_PAIRS),
        note=f"{CHANCES_NOTE} Includes Smite, the monster slayer bonus and missing gear.",
    )


def _check(character: Character, first: str, second: str, tns: tuple[int, int], mod: int = 0) -> RollButton:
    scores = {"value_a": character.attributes[first], "value_b": character.attributes[second]}
    dice = zip(scores.values(), tns, strict=True)
    need_a, need_b = (Die(score, tn, mod, house=character.house).need for score, tn in dice)
    inputs = scores | {"tn_a": tns[0], "tn_b": tns[1], "attribute_a": first, "attribute_b": second}
    mods = {"mod_a": mod, "mod_b": mod} if mod else {}
    label = f"{ATTRIBUTES[first]} + {ATTRIBUTES[second]}"
    failures = grade_ways(need_a, need_b, character.house.tens_need_targets)["failure"]
    chance = Fraction(PAIRS - failures, PAIRS)
    return RollButton("dichotomy.check", inputs | mods, label, chance, situation=_moment(tns, mods))


def _checks(character: Character) -> Panel:
    return Panel(
        "Checks",
        ("Pair", *_against(SHOWN_TNS, "Against")),
        tuple(
            (
                f"{ATTRIBUTES[first]} + {ATTRIBUTES[second]}",
                *(_check(character, first, second, (tn, tn)) for tn in SHOWN_TNS),
            )
            for first, second in LEGAL_PAIRS
        ),
        note=CHECKED,
    )


def rolls(character: Character, gear: str, situation: Mapping[str, Any]) -> Iterator[Panel]:
    """Yield the rolls of play mode against the targets `tn_a` and `tn_b` of the situation, with its `mod`."""
    tns, mod = (situation["tn_a"], situation["tn_b"]), situation["mod"]

    def fight(first: str, second: str) -> tuple[Any, ...]:
        pair = _Pair(character, first, second, gear, mod)
        price = attack_price((first, second), frozenset(character.counted_picks))
        attack = pair.blocker or replace(pair.attack(*tns), button_text="Attack hits")
        return f"{pair.name}, {price} AP", attack, replace(pair.defence(*tns), button_text="No hits taken")

    pairs = tuple(fight(*pair) for pair in ATTACK_PAIRS)
    yield Panel("In a fight", ("Pair", "Attack", "Defence"), pairs, note=CHANCES_NOTE)
    yield Panel(
        "Checks",
        ("Pair", ""),
        tuple(
            (f"{ATTRIBUTES[first]} + {ATTRIBUTES[second]}", _check(character, first, second, tns, mod))
            for first, second in LEGAL_PAIRS
        ),
        note=CHECKED,
    )


def _attributes(character: Character, derived: Mapping[str, Any]) -> Panel:
    slots = derived["slots"]
    return Panel(
        "Attributes",
        (
            "Attribute",
            "Score",
            "Slots",
            "Used",
            "Free",
            "Next ability",
            *_against(SHOWN_TNS, "One die against"),
        ),
        tuple(
            (
                ATTRIBUTES[name],
                character.attributes[name],
                slots[name]["slots"],
                slots[name]["used"],
                slots[name]["free"],
                "yes" if name in derived["next_picks"] else "no",
                *derived["chances"][name].values(),
            )
            for pair in DICHOTOMIES.values()
            for name in pair
        ),
    )


def _state(derived: Mapping[str, Any]) -> Panel:
    supplies, first = derived["supplies"], derived["thresholds"][0]
    return Panel(
        "State",
        ("Statistic", "Value"),
        (
            ("Injury track", derived["track"]["words"]),
            ("Hits to each step", " / ".join(map(str, derived["thresholds"]))),
            ("Shaken at", "1 hit" if first == 2 else f"1 to {first - 1} hits"),
            ("Items carried", f"{derived['carried']} of {derived['capacity']}"),
            ("Food and water", f"{supplies['food_days']} days of food, {supplies['water_days']} of water"),
            (
                "Light",
                f"{supplies['lantern_hours']} hours (lantern), {supplies['torch_hours']} hours (torches)",
            ),
            ("Zones in a turn", derived["zones_per_turn"]),
            ("Monster slayer bonus", derived["veteran_bonus"]),
        ),
    )


def _growth(derived: Mapping[str, Any]) -> Panel:
    adventure = derived["adventure"]

    def named(keys: list[str], names: Mapping[str, str]) -> str:
        return ", ".join(names[key] for key in keys) or "none"

    next_abilities = {key: ABILITY_NAMES[key] for key in derived["next_abilities"]}
    connections = ", ".join(
        f"{'famous ' if each['famous'] else ''}{CONNECTION_NAMES[each['name']]}"
        f"{' × ' + str(each['count']) if each['count'] > 1 else ''}"
        for each in derived["connections"]
    )
    return Panel(
        "Growth",
        ("Statistic", "Value"),
        (
            ("XP available", derived["xp"]),
            ("Connections", connections or "none"),
            ("Abilities available now", OpenChoices("picks.*", next_abilities)),
            ("Earned this adventure", f"{adventure['xp']} XP"),
            ("Motives lost this adventure", named(adventure["lost"], MOTIVE_NAMES)),
            ("Motives that may be exchanged", named(adventure["may_swap"], MOTIVE_NAMES)),
        ),
    )
