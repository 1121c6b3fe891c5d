"""The shared forecast model of fights: weighing attacks, and examining each situation once."""

from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace

from rules_py.dice.incremental import run_to_completion
from rules_py.tracker.forecast_solver import compute_forecast
from rules_py.tracker.tally_model import Plan, TallyModel, weigh_attacks


@dataclass(frozen=True)
class Fighter:
    name: str
    side: str
    hits: int
    acted: bool = False

    @property
    def able(self):
        return self.hits > 0


@dataclass(frozen=True)
class Fight:
    fighters: tuple[Fighter, ...]

    def changed(self, index, **changes):
        fighters = [*self.fighters]
        fighters[index] = replace(fighters[index], **changes)
        return Fight(tuple(fighters))


class CoinFight(TallyModel):
    """A fight in which everyone attacks once a round, in order, and a coin decides on a hit."""

    actions = SimpleNamespace(
        apply=lambda fight, event: SimpleNamespace(
            state=Fight(tuple(replace(fighter, acted=False) for fighter in fight.fighters))
        )
    )

    def __init__(self, fight):
        self.planned = []
        super().__init__(fight)

    def simplify(self, fight):
        return Fight(tuple(replace(fighter, hits=int(fighter.able)) for fighter in fight.fighters))

    def tally_of(self, fighter):
        return fighter.hits

    def plan(self, fight):
        self.planned.append(fight)
        for index, fighter in enumerate(fight.fighters):
            if fighter.able and not fighter.acted:
                after = fight.changed(index, acted=True)
                foes = [foe for foe in fight.fighters if foe.able and foe.side != fighter.side]
                return self.attack_plan((foe.name, {0: 1, 1: 1}, after) for foe in foes)
        return Plan()

    def damage_left(self, index, tally):
        return tally

    def with_damage(self, index, tally, damage):
        return max(0, tally - damage)

    def without(self, fight, index):
        return fight.changed(index, hits=0)


def model(**hits):
    sides = {"Ann": "pc", "Bea": "npc", "Cid": "npc"}
    return CoinFight(Fight(tuple(Fighter(name, sides[name], number) for name, number in hits.items())))


def test_attack_options_share_one_scale() -> None:
    coin, die = weigh_attacks([(0, {0: 1, 2: 1}, 5), (1, {0: 3, 1: 2, 3: 1}, 6)])
    assert (coin.target, coin.situation, coin.damage) == (0, 5, ((0, 1), (2, 1)))
    assert [coin.value(remaining)[0] for remaining in range(5)] == [6, 3, 3, 0, 0]  # of six
    assert [die.value(remaining)[0] for remaining in range(5)] == [6, 3, 1, 1, 0]
    assert coin.mean == 6 and die.mean == 5


def test_tally_model_is_solved_like_the_fight() -> None:
    """Ann can take three hits and Bea one; Ann strikes first."""
    fight = model(Ann=3, Bea=1)
    result = run_to_completion(compute_forecast(fight))
    # A turn of both: Ann wins with 1/2; otherwise Bea hits with 1/2. a(n) = 1/2 + (a(n) + a(n - 1)) / 4
    one = Fraction(2, 3)
    two = (Fraction(1, 2) + one / 4) / Fraction(3, 4)
    three = (Fraction(1, 2) + two / 4) / Fraction(3, 4)
    assert result.wins == {"Characters": three, "Foes": 1 - three}
    assert result.out_eventually == {"Ann": 1 - three, "Bea": three}
    assert not result.runs


def test_tally_model_examines_each_situation_once() -> None:
    """All tallies share three situations: Ann's turn, Bea's turn, and the end of the round."""
    fight = model(Ann=3, Bea=3)
    result = run_to_completion(compute_forecast(fight))
    assert sum(result.wins.values()) == 1
    assert len(fight.planned) == len(set(fight.planned)) == 3


def test_tally_model_attacks_the_weakest_foe() -> None:
    fight = model(Ann=1, Bea=2, Cid=1)
    tallies = {tallies for _, tallies in fight.transitions(fight.initial_state)}
    assert tallies == {(1, 2, 1), (1, 2, 0)}


def test_tally_model_ignores_damage_that_is_too_late() -> None:
    """A target that no more damage matters to is attacked last."""
    fight = model(Ann=1, Bea=1, Cid=2)
    fight.damage_left = lambda index, tally: 0 if index == 1 else tally
    assert {tallies for _, tallies in fight.transitions(fight.initial_state)} == {(1, 1, 2), (1, 1, 1)}


def test_tally_model_plays_out_an_event() -> None:
    """A plan can be an event, whose dice give the next states."""
    fight = model(Ann=1, Bea=1)
    fight.plan = lambda state: Plan(event={"do": "curse"})

    def curse(state, data, dice):
        return state.changed(1, hits=0) if dice.d(6) == 6 else state, "Ann curses Bea."

    fight.actions = SimpleNamespace(read=lambda state, event: (SimpleNamespace(apply=curse), {}, None))
    after = fight.transitions(fight.initial_state)
    assert {tallies: weight for (_, tallies), weight in after.items()} == {(1, 1): 5, (1, 0): 1}
    assert not fight.ends_round(fight.initial_state)
