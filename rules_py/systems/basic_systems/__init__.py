"""Basic Systems: pools of ten-sided dice, 1s that wipe out successes, and botches."""

from rules_py.calculators.calculator import Policy
from rules_py.systems.basic_systems.calculators import CALCULATORS
from rules_py.systems.basic_systems.lists.botch_prompts import PROMPT_LIST
from rules_py.systems.basic_systems.lists.ladders import BOTCH_LIST, DEGREE_LIST, DIFFICULTY_LIST, RATING_LIST
from rules_py.systems.basic_systems.options import OPTIONS
from rules_py.systems.basic_systems.problems import POOL_CODES, SHEET_CODES, WILLPOWER_CODES
from rules_py.systems.basic_systems.sheet import SHEET
from rules_py.systems.basic_systems.sheet.roll_buttons import PARTY_ROWS
from rules_py.systems.game import Blurb, Game, Source, numbered

GAME = Game(
    id="basic_systems",
    title="Basic Systems",
    tagline="Dots make dice, tens shine, and every 1 takes something back.",
    blurb=Blurb(
        feel="Fistfuls of dice; every 1 hurts",
        dice=(10, 10, 10, 10, 10),
        people="3–6 people",
        length="one evening",
        ready="adventure included",
        best_if="simple rules for a world you bring",
    ),
    order=4,
    motif="stars",
    source=Source(
        title="Basic Systems",
        author="no author is named",
        version="revision 1394915380 of a wiki page",
        date="2014-03-15",
    ),
    numbers=numbered("S", 96, width=3) + numbered("T", 12) + numbered("R", 33),
    policy=Policy(face_aliases={0: 10}),
    calculators=CALCULATORS,
    sheet=SHEET,
    options=OPTIONS,
    parties=(PARTY_ROWS,),
    references=(RATING_LIST, DIFFICULTY_LIST, DEGREE_LIST, BOTCH_LIST, PROMPT_LIST),
    problems=(POOL_CODES, WILLPOWER_CODES, SHEET_CODES),
)
