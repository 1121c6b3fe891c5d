"""Every action of a conflict: its rules, its effect and its options."""

from rules_py.systems.action_consequence.tracker.actions.moves import (
    Challenge,
    DropOut,
    Give,
    HangIn,
    Interfere,
    LeaveIt,
    LetPass,
    Strike,
)
from rules_py.systems.action_consequence.tracker.actions.preparation import ChooseDice, ChooseSide, Join
from rules_py.systems.action_consequence.tracker.actions.rolls import Answer, Cast, Order
from rules_py.systems.action_consequence.tracker.actions.settling import Agree, Hurt
from rules_py.systems.action_consequence.tracker.shape import (
    ANSWER,
    CHALLENGE,
    CHOOSE,
    INTERFERE,
    ORDER,
    SETTLE,
    STRIKE,
    Conflict,
)
from rules_py.tracker import Actions, PendingRoll

ALWAYS = ("join",)
"""The actions that no pending roll blocks."""


def pending(conflict: Conflict) -> PendingRoll | None:
    """Return the pending roll or decision, or None before a cast and at the end."""
    lead = conflict.answerer if conflict.phase in (ANSWER, CHOOSE) else conflict.challenger
    if conflict.phase in (STRIKE, INTERFERE):
        lead = conflict.asked[0]
    if conflict.phase == SETTLE:
        lead = conflict.losses[0].by
    called = conflict.side_name(conflict[lead].lead) if lead else ""
    match conflict.phase:
        case "order":
            return PendingRoll((ORDER, *ALWAYS), "There’s a tie for the next turn.", rule="R-27")
        case "strike":
            return PendingRoll((STRIKE, "leave", *ALWAYS), f"{lead} may strike a name.", lead, "A-074")
        case "challenge":
            return PendingRoll(
                (CHALLENGE, "drop_out", *ALWAYS), f"{called}: make the challenge.", lead, "A-020"
            )
        case "interfere":
            return PendingRoll((INTERFERE, "let_pass", *ALWAYS), f"{called} may interfere.", lead, "A-096")
        case "answer":
            return PendingRoll((ANSWER, *ALWAYS), f"{called}: answer the challenge.", lead, "A-023")
        case "choose":
            return PendingRoll(("hang_in", "give", *ALWAYS), f"{called}: hang in or give?", lead, "A-037")
        case "settle":
            on = conflict.losses[0].on
            return PendingRoll(("hurt", "agree", *ALWAYS), f"What does {on} lose?", lead, "A-029")
    return None


CONFLICT_ACTIONS = Actions(
    Cast(),
    Order(),
    Strike(),
    LeaveIt(),
    Challenge(),
    DropOut(),
    Interfere(),
    LetPass(),
    Answer(),
    HangIn(),
    Give(),
    Hurt(),
    Agree(),
    ChooseDice(),
    ChooseSide(),
    Join(),
    pending=pending,
)
"""All actions, in the order in which they are offered."""
