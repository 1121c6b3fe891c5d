"""The interface between mechanics and dice, for every kind of dice."""

from collections import Counter
from fractions import Fraction

import pytest

from rules_py.base.errors import InputError, TooManyBranchesError, format_value
from rules_py.dice.enumerate_branches import _ends, expand
from rules_py.dice.markov import Done
from rules_py.dice.process import Process
from rules_py.dice.recording import RandomDice, ScriptedDice, invalid_faces


def test_scripted_dice_return_their_faces_in_order():
    dice = ScriptedDice([3, 5, 2, 6, 1])
    assert (dice.d(6), dice.pool(2, 6), dice.lowest(2, 6)) == (3, (5, 2), 1)
    dice.finish()


def test_steps_show_which_die_was_kept():
    dice = ScriptedDice([2, 7, 7])
    assert dice.highest(3, 8, label="three dice", rule="X-1") == 7
    (step,) = dice.steps
    assert [(die.face, die.status) for die in step.dice] == [(2, "dropped"), (7, "kept"), (7, "dropped")]
    assert (step.text, step.rule) == ("three dice", "X-1")


def test_tally_includes_categories_without_a_die():
    dice = ScriptedDice([10, 1, 7])
    assert dice.tally(3, 10, lambda face: "one" if face == 1 else "success" if face >= 6 else "rest") == {
        "one": 1,
        "rest": 0,
        "success": 2,
    }


def test_scripted_dice_read_face_aliases():
    dice = ScriptedDice([0, 9], aliases={0: 10})
    assert (dice.d(10), dice.d(10)) == (10, 9)
    dice.finish()


def test_face_alias_is_invalid_for_a_smaller_die():
    dice = ScriptedDice([0], aliases={0: 10})
    dice.d(6)
    with pytest.raises(InputError, match="dice.0: expected a face from 1 to 6, got 0"):
        dice.finish()


@pytest.mark.parametrize("faces", [[], [1], [1, 2, 3]])
def test_scripted_dice_report_a_wrong_count_before_a_wrong_face(faces):
    script = [*faces[:-1], 99] if faces else faces
    dice = ScriptedDice(script)
    dice.pool(2, 6)
    with pytest.raises(InputError) as error:
        dice.finish()
    assert error.value.codes == ("wrong_dice_count",)
    assert str(error.value).startswith(f"dice: expected 2 dice, got {script}")


@pytest.mark.parametrize("face", [0, 7, -1, 1.0, "3", None, True, [1], 10**90])
def test_scripted_dice_report_the_index_of_a_wrong_face(face):
    dice = ScriptedDice([1, face])
    dice.pool(2, 6)
    with pytest.raises(InputError) as error:
        dice.finish()
    assert error.value.codes == ("bad_die",)
    assert str(error.value).startswith(f"dice.1: expected a face from 1 to 6, got {format_value(face)}")


def test_expand_weights_branches_that_end_early():
    def explode_once(dice):
        face = dice.d(4)
        return face + dice.d(6) if face == 4 else face

    counts, total = expand(explode_once)
    assert (total, counts[1], counts[5], counts[10]) == (24, 6, 1, 1)
    assert sum(counts.values()) == total


@pytest.mark.parametrize("verb", ["pool", "sum", "highest", "lowest", "tally"])
def test_expand_matches_enumeration_for_each_method(verb):
    mechanics = {
        "pool": lambda dice: dice.pool(3, 4),
        "sum": lambda dice: dice.sum(3, 4),
        "highest": lambda dice: dice.highest(3, 4, 2),
        "lowest": lambda dice: dice.lowest(3, 4, 2),
        "tally": lambda dice: tuple(dice.tally(3, 4, lambda face: face > 2).items()),
    }
    mechanic = mechanics[verb]
    expected = Counter(
        mechanic(ScriptedDice([a, b, c])) for a in range(1, 5) for b in range(1, 5) for c in range(1, 5)
    )
    assert expand(mechanic) == (dict(expected), 64)


def test_draw_follows_its_weights():
    assert expand(lambda dice: dice.draw({0: 3, 2: 0, 5: 1})) == ({0: 3, 5: 1}, 4)
    assert {RandomDice().draw({"a": 1, "b": 0}) for _ in range(50)} == {"a"}


def test_expand_without_dice_has_one_outcome():
    assert expand(lambda dice: "settled") == ({"settled": 1}, 1)
    assert expand(lambda dice: dice.sum(0, 6)) == ({0: 1}, 1)


def test_expand_explains_too_many_branches():
    with pytest.raises(
        TooManyBranchesError, match=r"too many branches \(more than 1,000\). Reduce the number of dice"
    ):
        expand(lambda dice: tuple(dice.d(6) for _ in range(10)), max_branches=1000)


def first_to_two(dice, state):
    ours, theirs = state
    ours, theirs = (ours + 1, theirs) if dice.d(6) > 2 else (ours, theirs + 1)
    if 2 in (ours, theirs):
        return Done("won" if ours == 2 else "lost")
    return ours, theirs


def test_process_is_solved_and_played_with_the_same_step():
    race = Process(first_to_two)
    solution = race.solve((0, 0))
    assert solution.chances == {"won": Fraction(20, 27), "lost": Fraction(7, 27)}
    assert race.play(ScriptedDice([6, 1, 6]), (0, 0)) == "won"
    assert race.by_round((0, 0), 3)[1] == {"won": Fraction(4, 9), "lost": Fraction(1, 9)}


def test_process_accepts_a_closed_form_for_rounds():
    def counts(state):
        ours, theirs = state
        won = Done("won") if ours == 1 else (ours + 1, theirs)
        lost = Done("lost") if theirs == 1 else (ours, theirs + 1)
        return {won: 2, lost: 1}

    race, with_closed_form = Process(first_to_two), Process(first_to_two, counts)
    assert with_closed_form.solve((0, 0)) == race.solve((0, 0))
    assert expand(lambda dice: with_closed_form.play(dice, (0, 0))) == expand(
        lambda dice: race.play(dice, (0, 0))
    )
    assert with_closed_form.play(ScriptedDice([6, 1, 6]), (0, 0)) == "won"


def test_process_stops_at_its_branch_limit():
    """The process has four states with two transitions each."""

    def rounds(state):
        return expand(lambda dice: first_to_two(dice, state))[0]

    assert dict(_ends(rounds, (0, 0), 8)) == {("won", 27): 20, ("lost", 27): 7}
    with pytest.raises(TooManyBranchesError, match=r"too many transitions between rounds \(more than 7\)"):
        _ends(rounds, (0, 0), 7)


def test_endless_process_is_stopped():
    with pytest.raises(TooManyBranchesError, match="no end after 10,000 rounds"):
        Process(lambda dice, state: state).play(RandomDice(), "standing")


def test_tally_of_no_dice_has_its_categories():
    assert ScriptedDice([]).tally(0, 6, lambda face: face == 6) == {False: 0, True: 0}
    assert expand(lambda dice: tuple(dice.tally(0, 6, lambda face: face == 6).items())) == (
        {((False, 0), (True, 0)): 1},
        1,
    )


def test_dice_report_whether_faces_remain() -> None:
    dice = ScriptedDice([3, 5, 2])
    dice.d(6)
    assert dice.has_faces_for(2) and not dice.has_faces_for(3)
    assert RandomDice().has_faces_for(1000)


def test_invalid_faces_needs_the_right_number_of_dice():
    assert [each.field for each in invalid_faces((6, 4), [6, 5])] == ["dice.1"]
    assert invalid_faces((6, 4), [6, 5, 1]) == invalid_faces((6, 4), [7]) == []
