"""Calculators of whole rounds and fights: hits added up, foes dropped, tracks, duels, turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.calculator import Output
from rules_py.errors import Fault
from rules_py.inputs import Choice, Flag, Int, ListOf, Record
from rules_py.scale import Grade, Scale
from rules_py.systems.dichotomy import fights, injuries, planner, problems
from rules_py.systems.dichotomy.fields import (
    ABILITIES_HELD,
    ACTION,
    FORTITUDE,
    GEAR_CHOICE,
    MISS_IS_MISS,
    RACE,
    TARGETS,
    VALUES,
    YES_NO,
    codes_said,
    declare,
    hits_input,
    named,
    state,
    told_elsewhere,
    wording_said,
)

DEALT = {"0": "3/50", "1": "19/50", "2": "14/25"}
TAKEN = {"0": "14/25", "1": "19/50", "2": "3/50"}
FINEST = {str(hits): "76923/1000000" for hits in range(12)} | {"12": "76924/1000000"}
FOUR_ATTACKERS = {str(hits): "1/9" for hits in range(9)}
NPC_HITS = Int(name="npc_hits", label="Hits of the foe", low=1, high=100, start=3, rule="D-198")
ONE_ATTACK = {"high": 12, "finest": 10**6}
"""Limits of the hits of one side of a duel, whose chances multiply round by round."""

ROUNDS = Int(name="rounds", label="Rounds", low=1, high=20, start=4)
START = state("start", "At the start", injuries.UNHURT)


def _start_fault(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """`bad_start`: more hits carried than leave the next step of the track untaken."""
    start = inputs.get("start", injuries.UNHURT)
    _, needed = injuries.next_step(injuries.Track(**start), inputs.get("fortitude", False))
    if start["hits"] >= needed:
        yield Fault(
            "start.hits", "bad_start", start["hits"], f"fewer than the {needed} hits of the next step"
        )


ROUND_HITS = declare(
    id="dichotomy.round_hits",
    title="Hits of a round",
    summary="Several attacks of one round added up.",
    inputs=(
        ListOf(
            name="distributions",
            label="Attacks",
            fewest=1,
            most=12,
            start=[TAKEN, TAKEN],
            rule="D-206",
            item=hits_input("hits", "Hits of the attack", TAKEN),
        ),
    ),
    answer=fights.round_hits,
    outputs=(Output("hits", "Hits"), Output("mean", "Mean hits"), Output("three_or_more", "Three or more")),
    rules=("D-202", "D-206"),
)

AIM_OR_SHOOT = declare(
    id="dichotomy.aim_or_shoot",
    title="Aim or shoot?",
    summary="Two rounds of shooting against a round of Deadly Aim and one shot.",
    inputs=(*VALUES, *TARGETS, NPC_HITS, MISS_IS_MISS),
    answer=fights.aim_or_shoot,
    outputs=(
        Output("plain", "Hits of two shots"),
        Output("aimed", "Hits of the aimed shot"),
        Output("plain_mean", "Mean hits of two shots"),
        Output("aimed_mean", "Mean hits of the aimed shot"),
        Output("plain_drop_round_1", "Foe out in round 1, shooting"),
        Output("plain_drop_round_2", "Foe out by round 2, shooting"),
        Output("aimed_drop_round_2", "Foe out by round 2, aiming"),
    ),
    rules=("D-061", "R-21"),
    examples=({"value_a": 6, "value_b": 5}, {"value_a": 3, "value_b": 3, "miss_is_miss": True}),
)

DROP = declare(
    id="dichotomy.drop",
    title="Until the foe drops",
    summary="In which round a foe is out, and by when.",
    inputs=(NPC_HITS, hits_input("per_round", "Hits dealt a round", DEALT), ROUNDS),
    mechanic=fights.drop,
    closed_form=fights.drop_odds,
    scale=Scale(
        title="The foe is out",
        of=lambda outcome: (outcome.round is None, outcome.round or 0),
        ordered=False,
        say=lambda key: "not yet" if key[0] else f"in round {key[1]}",
    ),
    outputs=(Output("mean_rounds", "Mean rounds until the foe is out"),),
    rules=("D-194", "D-198", "R-48"),
    examples=({"per_round": {"0": "1/2", "3": "1/2"}, "npc_hits": 6, "rounds": 3},),
    largest={"npc_hits": 100, "rounds": 20, "per_round": FOUR_ATTACKERS},
)

STANDING = Scale(
    title="At the end",
    of=fights.mark_of,
    grades=(
        Grade("out", "Out", "worst", "D-204"),
        Grade("serious", "Seriously injured", "bad", "D-203"),
        Grade("injured", "Injured", "mixed", "D-202"),
        Grade("shaken", "Shaken", "good", "D-200"),
        Grade("unhurt", "Unhurt", "best"),
    ),
)
MEAN_ROUNDS = (
    Output("mean_to_injured", "Mean rounds until injured"),
    Output("mean_to_serious", "Mean rounds until seriously injured"),
    Output("mean_to_out", "Mean rounds until out"),
)

INJURY = declare(
    id="dichotomy.injury",
    title="Until injury, and worse",
    summary="Where a character's injury track stands after some rounds of being attacked.",
    inputs=(hits_input("per_round", "Hits taken a round", TAKEN), ROUNDS, FORTITUDE, START),
    mechanic=fights.injury,
    closed_form=fights.injury_odds,
    faults_between=_start_fault,
    scale=STANDING,
    outputs=MEAN_ROUNDS,
    rules=("D-199", "D-200", "D-202", "D-203", "D-204", "D-206", "D-207", "D-261", "R-49", "R-50", "R-51"),
    examples=({"fortitude": True}, {"start": {"hits": 2, "injured": True, "serious": False}}),
    largest={"rounds": 20, "per_round": FOUR_ATTACKERS, "fortitude": True},
)

ENDURANCE = declare(
    id="dichotomy.endurance",
    title="How long will I last?",
    summary="Where the injury track stands after some rounds against foes who are all alike.",
    inputs=(
        *VALUES,
        *TARGETS,
        Int(name="attackers", label="Attackers", low=1, high=6, start=2, help="Each attacks once a round."),
        ROUNDS,
        FORTITUDE,
    ),
    mechanic=fights.endurance,
    closed_form=fights.endurance_odds,
    scale=STANDING,
    outputs=MEAN_ROUNDS,
    rules=("D-195", "D-202", "D-203", "D-204", "D-206", "D-207", "D-261", "R-49"),
    examples=({"value_a": 6, "value_b": 6, "tn_a": 12, "tn_b": 12, "fortitude": True},),
    largest={"attackers": 6, "rounds": 20, "value_a": 4, "value_b": 5},
)

DUEL = declare(
    id="dichotomy.duel",
    title="Duel",
    summary="A character and a foe trade attacks until one of them falls.",
    inputs=(
        named(NPC_HITS, high=16),
        hits_input("attack", "Hits dealt by an attack", DEALT, **ONE_ATTACK),
        hits_input("defence", "Hits taken in a defence", TAKEN, **ONE_ATTACK),
        FORTITUDE,
    ),
    mechanic=fights.duel,
    closed_form=fights.duel_odds,
    scale=Scale(
        title="The end",
        of=lambda outcome: outcome.winner,
        ordered=False,
        grades=(
            Grade("npc", fights.DUEL_WORDS["npc"], "worst"),
            Grade("neither", fights.DUEL_WORDS["neither"], "mixed"),
            Grade("pc", fights.DUEL_WORDS["pc"], "best"),
        ),
    ),
    outputs=(Output("pc_wins", "The character wins"), Output("mean_rounds", "Mean rounds")),
    rules=("D-194", "D-195", "D-198", "D-206", "R-48", "R-49"),
    examples=({"npc_hits": 1}, {"attack": {"0": 1}, "defence": {"0": 1}}),
    largest={"npc_hits": 16, "fortitude": True, "attack": FINEST, "defence": FINEST},
)


def _lines_said(lines: list[Mapping[str, Any]]) -> str:
    tracks = (injuries.Track(*(line[name] for name in injuries.Track._fields)) for line in lines)
    return "; ".join(f"{number}: {track.words}" for number, track in enumerate(tracks, start=1))


INJURY_TRACK = declare(
    id="dichotomy.injury_track",
    title="Injury track",
    summary="The track after each round of a fight.",
    inputs=(
        ListOf(
            name="rounds",
            label="Rounds",
            most=50,
            rule="D-206",
            start=[
                {"hits": 2, "recover": False, "dive": False},
                {"hits": 2, "recover": False, "dive": False},
            ],
            item=Record(
                fields=(
                    Int(name="hits", label="Hits taken", low=0, high=99, start=0),
                    Flag(name="recover", label="Recovers", rule="D-191"),
                    Flag(name="dive", label="Takes a dive", rule="D-208"),
                )
            ),
        ),
        FORTITUDE,
        START,
    ),
    answer=injuries.injury_track,
    faults_between=_start_fault,
    outputs=(
        Output("rounds", "After each round", _lines_said),
        Output("problems", "Problems", codes_said(problems.TRACK)),
    ),
    rules=("D-199", "D-206", "D-207", "D-191", "D-208", "R-40", "R-49", "R-50", "R-51", "R-55"),
    examples=(
        {"rounds": [{"hits": 6}, {"hits": 6}]},
        {"rounds": [{"hits": 3, "recover": True, "dive": True}]},
    ),
)

AFTER_FIGHT = declare(
    id="dichotomy.after_fight",
    title="After the fight",
    summary="What is left of the wounds so many hours later.",
    inputs=(
        state("state", "At the end of the fight"),
        Int(name="hours", label="Hours since", low=0, high=100_000, start=24, rule="R-53"),
    ),
    answer=injuries.after_fight,
    outputs=(
        Output("hits", "Hits"),
        Output("injured", "Injured", YES_NO),
        Output("serious", "Seriously injured", YES_NO),
    ),
    rules=("D-201", "D-202", "D-203", "R-53", "R-54"),
)

DIVE_ALLOWED = declare(
    id="dichotomy.dive_allowed",
    title="May one take a dive?",
    summary="Whether a character may drop and be taken for dead.",
    inputs=(
        Flag(name="serious_before", label="Seriously injured before the round", rule="D-208"),
        Choice(
            name="gained",
            label="Step gained in the tally",
            options=injuries.GAINED,
            start="serious",
            rule="D-208",
        ),
        Int(name="hits", label="Hits taken in the round", low=0, high=99, start=1),
    ),
    answer=injuries.dive_allowed,
    outputs=(Output("allowed", "Allowed", YES_NO),),
    rules=("D-208", "D-209", "R-55"),
)

MIND_READ = declare(
    id="dichotomy.mind_read",
    title="Reading an unwilling mind",
    summary="What it costs a telepath to read somebody against their will.",
    inputs=(state("state", "The telepath before"), FORTITUDE),
    answer=injuries.mind_read,
    outputs=(
        Output("gained", "Is now", injuries.GAINED),
        Output("hits", "Hits"),
        Output("injured", "Injured", YES_NO),
        Output("serious", "Seriously injured", YES_NO),
        Output("out", "Out", YES_NO),
    ),
    rules=("D-097", "R-57"),
)


def _reason_said(action: int | None, code: str, reason: str, rule: str) -> str:
    where = "The whole turn" if action is None else f"Action {action + 1}"
    return f"{where}: {wording_said(reason, rule)}"


PLAN_TURN = declare(
    id="dichotomy.plan_turn",
    title="Turn planner",
    summary="Whether a turn of three action points is legal, what each action costs, and why not.",
    inputs=(
        ListOf(
            name="actions",
            label="Actions",
            item=ACTION,
            most=12,
            rule="D-184",
            start=[{"do": "attack", "with": ["power", "martial"]}, {"do": "move", "steps": [{}, {}]}],
        ),
        ABILITIES_HELD,
        RACE,
        Choice(
            name="locked",
            label="Locked in Mortal Combat",
            default="none",
            rule="R-31",
            quiet=True,
            options={
                "none": "No",
                "single": "Yes, alone with the foe",
                "crowd": "By a foe who holds the zone",
            },
        ),
        Int(name="hits", label="Hits carried into the round", low=0, high=99, default=0, rule="R-40"),
        GEAR_CHOICE,
        Flag(name="npc", label="Planned for a foe", rule="R-26", quiet=True),
    ),
    answer=planner.plan_turn,
    outputs=(
        Output("legal", "Legal", YES_NO),
        Output("cost", "Action points"),
        Output("costs", "Each action", lambda costs: " + ".join(map(str, costs)) or "0"),
        Output("problems", "Problems", told_elsewhere),
        Output("reasons", "Why not", lambda reasons: [_reason_said(**each) for each in reasons]),
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
