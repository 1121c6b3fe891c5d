"""Unopposed spells: a cast against the DC, and its possible failures. T-229, R-65, R-100."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.base.errors import Fault
from rules_py.base.wording import quote
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice
from rules_py.systems.two_d6.difficulty import DC_NAMES, EASIEST, HARDEST, LADDER
from rules_py.systems.two_d6.magic import (
    CAST,
    CASTING,
    FIZZLE,
    SPELL_RULE,
    TARGETS,
    TARGETS_BY_DC,
    WILD,
    cast_dc,
    note_dc,
    spell_result,
)
from rules_py.systems.two_d6.rolls import RollLabel, roll_two
from rules_py.systems.two_d6.spells import TIERS, find_spell
from rules_py.systems.two_d6.sums import SIDES, SNAKE_EYES, Sums, better_of, kept_sums
from rules_py.systems.two_d6.tracker.actions.attack import DC, SPELLS, one_of_many, power
from rules_py.systems.two_d6.tracker.actions.base import Answer, FightAction, FighterEvent, boxcars
from rules_py.systems.two_d6.tracker.actions.harm import describe_wounds_left, wound
from rules_py.systems.two_d6.tracker.shape import ALONE, Attack, Cast, Fight, Fighter, name_input
from rules_py.tracker import ActionOption, OutcomeShare, faces, state_field

SPELL = name_input("spell", "Spell", default="")
HEALED = name_input("healed", "Patient", default="")
GIVER = name_input("giver", "Volunteer (loses a wound)", default="")
NOBODY = "no transfer: the patient’s natural healing doubles for a week"
RESULT_TEXTS = {
    CAST: "the spell succeeds",
    FIZZLE: "the spell fizzles",
    WILD: "the spell goes wild and backfires on the caster",
}


def cast_result(fight: Fight, attack: int, resolve: int, dc: int) -> str:
    """Return the result of a cast with these dice; snake eyes fail. R-65."""
    snake_eyes = attack == SNAKE_EYES
    return spell_result(attack + resolve, dc, wild_from=fight.rules.wild_from, snake_eyes=snake_eyes)


def chances(fight: Fight, sums: Sums, resolve: int, dc: int) -> Mapping[str, Fraction]:
    """Return the chance of each result of a cast."""
    chances = dict.fromkeys((WILD, FIZZLE, CAST), Fraction())
    for total, ways in sums.items():
        chances[cast_result(fight, total, resolve, dc)] += Fraction(ways, sum(sums.values()))
    return chances


def _shares(fighter: Fighter, chances: Mapping[str, Fraction]) -> tuple[OutcomeShare, ...]:
    """Return the chances, named as by the calculator of a cast; tones are from the players' point of view."""
    foes = {"worst": "best", "bad": "good", "good": "bad"}
    return tuple(
        OutcomeShare(grade.label, chances[key], grade.tone if fighter.pc else foes[grade.tone])
        for key, grade in zip((WILD, FIZZLE, CAST), CASTING.grades, strict=True)
        if chances[key]
    )


@dataclass(frozen=True, kw_only=True)
class CastEvent(FighterEvent):
    spell: str = state_field(SPELL)
    dc: int | None = state_field(DC)
    targets: int = state_field(TARGETS)
    healed: str = state_field(HEALED)
    giver: str = state_field(GIVER)


