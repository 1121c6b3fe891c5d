"""The conflict tracker with three or more sides, and with helpers."""

from __future__ import annotations

from rules_py import odds
from rules_py.systems.action_consequence.tracker import priced
from tests.systems.action_consequence.table import TRACKER, Table, person


def quay():
    """Return the book’s conflict of Ruta, Oswin and Strake: 11 and 3, 9 and 9, 7 and 2."""
    table = Table(person("Ruta", 12, 6), person("Oswin", 12, 10), person("Strake", 10, 8, kind="npc"))
    return table.cast(11, 3, 9, 9, 7, 2)


# turn order


def test_tracker_shows_the_standing_of_each_side() -> None:
    table = Table(person("A", 12, 6), person("B", 12, 10), person("C", 10, 8))

    def standings() -> list[tuple[str, str]]:
        return [(each.standing, each.tone) for each in table.view.combatants]

    assert standings() == [("hasn’t rolled", "mixed")] * 3
    table.cast(11, 3, 9, 9, 7, 2).challenge("A", "C").do("let_pass", who="B")
    assert standings() == [("challenges", "good"), ("waits", "mixed"), ("answers", "bad")]
    table.answer("C", 6, 2)
    assert standings() == [("challenges", "good"), ("waits", "mixed"), ("hangs in or gives", "bad")]
    table.do("give", who="C").challenge("B", "A").answer("A", 6, 1).do("give", who="A")
    assert [tone for _, tone in standings()] == ["bad", "best", "bad"] and standings()[1][0] == "has won"


def test_highest_roll_challenges_first_and_sees_the_chances() -> None:
    table = quay()
    assert table.state.challenger == "Ruta"
    assert table.due == ["challenge-Oswin", "challenge-Strake", "drop_out"]
    for name, dice in (("Oswin", [12, 10]), ("Strake", [10, 8])):
        exact_odds = odds(
            "action_consequence.exchange_end",
            standing={"dice": [11, 3], "advantage": []},
            challenger_dice=[12, 6],
            answerer_dice=dice,
        )
        shares = table.shares(f"challenge-{name}")
        assert shares["Ruta doubles"] == exact_odds.challenger_doubles
        assert shares.get(f"{name} doubles", 0) == exact_odds.answerer_doubles
        assert sum(shares.values()) == 1
    assert table.shares("challenge-Strake")["Ruta doubles"] > table.shares("challenge-Oswin")["Ruta doubles"]


def test_interfere_is_open_to_a_roll_above_the_answerers() -> None:
    table = quay().challenge("Ruta", "Strake")
    assert table.due == ["interfere", "let_pass"] and table.state.asked == ("Oswin",)
    table.do("interfere", who="Oswin")
    assert table.state.answerer == "Oswin"
    table.answer("Oswin", 6, 2).do("hang_in", who="Oswin")
    assert table.state.challenger == "Strake"  # the spared side keeps its turn: R-39
    assert table.due == ["challenge-Ruta", "challenge-Oswin", "drop_out"]


def test_interfere_is_closed_to_lower_rolls_and_past_challengers() -> None:
    table = quay().challenge("Ruta", "Oswin")
    assert table.due == ["answer"]  # Strake’s 7 is below Oswin’s 9
    table.answer("Oswin", 6, 2).do("hang_in", who="Oswin")
    table.challenge("Strake", "Oswin")
    assert table.due == ["answer"]  # Ruta’s 11 is above Oswin’s 6, but she had her turn


def test_let_pass_leaves_the_answer_to_the_named_side() -> None:
    table = quay().challenge("Ruta", "Strake").do("let_pass", who="Oswin")
    assert table.due == ["answer"] and table.state.answerer == "Strake"


def test_advantage_of_several_sides_waits_for_the_next_round() -> None:
    table = quay().challenge("Ruta", "Oswin").answer("Oswin", 6, 2).do("hang_in", who="Oswin")
    assert (table.state.side("Ruta").gained, table.state.side("Ruta").held) == (1, 0)
    table.challenge("Strake", "Ruta")
    assert [sides for _, sides in table.option("answer").dice] == [12, 6]  # not in this round: A-098
    table.answer("Ruta", 6, 1).do("hang_in", who="Ruta")
    assert table.state.round == 2
    assert [each.held for each in table.state.sides] == [1, 0, 1]


def test_role_swap_counts_as_the_answerers_turn() -> None:
    table = quay().challenge("Ruta", "Oswin").answer("Oswin", 12, 2)
    assert table.due == ["challenge-Ruta"]
    table.challenge("Oswin", "Ruta")
    assert table.due == ["answer"]  # no one may interfere between these two
    table.answer("Ruta", 8, 1).do("hang_in", who="Ruta")
    assert table.state.challenger == "Strake"


