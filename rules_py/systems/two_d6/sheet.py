"""The character sheet of [2d6]: purchases, derived values, rolls, and points left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules_py.base.wording import pluralize, same_name
from rules_py.sheets.creation import Total
from rules_py.sheets.panel import Panel
from rules_py.sheets.play_mode import Play, PlayField, SheetStep
from rules_py.sheets.sheet import Sheet, SheetReport, Template
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.two_d6.aims import WORTH
from rules_py.systems.two_d6.armour import NEEDS_TRAINING
from rules_py.systems.two_d6.character import ALLOWANCES, SPELL_OF_ID, Character
from rules_py.systems.two_d6.choices import CARDS, template_row
from rules_py.systems.two_d6.creation import STEPS
from rules_py.systems.two_d6.items import FAST, METHODS, starting_items
from rules_py.systems.two_d6.ledger import Build, to_answer
from rules_py.systems.two_d6.options import OPTIONS
from rules_py.systems.two_d6.problems import CHARACTER_CODES
from rules_py.systems.two_d6.races import BLOODHOUND_NOSE, DARKVISION, GILLS, GOBLIN, WINGS, RacialTalent
from rules_py.systems.two_d6.roll_buttons import SITUATION, Situation
from rules_py.systems.two_d6.roll_buttons import panels as all_rolls
from rules_py.systems.two_d6.sections import LABELLED, MANY, MAX_HELD, SECTIONS
from rules_py.systems.two_d6.stats import STATS, is_rank, rank_price

_PARTS = {
    "SKILL_RANGE": ".rank",
    "SKILL_SPECIALTY": ".subset",
    "ORGAN_TIER": ".tier",
    "SPELL_DC": ".dc",
    "NEGATIVE": ".xp",
}
"""The field of a line that each problem of the ledger concerns."""
_FIELDS = {"stat_boosts": "talents", "special_items": "items"}
"""The field of the sheet for each problem of the ledger as a whole."""
_NEEDS_SPELL = {"spell_turning": "R-70", "mass_spell": "T-080", "fast_caster": "T-071"}
"""The talents that are of no use without a spell, each with the rule for that."""


def judge(sheet: ParsedSheet) -> SheetReport:
    """Return a sheet's derived values, rolls and problems."""
    character = Character.of(sheet)
    build = character.build
    _judge_ledger(sheet, character)
    _judge_names(sheet, character)
    _judge_use(sheet, character)
    derived = to_answer(build) | {
        "stats_now": character.stats,
        "resolve_now": character.resolve,
        "initiative_now": character.initiative,
        "wounds_max_now": character.most_wounds,
        "wounds": max(0, character.most_wounds - sheet["wounds_lost"]),
    }
    return SheetReport(
        (),
        derived,
        (
            _ledger(build),
            _derived_panel(sheet, character),
            _belongings(sheet, build),
            *all_rolls(character, Situation()),
        ),
        notes=_notes(sheet, character),
        steps=tuple(_steps(sheet, character)),
        maximums={"wounds_lost": character.most_wounds},
        totals=_totals(build),
        to_do=_to_do(build),
    )


def _judge_ledger(sheet: ParsedSheet, character: Character) -> None:
    known = {(each.field, each.code) for each in sheet.problems}
    for each in character.build.problems:
        place = character.places.get(each.field, _FIELDS.get(each.top, each.field))
        if place.partition(".")[0] in ("talents", "skills", "spells") and "." in place:
            place += _PARTS.get(each.code, "")
        if (place, each.code) not in known:
            sheet.problems.append(replace(each, field=place))


def _judge_names(sheet: ParsedSheet, character: Character) -> None:
    """Report missing names, duplicate skills, and states that weren't bought."""
    first = {each.place for each in character.skills}
    for place, each in sheet.entries("skills"):
        if each["skill"] and place not in first:
            sheet.add_problem(f"skills.{place}.skill", "SKILL_TWICE")
    for place, each in sheet.entries("talents"):
        if each["talent"] in LABELLED and not each["label"].strip():
            sheet.add_problem(f"talents.{place}.label", "WHICH")
    if character.state and not any(same_name(name, character.state) for name in character.build.valid_states):
        sheet.add_problem("state", "STATE_UNKNOWN")


def _judge_use(sheet: ParsedSheet, character: Character) -> None:
    """Warn of useless purchases, and of belongings with a wrong total."""
    build = character.build
    if not any(build.stats.values()):
        sheet.add_problem("stats", "NO_STATS")
    for place, talent in enumerate(build.talents):
        for key, rule in _NEEDS_SPELL.items():
            if talent.is_a(key) and not build.has_spell_for(key):
                sheet.add_problem(character.places[f"talents.{place}"], "NO_SPELL", rule=rule)
    for place, spell in enumerate(build.spells):
        if spell.spell is SPELL_OF_ID["runes"] and all(each.spell is spell.spell for each in build.spells):
            sheet.add_problem(character.places[f"spells.{place}"], "NO_SPELL", rule="T-256")
    if build.item_method == FAST:
        kinds = {each["kind"] for _, each in sheet.entries("items")}
        if build.armour in NEEDS_TRAINING and kinds.isdisjoint(("special", "later")):
            sheet.add_problem("armour", "ARMOUR_ITEM")
        if _mundane_items(sheet) > sheet.house["mundane_slots"] - sheet["swapped"]:
            sheet.add_problem("items", "MUNDANE_ITEMS", rule="T-151" if sheet["swapped"] else None)


