"""The cards of choices: the price of each, what blocks it, and its further actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_py.base.problems import ERROR, Problem
from rules_py.base.wording import pluralize
from rules_py.sheets.play_mode import Card, CardAction, Cards, PrerequisiteStep, SheetStep
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.two_d6.character import SPELL_OF_ID, Character, TrainedSkill, skill_name
from rules_py.systems.two_d6.ledger import Build, SpellBought, TalentBought
from rules_py.systems.two_d6.skills import ALL as ALL_SKILLS
from rules_py.systems.two_d6.skills import HEAVY, LIGHT, MELEE_STYLES, UNARMED, Skill
from rules_py.systems.two_d6.spells import Spell
from rules_py.systems.two_d6.stats import HIGHEST, LOWEST, STATS
from rules_py.systems.two_d6.talents import BOOST, MAX_BOOSTS, PER_LABEL, STATE, TALENTS, Talent

RANKS = range(LOWEST + 1, HIGHEST + 1)
MAX_STATS_OFFERED = 4
REPEL_ATTACK = "repel_attack"


def _errors(build: Build) -> dict[str, Problem]:
    return {each.code: each for each in build.problems if each.severity == ERROR}


def _blockers(before: Build, after: Build) -> tuple[tuple[str, str | None], ...]:
    """Return the rules that a choice would newly break."""
    broken = _errors(before)
    new = sorted(_errors(after).items())
    return tuple((each.message, each.rule) for code, each in new if code not in broken)


def _ranks(number: int, unit: str) -> tuple[PrerequisiteStep, ...]:
    """Return the ranks as stages, each with its own price."""
    return tuple(PrerequisiteStep(f"+{rank}: {unit.format(rank)}", number >= rank) for rank in RANKS)


def _stat_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each stat: its ranks, and one more or less."""
    build = Character.of(sheet).build
    return {name: _stat_card(build, name) for name in STATS}


def _stat_card(build: Build, name: str) -> Card:
    rank = build.stats[name]
    moves = []
    if LOWEST <= rank < HIGHEST:
        more = SheetStep(f"Raise to +{rank + 1}", {f"stats.{name}": rank + 1}, f"{_points(rank + 1)}.")
        moves.append(CardAction(more, _blockers(build, _with_stat(build, name, rank + 1))))
    if LOWEST < rank <= HIGHEST and not _blockers(build, _with_stat(build, name, rank - 1)):
        moves.append(
            CardAction(
                SheetStep(f"Lower to +{rank - 1}", {f"stats.{name}": rank - 1}, f"{_points(rank)} back.")
            )
        )
    boosts = build.final_stats[name] - rank
    now = f"Now +{rank}" + (f", with Stat Boosts +{rank + boosts}." if boosts else ".")
    return Card(now, path=_ranks(rank, "{}"), actions=tuple(moves))


def _points(count: int) -> str:
    return pluralize(count, "point", "points")


def _with_stat(build: Build, name: str, rank: int) -> Build:
    return replace(build, stats={**build.stats, name: rank})


