"""Calculators of whole rounds and fights: hits added up, foes dropped, tracks, duels, turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import HIDDEN, Measure, chance, value
from rules_py.calculators.scale import Grade, Scale
from rules_py.inputs import Choice, Flag, Int, ListOf, Record
from rules_py.systems.dichotomy import fights, injuries, planner, problems
from rules_py.systems.dichotomy.fields import (
    ABILITIES_HELD,
    ACTION,
    FORTITUDE,
    GEAR_CHOICE,
    RACE,
    TARGETS,
    VALUES,
    hits_input,
    state,
    with_name,
)
from rules_py.systems.dichotomy.options import (
    ACTION_POINTS,
    AIM_BONUS,
    DEFEND_PRICE,
    INJURED_HOURS,
    MISS_IS_MISS,
    READING,
    RECOVER_PRICE,
    SERIOUS_DAYS,
    STEP_HITS,
)
from rules_py.systems.dichotomy.turns import TURN_CODES

DEALT = {"0": "3/50", "1": "19/50", "2": "14/25"}
HITS_TAKEN_CHANCES = {"0": "14/25", "1": "19/50", "2": "3/50"}
FINEST = {str(hits): "76923/1000000" for hits in range(12)} | {"12": "76924/1000000"}
FOUR_ATTACKERS = {str(hits): "1/9" for hits in range(9)}
EXAMPLE_OF_MANY_HITS = {str(hits): f"{47_619_047_619 + (hits == 20)}/1000000000000" for hits in range(21)}
NPC_HITS = Int("npc_hits", "Hits of the foe", 1, 100, start=3, rule="D-198")
ONE_ATTACK = {"high": 12, "finest": 10**6}
"""Limits of the hits of one side of a duel, because the chances multiply round by round."""

ROUNDS = Int("rounds", "Rounds", 1, 20, start=4)
START = state("start", "At the start", injuries.UNHURT)


def _start_fault(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield `bad_start` for more hits carried than possible before the next step of the track."""
    start = inputs.get("start", injuries.UNHURT)
    track, step_hits = injuries.InjuryState(**start), inputs.get("step_hits", STEP_HITS.default)
    _, needed = injuries.next_step(track, inputs.get("fortitude", False), step_hits)
    if start["hits"] >= needed:
        yield Fault(
            "start.hits",
            "bad_start",
            start["hits"],
            f"fewer than the {needed} hits of the next step",
            f"Hits must be fewer than {needed}: that many move you to the next step of the track.",
        )


ROUND_HITS = Calculator(
    "dichotomy.round_hits",
    "Hits in a round",
    "The total hits of several attacks in one round.",
    (
        ListOf(
            "distributions",
            "Attacks",
            hits_input("hits", "Hits of the attack", HITS_TAKEN_CHANCES, high=20, finest=10**12),
            fewest=1,
            most=12,
            start=[HITS_TAKEN_CHANCES, HITS_TAKEN_CHANCES],
            rule="D-206",
        ),
    ),
    answer=fights.round_hits,
    measures=(chance("hits", "Hits"), value("mean", "Mean hits"), chance("three_or_more", "Three or more")),
    rules=("D-202", "D-206"),
    worst_case={"distributions": [EXAMPLE_OF_MANY_HITS] * 12},
)

AIM_OR_SHOOT = Calculator(
    "dichotomy.aim_or_shoot",
    "Aim or shoot?",
    "Two rounds of attacks compared with a round of Deadly Aim and one attack.",
    (*VALUES, *TARGETS, NPC_HITS, *READING, AIM_BONUS, MISS_IS_MISS),
    answer=fights.aim_or_shoot,
    measures=(
        chance("plain", "Hits of two shots"),
        chance("aimed", "Hits of the aimed shot"),
        value("plain_mean", "Mean hits of two shots"),
        value("aimed_mean", "Mean hits of the aimed shot"),
        chance("plain_drop_round_1", "Foe out in round 1, shooting"),
        chance("plain_drop_round_2", "Foe out by round 2, shooting"),
        chance("aimed_drop_round_2", "Foe out by round 2, aiming"),
    ),
    rules=("D-061", "R-21"),
    examples=(
        {"value_a": 6, "value_b": 5},
        {"value_a": 3, "value_b": 3, "miss_is_miss": True},
        {"value_a": 1, "value_b": 1, "tn_a": 14, "tn_b": 14},
    ),
)

DROP = Calculator(
    "dichotomy.drop",
    "Until the foe is out",
    "The round in which a foe is taken out.",
    (NPC_HITS, hits_input("per_round", "Hits dealt a round", DEALT), ROUNDS),
    mechanic=fights.drop,
    closed_form=fights.drop_odds,
    scale=Scale(
        "The foe is out",
        lambda outcome: (outcome.round is None, outcome.round or 0),
        ordered=False,
        say=lambda key: "not yet" if key[0] else f"in round {key[1]}",
    ),
    measures=(
        chance("by_round", "Out by the end of each round"),
        value("mean_rounds", "Mean rounds until the foe is out"),
    ),
    rules=("D-194", "D-198", "R-48"),
    examples=({"per_round": {"0": "1/2", "3": "1/2"}, "npc_hits": 6, "rounds": 3},),
    worst_case={"npc_hits": 100, "rounds": 20, "per_round": FOUR_ATTACKERS},
)

