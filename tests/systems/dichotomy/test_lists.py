"""The game's lists match the digest, and every rule number they cite is known."""

from tests.systems.dichotomy.characters import GAME


def test_problem_list_explains_every_code_of_the_digest():
    digest = """
        same_dichotomy attr_range bad_die smite_needs_power aim_needs_finesse
        telekinesis_needs_finesse_spiritual nothing_to_recover dive_not_allowed over_budget repeat_action
        no_ability bad_attack_pair needs_point_blank needs_short_range out_of_reach needs_spiritual_ability
        empty_move broken_path dwarf_zones bad_cost no_missiles lock_target lock_power pair_sum race_minimum
        slot_cap balance duplicate unknown_ability race_only race_first_choice too_many overloaded
        unknown_item unknown_motive duplicate_motive too_many_motives no_path not_enough_xp
        unknown_connection famous_not_allowed not_owned already_held
    """
    of_the_sheet = """
        name_missing unknown_race unknown_wealth unknown_gear peak_too_low motive_open abilities_open track_full
    """
    of_the_tracker = "cannot_act bad_target npc_against_npc cover_one"
    problems = [problem for group in GAME.problems for problem in group]
    assert {*digest.split(), *of_the_sheet.split(), *of_the_tracker.split()} == {
        each.code for each in problems
    }
    entries = GAME.reference("problems").entries
    assert [entry.name for entry in entries] == [each.message for each in problems]
    assert all(entry.name.endswith(".") and entry.rules for entry in entries)


def test_price_and_score_lists_match_the_digest():
    def values(name, *columns):
        return [tuple(entry.values[each] for each in columns) for entry in GAME.reference(name).entries]

    attacks = values("attack_prices", "plain", "quick")
    assert attacks == [(1, 1), (2, 1), (2, 2), (3, 2)]
    steps = values("step_prices", "plain", "mobile", "stride")
    assert steps == [(1, 1, 1), (2, 1, 2), (2, 1, 1), (3, 1, 2)]
    scores = values("scores", "slots", "opposite_slots", "as_power", "as_martial")
    assert [slots for slots, *_ in scores] == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert all(slots + opposite == 3 for slots, opposite, *_ in scores)
    assert (scores[3][2], scores[6][3]) == (1, 4)  # plus the 2 that everyone has: the 7 of W-07


def test_every_problem_cites_a_rule_of_the_game():
    for code in (code for group in GAME.problems for code in group):
        assert code.rule in GAME.numbers
    assert len(GAME.numbers) == 308 + 90


def test_every_number_cited_by_data_and_calculators_is_known():
    cited_numbers = {number for each in GAME.references for entry in each.entries for number in entry.rules}
    cited_numbers |= {number for each in GAME.calculators for number in each.rules}
    cited_numbers |= {entry.rule for each in GAME.calculators for entry in each.inputs if entry.rule}
    cited_numbers |= {entry.rule for entry in GAME.sheet.fields if entry.rule}
    assert cited_numbers <= set(GAME.numbers)


def test_reference_lists_have_the_counts_of_the_digest():
    counts = {each.name: len(each.entries) for each in GAME.references}
    digest = {"abilities": 45, "motives": 16, "equipment": 23, "connections": 17, "wealth": 3, "tasks": 11}
    assert counts.items() >= digest.items()
    for each in GAME.references:
        assert all(list(entry.values) == [column.key for column in each.columns] for entry in each.entries)


def test_only_the_ghost_preset_is_a_spiritual_outsider():
    notes = {entry.name: entry.values["notes"] for entry in GAME.reference("foes").entries}
    assert len(notes) == 12
    assert [name for name, text in notes.items() if "an outsider" in text] == ["Ghost"]
    assert [name for name, text in notes.items() if "without an ability" in text] == ["Ghost"]
    assert [name for name, text in notes.items() if "poor weapons" in text] == ["Brawler"]