def _talent_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each talent: its price, what blocks it, its prerequisites, and another purchase."""
    character = Character.of(sheet)
    return {key: _talent_card(sheet, character, each) for key, each in TALENTS.items()}


def _talent_card(sheet: ParsedSheet, character: Character, talent: Talent) -> Card:
    build = character.build
    count = sum(each.talent is talent for each in build.talents)
    first = _to_bought(talent)
    barred = _blockers(build, replace(build, talents=(*build.talents, first)))
    moves = tuple(_more(sheet, build, talent, count)) if count else ()
    price = f"{talent.price}, {talent.how_often}."
    return Card(price, barred, tuple(_prerequisites(character, talent, count)), moves)


def _to_bought(talent: Talent, label: str = "", plus: str = "STR", minus: str = "CHA") -> TalentBought:
    """Return a talent as a purchase for its card."""
    is_state = talent.repeat == STATE
    return TalentBought(
        talent.name,
        label,
        1 if talent.id == "extra_organ" else None,
        plus if is_state or talent.repeat == BOOST else None,
        minus if is_state else None,
    )


def _row(talent: Talent, label: str = "", plus: str = "STR", minus: str = "CHA") -> dict[str, Any]:
    """Return the same as a line of the sheet."""
    return {
        "talent": talent.id,
        "label": label,
        "tier": 1,
        "plus": plus,
        "minus": minus,
        "xp": None,
        "later": False,
        "free": False,
        "gm_exception": False,
    }


def _more(sheet: ParsedSheet, build: Build, talent: Talent, count: int) -> Iterator[CardAction]:
    """Yield the action that buys a repeatable talent again."""
    there = sheet.given_rows("talents")
    for title, row in _repeat_purchases(build, talent, count):
        more = _to_bought(talent, row["label"], row["plus"], row["minus"])
        step = SheetStep(title, {"talents": [*there, row]}, f"{talent.price}.")
        yield CardAction(step, _blockers(build, replace(build, talents=(*build.talents, more))))


def _repeat_purchases(build: Build, talent: Talent, count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    if talent.repeat == PER_LABEL:
        yield "Take another", _row(talent, f"{talent.names} {count + 1}")
    if talent.repeat == BOOST:
        for name, words in STATS.items():
            if build.final_stats[name] < HIGHEST:
                yield f"Boost {words}", _row(talent, plus=name)
    if talent.repeat == STATE:
        for name, state in build.valid_states.items():
            label = next(each.label for each in build.states[name])
            yield f"Deepen {name}", _row(talent, label, state.plus, state.minus)


def _prerequisites(character: Character, talent: Talent, count: int) -> Iterator[PrerequisiteStep]:
    """Yield the prerequisites of a talent, and how many of them are met."""
    build = character.build
    own = PrerequisiteStep(talent.name, bool(count))
    match talent.id:
        case "spell_turning" | "mass_spell" | "fast_caster":
            yield from (PrerequisiteStep("a spell", build.has_spell_for(talent.id)), own)
        case "acrobat":
            yield from (PrerequisiteStep("Athletics", character.find("athletics") is not None), own)
        case "animal_kinship":
            yield from (PrerequisiteStep("Diplomacy", character.find("diplomacy") is not None), own)
        case "armor_proficiency":
            yield from (PrerequisiteStep("medium or heavy armour", build.armour in ("medium", "heavy")), own)
        case "armored_acrobat":
            yield from (PrerequisiteStep("light armour", build.armour == "light"), own)
        case "alternate_form":
            yield from (own, PrerequisiteStep("an Altered State", build.has("altered_state")))
        case "polyglot":
            mastered = any(each["name"] == talent.name for each in build.granted_skills)
            yield from (PrerequisiteStep("Language at rank 5", mastered), PrerequisiteStep("free", mastered))
        case "stat_boost":
            yield from (PrerequisiteStep(f"+{each}", count >= each) for each in range(1, MAX_BOOSTS + 1))


def _skill_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each skill: its ranks and prices, and one more or less of those held."""
    character = Character.of(sheet)
    return {each.id: _skill_card(sheet, character, each) for each in ALL_SKILLS}


def _skill_card(sheet: ParsedSheet, character: Character, skill: Skill) -> Card:
    build = character.build
    own = [each for each in character.skills if each.skill is skill]
    fills = {"subset": _subset(character, skill, len(own) + 1)} if skill.subset else {}
    name = skill_name(skill.id, fills.get("subset", ""))
    barred = _blockers(build, replace(build, skills={**build.skills, name: 1}))
    there = sheet.given_rows("skills")
    moves = [move for each in own for move in _rank_moves(there, build, each)]
    moves += [move for each in own for move in _stat_moves(there, character, each)]
    if skill.subset and own and not _is_whole(skill, own):
        row = {"skill": skill.id, "rank": 1, "stat": None, **fills}
        moves.append(CardAction(SheetStep("Take another", {"skills": [*there, row]}, "1 XP."), barred))
    highest = max((each.rank for each in own), default=0)
    price = f"Usually with {', '.join(skill.stats) if len(skill.stats) < len(STATS) else 'any stat'}."
    path = _ranks(highest, "{} XP")
    if skill.id == "language":
        path = (*path, PrerequisiteStep("Polyglot, free", highest >= HIGHEST))
    return Card(price, barred, path, tuple(moves), fills)


