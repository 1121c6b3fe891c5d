"""Action & Consequence: opposed stat dice, challenge and answer, until someone is doubled or gives."""

from rules_py.systems.action_consequence.calculators import CALCULATORS
from rules_py.systems.action_consequence.consequences import CONSEQUENCE_CODES
from rules_py.systems.action_consequence.fields import DICE_CODES
from rules_py.systems.action_consequence.opponents import OPPONENT_LIST
from rules_py.systems.action_consequence.options import OPTIONS
from rules_py.systems.action_consequence.owing import OWED_CODES
from rules_py.systems.action_consequence.replays import REPLAY_CODES
from rules_py.systems.action_consequence.sheet import SHEET, SHEET_CODES
from rules_py.systems.action_consequence.sides import SIDE_CODES
from rules_py.systems.action_consequence.sizes import SIZE_CODES
from rules_py.systems.action_consequence.tracker.api_calculators import TRACKER_CALCULATORS
from rules_py.systems.action_consequence.tracker.codes import TABLE_CODES
from rules_py.systems.action_consequence.tracker.spec import TRACKER
from rules_py.systems.game import Blurb, Game, Source, numbered

GAME = Game(
    id="action_consequence",
    title="Action & Consequence",
    tagline="Two characters want different things: one challenges, one answers, and losing has a price.",
    blurb=Blurb(
        feel="Two people clash until one gives",
        dice=(4, 6, 8, 10, 12),
        people="3–5 people",
        length="one evening",
        ready="adventure included",
        best_if="duels, arguments and bargains",
    ),
    order=5,
    motif="duel",
    source=Source(title="Action & Consequence", author="unnamed", version="one wiki page", date="2006-04-21"),
    numbers=numbered("A", 109, width=3) + numbered("R", 41),
    calculators=(*CALCULATORS, *TRACKER_CALCULATORS),
    sheet=SHEET,
    tracker=TRACKER,
    references=(OPPONENT_LIST,),
    options=OPTIONS,
    problems=(
        SHEET_CODES,
        DICE_CODES,
        REPLAY_CODES,
        OWED_CODES,
        SIDE_CODES,
        SIZE_CODES,
        CONSEQUENCE_CODES,
        TABLE_CODES,
    ),
)