STANDING = Scale(
    "At the end",
    fights.mark_of,
    (
        *(
            Grade(step, injuries.RUNGS[step].name, tone, injuries.STEP_RULES[step])
            for step, tone in (("out", "worst"), ("serious", "bad"), ("injured", "mixed"))
        ),
        Grade("shaken", "Shaken", "good", injuries.STEP_RULES["none"]),
        Grade("unhurt", injuries.RUNGS["none"].name, "best"),
    ),
    success_label="Not out",
    success_from="serious",
)
MEAN_ROUNDS = (
    chance("by_round", "By the end of each round"),
    *(
        value(f"mean_to_{step}", f"Mean rounds until {injuries.RUNGS[step].name.lower()}")
        for step in injuries.STEPS
    ),
)

MARKS_NOW = tuple(Measure(step, injuries.RUNGS[step].name, YES_NO) for step in injuries.STEPS)

INJURY = Calculator(
    "dichotomy.injury",
    "Until injured, or worse",
    "A character’s injury track after several rounds of attacks.",
    (hits_input("per_round", "Hits taken a round", HITS_TAKEN_CHANCES), ROUNDS, FORTITUDE, START, STEP_HITS),
    mechanic=fights.injury,
    closed_form=fights.injury_odds,
    cross_check=_start_fault,
    scale=STANDING,
    measures=MEAN_ROUNDS,
    rules=("D-199", "D-200", "D-202", "D-203", "D-204", "D-206", "D-207", "D-261", "R-49", "R-50", "R-51"),
    examples=({"fortitude": True}, {"start": {"hits": 2, "injured": True, "serious": False}}),
    worst_case={"rounds": 20, "per_round": FOUR_ATTACKERS, "fortitude": True},
)

ENDURANCE = Calculator(
    "dichotomy.endurance",
    "How long will I last?",
    "A character’s injury track after several rounds against identical foes.",
    (
        *VALUES,
        *TARGETS,
        Int("attackers", "Attackers", 1, 6, start=2, help="Each attacks once a round."),
        ROUNDS,
        FORTITUDE,
        *READING,
        STEP_HITS,
    ),
    mechanic=fights.endurance,
    closed_form=fights.endurance_odds,
    scale=STANDING,
    measures=MEAN_ROUNDS,
    rules=("D-195", "D-202", "D-203", "D-204", "D-206", "D-207", "D-261", "R-49"),
    examples=(
        {"value_a": 6, "value_b": 6, "tn_a": 12, "tn_b": 12, "fortitude": True},
        {"value_a": 1, "value_b": 1, "tn_a": 14, "tn_b": 14},
    ),
    worst_case={"attackers": 6, "rounds": 20, "value_a": 4, "value_b": 5},
)

DUEL = Calculator(
    "dichotomy.duel",
    "Duel",
    "A character and a foe trade attacks until one of them falls.",
    (
        with_name(NPC_HITS, high=16),
        hits_input("attack", "Hits dealt by an attack", DEALT, **ONE_ATTACK),
        hits_input("defence", "Hits taken in a defence", HITS_TAKEN_CHANCES, **ONE_ATTACK),
        FORTITUDE,
        STEP_HITS,
    ),
    mechanic=fights.duel,
    closed_form=fights.duel_odds,
    scale=fights.ENDS,
    measures=(chance("pc_wins", "The character wins"), value("mean_rounds", "Mean rounds")),
    rules=("D-194", "D-195", "D-198", "D-206", "R-48", "R-49"),
    examples=({"npc_hits": 1}, {"attack": {"0": 1}, "defence": {"0": 1}}),
    worst_case={"npc_hits": 16, "fortitude": True, "attack": FINEST, "defence": FINEST},
)


def _describe_lines(lines: list[Mapping[str, Any]]) -> str:
    tracks = (injuries.InjuryState(*(line[name] for name in injuries.InjuryState._fields)) for line in lines)
    return "; ".join(f"{number}: {track.words}" for number, track in enumerate(tracks, start=1))


