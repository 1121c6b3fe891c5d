"""Every deed of a fight, each in a module of its own: its price, what forbids it, what it does, how that is
explained, and how it is offered.
"""

from rules_py.desk import Deeds
from rules_py.systems.dichotomy.desk.deeds.aim import Aim
from rules_py.systems.dichotomy.desk.deeds.attack import Attack
from rules_py.systems.dichotomy.desk.deeds.defend import Defend, Talk
from rules_py.systems.dichotomy.desk.deeds.dive import Dive
from rules_py.systems.dichotomy.desk.deeds.end_round import EndRound
from rules_py.systems.dichotomy.desk.deeds.hand import Hand, Join
from rules_py.systems.dichotomy.desk.deeds.hit import Hit
from rules_py.systems.dichotomy.desk.deeds.minds import ReadMind, ShieldMinds
from rules_py.systems.dichotomy.desk.deeds.move import Move
from rules_py.systems.dichotomy.desk.deeds.other import Other
from rules_py.systems.dichotomy.desk.deeds.recover import Recover
from rules_py.systems.dichotomy.desk.shape import Event
from rules_py.systems.dichotomy.fields import FACE_ALIASES

DEEDS = Deeds(
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
    read=Event.read,
    aliases=FACE_ALIASES,
)
"""All of them, in the order in which they are offered: from what is done most to what is done least."""
