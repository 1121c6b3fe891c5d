"""The character sheet of Action & Consequence: its dice, its throws, and what conflicts do to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rules_py.base.errors import TooManyBranchesError
from rules_py.base.problems import WARNING, ProblemGroup, ProblemType
from rules_py.base.wording import same_name
from rules_py.inputs import Choice, Input
from rules_py.sheets.play_mode import Play, Step, Track
from rules_py.sheets.sheet import Panel, Sheet, SheetReport, Template, Throw
from rules_py.sheets.sheet_parser import Reading
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.calculators.conflicts import CONFLICT
from rules_py.systems.action_consequence.calculators.rolls import CAST
from rules_py.systems.action_consequence.character import Act, Character, derived, mean_high
from rules_py.systems.action_consequence.consequences import DIE_CODES, dice_problems
from rules_py.systems.action_consequence.fields import SIDES, dice_input, dice_said
from rules_py.systems.action_consequence.outlook import Between, conflict
from rules_py.systems.action_consequence.sections import MOST_OWED, SECTIONS
from rules_py.systems.action_consequence.sweep import NOBODY, A, B

SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "The character needs a name."),
    ProblemType("stats_missing", "The character needs stats with dice.", "A-010"),
    *DIE_CODES,
    ProblemType("name_twice", "This name stands here twice; the first of them counts.", "A-010", WARNING),
    ProblemType("endeavor_unknown_stat", "No stat of this sheet has that name.", "A-008"),
    ProblemType("exert_stat_missing", "Say which stat exerting yourself uses.", "R-35"),
    ProblemType("exert_stat_unknown", "No stat of this sheet has that name.", "R-35"),
    ProblemType("duress_stat_missing", "Say which stat enduring duress uses.", "R-35"),
    ProblemType("duress_stat_unknown", "No stat of this sheet has that name.", "R-35"),
    ProblemType("specialization_name_missing", "A specialization needs a name.", "A-083"),
    ProblemType("specialization_duplicate", "This specialization stands here twice.", "A-083"),
    ProblemType("specialization_unknown_endeavor", "No endeavor of this sheet has that name.", "A-083"),
    ProblemType("specialization_unknown_stat", "No stat of this sheet has that name.", "A-084"),
    ProblemType("specialization_adds_own_stat", "It must add another stat than its endeavor’s own.", "R-26"),
    ProblemType("owed_out_of_range", "The list holds a name up to 99 times.", "R-22"),
    ProblemType("vulnerability_missing", "Say what it is vulnerable to.", "A-085", WARNING),
    ProblemType(
        "vulnerable_to_itself", "It is vulnerable to another specialization than itself.", "A-085", WARNING
    ),
    ProblemType("endeavors_missing", "Without endeavors there is nothing to throw for.", "A-008", WARNING),
    ProblemType("stat_without_dice", "This stat has no dice left, and reads 0.", "R-14", WARNING),
)


def judge(sheet: Reading) -> SheetReport:
    """What follows from a sheet, what it throws, and what breaks a rule."""
    _judge_stats(sheet)
    _judge_endeavors(sheet)
    _judge_specializations(sheet)
    character = Character.of(sheet)
    return SheetReport(
        (),
        derived(character),
        (_dice(character), *throws(sheet, {})),
        notes={
            place_of(sheet, "stats", name): _counted(sizes.count(dice))
            for name, dice in character.stats.items()
            if dice
        },
        steps=tuple(_steps(sheet, character)),
        tally=f"Die sizes in all: {sum(map(sizes.count, character.stats.values()))}.",
    )


def names_of(sheet: Reading, field: str) -> Collection[str]:
    """The names that stand in a mapping of the sheet, those whose values can't be read with them."""
    return sheet.keyed.get(field, {})


def place_of(sheet: Reading, field: str, name: str) -> str:
    """Where the data has the value of a name: a form has it in rows."""
    return sheet.keyed[field][name]


def _counted(number: int) -> str:
    return f"{number} {'size' if number == 1 else 'sizes'}"


def _judge_stats(sheet: Reading) -> None:
    if sheet.is_sound("stats") and not names_of(sheet, "stats"):
        sheet.problem("stats", "stats_missing")
    for name, dice in sheet["stats"].items():
        path = place_of(sheet, "stats", name)
        for code in dice_problems(dice):
            sheet.problem(path, code)
        if not dice:
            sheet.problem(path, "stat_without_dice")
    for field in ("exert_stat", "duress_stat"):
        if sheet.is_sound(field) and sheet[field] not in names_of(sheet, "stats"):
            sheet.problem(field, f"{field}_unknown")


def _judge_endeavors(sheet: Reading) -> None:
    if not names_of(sheet, "endeavors"):
        sheet.problem("endeavors", "endeavors_missing")
    for name, stat in sheet["endeavors"].items():
        if stat not in names_of(sheet, "stats"):
            sheet.problem(place_of(sheet, "endeavors", name), "endeavor_unknown_stat")


def _judge_specializations(sheet: Reading) -> None:
    seen: list[str] = []
    for place, each in sheet.entries("specializations"):
        at = f"specializations.{place}"
        name = (each["name"] or "").strip()
        if name and any(same_name(name, other) for other in seen):
            sheet.problem(f"{at}.name", "specialization_duplicate")
        seen.append(name)
        endeavor = next((own for own in sheet["endeavors"] if same_name(own, each["endeavor"])), None)
        if endeavor is None:
            sheet.problem(f"{at}.endeavor", "specialization_unknown_endeavor")
        if each["adds"] not in names_of(sheet, "stats"):
            sheet.problem(f"{at}.adds", "specialization_unknown_stat")
        elif endeavor is not None and sheet["endeavors"][endeavor] == each["adds"]:
            sheet.problem(f"{at}.adds", "specialization_adds_own_stat")
        if not each["vulnerable_to"].strip():
            sheet.problem(f"{at}.vulnerable_to", "vulnerability_missing")
        elif same_name(each["vulnerable_to"], name):
            sheet.problem(f"{at}.vulnerable_to", "vulnerable_to_itself")


