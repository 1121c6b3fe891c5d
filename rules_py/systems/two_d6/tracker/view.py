"""The tracker's view of a fight: fighters, whose turn it is, and the actions that are possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from rules_py.base.number_format import format_number
from rules_py.sheets.panel import Panel
from rules_py.systems.two_d6.armour import ARMOUR_NAMES, is_trained
from rules_py.systems.two_d6.foes import FOE_TALENTS
from rules_py.systems.two_d6.tracker.actions import ALWAYS, FIGHT_ACTIONS
from rules_py.systems.two_d6.tracker.actions.base import FightAction, pluralize
from rules_py.systems.two_d6.tracker.actions.blows import Blow, blows
from rules_py.systems.two_d6.tracker.matchup import at_least
from rules_py.systems.two_d6.tracker.order import (
    acts,
    due_initiative,
    next_to_act,
    order_of,
    unfinished_turns,
)
from rules_py.systems.two_d6.tracker.shape import SURPRISE, Attack, Fight, Fighter
from rules_py.systems.two_d6.wounds import healing_dc, healing_pace
from rules_py.tracker import ActionOption, Checkboxes, Combatant, Reason, View
from rules_py.tracker.skirmish import (
    MAX_CHECKBOXES,
    SIDES,
    describe_ending,
    left_over,
    missing_foes,
    missing_side,
    news,
    title_without_turn,
)


def view(fight: Fight, turn: str) -> View:
    """Return the view of the fight, with the actions of the fighter `turn`, or else of the next to act."""
    pending = FIGHT_ACTIONS.pending_roll(fight)
    ended, next_name = fight_ending(fight), next_to_act(fight)
    left = {} if ended or next_name else unfinished_turns(fight)
    name = turn if turn in fight else "" if ended else next_name or next(iter(left), "")
    if pending:
        name = pending.who or (fight.roll.who if fight.roll else "")
    return View(
        title=round_title(fight),
        news=pending.prompt if pending else news(fight, ended, next_name, _round_over(left)),
        combatants=tuple(_combatant(fight, fight[name]) for name in order_of(fight)),
        turn=name,
        next="" if ended or pending else next_name,
        turn_title=_pending_title(fight) if pending else _title(fight, name, ended),
        options=tuple(_acts(fight, name)) if name and not pending else (),
        due_options=_answers(fight) if pending else _due_options(fight, next_name),
        common_options=() if pending else _common(fight, next_name),
        missing=missing_foes(fight),
        panels=() if pending else tuple(_panels(fight, ended)),
        waiting=pending is not None,
    )


def _round_over(left: Mapping[str, str]) -> str:
    return f"Everyone has acted. {left_over(left)}." if left else "Everyone has acted. End the round."


def round_title(fight: Fight) -> str:
    return "Surprise round" if fight.round == SURPRISE else f"Round {fight.round}"


def _pending_title(fight: Fight) -> str:
    """Return the title of the actions that finish the pending roll."""
    if any(fighter.dying for fighter in fight.fighters):
        return "At death’s door"
    if fight.roll:
        return f"{fight.roll.who} against {fight.roll.on}: {fight.roll.weapon.name}"
    if fight.spread:
        return f"{fight.spread.who} against {fight.spread.on[0]}: {fight.spread.weapon.name}"
    if fight.cast:
        return f"{fight.cast.who}: {fight.cast.spell.name}"
    return "A tie"


def _title(fight: Fight, name: str, ending: str) -> str:
    if not name:
        return title_without_turn(fight, ending)
    fighter = fight[name]
    if not acts(fight, fighter):
        return f"{name} {condition(fight, fighter)[0]}"
    turn = fight.turn_of(fighter)
    left = pluralize(max(0, turn.halves_left), "half-round action")
    return f"{name}: {left} and {pluralize(turn.quicks_left, 'quick action')} left"


def _acts(fight: Fight, name: str) -> list[ActionOption]:
    """Return the fighter's action options, grouped by kind.

    Anyone who is unconscious has only those of the game master.
    """
    options = [
        act
        for action in FIGHT_ACTIONS
        if isinstance(action, FightAction) and (acts(fight, fight[name]) or action.id in ("set", "hit"))
        for act in action.options(fight, name)
    ]
    kinds = list(dict.fromkeys(option.kind for option in options))
    return sorted(options, key=lambda option: kinds.index(option.kind))


def _answers(fight: Fight) -> tuple[ActionOption, ...]:
    """Return the options for the pending roll: free ones first, those that cost a cinematic last."""
    options = [option for option in FIGHT_ACTIONS.pending_options(fight) if option.event["do"] not in ALWAYS]
    order = {None: 1, "attack": 2, "defence": 2}
    return tuple(sorted(options, key=lambda option: order.get(option.event.get("by"), 0)))


def _due_options(fight: Fight, next_name: str) -> tuple[ActionOption, ...]:
    if not fight.fighters:
        return ()
    if fight.wild:
        return tuple(FIGHT_ACTIONS["backlash"].options(fight, ""))
    rolls = tuple(FIGHT_ACTIONS["initiative"].options(fight, "")) if _needs_initiative(fight) else ()
    return rolls or (() if next_name else tuple(FIGHT_ACTIONS["end_round"].options(fight, "")))


def _needs_initiative(fight: Fight) -> bool:
    """Return whether no one who acts has rolled initiative yet."""
    active = sum(acts(fight, fighter) for fighter in fight.fighters)
    return not missing_side(fight) and len(due_initiative(fight)) == active


def _common(fight: Fight, next_name: str) -> tuple[ActionOption, ...]:
    end = tuple(FIGHT_ACTIONS["end_round"].options(fight, "")) if next_name else ()
    rolls = () if _needs_initiative(fight) else tuple(FIGHT_ACTIONS["initiative"].options(fight, ""))
    return (*end, *rolls, *FIGHT_ACTIONS["join"].options(fight, ""))


def fight_ending(fight: Fight) -> str:
    """Return how the fight has ended, or "" while it continues or a roll is pending."""
    return "" if fight.roll or fight.spread or fight.cast else describe_ending(fight)


def condition(fight: Fight, fighter: Fighter) -> tuple[str, str]:
    """Return someone's condition, as text and as a tone."""
    if fighter.dead:
        return "is dead", "worst"
    if not fighter.wounds:
        return "is at 0, unconscious", "worst"
    if fighter.knocked_out:
        return "is knocked out", "worst"
    if fight.is_surprised(fighter):
        return "is unaware", "mixed"
    tone = "good" if 2 * fighter.wounds > fighter.wounds_max else "mixed" if fighter.wounds > 1 else "bad"
    return f"{fighter.wounds} of {pluralize(fighter.wounds_max, 'wound')} left", tone


