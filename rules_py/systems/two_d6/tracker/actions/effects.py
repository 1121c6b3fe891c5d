"""The effects of attack options on a target besides wounds: a hold, a fall, a lost limb."""

from __future__ import annotations

from rules_py.systems.two_d6 import margins
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter, Hold

ORGAN, REVERSE = "destroy_organ", "reverse"

EFFECTS = {
    **{each.key: each.name for each in margins.OPTIONS},
    "distract": "Distract: one half-round action fewer",
    "trip": "Trip",
    "shove": "Shove 5 feet",
    "grapple": "Grapple: start, keep or break a hold",
    REVERSE: "Break free and hold the grappler",
    "destroy": "Destroy a limb",
    ORGAN: "Destroy an organ",
}


def holds(fight: Fight, holder: str, who: str) -> bool:
    hold = fight[who].held
    return hold is not None and hold.by == holder


def apply_effect(fight: Fight, who: str, on: str, key: str, *, magic: bool) -> tuple[Fight, str]:
    """Apply an effect other than wounds to its target, and return a sentence about it."""
    attacker, target = fight[who], fight[on]
    if key in ("grapple", REVERSE):
        return _apply_grapple(fight, attacker, target, key, magic=magic)
    if key == "distract":
        when = fight.next_turn_of(target)
        after = target.but(distracted=tuple(sorted({*target.distracted, when})))
    else:
        after = {
            "disarm": target.but(disarmed=True),
            "trip": target.but(prone=True),
            "shove": target,
            "knock_out": target.but(knocked_out=True, aiming=False),
            "cripple": target.but(limbs=target.limbs + 1),
            "destroy": _without_a_limb(target),
            ORGAN: target,
        }[key]
    words = {
        "disarm": "is disarmed",
        "distract": "is distracted",
        "trip": "falls to the ground",
        "shove": "is pushed 5 feet",
        "knock_out": "is knocked out",
        "cripple": "can no longer use a limb",
        "destroy": "loses a limb",
        ORGAN: "loses an organ",
    }
    return fight.but(after), f"{on} {words[key]}."


def _without_a_limb(target: Fighter) -> Fighter:
    """Return someone with one wound less for good; at 0 a death check is due. T-208, T-217, R-52."""
    most = max(0, target.wounds_max - 1)
    left = min(target.wounds, most)
    dying = "due" if target.wounds and not left else target.dying
    return target.but(lost=target.lost + 1, wounds_max=most, wounds=left, dying=dying)


def _apply_grapple(
    fight: Fight, attacker: Fighter, target: Fighter, key: str, *, magic: bool
) -> tuple[Fight, str]:
    """Start, keep, break or reverse a hold. T-204, T-206, R-50."""
    hold = Hold(by=attacker.name, since=fight.round, magic=magic)
    if attacker.held and attacker.held.by == target.name:
        free = attacker.but(held=None)
        if key == REVERSE:
            return fight.but(
                free, target.but(held=hold)
            ), f"{attacker.name} breaks free and holds {target.name}."
        return fight.but(free), f"{attacker.name} breaks free of {target.name}."
    keeps = target.held is not None and target.held.by == attacker.name
    sentence = f"{attacker.name} {'keeps hold of' if keeps else 'holds'} {target.name}."
    return fight.but(target.but(held=hold)), sentence
