"""[2d6]: two dice, a skill and a stat, against one of six DCs or against each other."""

from rules_py.systems.game import Blurb, Game, Source, numbered
from rules_py.systems.two_d6.calculators import CALCULATORS
from rules_py.systems.two_d6.duellists import DUELLISTS
from rules_py.systems.two_d6.foes import FOE_LIST
from rules_py.systems.two_d6.items import ARMOUR_LIST
from rules_py.systems.two_d6.lists.dcs import DC_LIST
from rules_py.systems.two_d6.lists.grids import BONUS_LIST, RATING_LIST, SUM_LIST
from rules_py.systems.two_d6.lists.options import OPTION_LIST
from rules_py.systems.two_d6.options import OPTIONS
from rules_py.systems.two_d6.problems import GROUPS
from rules_py.systems.two_d6.races import RACE_LIST
from rules_py.systems.two_d6.roll_buttons import PARTY_ROWS
from rules_py.systems.two_d6.sheet import SHEET
from rules_py.systems.two_d6.skills import SKILL_LIST, TRADE_LIST
from rules_py.systems.two_d6.spells import SPELL_LIST
from rules_py.systems.two_d6.stats import STAT_LIST
from rules_py.systems.two_d6.talents import TALENT_LIST
from rules_py.systems.two_d6.tracker.api_calculators import DESK_CALCULATORS
from rules_py.systems.two_d6.tracker.codes import FIGHT_CODES
from rules_py.systems.two_d6.tracker.spec import TRACKER
from rules_py.systems.two_d6.turns import TURN_CODES

GAME = Game(
    id="two_d6",
    title="[2d6]",
    tagline="Two dice, a skill and a stat, for any world you like.",
    blurb=Blurb(
        feel="Quick adventures in your own world",
        dice=(6, 6),
        people="4–6 people",
        length="one evening",
        ready="adventure included",
        best_if="skills, talents and spells",
    ),
    order=3,
    motif="hills",
    source=Source(
        title="[2d6] Roleplaying System",
        author="Joshua Gager, with Joshua Brandt, Micah Brandt, Mark Ishman and Ismaa Viqar",
        version="version 1.0",
        date="2012-05-16",
    ),
    numbers=numbered("T", 292, width=3) + numbered("R", 100),
    calculators=(*CALCULATORS, *DESK_CALCULATORS),
    sheet=SHEET,
    references=(
        STAT_LIST,
        DC_LIST,
        SKILL_LIST,
        TRADE_LIST,
        TALENT_LIST,
        ARMOUR_LIST,
        RACE_LIST,
        OPTION_LIST,
        SUM_LIST,
        BONUS_LIST,
        RATING_LIST,
        SPELL_LIST,
        FOE_LIST,
    ),
    problems=(*GROUPS, TURN_CODES, FIGHT_CODES),
    tracker=TRACKER,
    sides=(DUELLISTS,),
    parties=(PARTY_ROWS,),
    options=OPTIONS,
)