def _subset(character: Character, skill: Skill, number: int) -> str:
    """Return the name of a new subset until the reader changes it; for Melee, a style that isn't
    taken yet.
    """
    if skill.id != "melee":
        return f"your {skill.subset}" if number == 1 else f"{skill.subset} {number}"
    stronger = character.stats["STR"] >= character.stats["AGI"]
    styles = (HEAVY, LIGHT, UNARMED) if stronger else (LIGHT, HEAVY, UNARMED)
    return next((each for each in styles if character.find("melee", each) is None), styles[0])


def _is_whole(skill: Skill, own: Sequence[TrainedSkill]) -> bool:
    """Return whether nothing of a skill is left to take, such as all three styles of Melee."""
    return skill.id == "melee" and len(own) >= len(MELEE_STYLES)


def _rank_moves(there: list[Any], build: Build, trained: TrainedSkill) -> Iterator[CardAction]:
    """Yield the actions that add or remove a rank of a skill on the sheet."""

    def move(rank: int, words: str) -> CardAction:
        changed = replace(build, skills={**build.skills, trained.name: rank})
        rows = [*there]
        rows[trained.place] = {**rows[trained.place], "rank": rank}
        step = SheetStep(f"{trained.name} to {rank}", {"skills": rows}, words)
        return CardAction(step, _blockers(build, changed))

    if LOWEST <= trained.rank < HIGHEST:
        yield move(trained.rank + 1, f"{trained.rank + 1} XP.")
    if RANKS[0] < trained.rank <= HIGHEST:
        less = move(trained.rank - 1, f"{trained.rank} XP back.")
        if not less.blockers:
            yield less


def _stat_moves(there: list[Any], character: Character, trained: TrainedSkill) -> Iterator[CardAction]:
    """Yield the other typical stats of a skill; for a skill with every stat, those that add more. T-028."""
    if trained.skill is None:
        return
    usual = [each for each in trained.skill.stats if each != trained.stat]
    if len(trained.skill.stats) > MAX_STATS_OFFERED:
        usual = [each for each in usual if character.stats[each] > character.stats[trained.stat]]
    for stat in usual:
        rows = [*there]
        rows[trained.place] = {**rows[trained.place], "stat": stat}
        bonus = character.roll(trained, stat).bonus
        yield CardAction(
            SheetStep(f"Use {STATS[stat]} for {trained.name}", {"skills": rows}, f"Bonus +{bonus}.")
        )


def _spell_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each spell: its price and DC."""
    build = Character.of(sheet).build
    return {key: _spell_card(sheet, build, key, each) for key, each in SPELL_OF_ID.items()}


def _spell_card(sheet: ParsedSheet, build: Build, key: str, spell: Spell) -> Card:
    copies = [each for each in build.spells if each.spell is spell]
    label = f"{spell.each} {len(copies) + 1}" if copies else ""
    more = SpellBought(spell.name, None, label)
    barred = _blockers(build, replace(build, spells=(*build.spells, more)))
    moves = []
    if spell.each and copies:
        there = sheet.given_rows("spells")
        row = {"spell": key, "label": label, "dc": None}
        moves.append(
            CardAction(SheetStep("Take another", {"spells": [*there, row]}, f"{spell.xp} XP."), barred)
        )
    needed = sheet.house["repel_dc"] if key == REPEL_ATTACK else spell.dc
    dc = f"DC {needed}" if needed else "no DC of its own"
    path: Sequence[PrerequisiteStep] = ()
    if key == "runes":
        has_spell = any(each.spell is not spell for each in build.spells)
        path = (PrerequisiteStep("a spell to store", has_spell), PrerequisiteStep("Runes", bool(copies)))
    return Card(f"{spell.xp} XP, {dc}.", barred, tuple(path), tuple(moves))


CARDS = (
    Cards("stats", "stats", ("use",), evaluate=_stat_cards),
    Cards("talents", "talents", ("use",), group="group", key="talent", evaluate=_talent_cards),
    Cards("skills", "skills", ("use",), group="group", key="skill", evaluate=_skill_cards),
    Cards("spells", "spells", ("use",), key="spell", evaluate=_spell_cards),
)


def template_row(talent: str, label: str, tier: int | None) -> Mapping[str, Any]:
    """Return a racial talent as a line of the sheet."""
    return {**_row(TALENTS[talent], label), **({"tier": tier} if tier else {})}