def _dice(character: Character) -> Panel:
    """What each act throws, and how high it comes."""
    rows = tuple(
        (act.name, dice_said(act.dice), act.sides, f"{float(mean_high(act.dice)):.1f}")
        for act in character.acts()
    )
    return Panel("Dice", ("Endeavor", "Dice", "Sides in all", "High die in the mean"), rows)


def _steps(sheet: Reading, character: Character) -> Iterator[Step]:
    """The we owe list, and what exhaustion or injury may leave of a stat. A-030, A-073, A-074."""
    owed = sheet["owed"]
    if owed < MOST_OWED:
        why = "They threw more sides than you, and didn’t double you in the first round."
        yield Step("Put the name on the we owe list", {"owed": owed + 1}, why, "A-073")
    if owed:
        why = "For a d6 on top of the high die, to the end of the round."
        yield Step("Strike the name", {"owed": owed - 1}, why, "A-076")
    hurt = {
        word: (stat, sizes.injuries(character.stats[stat]))
        for word, stat in character.hurt().items()
        if list(character.stats[stat]) == sorted(sheet["stats"][stat], reverse=True) != []
    }
    enough = any(options for _, options in hurt.values())
    why = "Two die sizes, as the winner chooses." if enough else "Neither stat has two sizes left to lose."
    for word, (stat, options) in hurt.items():
        for left in options if enough else [[]]:
            title = f"{word}: {stat} becomes {dice_said(left)}"
            yield Step(title, {place_of(sheet, "stats", stat): left}, why, "R-13")


OWN = dice_input("own", "Dice together", fewest=1, start=[8, 8], help="A helper’s with yours, or any others.")
OPPONENT = dice_input("opponent", "Their dice", fewest=1, start=[10, 8], noun="The other side")
HELD = Choice("advantage", "Advantage with", {NOBODY: "Nobody", A: "You", B: "Them"}, start=NOBODY)
SITUATION: tuple[Input, ...] = (OPPONENT, HELD, OWN)
TOGETHER = "Dice put together"


def throws(sheet: Reading, situation: Mapping[str, Any]) -> tuple[Panel, ...]:
    """What every act throws against the other side’s dice: the cast, and the whole conflict.

    A stat may be thrown by itself where no endeavor fits, and dice may be put together by hand.
    """
    character = Character.of(sheet)
    opponent = tuple(situation.get("opponent", OPPONENT.initial_value))
    advantage = situation.get("advantage", NOBODY)
    against = f"against {dice_said(opponent)}"
    acts = character.acts()
    named = {TOGETHER, *(act.name for act in acts)}
    bare = [Act(stat, dice) for stat, dice in character.stats.items() if stat not in named]
    together = Act(TOGETHER, tuple(situation.get("own", OWN.initial_value)))
    return (
        _panel("Conflicts", "Endeavor", against, acts, opponent, advantage),
        _panel("Without an endeavor", "Dice", against, [*bare, together], opponent, advantage),
    )


def _panel(
    title: str, first: str, against: str, acts: Sequence[Act], opponent: tuple[int, ...], advantage: str
) -> Panel:
    rows = tuple(
        (f"{act.name} ({dice_said(act.dice)})", *_thrown(act, opponent, advantage, against)) for act in acts
    )
    return Panel(title, (first, "Challenges", "Wins"), rows, note=f"You are {SIDES[A]}, {against}.")


def _thrown(
    act: Act, opponent: tuple[int, ...], advantage: str, against: str
) -> tuple[Throw | str, Throw | str]:
    if not act.dice:
        return "no dice left", "no dice left"
    inputs = {"dice_a": list(act.dice), "dice_b": list(opponent), "advantage": advantage}
    challenges, wins = _chances(act.dice, opponent, advantage)
    moment = {"dice_b": against, "advantage": ""} | ({"dice_a": ""} if act.name == TOGETHER else {})
    return (
        Throw(CAST.id, inputs, f"Cast, {act.name}", challenges, moment=moment),
        "too many dice to count"
        if wins is None
        else Throw(CONFLICT.id, inputs, f"Conflict, {act.name}", wins, moment=moment),
    )


@lru_cache(maxsize=512)
def _chances(
    dice: tuple[int, ...], opponent: tuple[int, ...], advantage: str
) -> tuple[Fraction, Fraction | None]:
    """The chance to challenge, and to win the whole conflict where both hang in; None where that is too long
    to be told.
    """
    sides = {"dice_a": list(dice), "dice_b": list(opponent), "advantage": advantage}
    challenges = CAST.asked(sides).odds().chance(lambda outcome: outcome.challenger == A)
    try:
        return challenges, conflict(dice, opponent).between(Between(advantage)).wins(A)
    except TooManyBranchesError:
        return challenges, None


THREE_STATS = Template(
    "three_stats",
    "Guts, Art and Grace",
    {
        "stats": {"Guts": [10, 8], "Art": [8, 8], "Grace": [8, 6]},
        "endeavors": {"Defending yourself": "Guts"},
        "exert_stat": "Guts",
        "duress_stat": "Grace",
    },
    "Three stats to begin with. The game names no list: call them what you like.",
)

SHEET = Sheet(
    version=1,
    sections=SECTIONS,
    judge=judge,
    codes=SHEET_CODES,
    templates=(THREE_STATS,),
    play=Play(
        tracks=(Track("owed", endless=True),), facts=("interests",), situation=SITUATION, throws=throws
    ),
)