def _mundane_items(sheet: ParsedSheet) -> int:
    """Return the number of mundane items among the starting items."""
    return sum(not each["kind"] and bool(each["text"].strip()) for _, each in sheet.entries("items"))


XP = ("XP", "XP")


def _totals(build: Build) -> tuple[Total, ...]:
    """Return the stat points and the XP that are left. An unspent point becomes an XP, so points that have
    paid for a purchase are no longer left. T-035.
    """
    points = build.count("stat_points") - build.stat_cost
    if points > 0:
        points = min(points, max(0, build.xp_left))
    making = (
        Total(points, ("stat point", "stat points"), left=True),
        Total(build.xp_left - max(0, points), XP, left=True),
    )
    playing = making if points > 0 else making[1:]
    return (*making, *(replace(each, in_play=True) for each in playing))


def _to_do(build: Build) -> dict[str, str]:
    left = build.count("stat_points") - build.stat_cost
    if not build.stat_cost or left <= 0:
        return {}
    return {"stats": f"{pluralize(left, 'point', 'points')} left: spend them, or they become XP."}


def _notes(sheet: ParsedSheet, character: Character) -> dict[str, str]:
    """Return the cost of each choice, by its field, and the table's deviations from the book."""
    build = character.build
    notes = {
        f"stats.{name}": pluralize(rank_price(rank), "point", "points")
        for name, rank in build.stats.items()
        if rank and is_rank(rank)
    }
    for line in build.lines:
        place = character.places.get(line.path)
        if place:
            notes[place] = f"{line.xp} XP"
    for name in ALLOWANCES:
        if (allowed := getattr(build, name)) != sheet[name]:
            notes[name] = f"{allowed} at your table"
    return notes


def _ledger(build: Build) -> Panel:
    """Return the panel of costs and points left."""
    rows: list[tuple[Any, ...]] = [
        ("Starting", f"+{build.count('starting_xp')}"),
        (f"Stat points left (of {build.count('stat_points')})", f"+{build.points_left}"),
    ]
    if build.count("earned_xp"):
        rows.append(("Earned", f"+{build.count('earned_xp')}"))
    rows += [(line.what, f"−{line.xp}" if line.xp else "free") for line in build.lines]
    rows += [(f"{each['name']} ({each['label']}), from rank 5", "free") for each in build.granted_skills]
    rows.append(("Left", build.xp_left))
    return Panel("Cost", ("Item", "XP"), tuple(rows), paper=False)


def _derived_panel(sheet: ParsedSheet, character: Character) -> Panel:
    """Return the panel of values derived from the stats, as bought and current."""
    left = max(0, character.most_wounds - sheet["wounds_lost"])
    rows: list[tuple[Any, ...]] = [
        ("Resolve", character.resolve),
        ("Initiative", character.initiative),
        ("Wounds left", f"{left} of {character.most_wounds}"),
    ]
    build = character.build
    changed = [f"{name} +{now}" for name, now in character.stats.items() if now != sheet["stats"][name]]
    if changed:
        rows.append(("Current stats", ", ".join(changed)))
    for name, state in build.valid_states.items():
        words = f"{STATS[state.plus]} +{state.depth}, {STATS[state.minus]} −{state.depth}"
        rows.append((f"State: {name}", words))
    return Panel("Derived values", ("Value", "Now"), tuple(rows))


def _belongings(sheet: ParsedSheet, build: Build) -> Panel:
    """Return the panel of starting items, by the chosen method. T-147."""
    allowance = starting_items(
        method=sheet["item_method"],
        rich=build.has("rich"),
        swapped=sheet["swapped"],
        slot_value=sheet["slot_value"],
        purse=sheet["purse"],
        mundane_slots=sheet.house["mundane_slots"],
        rich_times=sheet.house["rich_times"],
    )
    rows: list[tuple[Any, ...]] = []
    if sheet["item_method"] == FAST:
        rows.append(("Special items", f"{build.special_items} of {allowance['special']}"))
        rows.append(("Mundane items", f"{_mundane_items(sheet)} of {allowance['mundane']}"))
    rows.append(("Money", allowance["money"]))
    method = METHODS[sheet["item_method"]].partition(":")[0]
    return Panel("Starting items", (method, "Taken"), tuple(rows), paper=False)


