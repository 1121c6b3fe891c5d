"""Every action of a fight, each in a separate module with its price, its rules, its effect, its explanation
and its options.
"""

from rules_py.systems.dichotomy.fields import FACE_ALIASES
from rules_py.systems.dichotomy.tracker.actions.aim import Aim
from rules_py.systems.dichotomy.tracker.actions.attack import Attack
from rules_py.systems.dichotomy.tracker.actions.defend import Defend, Talk
from rules_py.systems.dichotomy.tracker.actions.dive import Dive
from rules_py.systems.dichotomy.tracker.actions.end_round import EndRound
from rules_py.systems.dichotomy.tracker.actions.hand import Hand, Join
from rules_py.systems.dichotomy.tracker.actions.hit import Hit
from rules_py.systems.dichotomy.tracker.actions.minds import ReadMind, ShieldMinds
from rules_py.systems.dichotomy.tracker.actions.move import Move
from rules_py.systems.dichotomy.tracker.actions.other import Other
from rules_py.systems.dichotomy.tracker.actions.recover import Recover
from rules_py.tracker import Actions

FIGHT_ACTIONS = Actions(
    Attack(),
    Aim(),
    Move(),
    Defend(),
    Recover(),
    Dive(),
    ShieldMinds(),
    ReadMind(),
    Other(),
    Talk(),
    Hit(),
    Hand(),
    Join(),
    EndRound(),
    aliases=FACE_ALIASES,
)
"""All actions, in the order in which they are offered, from the most to the least common."""
