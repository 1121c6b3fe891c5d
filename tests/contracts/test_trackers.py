"""Contract tests of trackers, and a check that they try many attacks."""

from hooks.contracts.trackers import *  # noqa: F403  # as the repository of any book takes them
from hooks.contracts.trackers import STARTS
from hooks.contracts.trackers.play import assert_harm_matches_chances


def test_contract_tries_many_attacks_of_a_fight():
    fight = next(each.values for each in STARTS if each.values[0].id == "dichotomy")
    assert assert_harm_matches_chances(*fight) > 8
