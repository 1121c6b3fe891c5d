"""The house rules of Basic Systems, from the options to calculators, party and sheet."""

import json
from fractions import Fraction
from itertools import product

import pytest

from rules_py import InputError, ask, check_sheet, game, odds, resolve, web
from rules_py.systems.basic_systems.options import OPTIONS

BOOK = {each.name: each.book_value for each in OPTIONS}
DOV = {
    "name": "Dov",
    "attributes": {"Wits": 3},
    "abilities": {"Alertness": 0, "Repair": 4},
    "willpower": {"permanent": 6, "current": 4},
    "inspiration": {"permanent": 3, "current": 3},
}


def check_with(**house):
    return check_sheet("basic_systems", {**DOV, "house": house})


def test_options_have_five_numbers():
    numbers = {each.name for each in OPTIONS if not isinstance(each.book_value, (bool, str))}
    assert numbers == {
        "point_successes",
        "mastery_from",
        "automatic_margin",
        "default_penalty",
        "highest_difficulty",
    }


# Calculators.


def test_point_buys_more_successes():
    rows = [*product(range(1, 11), repeat=2)]
    enough = sum(max(0, sum(f >= 6 for f in row) - row.count(1)) + 2 >= 3 for row in rows)
    exact_odds = odds("basic_systems.throw", pool=2, willpower=True, point_successes=2)
    assert exact_odds.chance(lambda result: result.net >= 3) == Fraction(enough, 100)
    assert ask("basic_systems.compare", pool=2, difficulty=6, point_successes=2)["willpower"][
        "at_least_3"
    ] == Fraction(enough, 100)


def test_point_is_lost_in_a_botch_that_it_does_not_avert():
    result = resolve("basic_systems.throw", pool=2, willpower=True, point_averts=False, dice=[1, 4])
    assert (result.outcome, result.net, result.botch_ones) == ("botch", 0, 1)
    assert "The Willpower point doesn’t avert it" in [step.text for step in result.working]
    exact_odds = odds("basic_systems.throw", pool=2, willpower=True, point_averts=False)
    assert exact_odds.p_botch == Fraction(9, 100) == 1 - exact_odds.p_success
    assert ask("basic_systems.compare", pool=2, difficulty=6, point_averts=False)["willpower"]["botch"]


def test_party_botches_by_the_house_mastery():
    members = [{"name": "Ada", "pool": 4, "ability_rating": 4}]
    answer = ask("basic_systems.party", difficulty=8, members=members, mastery_from=4)
    rows = product(range(1, 11), repeat=4)
    botches = sum(max(row) < 8 and row.count(1) > 1 for row in rows)
    assert answer["any_botch"] == Fraction(botches, 10**4)


@pytest.mark.parametrize(("margin", "available"), [(0, True), (1, True), (2, False)])
def test_automatic_success_may_take_extra_dice(margin, available):
    query = {"pool": 9, "difficulty": 8, "automatic_margin": margin}
    assert ask("basic_systems.automatic", **query)["available"] is available
    assert ask("basic_systems.compare", **query)["automatic"]["available"] is available


def test_highest_difficulty_ends_the_scale():
    assert ask("basic_systems.clamp_difficulty", n=12, highest_difficulty=9)["difficulty"] == 9
    query = {"pool": 5, "target": "1/4"}
    assert ask("basic_systems.difficulty_for", **query)["difficulty"] == 10
    assert ask("basic_systems.difficulty_for", **query, highest_difficulty=9)["difficulty"] == 9


def test_pool_without_the_ability_loses_dice():
    def dice(**inputs):
        return ask("basic_systems.pool", default_penalty=2, **inputs)["dice"]

    assert (dice(attribute=3, ability=0), dice(attribute=1, ability=0), dice(attribute=3)) == (1, 0, 3)
    assert dice(attribute=3, ability=1) == 4


def test_six_dots_for_every_character():
    with pytest.raises(InputError):
        ask("basic_systems.pool", attribute=6, ability=2)
    assert ask("basic_systems.pool", attribute=6, ability=2, all_beyond_human=True)["dice"] == 8


def test_claims_follow_the_house_rules():
    by_house = ask("basic_systems.claims", botch_rule="ones_outnumber")
    assert by_house["botch"] == by_house["outnumbered"] == ask("basic_systems.claims")["outnumbered"]
    masters = ask("basic_systems.claims", mastery_from=6)["cancelled"]
    assert set(masters) == {0, 1} and set(masters[1][6]) == set(range(6, 13))


# The sheet.


def buttons(report):
    return {each.label: each for each in report.roll_buttons}


def test_sheet_rolls_by_its_house_rules():
    by_house = buttons(check_with(tens="again", mastery_from=4))["Wits + Repair"]
    assert by_house.inputs["tens"] == "again" and by_house.inputs["mastery_from"] == 4
    assert by_house.chance == odds("basic_systems.throw", **by_house.inputs).p_success
    by_book = buttons(check_with())["Wits + Repair"]
    assert "tens" not in by_book.inputs and by_book.chance < by_house.chance
    assert check_with(mastery_from=4).derived["cancel"] == {"Alertness": 0, "Repair": 1}


def test_sheet_rolls_fewer_dice_without_the_ability():
    report = check_with(default_penalty=1)
    assert buttons(report)["Wits (no Alertness)"].inputs["pool"] == 2
    assert buttons(report)["Wits"].inputs["pool"] == 3
    party = game("basic_systems").party_of("basic_systems.party")
    rows = party.rolls(game("basic_systems").sheet.parse({**DOV, "house": {"default_penalty": 1}}))
    assert rows["Wits + Alertness"]["pool"] == 2


def test_sheet_grants_automatic_success_by_the_margin():
    def automatic_difficulties(**house):
        return next(each["automatic"] for each in check_with(**house).derived["pools"] if each["dice"] == 7)

    assert automatic_difficulties() == [2, 3, 4, 5, 6, 7]
    assert automatic_difficulties(automatic_margin=3) == [2, 3, 4]
    assert game("basic_systems").sheet.check(DOV).derived == check_with(**BOOK).derived


def test_sheet_rolls_up_to_the_highest_difficulty():
    request = {"action": "sheet", "game": "basic_systems", "parts": ["play"], "situation": {"difficulty": 10}}
    for house, highest in (({}, 10), ({"highest_difficulty": 8}, 8)):
        reply = json.loads(web.respond(json.dumps({**request, "sheet": {**DOV, "house": house}})))
        assert reply["limits"] == {"difficulty": highest}
        assert f"against {highest}" in reply["play"]["rolls"]
        assert ("against 10" in reply["play"]["rolls"]) == (highest == 10)


def test_six_dots_are_legal_by_the_mark_or_a_house_rule():
    six = {**DOV, "attributes": {"Wits": 6}}
    assert check_sheet("basic_systems", six).errors == ["attribute_out_of_range"]
    for more in ({"beyond_human": True}, {"house": {"all_beyond_human": True}}):
        assert not check_sheet("basic_systems", {**six, **more}).errors


def test_play_mode_shows_the_same_chances():
    sheet = game("basic_systems").sheet
    data = {**DOV, "house": {"botch_rule": "ones_outnumber", "ones_cancel": False, "point_successes": 2}}
    parsed_sheet, report = sheet.parse_and_evaluate(data)
    panels = sheet.panels_in_play(parsed_sheet, report, {"difficulty": 9, "degree": 2})
    rolls = [roll for panel in panels for roll in panel.rolls]
    assert rolls
    for roll in rolls:
        assert roll.chance == odds(roll.calculator, **roll.inputs).chance(lambda result: result.net >= 2)
