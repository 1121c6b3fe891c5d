"""Attack: both sides roll, and then the roll waits for whatever is due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.base.errors import Fault
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice, Flag, ListOf, Several
from rules_py.systems.two_d6.difficulty import HARDEST, LADDER
from rules_py.systems.two_d6.fields import dc_input
from rules_py.systems.two_d6.magic import TARGETS_BY_DC, cast_dc, note_dc
from rules_py.systems.two_d6.spells import TIERS, find_spell
from rules_py.systems.two_d6.sums import SIDES
from rules_py.systems.two_d6.tracker.actions.base import ON, FightAction, FighterEvent, boxcars
from rules_py.systems.two_d6.tracker.actions.blows import Blow, blows, finishing_blows, shares
from rules_py.systems.two_d6.tracker.actions.meeting import resolve_next_target, roll_attack
from rules_py.systems.two_d6.tracker.defences import DEFENCE_LABELS
from rules_py.systems.two_d6.tracker.matchup import at_least, best_defence, defence_options, matchup
from rules_py.systems.two_d6.tracker.shape import ALONE, Attack, Fight, Fighter, Spread, name_input
from rules_py.tracker import ActionOption, faces, state_field

ATTACK, SPELLS, FALLEN = "Attack", "Spells", "Downed targets"
MAX_TARGETS = max(TARGETS_BY_DC.values())
MAX_OPEN = 3
"""The most non-attack spells that are listed without being collapsed."""
WITH = name_input("with", "With", default="")
WAY = Choice("way", "Defends with", {"": "best option", **DEFENCE_LABELS}, default="")
DC = dc_input("Cast at a different DC", start=None, optional=True, default=None, rule="R-73")
ALSO = ListOf(
    "also",
    "Extra targets (Mass Spell)",
    name_input("name", "Target"),
    most=MAX_TARGETS - 1,
    default=[],
    rule="T-080",
)
UNAWARE = Flag("unaware", "From hiding: the target is unaware of the attacker", rule="T-123")
STRAIGHT = Flag("straight", "Quick attack: use armour rerolls, deal maximum wounds, skip prompts")


@dataclass(frozen=True, kw_only=True)
class AttackEvent(FighterEvent):
    on: str = state_field(ON)
    weapon: str = state_field(WITH)
    way: str = state_field(WAY)
    unaware: bool = state_field(UNAWARE)
    straight: bool = state_field(STRAIGHT)
    dc: int | None = state_field(DC)
    also: tuple[str, ...] = state_field(ALSO)


class AttackAction(FightAction[AttackEvent]):
    id, label = "attack", "Attack"
    not_overridable = FightAction.not_overridable | {"bad_target"}
    # At least two rolls. Aiming adds one; armour and a death check add one each for every target.
    dice = replace(faces(SIDES), fewest=4, most=4 + 6 * MAX_TARGETS)

    def action(self, fight: Fight, event: AttackEvent) -> str:
        weapon = fight[event.who].attack(event.weapon)
        return "attack" if not (weapon and weapon.magic) else "attack_spell" if weapon.strikes else "cast"

    def input_errors(self, fight: Fight, event: AttackEvent) -> Iterator[Fault]:
        yield from super().input_errors(fight, event)
        yield from fight.unknown_names({f"also.{place}": each for place, each in enumerate(event.also)})

    def violations(self, fight: Fight, event: AttackEvent) -> Iterator[str]:
        fighter, target = fight[event.who], fight[event.on]
        weapon = fighter.attack(event.weapon)
        if weapon is None or weapon.kind == ALONE or target.name == fighter.name or target.dead:
            yield "bad_target"
            return
        if event.also:
            yield from self._further_target_violations(fight, event, weapon)
        if weapon.magic and fight.round in fighter.negated:
            yield "negated"
        if event.way and event.way not in defence_options(
            fight, fighter, target, weapon, unaware=event.unaware
        ):
            yield "bad_target"
        if fighter.held and weapon.kind != "unarmed":
            yield "held"
        elif not fighter.has_hands_for(weapon):
            yield "disarmed"

    def _further_target_violations(self, fight: Fight, event: AttackEvent, weapon: Attack) -> Iterator[str]:
        """Yield the codes of what forbids further targets. T-080, R-72, R-100."""
        if "mass_spell" not in fight[event.who].talents or not weapon.magic or weapon.dc is None:
            yield "one_target"
        elif cast_dc(event.dc or weapon.dc, 1 + len(event.also)) > HARDEST:
            yield "too_many_targets"
        if {event.who, event.on} & {*event.also} or any(fight[each].dead for each in event.also):
            yield "bad_target"

    def carry_out(self, fight: Fight, event: AttackEvent, dice: RecordingDice) -> tuple[Fight, str]:
        fighter, target = fight[event.who], fight[event.on]
        weapon = fighter.attack(event.weapon)
        assert weapon
        if weapon.magic and weapon.dc is not None:
            weapon = replace(weapon, dc=note_dc(dice, event.dc or weapon.dc, 1 + len(event.also)))
        way = event.way or best_defence(fight, fighter, target, weapon, unaware=event.unaware)
        aimed = fighter.aiming and weapon.aimable
        duel = matchup(fight, fighter, target, weapon, way)
        attack = roll_attack(dice, fighter, weapon, duel, aimed=aimed)
        fighter = boxcars(dice, fighter, attack).but(aiming=fighter.aiming and not aimed)
        fight = fight.but(
            fighter,
            spread=Spread(who=fighter.name, weapon=weapon, attack=attack, on=(target.name, *event.also)),
        )
        does = "attacks" if weapon.strikes else "casts at"
        fight, sentence = resolve_next_target(fight, dice, way=way, straight=event.straight)
        sentence = f"{fighter.name} {does} {target.name} ({weapon.name}): {sentence}"
        while (
            event.straight
            and fight.spread
            and not fight.roll
            and not any(each.dying for each in fight.fighters)
        ):
            fight, more = resolve_next_target(fight, dice, straight=True)
            sentence = f"{sentence} {more}"
        return fight, sentence

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        every = blows(fight, fighter)
        best = {each.target.name: each for each in sorted(every, key=_serves)}
        for blow in every:
            seldom = best[blow.target.name] is not blow and not _purpose(blow)
            yield replace(self._act(blow), group=blow.weapon.name if seldom else "")
        for weapon in fighter.attacks:
            if weapon.bends and (
                others := [each for each in fight.fighters if each.able and each is not fighter]
            ):
                yield self._bend(fight, fighter, weapon, others)
        for blow in finishing_blows(fight, fighter):
            yield self._finish(blow)

    def _act(self, blow: Blow) -> ActionOption:
        fight, fighter, target, weapon = blow.fight, blow.fighter, blow.target, blow.weapon
        ways = defence_options(fight, fighter, target, weapon)
        options = {
            way: f"{DEFENCE_LABELS[way]} {_describe_bonus(fight, fighter, target, weapon, way)}"
            for way in ways
        }
        aimed = blow.matchup.aimed
        pairs = ("Attack", *(("Attack, aimed",) if aimed else ()), "Defence")
        return self.option(
            fight,
            {"who": fighter.name, "on": target.name, "with": weapon.name},
            id=f"attack-{target.name}-{weapon.name}",
            title=f"{weapon.name} against {target.name}{_purpose(blow)}",
            button="Attack",
            kind=ATTACK,
            note=blow.text,
            inputs=(Choice("way", f"{target.name} defends with", options, start=blow.way),)
            if len(ways) > 1
            else (),
            more_inputs=(
                *(() if weapon.magic or fight.is_surprised(target) else (UNAWARE,)),
                *wider(fight, fighter, weapon, target.name),
                STRAIGHT,
            ),
            dice=tuple((f"{each}, {which}", SIDES) for each in pairs for which in ("first", "second")),
            shares=shares(blow.matchup.counts, fighter, weapon),
            key_chance=blow.hits,
            chances=blow.figures,
            rules=("T-194", "T-195", *(("T-234",) if weapon.magic else ()), *(("T-219",) if aimed else ())),
        )

    def _bend(self, fight: Fight, fighter: Fighter, weapon: Attack, others: list[Fighter]) -> ActionOption:
        """Return the option for a spell that its target resists. R-100."""
        foes = [each for each in others if each.side != fighter.side] or others
        blows = [Blow(fight, fighter, each, weapon) for each in foes]
        first, spell = blows[0], find_spell(weapon.name)
        names = {each.name: each.name for each in (*foes, *(each for each in others if each not in foes))}
        at = (power(weapon.dc),) if weapon.dc else ()
        return self.option(
            fight,
            {"who": fighter.name, "with": weapon.name, "on": first.target.name},
            id=f"bend-{weapon.name}",
            title=weapon.name,
            button="Cast",
            kind=SPELLS,
            note=f"{first.text} {spell.gist if spell else ''}".strip(),
            inputs=(Choice("on", "Target", names, default=first.target.name),),
            more_inputs=(*at, *wider(fight, fighter, weapon, "")),
            group=one_of_many(fighter, weapon),
            dice=tuple(
                (f"{each}, {which}", SIDES)
                for each in ("Cast", *(("Cast, aimed",) if first.matchup.aimed else ()), "Resistance")
                for which in ("first", "second")
            ),
            shares=shares(first.matchup.counts, fighter, weapon) if len(blows) == 1 else (),
            chances=tuple(
                (f"affects {each.target.name}", at_least(each.matchup.counts, 1)) for each in blows
            ),
            rules=("T-234", "R-100", *(spell.rules if spell else ())),
        )

    def _finish(self, blow: Blow) -> ActionOption:
        """Return the option for a blow at an unconscious enemy. T-203, T-210, R-95."""
        act, target = self._act(blow), blow.target
        effect = "is knocked out" if target.wounds else "is already at 0: any wound kills"
        return replace(
            act,
            id=f"finish-{target.name}",
            title=f"{blow.weapon.name} against {target.name}, who can’t defend",
            button="Finish",
            kind=FALLEN,
            note=f"{target.name} {effect}. {act.note}",
            more_inputs=(STRAIGHT,),
            key_chance=blow.hits if target.wounds else (f"{target.name} dies", blow.enough),
            rules=("T-203", "R-95", *(() if target.wounds else ("T-210",)), *act.rules),
        )


def one_of_many(fighter: Fighter, spell: Attack) -> str:
    """Return the label under which a spell is collapsed with all others, as a caster who knows many uses few
    of them.
    """
    return spell.name if sum(not each.strikes for each in fighter.attacks) > MAX_OPEN else ""


def power(dc: int) -> Choice:
    """Return the choice of a spell's DC: its own, or one that suits the use. R-73."""
    others = {str(each): f"DC {each}, {TIERS[each]}" for each in LADDER if each != dc}
    return Choice("dc", "Cast at", {"": f"the spell’s own DC ({dc})", **others}, default="")