def _steps(sheet: ParsedSheet, character: Character) -> Iterator[SheetStep]:
    """Yield steps: those due at 0 wounds, healing by rest, cinematics, and the states to enter."""
    lost, most, cinematics = sheet["wounds_lost"], character.most_wounds, sheet["cinematics"]
    down = lost >= most
    if sheet["dead"]:
        return
    if down and not sheet["unconscious"]:
        why = "At 0 wounds you fall unconscious and make a death check (below)."
        yield SheetStep(
            "Fall unconscious", {"unconscious": True}, why, "T-208", due=True, field="wounds_lost"
        )
    if down:
        why = "On a failed death check, or on taking a wound at 0."
        yield SheetStep("Die", {"dead": True}, why, "T-210")
    if sheet["unconscious"] and not down:
        why = "Healing one wound wakes you."
        yield SheetStep("Wake", {"unconscious": False}, why, "T-209", due=True, field="wounds_lost")
    can_spend = cinematics > 0
    why = "An extra wound, an extra half-round action, or a reroll; each once per round."
    yield SheetStep("Spend a cinematic", {"cinematics": cinematics - 1}, why, "T-227", available=can_spend)
    yield SheetStep(
        "Cancel a wound (1 cinematic)",
        {"cinematics": cinematics - 1, "wounds_lost": lost - 1},
        "Once per round, when it is dealt.",
        "T-224",
        available=can_spend and lost > 0,
    )
    days = sheet.house["days_per_wound"]
    rest = "A day’s rest" if days == 1 else f"{days} days’ rest"
    for title, healed, why, rule in (
        (rest, 1, "With eight hours’ sleep, and food.", "T-212"),
        (f"{rest} with a healer", 2, "Successful healing doubles the rate.", "T-214"),
    ):
        yield SheetStep(title, {"wounds_lost": max(0, lost - healed)}, why, rule, available=lost > 0)
    yield from _states(character)
    price = character.build.cinematic_xp
    yield SheetStep(
        "Buy a cinematic",
        {"cinematics_bought": sheet["cinematics_bought"] + 1, "cinematics": cinematics + 1},
        f"{price} XP.",
        "T-222",
        available=character.build.xp_left >= price and cinematics < MAX_HELD,
    )
    award = sheet.house["award_xp"]
    yield SheetStep(
        f"Earn {award} XP",
        {"earned_xp": min(max(0, sheet["earned_xp"]) + award, MANY)},
        "An adventure, a beaten enemy, a solved puzzle, a splendid deed.",
        "T-220",
        available=sheet["earned_xp"] < MANY,
    )


def _states(character: Character) -> Iterator[SheetStep]:
    """Yield the Altered States to enter, and to leave. R-12."""
    for name, state in character.build.valid_states.items():
        inside = same_name(name, character.state)
        words = f"{STATS[state.plus]} +{state.depth}, {STATS[state.minus]} −{state.depth}."
        title = f"Leave state: {name}" if inside else f"Enter state: {name}"
        yield SheetStep(title, {"state": "" if inside else name}, words, "T-052")


def _rolls(sheet: ParsedSheet, situation: Mapping[str, Any]) -> tuple[Panel, ...]:
    """Return every roll in this situation."""
    return tuple(all_rolls(Character.of(sheet), Situation(**situation)))


def _template(
    key: str,
    title: str,
    race: str,
    required: tuple[RacialTalent, ...],
    brings: tuple[RacialTalent, ...],
    help: str,
) -> Template:
    return Template(
        key,
        title,
        {"race": race, "race_required": [{"talent": each.talent, "label": each.label} for each in required]},
        help,
        {"talents": tuple(template_row(each.talent, each.label, each.tier) for each in brings)},
    )


TEMPLATES = (
    _template(
        "goblin", "Goblin", GOBLIN.name, GOBLIN.required, GOBLIN.required, "Includes the required darkvision."
    ),
    _template(
        "goblin_nose",
        "Goblin with a bloodhound nose",
        GOBLIN.name,
        GOBLIN.required,
        (DARKVISION, BLOODHOUND_NOSE),
        "Includes darkvision and the optional bloodhound nose.",
    ),
    _template(
        "half_goblin",
        "Half goblin",
        "Half goblin",
        (),
        (DARKVISION,),
        "Someone of mixed ancestry may take either parent’s talents, at creation.",
    ),
    _template(
        "fish_and_eagle",
        "Child of fish-folk and eagle-folk",
        "Fish-folk and eagle-folk",
        (),
        (GILLS, WINGS),
        "Includes gills and wings, both taken at creation.",
    ),
)

SHEET = Sheet(
    version=1,
    sections=SECTIONS,
    evaluate=judge,
    codes=CHARACTER_CODES,
    options=OPTIONS,
    templates=TEMPLATES,
    templates_title="Start with a race",
    creation=STEPS,
    cards=CARDS,
    cost_benefit=WORTH,
    play=Play(
        fields=(
            PlayField("wounds_lost", "Wounds left", shows_remaining=True),
            PlayField("cinematics", unlimited=True),
            PlayField("unconscious", group="Condition"),
            PlayField("dead", group="Condition"),
        ),
        facts=("race", "concept", "state"),
        situation=SITUATION,
        rolls=_rolls,
    ),
)
