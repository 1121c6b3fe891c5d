"""A conflict that a program hands over: what belongs together in it, and what is refused as damaged."""

from __future__ import annotations

import pytest

from rules_py.base.errors import InputError
from tests.systems.action_consequence.table import TRACKER, Table, person


def three():
    """Return a table with three participants who have cast; Ruta is to challenge."""
    table = Table(person("Ruta", 12, 6), person("Oswin", 12, 10), person("Strake", 10, 8, kind="npc"))
    return table.cast(11, 3, 9, 9, 7, 2)


BEGUN = three().state.to_json()
PAIR = {"challenger": "Ruta", "answerer": "Strake"}
LOSS = {"on": "Strake", "by": "Ruta"}


@pytest.mark.parametrize(
    "changed",
    [
        {"phase": "order", "challenger": ""},
        {"phase": "strike", "compared": "cast", "asked": ["Oswin"], "challenger": ""},
        {"phase": "strike", "compared": "answer", "asked": ["Oswin"], **PAIR},
        {"phase": "challenge"},
        {"phase": "interfere", "asked": ["Oswin"], **PAIR},
        {"phase": "answer", **PAIR},
        {"phase": "choose", **PAIR},
        {"phase": "settle", "losses": [LOSS]},
        {"phase": "cast", "challenger": ""},
        {"phase": "over", "winner": "Ruta", "how": "gave"},
    ],
    ids=lambda changed: f"{changed['phase']} {changed.get('compared', '')}",
)
def test_read_accepts_each_phase_with_its_combatants_present(changed) -> None:
    conflict = TRACKER.read(BEGUN | changed)
    assert conflict.to_json() == BEGUN | changed
    assert TRACKER.view(conflict, "").news


@pytest.mark.parametrize(
    "changed",
    [
        {"phase": "strike", "compared": "cast", "asked": []},
        {"phase": "strike", "compared": "answer", "asked": []},
        {"phase": "strike", "compared": "answer", "asked": ["Oswin"], **PAIR, "challenger": ""},
        {"phase": "strike", "compared": "answer", "asked": ["Oswin"], **PAIR, "answerer": ""},
        {"phase": "strike", "compared": "answer", "asked": ["Oswin"], **PAIR, "answerer": "Ruta"},
        {"phase": "challenge", "challenger": ""},
        {"phase": "interfere", "asked": [], **PAIR},
        {"phase": "interfere", "asked": ["Oswin"], **PAIR, "challenger": ""},
        {"phase": "interfere", "asked": ["Oswin"], **PAIR, "answerer": ""},
        {"phase": "answer", **PAIR, "challenger": ""},
        {"phase": "answer", **PAIR, "answerer": ""},
        {"phase": "choose", **PAIR, "answerer": "Ruta"},
        {"phase": "settle", "losses": []},
        {"challenger": "Nobody"},
        {"answerer": "Nobody"},
        {"opener": "Nobody"},
        {"phase": "over", "winner": "Nobody"},
        {"phase": "interfere", "asked": ["Oswin", "Nobody"], **PAIR},
        {"phase": "settle", "losses": [LOSS | {"on": "Nobody"}]},
        {"phase": "settle", "losses": [LOSS | {"by": "Nobody"}]},
        {"sides": BEGUN["sides"][:2]},
        {"sides": [*BEGUN["sides"], BEGUN["sides"][0]]},
    ],
    ids=str,
)
def test_read_rejects_inconsistent_participants(changed) -> None:
    with pytest.raises(InputError, match="sides of those who are there") as refused:
        TRACKER.read(BEGUN | changed)
    assert [each.code for each in refused.value.faults] == ["bad_scene"]


def test_read_accepts_helpers_as_losers_but_not_as_winner() -> None:
    helped = Table(person("A", 6, 4), person("B", 4, helps="A"), person("C", 12, kind="npc")).state.to_json()
    losses = [{"on": each, "by": "C"} for each in "AB"]
    assert TRACKER.read(helped | {"phase": "settle", "losses": losses})
    everybody = {"phase": "strike", "compared": "cast", "asked": ["A", "B", "C"]}
    assert TRACKER.read(helped | everybody).asked == ("A", "B", "C")
    with pytest.raises(InputError, match="sides of those who are there"):
        TRACKER.read(helped | {"phase": "over", "winner": "B"})


def test_read_requires_two_sides_to_order_or_challenge() -> None:
    """Losses can be settled with one side left, and a cast can wait for others to join."""
    left = [each | {"out": "left"} for each in BEGUN["sides"]]
    two, alone = [*BEGUN["sides"][:2], left[2]], [BEGUN["sides"][0], *left[1:]]
    for phase in ("order", "challenge"):
        assert TRACKER.read(BEGUN | {"phase": phase, "sides": two})
        with pytest.raises(InputError, match="sides of those who are there"):
            TRACKER.read(BEGUN | {"phase": phase, "sides": alone})
    assert TRACKER.read(BEGUN | {"phase": "settle", "losses": [LOSS], "sides": alone})
    assert TRACKER.read(BEGUN | {"phase": "cast", "challenger": "", "sides": alone})


def test_read_rejects_two_people_with_the_same_name() -> None:
    people = [*BEGUN["people"], BEGUN["people"][1]]
    with pytest.raises(InputError, match="a name that no one else has") as refused:
        TRACKER.read(BEGUN | {"people": people})
    assert [each.field for each in refused.value.faults] == ["state.people.3.name"]


def test_read_accepts_a_finished_conflict_without_a_winner() -> None:
    left = [each | {"out": "left"} for each in BEGUN["sides"]]
    conflict = TRACKER.read(BEGUN | {"phase": "over", "sides": left, "challenger": ""})
    view = TRACKER.view(conflict, "")
    assert view.news == "No one is left."
    assert not view.due_options and not view.common_options
