"""What a fighter may do now, each act with its price and its chances, or why it may not be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_py.desk import Act
from rules_py.inputs import Choice, Int, Text
from rules_py.systems.dichotomy.calculators.desk import CHANGE, MODIFIERS
from rules_py.systems.dichotomy.calculators.shared import named
from rules_py.systems.dichotomy.defence import DEFEND_BONUS
from rules_py.systems.dichotomy.desk.asked import price, reasons_for
from rules_py.systems.dichotomy.desk.attacking import aim_acts, attack_acts
from rules_py.systems.dichotomy.desk.moving import move_acts
from rules_py.systems.dichotomy.desk.state import Fighter, State, able, find, foes_of, fortitude, track_of
from rules_py.systems.dichotomy.injuries import GAINED, next_step
from rules_py.systems.dichotomy.turns import ACTION_POINTS

OTHER, HAND = "Other deeds", "The game master's hand"


def acts(state: State, fighter: Fighter) -> tuple[Act, ...]:
    """Everything the fighter may do, from what is done most to what is done least."""
    if not able(fighter):
        return _by_hand(fighter)
    return (
        *attack_acts(state, fighter),
        *aim_acts(state, fighter),
        *move_acts(state, fighter),
        *_others(state, fighter),
        *_by_hand(fighter),
    )


def _others(state: State, fighter: Fighter) -> Iterator[Act]:
    name = fighter["name"]

    def plain(do: str, title: str, note: str, *rules: str) -> Act:
        given = {"do": do, "who": name}
        return Act(
            id=do,
            title=title,
            button=title,
            kind=OTHER,
            event=given,
            price=price(state, fighter, given),
            note=note,
            reasons=reasons_for(state, given),
            rules=rules,
        )

    yield plain(
        "defend", "Defend", f"{DEFEND_BONUS} better on every defence until the next turn.", "D-188", "R-39"
    )
    if fighter["side"] == "pc":
        yield plain(
            "recover", "Recover", "Takes off one hit that was carried into this round.", "D-191", "R-40"
        )
        given = {"do": "dive", "who": name}
        if not reasons_for(state, given):
            yield Act(
                id="dive",
                title="Take a dive",
                button="Take a dive",
                kind=OTHER,
                event=given,
                price="free",
                note="Falls, plays dead and does nothing more; foes turn elsewhere.",
                rules=("D-208", "D-209"),
            )
    if "telepathy" in fighter["abilities"]:
        yield plain("shield_minds", "Shield minds", "Guards the minds of all friends in the zone.", "D-098")
        yield from _reading(state, fighter)
    yield Act(
        id="misc",
        title="Some other deed",
        button="Do it",
        kind=OTHER,
        event={"do": "misc", "who": name},
        inputs=(
            Text(name="label", label="What", longest=120, start=""),
            Int(name="cost", label="Points", low=1, high=ACTION_POINTS, default=1),
        ),
        note="Kick a door open, drink a potion, light a fuse. Talk is free and needs no entry.",
        rules=("D-192", "R-42"),
        reasons=reasons_for(state, {"do": "misc", "who": name, "label": "something new"}),
    )


def _reading(state: State, fighter: Fighter) -> Iterator[Act]:
    """To look into the mind of a foe."""
    minds = [each["name"] for each in foes_of(state, fighter)]
    if not minds:
        return
    given = {"do": "read_mind", "who": fighter["name"]}
    step, _ = next_step(track_of(fighter), fortitude(fighter))
    injury = f" {fighter['name']} is {GAINED[step]} by it." if fighter["side"] == "pc" else ""
    yield Act(
        id="read_mind",
        title="Read a mind",
        button="Read it",
        kind=OTHER,
        event=given,
        price=price(state, fighter, given),
        inputs=(Choice(name="mind", label="Whose", options={each: each for each in minds}, start=minds[0]),),
        note=f"Against the other's will.{injury} A telepath's mind stays closed, and so does a shielded one.",
        reasons=reasons_for(state, given | {"on": minds[:1]}),
        rules=("D-097", "R-57"),
    )


def _by_hand(fighter: Fighter) -> tuple[Act, ...]:
    """What the game master sets, for what no roll decides."""
    event = {"do": "set", "who": fighter["name"]}
    modifiers = named(MODIFIERS, start=fighter["modifiers"])
    rest = tuple(each for each in CHANGE.fields if each.name != MODIFIERS.name)
    return (
        Act(
            id="modifiers",
            title="Set modifiers of the person",
            button="Set",
            kind=HAND,
            event=event,
            more=(named(CHANGE, fields=(modifiers,)),),
            may_allow=False,
            note="They count in every roll and every chance until they are taken away: a ladder, the dark, a "
            "wet bowstring. Those of a zone are set with the table.",
            rules=("D-211", "D-221"),
        ),
        Act(
            id="set",
            title="Set what happened otherwise",
            button="Set",
            kind=HAND,
            event=event,
            more=(named(CHANGE, fields=rest),),
            may_allow=False,
            note="For what no roll decides: a fall from the bank, a healer, weapons lost, a change of mind.",
        ),
    )


def end_of_round(state: State) -> Act:
    """What nobody in particular does."""
    waiting = [each["name"] for each in state["fighters"] if able(each) and not each["turn"]]
    note = f"Yet to act: {', '.join(waiting)}." if waiting else "Everybody has acted."
    return Act(
        id="end_round",
        title=f"End of round {state['round']}",
        button=f"End round {state['round']}",
        kind="Round",
        event={"do": "end_round"},
        note=f"{note} Hits taken are tallied now.",
        rules=("D-206", "D-207"),
    )


def next_turn(state: State, order: Sequence[str]) -> str:
    """The first in the order who can act and has done nothing yet; "" if there is none."""
    return next((name for name in order if able(find(state, name)) and not find(state, name)["turn"]), "")
