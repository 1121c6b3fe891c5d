"""Dichotomy: sword and sorcery with two dice, two targets, and three pairs of opposed attributes."""

from rules_py.calculators.calculator import SORTED, Policy
from rules_py.systems.dichotomy.abilities import ABILITY_LIST
from rules_py.systems.dichotomy.calculators import CALCULATORS
from rules_py.systems.dichotomy.connections import CONNECTION_LIST
from rules_py.systems.dichotomy.equipment import ITEM_LIST, WEALTH_LIST
from rules_py.systems.dichotomy.fields import FACE_ALIASES
from rules_py.systems.dichotomy.foes import FOE_LIST
from rules_py.systems.dichotomy.injuries import LADDER
from rules_py.systems.dichotomy.motives import MOTIVE_LIST
from rules_py.systems.dichotomy.options import OPTIONS
from rules_py.systems.dichotomy.price_lists import ATTACK_PRICE_LIST, SCORE_LIST, STEP_PRICE_LIST
from rules_py.systems.dichotomy.problems import GROUPS
from rules_py.systems.dichotomy.sheet import SHEET
from rules_py.systems.dichotomy.tasks import TASK_LIST
from rules_py.systems.dichotomy.tracker.spec import TRACKER
from rules_py.systems.game import Blurb, Game, Source, numbered

GAME = Game(
    id="dichotomy",
    title="Dichotomy",
    tagline="Two dice, two targets, and every strength paid for by its opposite.",
    blurb=Blurb(
        feel="Planned sword fights, driven by motives",
        dice=(10, 10),
        people="4–6 people",
        length="one evening",
        ready="adventure included",
        best_if="tactics, zones and action points",
    ),
    order=2,
    motif="halves",
    source=Source(
        title="Dichotomy",
        author="David Olshanski (Gripping Tales)",
        version="manuscript, text © 2010, 2011",
        date="2012-02-04",
    ),
    numbers=numbered("D", 308, width=3) + numbered("R", 90, width=2),
    policy=Policy(face_aliases=FACE_ALIASES, faults=SORTED),
    calculators=CALCULATORS,
    sheet=SHEET,
    references=(
        ABILITY_LIST,
        MOTIVE_LIST,
        ITEM_LIST,
        CONNECTION_LIST,
        WEALTH_LIST,
        TASK_LIST,
        ATTACK_PRICE_LIST,
        STEP_PRICE_LIST,
        SCORE_LIST,
        FOE_LIST,
    ),
    tracks=(LADDER,),
    problems=GROUPS,
    tracker=TRACKER,
    options=OPTIONS,
)