class CastSpell(FightAction[CastEvent]):
    """An unopposed spell. Heal can pass a wound from a volunteer. R-96."""

    id, label = "cast", "Cast a spell"
    button = "Cast"
    heading = SPELLS
    # An aimed cast is rolled twice.
    dice = replace(faces(SIDES), fewest=2, most=4)

    def action(self, fight: Fight, event: CastEvent) -> str:
        return "cast"

    def input_errors(self, fight: Fight, event: CastEvent) -> Iterator[Fault]:
        yield from super().input_errors(fight, event)
        named = {"healed": event.healed, "giver": event.giver}
        yield from fight.unknown_names({field: name for field, name in named.items() if name})
        if event.who in fight and not _spell(fight[event.who], event.spell):
            words = f"{event.who} doesn’t know a spell called {quote(event.spell)} that is cast unopposed."
            yield Fault("event.spell", "unknown_spell", event.spell, "the name of a spell they know", words)
        elif event.who in fight and not _dc(fight, event):
            yield Fault("event.dc", "missing_dc", None, "7, 9, 11, 13, 15 or 17", "Choose the DC to cast at.")

    def violations(self, fight: Fight, event: CastEvent) -> Iterator[str]:
        fighter, spell = fight[event.who], find_spell(event.spell)
        if fight.round in fighter.negated:
            yield "negated"
        if fighter.held:
            yield "held"
        if spell and spell.time == "minutes":
            yield "too_slow"
        if event.targets > 1 and ("mass_spell" not in fighter.talents or (spell and not spell.widens)):
            yield "one_target"
        elif cast_dc(_dc(fight, event) or EASIEST, event.targets) > HARDEST:
            yield "too_many_targets"
        if (event.healed or event.giver) and not _passes(fight, event):
            yield "no_transfer"

    def carry_out(self, fight: Fight, event: CastEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fighter, spell = fight[event.who], _spell(fight[event.who], event.spell)
        dc = _dc(fight, event)
        assert spell
        assert dc
        spell = replace(spell, dc=note_dc(dice, dc, event.targets))
        label = RollLabel(f"{fighter.name}, {spell.name}", fighter.resolve, spell.dc)
        sum_ = roll_two(dice, label, aimed=fighter.aiming, rule="T-229").sum
        fighter = boxcars(dice, fighter, sum_).but(aiming=False)
        cast = Cast(who=fighter.name, spell=spell, dice=sum_, healed=event.healed, giver=event.giver)
        return _resolve_cast(fight.but(fighter, cast=cast), f"{fighter.name} casts {spell.name}", dice)

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        for spell in fighter.attacks:
            if spell.kind == ALONE:
                yield self._act(fight, fighter, spell)

    def _act(self, fight: Fight, fighter: Fighter, spell: Attack) -> ActionOption:
        dc, known = spell.dc or EASIEST, find_spell(spell.name)
        resolve = f"+{fighter.resolve} against DC {dc}."
        aimed = " Aimed: roll twice, keep the higher roll." if fighter.aiming else ""
        most = TARGETS_BY_DC[dc] if "mass_spell" in fighter.talents and (not known or known.widens) else 1
        at = (_power(spell),)
        all_rolls = ("Cast", *(("Cast, aimed",) if fighter.aiming else ()))
        return self.option(
            fight,
            {"who": fighter.name, "spell": spell.name, "dc": None if spell.dc else dc},
            id=f"cast-{spell.name}",
            title=spell.name,
            note=f"{resolve}{aimed} {known.gist if known else ''}".strip(),
            inputs=(*(() if spell.dc else at), *(_transfer(fight) if _heals(spell.name) else ())),
            more_inputs=(*(at if spell.dc else ()), *((replace(TARGETS, high=most),) if most > 1 else ())),
            group=one_of_many(fighter, spell),
            dice=tuple((f"{each}, {which}", SIDES) for each in all_rolls for which in ("first", "second")),
            shares=_shares(fighter, chances(fight, kept_sums(aimed=fighter.aiming), fighter.resolve, dc)),
            rules=("T-229", "T-236", "T-237", *(known.rules if known else ())),
        )


def _spell(fighter: Fighter, name: str) -> Attack | None:
    attack = fighter.attack(name)
    return attack if attack and attack.kind == ALONE else None


def _dc(fight: Fight, event: CastEvent) -> int | None:
    """Return the DC of the cast, before further targets raise it; it may differ from the spell's own. R-73,
    R-74.
    """
    spell = _spell(fight[event.who], event.spell)
    dc = event.dc or (spell.dc if spell else None)
    return dc if dc in DC_NAMES else None


def _heals(name: str) -> bool:
    spell = find_spell(name)
    return spell is not None and spell.id == "heal"


def _passes(fight: Fight, event: CastEvent) -> bool:
    """Return whether a wound can pass between these fighters. R-96."""
    if not (event.healed and event.giver and _heals(event.spell)) or event.healed == event.giver:
        return False
    healed, giver = fight[event.healed], fight[event.giver]
    return not healed.dead and healed.wounds < healed.wounds_max and giver.wounds > 0


def _power(spell: Attack) -> Choice:
    if spell.dc:
        return power(spell.dc)
    return Choice("dc", "Cast at", {str(each): f"DC {each}, {TIERS[each]}" for each in LADDER}, default="7")


def _transfer(fight: Fight) -> tuple[Choice, ...]:
    """Return the choices of the healed fighter and the volunteer, or none if no wound can pass."""
    healed = [each.name for each in fight.fighters if not each.dead and each.wounds < each.wounds_max]
    givers = [each.name for each in fight.fighters if each.wounds > 0]
    if not healed or not givers:
        return ()
    return (
        Choice("healed", HEALED.label, {"": NOBODY, **{each: each for each in healed}}, default=""),
        Choice("giver", GIVER.label, {"": "no one", **{each: each for each in givers}}, default=""),
    )


def _resolve_cast(fight: Fight, what: str, dice: RecordingDice) -> tuple[Fight, str]:
    """Resolve a cast; a failed one stays pending while a cinematic can reroll it. R-20."""
    cast = fight.cast
    assert cast
    assert cast.spell.dc
    fighter, spell = fight[cast.who], find_spell(cast.spell.name)
    result = cast_result(fight, cast.dice, fighter.resolve, cast.spell.dc)
    sentence = f"{what}: {cast.dice + fighter.resolve} against DC {cast.spell.dc}, {RESULT_TEXTS[result]}."
    if cast.dice == SNAKE_EYES:
        dice.note("Snake eyes: the cast fails with any total", "R-65")
    dice.note(f"{cast.spell.name}: {RESULT_TEXTS[result]}", SPELL_RULE[result])
    if result != CAST:
        waits = fighter.may_spend("reroll")
        return (fight if waits else replace(fight, cast=None)), sentence
    if spell:
        dice.note(spell.gist, spell.rules[0])
    fight = replace(fight, cast=None)
    return _pass_wound(fight, cast, sentence) if cast.healed else (fight, sentence)


def _pass_wound(fight: Fight, cast: Cast, sentence: str) -> tuple[Fight, str]:
    """Move a wound from the volunteer to the healed fighter, who regains consciousness. T-209,
    T-248, R-96.
    """
    healed = fight[cast.healed]
    healed = healed.but(wounds=healed.wounds + 1, dying="")
    giver = wound(fight[cast.giver], 1)
    lost = f"{cast.giver} loses a wound ({describe_wounds_left(giver)})"
    healing_text = f"{cast.healed} regains one ({describe_wounds_left(healed)})"
    return fight.but(healed, giver), f"{sentence} {lost}, and {healing_text}."


class CastAgain(Answer[FighterEvent]):
    """A failed cast rerolled for a cinematic. T-226, R-20."""

    id, label = "cast_again", "Reroll the cast"
    button = "Reroll"
    heading = SPELLS
    rules = ("T-226", "R-20")
    note = "Keep the better roll."
    dice = faces(SIDES, SIDES)

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        if not fight.cast or fight.cast.who != event.who:
            yield "nothing_due"
        elif not fight[event.who].may_spend("reroll"):
            yield "no_cinematic"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        cast, fighter = fight.cast, fight[event.who]
        assert cast
        label = RollLabel(f"{fighter.name}, {cast.spell.name}", fighter.resolve, cast.spell.dc)
        best = max(roll_two(dice, label, rule="T-229").sum, cast.dice)
        dice.note("Keep the better roll", "R-20")
        fighter = boxcars(dice, fighter.after_using("reroll"), best, cast.dice)
        fight = fight.but(fighter, cast=replace(cast, dice=best))
        return _resolve_cast(fight, f"{event.who} spends a cinematic to reroll the cast", dice)

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        cast = fight.cast
        if not cast or cast.who != fighter.name or not cast.spell.dc:
            return
        chance_of = chances(fight, better_of({cast.dice: 1}, kept_sums()), fighter.resolve, cast.spell.dc)
        yield self.option(
            fight,
            {"who": fighter.name},
            title=f"{fighter.name} spends a cinematic to reroll",
            dice=(("First die", SIDES), ("Second die", SIDES)),
            shares=_shares(fighter, chance_of),
        )


class CastFails(Answer[FighterEvent]):
    """A failed cast that no one rerolls."""

    id, label = "cast_fails", "Let the cast fail"
    button = "Continue"
    heading = SPELLS
    rules = ("T-236", "T-237")

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        if not fight.cast or fight.cast.who != event.who:
            yield "nothing_due"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        return replace(fight, cast=None), f"{event.who} lets the cast fail."

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        if fight.cast and fight.cast.who == fighter.name:
            yield self.option(fight, {"who": fighter.name}, title="The cast fails")
