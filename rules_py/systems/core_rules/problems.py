"""Problems with a roll, a point or a sheet, as messages."""

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType
from rules_py.systems.core_rules.skills import APTITUDES

ABOVE_MAX = ProblemType("aptitude_current_above_max", "More points are left than there are.", "C-014")

THROW_CODES = ProblemGroup(
    "Several throws", ProblemType("wrong_count", "Give one number of steps for all throws, or one for each.")
)
POINT_CODES = ProblemGroup(
    "Aptitude Points",
    ProblemType("one_point_per_roll", "One point at most goes on a throw.", "C-060"),
    ProblemType(
        "aptitude_not_associated",
        "The point comes from the Aptitude that governs the Challenge, and from no other.",
        "R-10",
    ),
    ProblemType("no_points_left", "No point of this Aptitude is left to spend.", "R-9"),
    ABOVE_MAX,
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "The character needs a name."),
    ProblemType("aptitude_missing", "A sheet has all four Aptitudes; this one is missing.", "R-13"),
    ProblemType("aptitude_unknown", f"There are four Aptitudes: {', '.join(APTITUDES)}.", "C-018"),
    ProblemType("aptitude_out_of_range", "Points are a whole number, 0 or more.", "R-13"),
    ABOVE_MAX,
    ProblemType("skill_unknown", "That is none of the sixteen Skills.", "C-018"),
    ProblemType("skill_duplicate", "A Skill is had or not, and listed once.", "C-019"),
    ProblemType("specialty_unknown_skill", "A Specialty belongs to one of the sixteen Skills.", "C-040"),
    ProblemType(
        "specialty_under_owned_skill",
        "The whole Skill is had already, so this Specialty adds nothing.",
        "R-14",
        WARNING,
    ),
    ProblemType("specialty_text_missing", "Say which narrow case the Specialty covers.", "C-040"),
)


def left_of(left: int, most: int) -> str:
    """Return the sentence that follows when more points are spent than there are."""
    return f" {left} left of {most}."
