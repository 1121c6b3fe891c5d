"""The character sheet of Action & Consequence: its dice, its rolls, and its changes by conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rules_py.base.errors import TooManyBranchesError
from rules_py.base.problems import WARNING, ProblemGroup, ProblemType
from rules_py.base.wording import same_name
from rules_py.inputs import Choice, Input
from rules_py.sheets.creation import Total
from rules_py.sheets.panel import Panel, RollButton
from rules_py.sheets.play_mode import Play, PlayField, SheetStep
from rules_py.sheets.sheet import Sheet, SheetReport, Template
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.calculators.conflicts import CONFLICT
from rules_py.systems.action_consequence.calculators.rolls import CAST
from rules_py.systems.action_consequence.character import Act, Character, derive, mean_high
from rules_py.systems.action_consequence.consequences import DIE_CODES, dice_problems
from rules_py.systems.action_consequence.creation import STEPS
from rules_py.systems.action_consequence.fields import SIDES, dice_input, format_dice
from rules_py.systems.action_consequence.options import ON_SHEETS, House
from rules_py.systems.action_consequence.outlook import solve_conflict
from rules_py.systems.action_consequence.round_results import BetweenRounds
from rules_py.systems.action_consequence.sections import MAX_OWED, SECTIONS
from rules_py.systems.action_consequence.sweep import NOBODY, A, B

SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "The character needs a name."),
    ProblemType("stats_missing", "The character needs stats with dice.", "A-010"),
    *DIE_CODES,
    ProblemType("name_twice", "This name is listed twice; only the first one counts.", "A-010", WARNING),
    ProblemType("endeavor_unknown_stat", "This sheet has no stat with that name.", "A-008"),
    ProblemType("exert_stat_missing", "Choose the stat you exert yourself with.", "R-35"),
    ProblemType("exert_stat_unknown", "This sheet has no stat with that name.", "R-35"),
    ProblemType("duress_stat_missing", "Choose the stat you endure duress with.", "R-35"),
    ProblemType("duress_stat_unknown", "This sheet has no stat with that name.", "R-35"),
    ProblemType("specialization_name_missing", "A specialization needs a name.", "A-083"),
    ProblemType("specialization_duplicate", "Each specialization may appear only once.", "A-083"),
    ProblemType("specialization_unknown_endeavor", "This sheet has no endeavor with that name.", "A-083"),
    ProblemType("specialization_unknown_stat", "This sheet has no stat with that name.", "A-084"),
    ProblemType(
        "specialization_adds_own_stat",
        "A specialization must add a stat other than its endeavor’s own.",
        "R-26",
    ),
    ProblemType("owed_out_of_range", "A name can be on the list at most 99 times.", "R-22"),
    ProblemType(
        "vulnerability_missing", "Enter what this specialization is vulnerable to.", "A-085", WARNING
    ),
    ProblemType("vulnerable_to_itself", "A specialization can’t be vulnerable to itself.", "A-085", WARNING),
    ProblemType("endeavors_missing", "Without endeavors there’s nothing to roll for.", "A-008", WARNING),
    ProblemType("stat_without_dice", "This stat has no dice left and counts as 0.", "R-14", WARNING),
)


def judge(sheet: ParsedSheet) -> SheetReport:
    """Return the derived values of a sheet and its rolls, and report its problems."""
    _judge_stats(sheet)
    _judge_endeavors(sheet)
    _judge_specializations(sheet)
    character = Character.of(sheet)
    return SheetReport(
        (),
        derive(character, House.of(sheet.house)),
        (_dice(character), *all_rolls(sheet, {})),
        notes={
            place_of(sheet, "stats", name): _describe_number(sizes.count(dice))
            for name, dice in character.stats.items()
            if dice
        },
        steps=tuple(_steps(sheet, character)),
        totals=(Total(sum(map(sizes.count, character.stats.values())), ("die size", "die sizes")),),
    )


def names_of(sheet: ParsedSheet, field: str) -> Collection[str]:
    """Return the names in a mapping of the sheet, including those with unreadable values."""
    return sheet.keyed_paths.get(field, {})


def place_of(sheet: ParsedSheet, field: str, name: str) -> str:
    """Return the path of a name's value in the data: a form stores it in rows."""
    return sheet.keyed_paths[field][name]