def wider(fight: Fight, fighter: Fighter, weapon: Attack, first: str) -> tuple[Several, ...]:
    """Return the choice of further targets, if Mass Spell can give it some. T-080, R-72."""
    others = [each.name for each in fight.fighters if each.able and each.name not in (fighter.name, first)]
    most = TARGETS_BY_DC[weapon.dc] - 1 if weapon.magic and weapon.dc else 0
    if "mass_spell" not in fighter.talents or not most or not others:
        return ()
    item = Choice(options={each: each for each in others})
    return (Several("also", ALSO.label, item, most=most, default=[], rule="T-080"),)


def _describe_bonus(fight: Fight, fighter: Fighter, target: Fighter, weapon: Attack, way: str) -> str:
    return f"+{matchup(fight, fighter, target, weapon, way).def_bonus}"


def _serves(blow: Blow) -> tuple[bool, Fraction]:
    """Return a sort key for an attack: whether it is possible and wounds, then its mean wounds."""
    return blow.weapon.wounds and blow.fighter.has_hands_for(blow.weapon), blow.matchup.mean


def _purpose(blow: Blow) -> str:
    """Return the purpose of attacking an opponent in the same grapple, or "" outside one."""
    fighter, target = blow.fighter, blow.target
    if target.held and target.held.by == fighter.name and blow.weapon.kind in ("unarmed", "entangle"):
        return ", to keep the hold"
    if fighter.held and fighter.held.by == target.name:
        return ", to break the hold"
    return ""