INJURY_TRACK = Calculator(
    "dichotomy.injury_track",
    "Injury track",
    "The track after each round of a fight.",
    (
        ListOf(
            "rounds",
            "Rounds",
            Record(
                fields=(
                    Int("hits", "Hits taken", 0, 99, start=0),
                    Flag("recover", "Recovers", rule="D-191"),
                    Flag("dive", "Takes a dive", rule="D-208"),
                )
            ),
            most=50,
            rule="D-206",
            start=[
                {"hits": 2, "recover": False, "dive": False},
                {"hits": 2, "recover": False, "dive": False},
            ],
        ),
        FORTITUDE,
        START,
        STEP_HITS,
    ),
    answer=injuries.injury_track,
    cross_check=_start_fault,
    measures=(
        Measure("rounds", "After each round", _describe_lines),
        Measure("problems", "Problems", problems.TRACK_CODES.messages),
    ),
    rules=("D-199", "D-206", "D-207", "D-191", "D-208", "R-40", "R-49", "R-50", "R-51", "R-55"),
    examples=(
        {"rounds": [{"hits": 6}, {"hits": 6}]},
        {"rounds": [{"hits": 3, "recover": True, "dive": True}]},
    ),
)

AFTER_FIGHT = Calculator(
    "dichotomy.after_fight",
    "After the fight",
    "The injuries that remain a number of hours later.",
    (
        state("state", "At the end of the fight"),
        Int("hours", "Hours later", 0, 100_000, noun="Hours since the fight", start=24, rule="R-53"),
        INJURED_HOURS,
        SERIOUS_DAYS,
    ),
    answer=injuries.after_fight,
    measures=(Measure("hits", "Hits"), *MARKS_NOW[:-1]),
    rules=("D-201", "D-202", "D-203", "R-53", "R-54"),
    examples=tuple(
        {"state": {"hits": 0, "injured": True, "serious": True}, "hours": hours} for hours in (30, 160)
    ),
)

DIVE_ALLOWED = Calculator(
    "dichotomy.dive_allowed",
    "Can I take a dive?",
    "Whether a character may fall and play dead.",
    (
        Flag("serious_before", "Seriously injured before the round", rule="D-208"),
        Choice("gained", "Step taken at the tally", injuries.GAINED, start="serious", rule="D-208"),
        Int("hits", "Hits taken in the round", 0, 99, start=1),
    ),
    answer=injuries.answer_may_dive,
    measures=(Measure("allowed", "Allowed", YES_NO),),
    rules=("D-208", "D-209", "R-55"),
)

MIND_READ = Calculator(
    "dichotomy.mind_read",
    "Reading an unwilling mind",
    "The injury a telepath takes for reading a mind against its will.",
    (state("state", "The telepath before"), FORTITUDE),
    answer=injuries.answer_mind_read,
    measures=(Measure("gained", "Result", injuries.GAINED), Measure("hits", "Hits"), *MARKS_NOW),
    rules=("D-097", "R-57"),
)


def _describe_reason(action: int | None, code: str, **_: str) -> str:
    where = "Whole turn" if action is None else f"Action {action + 1}"
    return f"{where}: {TURN_CODES[code].message_with_rule}"


PLAN_TURN = Calculator(
    "dichotomy.plan_turn",
    "Turn planner",
    "Whether a turn is legal, and how many action points each action costs.",
    (
        ListOf(
            "actions",
            "Actions",
            ACTION,
            most=12,
            rule="D-184",
            start=[{"do": "attack", "with": ["power", "martial"]}, {"do": "move", "steps": [{}, {}]}],
        ),
        ABILITIES_HELD,
        RACE,
        Choice(
            "locked",
            "Locked in Mortal Combat",
            {
                "none": "No",
                "single": "Yes, by a single foe",
                "crowd": "Yes, by a foe who locks everyone in the zone",
            },
            default="none",
            rule="R-31",
            quiet=True,
        ),
        Int("hits", "Hits carried into the round", 0, 99, default=0, rule="R-40"),
        GEAR_CHOICE,
        Flag(name="npc", label="The turn is a foe’s", rule="R-26", quiet=True),
        ACTION_POINTS,
        DEFEND_PRICE,
        RECOVER_PRICE,
    ),
    answer=planner.plan_turn,
    measures=(
        Measure("legal", "Legal", YES_NO),
        Measure("cost", "Action points"),
        Measure("costs", "Cost of each action", lambda costs: " + ".join(map(str, costs)) or "0"),
        Measure("problems", "Problems", kind=HIDDEN),
        Measure(
            "reasons", "Why it isn’t legal", lambda reasons: [_describe_reason(**each) for each in reasons]
        ),
    ),
    rules=(
        "D-184",
        "D-185",
        "D-187",
        "D-188",
        "D-189",
        "D-190",
        "D-191",
        "D-192",
        "D-193",
        "R-35",
        "R-36",
        "R-42",
    ),
    examples=(
        {
            "actions": [{"do": "attack", "with": ["finesse", "spiritual"], "using": ["pyrokinesis"]}],
            "abilities": ["pyrokinesis"],
        },
        {"actions": [{"do": "defend"}, {"do": "recover"}]},
    ),
)

CALCULATORS = (
    ROUND_HITS,
    AIM_OR_SHOOT,
    DROP,
    INJURY,
    ENDURANCE,
    DUEL,
    INJURY_TRACK,
    AFTER_FIGHT,
    DIVE_ALLOWED,
    MIND_READ,
    PLAN_TURN,
)