def _describe_number(number: int) -> str:
    return f"{number} {'size' if number == 1 else 'sizes'}"


def _judge_stats(sheet: ParsedSheet) -> None:
    if sheet.is_valid("stats") and not names_of(sheet, "stats"):
        sheet.add_problem("stats", "stats_missing")
    for name, dice in sheet["stats"].items():
        path = place_of(sheet, "stats", name)
        for code in dice_problems(dice):
            sheet.add_problem(path, code)
        if not dice:
            sheet.add_problem(path, "stat_without_dice")
    for field in ("exert_stat", "duress_stat"):
        if sheet.is_valid(field) and sheet[field] not in names_of(sheet, "stats"):
            sheet.add_problem(field, f"{field}_unknown")


def _judge_endeavors(sheet: ParsedSheet) -> None:
    if not names_of(sheet, "endeavors"):
        sheet.add_problem("endeavors", "endeavors_missing")
    for name, stat in sheet["endeavors"].items():
        if stat not in names_of(sheet, "stats"):
            sheet.add_problem(place_of(sheet, "endeavors", name), "endeavor_unknown_stat")


def _judge_specializations(sheet: ParsedSheet) -> None:
    names: list[str] = []
    for place, each in sheet.entries("specializations"):
        at = f"specializations.{place}"
        name = (each["name"] or "").strip()
        if name and any(same_name(name, other) for other in names):
            sheet.add_problem(f"{at}.name", "specialization_duplicate")
        names.append(name)
        endeavor = next((own for own in sheet["endeavors"] if same_name(own, each["endeavor"])), None)
        if endeavor is None:
            sheet.add_problem(f"{at}.endeavor", "specialization_unknown_endeavor")
        if each["adds"] not in names_of(sheet, "stats"):
            sheet.add_problem(f"{at}.adds", "specialization_unknown_stat")
        elif endeavor is not None and sheet["endeavors"][endeavor] == each["adds"]:
            sheet.add_problem(f"{at}.adds", "specialization_adds_own_stat")
        if not each["vulnerable_to"].strip():
            sheet.add_problem(f"{at}.vulnerable_to", "vulnerability_missing")
        elif same_name(each["vulnerable_to"], name):
            sheet.add_problem(f"{at}.vulnerable_to", "vulnerable_to_itself")


def _dice(character: Character) -> Panel:
    """Return the dice and the mean high die of each act."""
    rows = tuple(
        (act.name, format_dice(act.dice), act.sides, f"{float(mean_high(act.dice)):.1f}")
        for act in character.acts()
    )
    return Panel("Dice", ("Endeavor", "Dice", "Total sides", "Average high die"), rows)


def _steps(sheet: ParsedSheet, character: Character) -> Iterator[SheetStep]:
    """Yield the steps of the we owe list, and those of exhaustion and injury. A-030, A-073, A-074."""
    house = House.of(sheet.house)
    owed = sheet["owed"]
    more = "more" if house.owed_margin == 1 else f"at least {house.owed_margin} more"
    doubled = "" if house.owed_when_doubled else ", and it didn’t double you in the first round"
    why = f"The other side’s dice had {more} sides in total{doubled}."
    changes = {"owed": owed + 1}
    yield SheetStep("Add the name to the we owe list", changes, why, "A-073", available=owed < MAX_OWED)
    why = "Adds a d6 to the high die until the end of the round."
    yield SheetStep("Strike the name", {"owed": owed - 1}, why, "A-076", available=owed > 0)
    reducible = [
        (word, stat, sizes.injury_results(character.stats[stat], house.injury_sizes, house.keep_d4))
        for word, stat in character.injured_stats(house.any_stat)
        if list(character.stats[stat]) == sorted(sheet["stats"][stat], reverse=True)
        and sizes.sizes_to_lose(character.stats[stat], house.keep_d4)
    ]
    enough = any(options for _, _, options in reducible)
    why = (
        f"The loss is {house.injury_words}; the winner chooses which."
        if enough
        else f"No stat has {house.injury_words} left to lose."
    )
    for word, stat, options in reducible:
        for left in options if enough else [sizes.after_all_losses(character.stats[stat], house.keep_d4)]:
            title = f"{word}: {stat} becomes {format_dice(left)}"
            yield SheetStep(title, {place_of(sheet, "stats", stat): left}, why, "R-13")


