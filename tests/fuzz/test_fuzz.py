"""A sample of the inputs that `./site_build.sh fuzz` tries by the million, and that it notices
what is wrong.
"""

from __future__ import annotations

from time import process_time

import pytest

from hooks import slowness
from rules_py import web
from tests.fuzz.doors import DOORS
from tests.fuzz.replies import answered, replied, sentence
from tests.fuzz.trying import drawn, tried, wrong_with
from tests.fuzz.watch import Watch

SEED, COUNT, PARTS = 12, 2_400, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_each_input_gets_an_answer_or_one_sentence_and_soon(part: int) -> None:
    each = COUNT // PARTS
    assert [*map(str, tried(SEED, range(part * each, (part + 1) * each)))] == []


def test_every_door_is_among_the_sample_and_an_input_is_known_by_its_number() -> None:
    assert sum(door.share for door in DOORS) == 100
    assert {drawn(SEED, number)[0] for number in range(300)} == {*DOORS}
    assert [drawn(SEED, number)[1][0] for number in range(40)] != [
        drawn(3, number)[1][0] for number in range(40)
    ]
    asked = [repr(drawn(SEED, number)[1][0]) for number in (7, 8)]
    assert asked == [repr(drawn(SEED, number)[1][0]) for number in (7, 8)]


def test_what_breaks_takes_too_long_or_says_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_: Watch) -> str:
        raise KeyError("who")

    def dawdles(_: Watch) -> str:
        until = process_time() + 0.02
        while process_time() < until:
            pass
        return ""

    monkeypatch.setattr(slowness, "slowness", lambda: 1)
    assert wrong_with(breaks, 1).endswith("KeyError: 'who'\n")
    assert wrong_with(dawdles, 0.01).startswith("takes ") and not wrong_with(dawdles, 1)
    assert sentence("a" * 501) and sentence("") and sentence("one\ntwo") and not sentence("One sentence.")
    assert not answered(lambda: {"p": 1}) and not replied('{"action": "sing"}', Watch())
    monkeypatch.setattr(web, "respond", lambda _: '{"ok": true, "working": 0.5}')
    assert replied("{}", Watch(), 3) == "still working after 3 slices"