def test_tied_sides_reroll_only_for_turn_order() -> None:
    table = Table(person("A", 12, 6), person("B", 12, 6), person("C", 10, 8))
    table.cast(9, 4, 9, 4, 3, 2)
    assert table.due == ["order"]
    table.do("order", dice=[2, 1, 3, 1])
    assert table.state.challenger == "B" and table.state.standing_roll == (9, 4)


def test_combatant_facts_show_the_reading_for_the_leader_only() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8), person("C", 8, helps="B"))
    assert not any("Roll" in dict(each.facts) for each in table.view.combatants)
    table.do("cast", dice=[9, 4, 7, 3, 2])
    readings = {each.name: dict(each.facts).get("Roll") for each in table.view.combatants}
    assert readings["A"] is None and readings["C"] is None and readings["B"]


def test_finished_conflict_offers_no_join() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    assert [each.id for each in table.view.common_options] == ["join"]
    table.cast(9, 4, 5, 3).challenge("A", "B").answer("B", 5, 1).do("give", who="B")
    assert table.view.news == "A wins because the other side gave." and not table.view.common_options


# sides that are out


def test_doubled_side_is_out_and_the_others_continue() -> None:
    table = quay().challenge("Ruta", "Strake").do("let_pass", who="Oswin").answer("Strake", 5, 2)
    assert table.due == ["hurt", "agree"]
    table.do("hurt", who="Ruta", take=table.option("hurt").event["take"])
    assert table.state.challenger == "Oswin" and table.due == ["challenge-Ruta", "drop_out"]
    table.challenge("Oswin", "Ruta").answer("Ruta", 6, 1).do("give", who="Ruta")
    assert table.view.news == "Oswin wins because the last opponent gave."


def test_side_may_drop_out_before_its_challenge() -> None:
    table = quay().do("drop_out", who="Ruta")
    assert table.state.challenger == "Oswin" and table.state.side("Ruta").out == "left"
    table.challenge("Oswin", "Strake")
    table.do("drop_out", who="Oswin", violations=["roll_pending"])


def test_tracker_shows_conflict_chances_once_two_sides_are_left() -> None:
    table = quay()
    assert not table.view.panels
    table.do("drop_out", who="Ruta")
    (panel,) = table.view.panels
    assert [row[0] for row in panel.rows] == ["Oswin", "Strake"]


# the we owe list


def test_owed_list_compares_every_opponent_of_the_first_round() -> None:
    table = Table(person("A", 8, 6), person("B", 10, 10), person("C", 12, 12, kind="npc"))
    table.cast(3, 1, 9, 2, 11, 4).challenge("C", "A").do("let_pass", who="B")
    table.answer("A", 6, 1).do("hang_in", who="A")
    table.challenge("B", "C").answer("C", 7, 1).do("hang_in", who="C")
    assert table.state.round == 2
    assert [each.owed for each in table.state.people] == [1, 1, 0]


# helpers


def test_side_pools_its_dice_and_the_highest_die_speaks() -> None:
    table = Table(person("A", 8, 6), person("B", 10, 4, helps="A"), person("C", 12, 6, kind="npc"))
    assert [label for label, _ in table.option("cast").dice] == ["A", "A", "B", "B", "C", "C"]
    table.cast(3, 2, 4, 1, 10, 6).challenge("C", "A").answer("A", 5, 2, 7, 3)
    assert "B speaks for them." in table.sentence
    assert table.state.side("A").reading == (7, 5, 3, 2)


def test_helper_speaks_for_a_leader_without_dice() -> None:
    table = Table(person("A"), person("B", 4, helps="A"), person("C", 12, 6, kind="npc"))
    table.cast(2, 10, 6).challenge("C", "A").answer("A", 1)
    assert "B speaks for them." in table.sentence


def test_dice_entered_by_hand_are_reported_and_not_countered() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8)).do("dice", who="A", sizes=[6, 8])
    assert table.sentence == "A will roll d8 d6."
    assert [sides for label, sides in table.option("cast").dice if label == "A"] == [8, 6]


def test_next_conflict_panel_is_hidden_for_too_many_dice() -> None:
    def panels(*helpers):
        people = (person(name, 4, 4, helps="C", kind="npc") for name in helpers)
        table = Table(person("A", 8, 6), person("C", 12, 12, kind="npc"), *people)
        table.cast(3, 2, 10, 6, *[1, 1] * len(helpers)).challenge("C", "A").answer("A", 2, 1)
        assert table.due == ["hurt", "agree"]
        return [each.title for each in table.view.panels]

    assert panels() == panels("D") == ["Effect on the next conflict"]
    assert panels("D", "E") == []


