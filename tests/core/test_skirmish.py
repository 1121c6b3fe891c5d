"""The common parts of two-sided fights: winners, endings and headlines."""

from dataclasses import dataclass

import pytest

from rules_py.tracker.skirmish import (
    NOBODY,
    damage_by_name,
    describe_ending,
    missing_side,
    news,
    player_view,
    title_without_turn,
    victories,
    visible_condition,
    winner,
)


@dataclass(frozen=True)
class Fighter:
    name: str
    side: str
    hits: int = 3

    @property
    def able(self):
        return self.hits > 0


class Fight:
    def __init__(self, *fighters):
        self.fighters = fighters

    def __contains__(self, name):
        return any(fighter.name == name for fighter in self.fighters)

    def __getitem__(self, name):
        return next(fighter for fighter in self.fighters if fighter.name == name)


ANN, BEA = Fighter("Ann", "pc"), Fighter("Bea", "npc")
ANN_OUT, BEA_OUT = Fighter("Ann", "pc", 0), Fighter("Bea", "npc", 0)


@pytest.mark.parametrize(
    ("fighters", "side", "message"),
    [
        ((ANN, BEA), "", ""),
        ((ANN, BEA_OUT), "Characters", "The fight is over: no foes are standing."),
        ((ANN_OUT, BEA), "Foes", "The fight is over: no characters are standing."),
        ((ANN_OUT, BEA_OUT), NOBODY, "The fight is over: no one is standing."),
        ((ANN,), "Characters", ""),
        ((), NOBODY, ""),
    ],
)
def test_winner_is_the_last_side_that_is_able(fighters, side, message) -> None:
    """A fight that a side has yet to join has a winner, but no ending."""
    fight = Fight(*fighters)
    assert (winner(fight), describe_ending(fight)) == (side, message)


def test_news_reports_the_most_important_thing() -> None:
    both = Fight(ANN, BEA)
    assert news(both, "It is over.", "Ann", "All") == "It is over."
    assert news(Fight(ANN), "", "Ann", "All").startswith(missing_side(Fight(ANN)))
    assert "No foes yet" in missing_side(Fight(ANN))
    assert "No characters yet" in missing_side(Fight(BEA))
    assert "No one here yet" in missing_side(Fight())
    assert news(both, "", "Ann", "All") == "Ann is next."
    assert news(both, "", "", "All") == "All"


def test_title_without_turn_explains_why() -> None:
    assert title_without_turn(Fight(), "") == "No one here yet"
    assert title_without_turn(Fight(ANN), "over") == "The fight is over"
    assert title_without_turn(Fight(ANN), "") == "Everyone has acted"


def test_victories_keep_their_order() -> None:
    presented = victories(pc="good", nobody="mixed", npc="bad")
    assert [(side, victory.label, victory.tone) for side, victory in presented.items()] == [
        ("Characters", "Characters win", "good"),
        (NOBODY, "No one is left", "mixed"),
        ("Foes", "Foes win", "bad"),
    ]


def test_player_view_names_no_turn_after_the_end() -> None:
    assert (view := player_view("Round 1", "", "Ann", ())).news == "Ann is next." and view.turn == "Ann"
    assert (view := player_view("Round 1", "Over.", "Ann", ())).news == "Over." and not view.turn
    assert player_view("Round 1", "", "", ()).news == "The round ends."


@pytest.mark.parametrize(
    ("left", "condition"),
    [(6, "unhurt"), (5, "barely hurt"), (4, "hurt"), (3, "hurt"), (2, "badly hurt"), (0, "badly hurt")],
)
def test_visible_condition_changes_in_thirds(left, condition) -> None:
    assert visible_condition(left, 6)[0] == condition


def test_damage_by_name_omits_newcomers_and_the_unhurt() -> None:
    before, after = Fight(ANN), Fight(Fighter("Ann", "pc", 1), BEA)
    assert damage_by_name(before, after, lambda was, now: was.hits - now.hits) == {"Ann": 2}
    assert damage_by_name(after, after, lambda was, now: was.hits - now.hits) == {}
