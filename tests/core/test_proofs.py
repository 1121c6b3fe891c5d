"""Examples and claims of a page, proved again under a table's house rules."""

import json

from hooks.contracts.requests import replies, reply_to
from rules_py.web import respond

DEFINITION = {
    "code": ">>> from rules_py import odds\n"
    ">>> def success(pool):\n"
    '...     return odds("basic_systems.throw", pool=pool, difficulty=6).p_success\n'
}
OTHER = {"code": ">>> 6 * 7\n42"}
EXAMPLE = {"code": ">>> success(2)\nFraction(3, 5)"}


def prove(house, *blocks):
    request = {"action": "reprove", "game": "basic_systems", "house": house, "blocks": [*blocks]}
    return reply_to(request)["html"]


def test_example_shows_its_output_under_house_rules() -> None:
    unchanged, other, example = prove({"ones_cancel": False}, DEFINITION, OTHER, EXAMPLE)
    assert unchanged == other == ""
    assert "Not at your table" in example and "&gt;&gt;&gt; success(2)\nFraction(3, 4)" in example


def test_example_shows_changed_odds_without_output() -> None:
    [html] = prove(
        {"ones_cancel": False}, {"code": '>>> a = odds("basic_systems.throw", pool=2, difficulty=6)'}
    )
    assert "By your house rules" in html and "example__odds" in html


def test_standard_rules_change_no_proof() -> None:
    claim = {"claim": {"over": {"pool": "1 to 3"}, "holds": "success(pool) == 2"}}
    assert prove({}, DEFINITION, EXAMPLE, claim) == ["", "", ""]
    assert prove({"ones_cancel": True, "unknown": 3}, EXAMPLE) == [""]


def test_claim_names_its_first_exception() -> None:
    claim = {"claim": {"over": {"pool": "1 to 9"}, "holds": "success(pool) < Fraction(8, 10)"}}
    *_, html = prove({"ones_cancel": False}, DEFINITION, claim)
    assert "Not at your table" in html and "Dice 3 (87.5% and 80%)" in html


def test_trend_names_the_two_values() -> None:
    claim = {"over": {"pool": "1 to 9"}, "along": "pool", "falls": "p_success"}
    fields = {**claim, "calculator": "basic_systems.throw", "inputs": {"difficulty": 6}}
    [html] = prove({"ones_cancel": False}, {"claim": fields})
    assert "Dice 2 (50%, then 75%)" in html


def test_failing_claim_is_reported_without_an_error() -> None:
    claim = {"claim": {"over": {"pool": "1 to 3"}, "holds": "success(pool) / 0 > unknown"}}
    *_, html = prove({"ones_cancel": False}, DEFINITION, claim)
    assert "Not at your table" in html


def test_single_block_is_proved_with_its_definitions() -> None:
    claim = {"claim": {"over": {"pool": "1 to 9"}, "holds": "success(pool) < Fraction(8, 10)"}}
    request = {"action": "reprove", "game": "basic_systems", "house": {"ones_cancel": False}}
    blocks = [DEFINITION, EXAMPLE, claim]
    together = reply_to({**request, "blocks": blocks})["html"]
    for place in range(3):
        alone = reply_to({**request, "blocks": blocks, "only": [place]})["html"]
        assert alone == ["" if at != place else html for at, html in enumerate(together)]
    assert reply_to({**request, "blocks": blocks, "only": [3]})["codes"] == ["bad_request"]


def test_proof_reports_progress() -> None:
    claim = {"claim": {"over": {"pool": "1 to 20"}, "holds": "success(pool) > 0"}}
    blocks = [DEFINITION, *[claim] * 60]
    request = {"action": "reprove", "game": "basic_systems", "house": {"tens": "again"}, "blocks": blocks}
    *progress, last = replies(request)
    assert last["ok"] and progress and all(0 <= each["working"] <= 1 for each in progress)


def test_proof_rejects_blocks_that_are_no_list() -> None:
    reply = json.loads(respond(json.dumps({"action": "reprove", "game": "basic_systems", "blocks": 3})))
    assert not reply["ok"] and reply["codes"] == ["bad_request"]
