"""What the costliest input takes: a seeded climb over all inputs of each calculator, and the fullest tables of each desk.
`./site_build.sh fuzz --climb 300` climbs longer.
"""

from __future__ import annotations

import json
from time import process_time

import pytest

from rules_py import catalogue, web
from rules_py.desk import happened, names_at
from tests.fuzz.climbing import climbs
from tests.fuzz.crowds import crowd
from tests.fuzz.trying import LONGEST_WAIT

DESKS = [pytest.param(game, id=game.id) for game in catalogue.games() if game.desk and game.desk.setting]
LONGEST_VIEW = 400_000
"""Characters of all that a desk shows."""


@pytest.mark.parametrize("game", [pytest.param(each, id=each.id) for each in catalogue.games()])
def test_no_input_of_a_calculator_takes_long(game) -> None:
    for calculator in game.calculators:
        for action, found in climbs(calculator, tries=6):
            assert found.seconds <= LONGEST_WAIT, (calculator.id, action, found)


@pytest.mark.parametrize("game", DESKS)
def test_the_fullest_table_answers_a_tap_at_once(game) -> None:
    now = crowd(game.desk)
    names = names_at(game.desk, now)
    scene = now.scene.to_json()
    for turn in ("", names[0], names[-1]):
        assert least({"action": "desk", "game": game.id, "scene": scene, "turn": turn}) <= LONGEST_WAIT
    act = next(each for each in game.desk.view(now.state, "").acts if not each.reasons)
    filled = {each.name: each.usual for each in act.inputs}
    assert happened(game.desk, now, act.event | filled)[1].applied
    assert (
        least({"action": "desk", "game": game.id, "scene": scene, "event": {**act.event, **filled}})
        <= LONGEST_WAIT
    )


def least(request: dict[str, object]) -> float:
    """Seconds that a reply takes, the least of three: others use the machine too."""
    times = []
    for _ in range(3):
        began = process_time()
        reply = web.respond(json.dumps(request))
        times.append(process_time() - began)
        assert json.loads(reply)["ok"] and len(reply) <= LONGEST_VIEW
    return min(times)
