"""Problems with a roll, a point or a sheet, as messages."""

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType
from rules_py.systems.core_rules.skills import APTITUDES

ABOVE_MAX = ProblemType("aptitude_current_above_max", "You have more points left than your maximum.", "C-014")

ROLL_CODES = ProblemGroup(
    "Several rolls",
    ProblemType("wrong_count", "Enter one number of steps for all rolls, or one for each roll."),
)
POINT_CODES = ProblemGroup(
    "Aptitude Points",
    ProblemType("one_point_per_roll", "Spend at most one point per roll.", "C-060"),
    ProblemType(
        "aptitude_not_associated", "The point must come from the Aptitude that governs the Challenge.", "R-10"
    ),
    ProblemType("no_points_left", "You have no points of this Aptitude left.", "R-9"),
    ABOVE_MAX,
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "The character needs a name."),
    ProblemType("aptitude_missing", "This Aptitude is missing: a sheet needs all four.", "R-13"),
    ProblemType("aptitude_unknown", f"Choose one of the four Aptitudes: {', '.join(APTITUDES)}.", "C-018"),
    ProblemType("aptitude_out_of_range", "Points must be a whole number from 0 to 99.", "R-13"),
    ABOVE_MAX,
    ProblemType("skill_unknown", "That isn’t one of the sixteen Skills.", "C-018"),
    ProblemType("skill_duplicate", "List each Skill only once.", "C-019"),
    ProblemType("specialty_unknown_skill", "Choose one of the sixteen Skills for this Specialty.", "C-040"),
    ProblemType(
        "specialty_under_owned_skill",
        "You already have the whole Skill, so this Specialty adds nothing.",
        "R-14",
        WARNING,
    ),
    ProblemType("too_many_points", "More Aptitude Points than your table’s limit.", "R-21"),
    ProblemType("too_many_skills", "More Skills than your table’s limit.", "R-21"),
    ProblemType("too_many_specialties", "More Specialties than your table’s limit.", "R-21"),
    ProblemType("specialty_text_missing", "Enter the narrow case that this Specialty covers.", "C-040"),
)


def left_of(left: int, most: int) -> str:
    """Return the sentence that states both numbers."""
    return f" Left: {left}; maximum: {most}."
