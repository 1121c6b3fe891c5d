"""Conflict states from programs: which are valid, and which are rejected as damaged."""

from __future__ import annotations

import pytest

from rules_py.base.errors import InputError
from tests.systems.action_consequence.table import TRACKER, Table, person


def three_participants():
    """Return a conflict with three participants who have cast; Ruta challenges next."""
    table = Table(person("Ruta", 12, 6), person("Oswin", 12, 10), person("Strake", 10, 8, kind="npc"))
    return table.cast(11, 3, 9, 9, 7, 2)


START = three_participants().state.to_json()
PAIR = {"challenger": "Ruta", "answerer": "Strake"}
LOSS = {"on": "Strake", "by": "Ruta"}


@pytest.mark.parametrize(
    "changes",
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
    ids=lambda changes: f"{changes['phase']} {changes.get('compared', '')}",
)
def test_read_accepts_each_phase_with_its_combatants_present(changes) -> None:
    conflict = TRACKER.read(START | changes)
    assert conflict.to_json() == START | changes
    assert TRACKER.view(conflict, "").news


@pytest.mark.parametrize(
    "changes",
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
        {"sides": START["sides"][:2]},
        {"sides": [*START["sides"], START["sides"][0]]},
    ],
    ids=str,
)
def test_read_rejects_inconsistent_participants(changes) -> None:
    with pytest.raises(InputError, match="sides of those who are there") as caught:
        TRACKER.read(START | changes)
    assert [each.code for each in caught.value.faults] == ["bad_scene"]


def test_read_accepts_helpers_as_losers_but_not_as_winner() -> None:
    state_with_helper = Table(
        person("A", 6, 4), person("B", 4, helps="A"), person("C", 12, kind="npc")
    ).state.to_json()
    losses = [{"on": each, "by": "C"} for each in "AB"]
    assert TRACKER.read(state_with_helper | {"phase": "settle", "losses": losses})
    strike = {"phase": "strike", "compared": "cast", "asked": ["A", "B", "C"]}
    assert TRACKER.read(state_with_helper | strike).asked == ("A", "B", "C")
    with pytest.raises(InputError, match="sides of those who are there"):
        TRACKER.read(state_with_helper | {"phase": "over", "winner": "B"})


def test_read_requires_two_sides_to_order_or_challenge() -> None:
    """Losses can be settled with one side left, and a cast can wait for others to join."""
    others_out = [each | {"out": "left"} for each in START["sides"]]
    two, alone = [*START["sides"][:2], others_out[2]], [START["sides"][0], *others_out[1:]]
    for phase in ("order", "challenge"):
        assert TRACKER.read(START | {"phase": phase, "sides": two})
        with pytest.raises(InputError, match="sides of those who are there"):
            TRACKER.read(START | {"phase": phase, "sides": alone})
    assert TRACKER.read(START | {"phase": "settle", "losses": [LOSS], "sides": alone})
    assert TRACKER.read(START | {"phase": "cast", "challenger": "", "sides": alone})


def test_read_rejects_two_people_with_the_same_name() -> None:
    people = [*START["people"], START["people"][1]]
    with pytest.raises(InputError, match="a name that no one else has") as caught:
        TRACKER.read(START | {"people": people})
    assert [each.field for each in caught.value.faults] == ["state.people.3.name"]


def test_read_accepts_a_finished_conflict_without_a_winner() -> None:
    others_out = [each | {"out": "left"} for each in START["sides"]]
    conflict = TRACKER.read(START | {"phase": "over", "sides": others_out, "challenger": ""})
    view = TRACKER.view(conflict, "")
    assert view.news == "No one is left."
    assert not view.due_options and not view.common_options
