"""A turn and its action points: the actor, the actions, their prices, and their problems."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.dichotomy.house import BOOK, House
from rules_py.tracker import Serializable, json_field

ATTACK_PAIRS = (
    ("power", "martial"),
    ("finesse", "martial"),
    ("power", "spiritual"),
    ("finesse", "spiritual"),
)

ENABLING = {
    "pyrokinesis": ("power", "finesse"),
    "telekinesis": ("finesse",),
    "biokinesis": ("power",),
    "bless": ("power", "finesse"),
}
"""The abilities that power a Spiritual attack, and their attributes. R-26."""

TURN_CODES = ProblemGroup(
    "A turn",
    ProblemType("over_budget", "These actions cost more than the points of a turn.", "D-184"),
    ProblemType("repeat_action", "You can’t take the same action twice in one turn.", "D-185"),
    ProblemType("no_ability", "The character doesn’t have this ability.", "D-056"),
    ProblemType(
        "bad_attack_pair",
        "An attack uses Power or Finesse with Martial or Spiritual, and abilities that fit them.",
        "D-187",
    ),
    ProblemType("needs_point_blank", "A Finesse attack in your own zone needs Point Blank.", "D-064"),
    ProblemType(
        "needs_short_range", "A Power attack into an adjacent zone needs Short-Range Attack.", "D-071"
    ),
    ProblemType(
        "out_of_reach",
        "Out of reach: Power attacks don’t reach that far, and Cleave and locks work in your own zone only.",
        "D-180",
    ),
    ProblemType("needs_spiritual_ability", "A Spiritual attack needs an ability that powers it.", "R-26"),
    ProblemType("empty_move", "A Move needs at least one step.", "D-189"),
    ProblemType("broken_path", "The same zone can’t be both free and held by foes.", "R-36"),
    ProblemType("dwarf_zones", "A dwarf can’t move more than two zones a round.", "D-259"),
    ProblemType("nothing_to_recover", "There’s no carried hit for Recover to remove.", "R-40"),
    ProblemType("bad_cost", "An action costs at least one point, and at most all those of a turn.", "R-42"),
    ProblemType("no_missiles", "Without gear, you have nothing to shoot or throw.", "R-16"),
    ProblemType(
        "lock_target", "Locked in Mortal Combat: you can attack only the foe who locked you.", "D-068"
    ),
    ProblemType("lock_power", "Locked in Mortal Combat: an attack must use Power.", "D-068"),
)


@dataclass(frozen=True)
class Actor:
    """The character who takes the turn.

    `hits` are those carried into the round; `locked` can contain `single` and `crowd`; `npc` is whether it is
    the game master's character.
    """

    abilities: frozenset[str] = frozenset()
    race: str = "human"
    locked: frozenset[str] = frozenset()
    hits: int = 0
    gear: str = "normal"
    npc: bool = False
    house: House = BOOK


@dataclass(frozen=True)
class Step(Serializable):
    """One step of a Move."""

    leaves_enemy: bool = False
    enters_enemy: bool = False
    tree: bool = False


@dataclass(frozen=True)
class TurnAction(Serializable):
    """One action of a turn, as the planner sees it. `do` is its id; the other fields are for particular
    actions: attributes (`pair`), reach (`range`), abilities used, locks that apply, steps of a Move, the
    label and the price of an other action. `outsider` is off if Bless is used against a target of this world.
    """

    do: str
    pair: tuple[str, ...] = json_field("with", default=())
    range: str | None = None
    using: tuple[str, ...] = ()
    target: str = ""
    steps: tuple[Step, ...] = ()
    label: str = ""
    cost: int = 1
    outsider: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return the plain data that `read` accepts; it contains `outsider` only if that is off."""
        data = super().to_json()
        if self.outsider:
            del data["outsider"]
        return data


def attack_price(pair: Sequence[str], abilities: Collection[str]) -> int:
    """Return the action points of an attack, whatever its reach. D-065, D-187, R-27, R-28."""
    finesse = "finesse" in pair
    return 1 + finesse + ("spiritual" in pair) - (finesse and "quick_shot" in abilities)


def step_price(step: Step, actor: Actor) -> int:
    """Return the action points of one step, without locks. D-190, D-063, D-272, R-32, R-45."""
    leaving = step.leaves_enemy and "mobility" not in actor.abilities
    entering = step.enters_enemy and "mobility" not in actor.abilities and not step.tree
    return 1 + leaving + entering


def powers(
    bodily: str, abilities: Iterable[str], *, same_zone: bool = True, outsider: bool = True
) -> tuple[str, ...]:
    """Return the abilities among these that power a Spiritual attack with Power or Finesse. R-26.

    Biokinesis only works in one's own zone, Bless only against outsiders; if the zone or the target isn't
    known, they are assumed to work. A foe of the game master needs neither.
    """
    unusable = {*(() if same_zone else ("biokinesis",)), *(() if outsider else ("bless",))}
    return tuple(
        each for each in ENABLING if each in abilities and bodily in ENABLING[each] and each not in unusable
    )


def pair_breaches(
    pair: Sequence[str], using: Iterable[str], actor: Actor, *, reach: str = "far", outsider: bool = True
) -> Iterator[str]:
    """Yield the codes of the reasons against an attack with this pair, or an aim for one: it isn't such a
    pair, nothing in `using` powers it, or there is nothing to shoot or to throw. D-187, R-16, R-26.
    """
    if tuple(pair) not in ATTACK_PAIRS:
        yield "bad_attack_pair"
        return
    bodily, second = pair
    if second == "spiritual":
        if not (actor.npc or powers(bodily, using, same_zone=reach == "same", outsider=outsider)):
            yield "needs_spiritual_ability"
    elif actor.gear == "none" and (bodily == "finesse" or reach == "adjacent"):
        yield "no_missiles"


def ways_to_power(
    pair: Sequence[str], abilities: Collection[str], *, unaided: bool = False
) -> list[tuple[str, ...]]:
    """Return the ways to make an attack with this pair: without an ability, or with each ability that powers
    it. There are none for a Spiritual attack without such an ability, unless the attacker needs none
    (`unaided`). R-26.
    """
    if pair[1] == "martial":
        return [()]
    ways: list[tuple[str, ...]] = [(each,) for each in powers(pair[0], abilities)]
    return ways or ([()] if unaided else [])