def _combatant(fight: Fight, fighter: Fighter) -> Combatant:
    words, tone = condition(fight, fighter)
    return Combatant(
        name=fighter.name,
        side=SIDES[fighter.side],
        standing=words,
        turn=_progress(fight, fighter),
        tone=tone,
        boxes=tuple(_boxes(fighter)),
        facts=tuple(_facts(fighter)),
        marks=tuple(marks(fight, fighter)),
        able=fighter.able,
    )


def _progress(fight: Fight, fighter: Fighter) -> str:
    if not fighter.able:
        return "out"
    if fight.is_surprised(fighter):
        return "unaware"
    if not fighter.has_acted:
        return "to act"
    left = fight.turn_of(fighter).halves_left
    if fighter.passed or left <= 0:
        return "done"
    return f"{pluralize(left, 'half-round action')} left"


def _boxes(fighter: Fighter) -> Iterator[Checkboxes]:
    if fighter.wounds_max:
        size = min(fighter.wounds_max, MAX_CHECKBOXES)
        yield Checkboxes(
            "Wounds left", min(fighter.wounds, size), size, f"{fighter.wounds} of {fighter.wounds_max}"
        )
    if fighter.cinematics:
        count = min(fighter.cinematics, MAX_CHECKBOXES)
        yield Checkboxes("Cinematics", count, count, f"{fighter.cinematics} left")