OWN = dice_input(
    "own", "Custom dice", fewest=1, start=[8, 8], help="Your dice with a helper’s, or any others."
)
OPPONENT = dice_input("opponent", "Their dice", fewest=1, start=[10, 8], noun="The other side")
HELD = Choice("advantage", "Advantage", {NOBODY: "No one", A: "You", B: "Them"}, start=NOBODY)
SITUATION: tuple[Input, ...] = (OPPONENT, HELD, OWN)
TOGETHER = "Custom dice"


def all_rolls(sheet: ParsedSheet, situation: Mapping[str, Any]) -> tuple[Panel, ...]:
    """Return the rolls of every act against the other side's dice: the cast, and the whole conflict.

    A stat can be rolled alone if no endeavor fits, and so can dice put together by hand.
    """
    character = Character.of(sheet)
    opponent = tuple(situation.get("opponent", OPPONENT.initial_value))
    advantage = situation.get("advantage", NOBODY)
    against = f"against {format_dice(opponent)}"
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
        (f"{act.name} ({format_dice(act.dice)})", *_roll_buttons(act, opponent, advantage, against))
        for act in acts
    )
    return Panel(
        title,
        (first, "Challenges", "Wins"),
        rows,
        note=f"Your chances {against}. In the odds of a roll you are side {SIDES[A]}.",
    )


def _roll_buttons(
    act: Act, opponent: tuple[int, ...], advantage: str, against: str
) -> tuple[RollButton | str, RollButton | str]:
    if not act.dice:
        return "no dice left", "no dice left"
    inputs = {"dice_a": list(act.dice), "dice_b": list(opponent), "advantage": advantage}
    challenges, wins = _chances(act.dice, opponent, advantage)
    moment = {"dice_b": against, "advantage": ""} | ({"dice_a": ""} if act.name == TOGETHER else {})
    return (
        RollButton(CAST.id, inputs, f"{act.name} (cast)", challenges, situation=moment),
        "too many dice to calculate"
        if wins is None
        else RollButton(CONFLICT.id, inputs, f"{act.name} (whole conflict)", wins, situation=moment),
    )


@lru_cache(maxsize=512)
def _chances(
    dice: tuple[int, ...], opponent: tuple[int, ...], advantage: str
) -> tuple[Fraction, Fraction | None]:
    """Return the chance to challenge, and to win the conflict if both hang in.

    The second is None if it takes too long.
    """
    sides = {"dice_a": list(dice), "dice_b": list(opponent), "advantage": advantage}
    challenges = CAST.bind(sides).odds().chance(lambda outcome: outcome.challenger == A)
    try:
        return challenges, solve_conflict(dice, opponent).before_round(BetweenRounds(advantage)).wins(A)
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
    "Three sample stats. The game has no list of stats, so name them as you like.",
)

SHEET = Sheet(
    version=1,
    sections=SECTIONS,
    evaluate=judge,
    codes=SHEET_CODES,
    options=ON_SHEETS,
    templates=(THREE_STATS,),
    creation=STEPS,
    play=Play(
        fields=(PlayField("owed", unlimited=True),),
        facts=("interests",),
        situation=SITUATION,
        rolls=all_rolls,
    ),
)