def test_members_of_a_side_are_hurt_and_listed_one_by_one() -> None:
    table = Table(person("A", 6, 4), person("B", 4, helps="A"), person("C", 12, 12, kind="npc"))
    table.cast(3, 2, 1, 10, 6).challenge("C", "A").answer("A", 2, 1, 1)
    assert [each.on for each in table.state.losses] == ["A", "B"]
    table.do("hurt", who="C", take=table.option("hurt").event["take"])
    table.do("hurt", who="C", take=table.option("hurt").event["take"])
    assert table.view.news == "C wins by doubling."
    table = Table(person("A", 6, 4), person("B", 4, helps="A"), person("C", 12, 12, kind="npc"))
    table.cast(3, 2, 1, 10, 6).challenge("C", "A").answer("A", 6, 1, 1).do("give", who="A")
    assert [each.owed for each in table.state.people] == [1, 1, 0]


def test_sides_are_chosen_before_a_cast_only() -> None:
    table = Table(person("A", 8, 6), person("B", 10, 4), person("C", 12, 6, kind="npc"))
    table.do("side", who="B", on="A")
    assert [each.lead for each in table.state.sides] == ["A", "C"]
    table.do("side", who="C", on="A", violations=["bad_answerer"])
    table.do("side", who="B", on="B")
    assert [each.lead for each in table.state.sides] == ["A", "C", "B"]
    table.cast(3, 2, 10, 6, 4, 1).do("side", who="B", on="A", violations=["roll_pending"])
    table.do("dice", who="B", sizes=[12], allow=True, violations=["roll_pending"])


def test_side_change_of_a_helped_leader_is_rejected() -> None:
    table = Table(person("A", 6, 4), person("B", 4, helps="A"), person("C", 12, 12, kind="npc"))
    table.cast(3, 2, 1, 10, 6).challenge("C", "A").answer("A", 6, 1, 1).do("give", who="A")
    table.do("side", who="A", on="C", allow=True, violations=["conflict_over", "bad_answerer"])
    assert [each.lead for each in table.state.sides] == ["A", "C"]


# specializations


def test_counter_on_an_opponents_sheet_removes_the_extra_dice() -> None:
    table = Table.at("quay")
    table.do("dice", who="Ruta", act="running the river, night pilot")
    assert "Oswin counters the specialization." in table.sentence
    assert [sides for label, sides in table.option("cast").dice if label == "Ruta"] == [10, 8]
    alone = Table.at("stage").do("dice", who="Ruta", act="running the river, night pilot")
    assert [sides for label, sides in alone.option("cast").dice if label == "Ruta"] == [12, 10, 8, 6]


def test_newcomer_within_a_round_rolls_from_the_next_round() -> None:
    table = quay().do("join", newcomer=person("Maud", 12, 8))
    assert table.sentence == "Maud joins and rolls from the next round on."
    assert table.due == ["challenge-Oswin", "challenge-Strake", "drop_out"]
    table.challenge("Ruta", "Oswin").answer("Oswin", 6, 2).do("hang_in", who="Oswin")
    table.challenge("Strake", "Oswin").answer("Oswin", 5, 2).do("hang_in", who="Oswin")
    assert {label for label, _ in table.option("cast").dice} >= {"Maud"}


def test_player_view_shows_rolls_and_spoken_words() -> None:
    table = quay().challenge("Ruta", "Oswin", "You sign it now.")
    view = TRACKER.player_view([table.state])
    assert "Ruta: “You sign it now.”" in view.news and "Ruta 11 and 3" in view.news


def test_specialization_without_vulnerability_has_no_counter() -> None:
    def dice_sizes(vulnerable_to, opponent_specialization):
        special = {
            "name": "night pilot",
            "endeavor": "to run",
            "adds": "Nerve",
            "vulnerable_to": vulnerable_to,
        }
        sheet = {"stats": {"Nerve": [12, 6], "Hands": [10, 8]}, "endeavors": {"to run": "Hands"}}
        one = person("A", act="to run, night pilot", specializations=[special], **sheet)
        table = Table(one, person("B", 8, specializations=[{"name": opponent_specialization}]))
        return [sides for label, sides in table.option("cast").dice if label == "A"]

    assert dice_sizes("lamps", "Lamps") == [10, 8]
    assert dice_sizes("lamps", "ropes") == dice_sizes("", "") == dice_sizes(" ", "") == [12, 10, 8, 6]


def test_tracker_hides_the_chances_panel_without_an_outlook(monkeypatch) -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    assert [each.title for each in table.view.panels] == ["Chances from here"]
    monkeypatch.setattr(priced, "outlook", lambda conflict: None)
    assert not table.view.panels
