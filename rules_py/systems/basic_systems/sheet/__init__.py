"""The character sheet of Basic Systems: dots to fill in, squares to spend, and every resulting pool."""

from rules_py.sheets.play_mode import Play, PlayField
from rules_py.sheets.sheet import Sheet
from rules_py.systems.basic_systems.fields import DIFFICULTY
from rules_py.systems.basic_systems.options import HIGHEST, ON_SHEETS
from rules_py.systems.basic_systems.problems import SHEET_CODES
from rules_py.systems.basic_systems.sheet.creation import STEPS
from rules_py.systems.basic_systems.sheet.fields import SECTIONS
from rules_py.systems.basic_systems.sheet.judging import judge
from rules_py.systems.basic_systems.sheet.roll_buttons import SITUATION, roll_panels
from rules_py.systems.basic_systems.sheet.template import SIX_AND_TWELVE

SHEET = Sheet(
    version=1,
    sections=SECTIONS,
    evaluate=judge,
    options=ON_SHEETS,
    codes=SHEET_CODES,
    templates=(SIX_AND_TWELVE,),
    creation=STEPS,
    play=Play(
        fields=(
            PlayField("willpower.current", "Willpower"),
            PlayField("turn_point", "This turn’s point"),
            PlayField("inspiration.current", "Inspiration"),
        ),
        situation=SITUATION,
        highest={DIFFICULTY.name: HIGHEST.name},
        rolls=roll_panels,
    ),
)

__all__ = ["SHEET"]
