"""The conflict tracker with two sides: its rules, and the chances of each action."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_py import ask, odds
from rules_py.base.errors import InputError
from tests.systems.action_consequence.table import TRACKER, Table, person


@pytest.fixture
def night():
    """The book’s example up to the last answer: 6 and 5 against 15 and 4."""
    table = Table.at("night")
    table.cast(8, 3, 4, 1).leave("Irin")
    table.challenge("Althesa", "Irin", "She cuts the sleeper’s throat.")
    table.answer("Irin", 7, 2).leave("Irin")
    table.do("hang_in", who="Irin")
    table.cast(9, 4, 6, 11, 2).leave("Irin").challenge("Althesa", "Irin", "She stabs at his ear.")
    return table.answer("Irin", 6, 5)


# the book's example, W-5


def test_night_example_ends_by_doubling_in_the_second_round(night) -> None:
    night.leave("Irin")
    assert "doubled" in night.sentence and night.due == ["hurt", "agree"]
    take = night.option("hurt").event["take"]
    night.do("hurt", who="Althesa", take=take)
    assert night.sentence.endswith("Althesa wins.")
    assert night.view.news == "Althesa wins by doubling." and not night.due
    replay = ask(
        "action_consequence.replay",
        rounds=[
            {
                "cast": {"a": {"dice": [4, 1], "advantage": []}, "b": {"dice": [8, 3], "advantage": []}},
                "answers": [{"dice": [7, 2], "advantage": []}],
                "choice": "hang_in",
            },
            {
                "cast": {"a": {"dice": [11, 2], "advantage": []}, "b": {"dice": [9, 4], "advantage": [6]}},
                "answers": [{"dice": [6, 5], "advantage": []}],
            },
        ],
    )
    assert (replay["winner"], replay["how"]) == ("b", "doubling")
    assert night.state.round == replay["rounds"]


def test_night_example_adds_no_one_to_the_we_owe_list(night) -> None:
    night.leave("Irin")
    assert night.state["Irin"].owed == 1  # as before: both total 18. R-19


def test_strike_odds_let_irin_escape_five_times_in_six(night) -> None:
    assert night.due == ["strike", "leave"]
    assert night.shares("leave") == {"is doubled": 1}
    for face in range(1, 7):
        night.do("strike", who="Irin", dice=[face])
        escapes = night.state.phase == "choose"
        assert escapes == (face >= 2)
        assert night.state["Irin"].owed == 0
        night.back(1)
    doubled = odds(
        "action_consequence.strike",
        standing={"dice": [9, 4], "advantage": [6]},
        answer={"dice": [6, 5], "advantage": []},
        striker="answerer",
    ).half_or_less
    assert doubled == Fraction(1, 6)
    assert night.shares("strike")["is doubled"] > doubled  # in this exchange, or later on


def test_log_records_words_and_dice_and_branches_after_undo(night) -> None:
    text = night.now.log_text()
    assert "“She cuts the sleeper’s throat.”" in text and "[9, 4, 6, 11, 2]" in text
    assert "Round 2 begins." in text
    night.back(5)
    assert night.state.phase == "choose" and night.state.round == 1
    night.do("give", who="Irin")
    assert night.sentence == "Irin gives: the challenge happens in full. Althesa wins."
    assert night.view.news == "Althesa wins because the other side gave."


# chances of actions


def test_hang_in_and_give_have_the_calculators_chances() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    table.cast(8, 3, 4, 1).challenge("A", "B").answer("B", 5, 2)
    shares = table.shares("hang_in")
    exact_odds = odds("action_consequence.conflict", dice_a=[12, 6], dice_b=[10, 8], advantage="a")
    assert shares["is doubled"] == exact_odds.a_doubles and shares["wins"] == exact_odds.b_doubles
    assert sum(shares.values()) == 1
    assert table.shares("give") == {"gives": 1}


def test_hang_in_records_the_words_entered() -> None:
    table = Table(person("A", 10, 8), person("B", 12, 6))
    table.cast(8, 3, 4, 1).challenge("A", "B").answer("B", 7, 2)
    assert [each.name for each in table.option("hang_in").more_inputs] == ["words"]
    table.do("hang_in", who="B", words="He catches her wrist")
    assert "B hangs in: “He catches her wrist”. A has the advantage" in table.sentence


def test_hang_in_chances_use_the_limit_for_giving() -> None:
    table = Table(person("A", 12, 6, gives_at=2), person("B", 10, 8))
    table.cast(4, 1, 8, 3).challenge("B", "A").answer("A", 5, 2)
    shares = table.shares("hang_in")
    exact_odds = odds(
        "action_consequence.conflict", dice_a=[12, 6], dice_b=[10, 8], advantage="b", give_at_a=2, short_a=1
    )
    assert shares == {
        "wins": exact_odds.a_doubles,
        "is doubled": exact_odds.b_doubles,
        "gives": exact_odds.b_by_giving,
    }


def test_tracker_shows_chances_before_a_cast_and_an_answer() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8, kind="npc"))
    cast = odds("action_consequence.cast", dice_a=[12, 6], dice_b=[10, 8])
    assert table.shares("cast")["A challenges"] == cast.a_challenges
    assert table.shares("cast")["a true tie: both sides reroll"] == cast.recast
    (panel,) = table.view.panels
    whole = odds("action_consequence.conflict", dice_a=[12, 6], dice_b=[10, 8])
    assert panel.rows[0] == ("A", whole.a_doubles, whole.b_doubles)
    table.cast(8, 5, 4, 1).challenge("A", "B")
    answers = odds(
        "action_consequence.exchange", standing={"dice": [8, 5], "advantage": []}, answer_dice=[10, 8]
    )
    assert table.shares("answer")["half or less: doubled"] == answers.half_or_less
    assert table.shares("answer")["higher: the roles swap"] == answers.higher


# available actions


def test_tracker_offers_only_due_actions_and_rejects_others() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    assert table.due == ["cast"]
    table.do("answer", who="B", dice=[1, 1], violations=["nothing_due"])
    table.cast(8, 5, 4, 1)
    assert table.due == ["challenge-B"]
    table.do("cast", dice=[1, 1, 1, 1], violations=["roll_pending"])
    table.do("challenge", who="B", on="A", violations=["roll_pending"])
    table.challenge("A", "B")
    table.do("give", who="B", violations=["roll_pending"])
    table.answer("B", 2, 1)
    table.do("hang_in", who="B", violations=["roll_pending"])
    table.do("dice", who="B", sizes=[12, 12], violations=["roll_pending"])


def test_check_refuses_a_side_that_is_not_expected_to_act() -> None:
    """The check of an event says so too, not only the pending roll."""
    table = Table(person("A", 8, 8), person("B", 6, 6)).cast(8, 7, 2, 1)
    actions = TRACKER.actions
    assert actions.check(table.state, {"do": "challenge", "who": "A", "on": "B"}).legal
    assert actions.check(table.state, {"do": "challenge", "who": "B", "on": "B"}).codes == {"nothing_due"}
    table.challenge("A", "B")
    assert actions.check(table.state, {"do": "answer", "who": "A", "dice": [1, 1]}).codes == {"nothing_due"}


def test_tied_cast_is_repeated_in_the_same_round() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    table.cast(6, 4, 6, 4)
    assert table.sentence == "Cast: A 6 and 4; B 6 and 4. Every die is equal: both sides reroll."
    assert table.due == ["cast"] and table.state.round == 1
    table.cast(6, 4, 6, 5)
    assert table.due == ["challenge-A"] and table.state.challenger == "B"


def test_higher_answer_swaps_the_roles_and_keeps_its_roll() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    table.cast(8, 5, 4, 1).challenge("A", "B").answer("B", 8, 6)
    assert table.due == ["challenge-A"] and table.state.challenger == "B"
    table.challenge("B", "A").answer("A", 5, 1)
    assert table.state.phase == "choose" and table.state.round == 1
    table.do("hang_in", who="A")
    assert table.state.side("B").held == 1 and table.state.side("A").short == 1


def test_tied_answer_starts_a_round_without_advantage() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    table.cast(8, 5, 4, 1).challenge("A", "B").answer("B", 6, 1).do("hang_in", who="B")
    assert table.state.side("A").held == 1
    table.cast(8, 5, 2, 4, 1).challenge("A", "B").answer("B", 10, 5)
    assert table.state.round == 3 and not any(each.held for each in table.state.sides)


def test_advantage_die_joins_every_roll_of_one_round() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    table.cast(8, 5, 4, 1).challenge("A", "B").answer("B", 6, 1).do("hang_in", who="B")
    labels = [label for label, _ in table.option("cast").dice]
    assert labels == ["A", "A", "A, advantage", "B", "B"]
    table.cast(3, 1, 1, 6, 5).challenge("B", "A")
    assert [sides for _, sides in table.option("answer").dice] == [12, 6, 6]
    table.answer("A", 5, 1, 1)  # 6 and 1 against 6 and 5: short by the lower die
    table.do("hang_in", who="A")
    assert (table.state.side("A").held, table.state.side("B").held) == (0, 1)


# the we owe list


@pytest.mark.parametrize(
    ("mine", "theirs", "answer", "listed"),
    [
        ((8, 4), (10, 8), (5, 1), True),
        ((8, 4), (10, 8), (2, 1), False),  # doubled in the first round
        ((12, 6), (10, 8), (5, 1), False),  # equal numbers of sides: R-19
    ],
)
def test_weaker_side_not_doubled_at_once_joins_the_we_owe_list(mine, theirs, answer, listed) -> None:
    table = Table(person("A", *mine), person("B", *theirs, kind="npc"))
    table.cast(4, 1, 8, 3).challenge("B", "A").answer("A", *answer)
    if table.state.phase == "choose":
        table.do("give", who="A")
    else:
        table.do("hurt", who="B", take=table.option("hurt").event["take"])
    assert table.state["A"].owed == listed
    assert ("A’s name goes on the we owe list." in table.sentence) == listed


@pytest.mark.parametrize(("before", "after"), [(97, 98), (98, 99), (99, 99)])
def test_we_owe_list_stops_at_99_names(before, after) -> None:
    table = Table(person("A", 8, 4, owed=before), person("B", 10, 8, kind="npc"))
    table.cast(4, 1, 8, 3).leave("A").challenge("B", "A").answer("A", 5, 1).leave("A").do("give", who="A")
    assert table.state["A"].owed == after
    assert ("A’s name goes on the we owe list." in table.sentence) == (after > before)


def test_game_masters_characters_are_not_listed() -> None:
    table = Table(person("A", 8, 4, kind="npc"), person("B", 10, 8))
    table.cast(4, 1, 8, 3).challenge("B", "A").answer("A", 5, 1).do("hang_in", who="A")
    assert table.state["A"].owed == 0


def test_strike_is_offered_once_each_and_to_the_lower_roll_first() -> None:
    table = Table(person("A", 12, 6, owed=2), person("B", 10, 8, owed=1))
    table.cast(8, 5, 4, 1)
    assert table.state.asked == ("B", "A")
    table.do("strike", who="A", dice=[1], violations=["roll_pending"])
    table.do("strike", who="B", dice=[6])  # 10 and 1: ahead now, so B isn't asked again
    assert table.state.asked == ("A",)
    assert table.sentence == "B’s name is struck: adding 6 makes the roll 10 and 1."
    table.do("strike", who="A", dice=[1])
    assert table.state.challenger == "B"
    assert [sides for _, sides in table.challenge("B", "A").option("answer").dice] == [12, 6, 6]


def test_strike_and_leave_show_their_chances() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8, owed=1))
    table.cast(8, 5, 4, 1)
    strike, leave = table.shares("strike"), table.shares("leave")
    assert sum(strike.values()) == sum(leave.values()) == 1
    assert strike["wins"] > leave["wins"]


# the end


def test_winner_chooses_among_every_loss_of_both_stats() -> None:
    table = Table.at("night")
    table.cast(10, 3, 4, 1).leave("Irin").challenge("Althesa", "Irin").answer("Irin", 5, 1).leave("Irin")
    (choice,) = table.option("hurt").inputs
    assert list(choice.options) == [
        "Exhausted: Guts d12 d6 becomes d8 d6",
        "Exhausted: Guts d12 d6 becomes d10 d4",
        "Exhausted: Guts d12 d6 becomes d12",
        "Injured: Grace d8 d8 becomes d6 d6",
        "Injured: Grace d8 d8 becomes d8 d4",
    ]
    (panel,) = table.view.panels
    effect = ask("action_consequence.injury_effect", dice=[12, 6], opponent=[10, 8])
    assert panel.rows[0][1:] == (effect["wins"], effect["options"][0]["wins"])
    table.do("hurt", who="Althesa", take="Injured: Grace d8 d8 becomes d8 d4")
    assert table.sentence == "Irin is injured: Grace d8 d8 becomes d8 d4. Althesa wins."
    assert TRACKER.export_to_sheet(table.state, "Irin")["stats"]["Grace"] == [8, 4]


def test_agree_applies_legal_terms_and_rejects_added_die_sizes() -> None:
    table = Table.at("night")
    table.cast(10, 3, 4, 1).leave("Irin").challenge("Althesa", "Irin").answer("Irin", 5, 1).leave("Irin")
    larger_dice = [{"who": "Irin", "what": "dice", "name": "Guts", "dice": [12, 12]}]
    table.do("agree", who="Althesa", words="Stronger", terms=larger_dice, violations=["die_sizes_added"])
    terms = [{"who": "Irin", "what": "dice", "name": "Guts", "dice": [12, 4]}]
    table.do("agree", who="Althesa", words="Deaf in one ear, and left for dead.", terms=terms)
    after = TRACKER.export_to_sheet(table.state, "Irin")
    assert after["stats"]["Guts"] == [12, 4]
    assert after["consequences"] == ["Deaf in one ear, and left for dead."]
    assert "Irin: Guts becomes d12 d4" in table.sentence


def test_loser_with_too_few_sizes_loses_all_dice() -> None:
    table = Table(person("A", 12, 6), person("B", 4))
    table.cast(8, 5, 2).challenge("A", "B").answer("B", 1)
    (choice,) = table.option("hurt").inputs
    assert list(choice.options) == ["Exhausted or injured: dice d4 becomes none"]


def test_combatant_without_dice_is_doubled_by_any_challenge() -> None:
    table = Table(person("A", 12, 6), person("B"))
    table.cast(1, 1).challenge("A", "B")
    table.do("answer", who="B")
    assert "doubled" in table.sentence
    table.do("hurt", who="A")
    assert table.sentence == "B has nothing left to lose. A wins."
    Table(person("A"), person("B")).do("cast", violations=["no_dice"])


def test_single_side_cannot_cast_despite_an_override() -> None:
    table = Table(person("A", 8, 6, owed=1)).do("cast", dice=[3, 3], allow=True, violations=["one_side"])
    assert "needs at least two sides" in table.sentence and not table.due


@pytest.mark.parametrize("phase", ["order", "strike", "challenge", "interfere", "answer", "choose", "settle"])
def test_read_rejects_a_phase_in_which_no_one_can_act(phase) -> None:
    alone = Table(person("A", 8, owed=1)).state.to_json() | {"phase": phase, "compared": "cast"}
    with pytest.raises(InputError, match="what they may do"):
        TRACKER.read(alone)