def _facts(fighter: Fighter) -> Iterator[tuple[str, str]]:
    if fighter.attacks:
        yield "Attacks", ", ".join(_attack_label(fighter, attack) for attack in fighter.attacks)
    dances = f", Perform +{fighter.perform}" if fighter.perform else ""
    yield "Defence", f"+{fighter.defence}, unarmed +{fighter.unarmed}{dances}"
    if fighter.armour != "none":
        training_note = "" if is_trained(fighter.armour, fighter.proficient) else ", untrained"
        broken = ", broken" if fighter.worn_armour == "none" else ""
        counting = (
            f", {fighter.armour_hit} of {pluralize(fighter.armour_wounds, 'wound')} taken"
            if fighter.armour_wounds
            else ""
        )
        yield ("Armour", f"{ARMOUR_NAMES[fighter.armour].lower()}{training_note}{counting}{broken}")
    rolled = f", total {fighter.rolled[0]}" if fighter.rolled else ""
    yield "Initiative", f"+{fighter.initiative}{rolled}"
    yield "Resolve", f"+{fighter.resolve}"
    talents = [FOE_TALENTS[talent] for talent in fighter.talents]
    if names := [*talents, *(["Repel Attack"] if fighter.repels else [])]:
        yield "Talents and spells", ", ".join(names)
    if fighter.people:
        yield "Species", fighter.people
    if fighter.favored:
        yield "Favored Enemy", ", ".join(fighter.favored)


def _attack_label(fighter: Fighter, attack: Attack) -> str:
    if attack.magic:
        return f"{attack.name} +{fighter.resolve}{f', DC {attack.dc}' if attack.dc else ''}"
    return f"{attack.name} +{attack.bonus}"


def marks(fight: Fight, fighter: Fighter) -> Iterator[Reason]:
    """Yield the current states of a fighter."""
    if fighter.held:
        yield Reason(f"held by {fighter.held.by}", "T-205")
    for other in fight.fighters:
        if other.held and other.held.by == fighter.name:
            yield Reason(f"holds {other.name}", "R-50")
    for at in fighter.distracted:
        if at >= fight.round and fighter.able:
            when = "" if at == fight.round else " next turn"
            yield Reason(f"distracted{when}: one half-round action fewer", "R-48")
    for at in fighter.negated:
        if at >= fight.round:
            yield Reason(f"can’t use powers {'this' if at == fight.round else 'next'} turn", "T-253")
    for holds, words, rule in (
        (fighter.aiming, "aiming", "T-219"),
        (fighter.prone, "on the ground", "R-93"),
        (fighter.disarmed, "disarmed", "R-93"),
        (fighter.knocked_out and not fighter.dead, "knocked out", "R-49"),
    ):
        if holds:
            yield Reason(words, rule)
    if fighter.limbs:
        yield Reason(pluralize(fighter.limbs, "useless limb"), "T-202")
    if fighter.lost:
        yield Reason(pluralize(fighter.lost, "lost limb"), "T-217")


def _panels(fight: Fight, ending: str) -> Iterator[Panel]:
    if ending:
        yield _after(fight)
        return
    if best := best_attacks(fight):
        may_drop = any(blow.enough for blow in best)
        yield Panel(
            "Best attacks",
            ("Attack", "Hits", "Average wounds", *(["Target drops to 0"] if may_drop else [])),
            tuple(
                (
                    f"{blow.fighter.name} on {blow.target.name}, {blow.weapon.name}",
                    at_least(blow.matchup.counts, 1),
                    format_number(blow.matchup.mean),
                    *([blow.enough] if may_drop else []),
                )
                for blow in best
            ),
            note="These are the current odds, with armour rerolls and maximum wounds.",
        )


def best_attacks(fight: Fight) -> list[Blow]:
    """Return the attack with the most mean wounds, for each fighter who acts and each foe."""
    best = []
    for fighter in fight.fighters:
        attacks = usable_attacks(fight, fighter) if acts(fight, fighter) else ()
        wounding_blows = (blow for blow in attacks if blow.weapon.wounds)
        for _, against_foe in groupby(wounding_blows, key=lambda blow: blow.target.name):
            best.append(max(against_foe, key=lambda blow: blow.matchup.mean))
    return best


def usable_attacks(fight: Fight, fighter: Fighter) -> list[Blow]:
    """Return the attacks that a fighter has a free hand for, whatever is left of the turn."""
    return [blow for blow in blows(fight, fighter) if fighter.has_hands_for(blow.weapon)]


def _after(fight: Fight) -> Panel:
    rows = []
    for fighter in fight.fighters:
        if fighter.pc:
            lost = fighter.wounds_max - fighter.wounds
            dc: str | Fraction = f"DC {healing_dc(lost)}" if lost and not fighter.dead else "–"
            rows.append((fighter.name, condition(fight, fighter)[0], dc))
    return Panel(
        "After the fight",
        ("Character", "Condition", "Healing check"),
        tuple(rows),
        note=f"With rest and food, characters regain one wound {healing_pace(fight.rules.days_per_wound)}; a "
        "successful check doubles this.",
    )
