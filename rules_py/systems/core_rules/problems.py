"""Problems with a roll, a point or a sheet, as messages."""

from rules_py.base.problems import WARNING, Code, Codes
from rules_py.systems.core_rules.skills import APTITUDES

ABOVE_MAX = Code("aptitude_current_above_max", "More points are left than there are.", "C-014")

THROW_CODES = Codes(
    "Several throws", Code("wrong_count", "Give one number of steps for all throws, or one for each.")
)
POINT_CODES = Codes(
    "Aptitude Points",
    Code("one_point_per_roll", "One point at most goes on a throw.", "C-060"),
    Code(
        "aptitude_not_associated",
        "The point comes from the Aptitude that governs the Challenge, and from no other.",
        "R-10",
    ),
    Code("no_points_left", "No point of this Aptitude is left to spend.", "R-9"),
    ABOVE_MAX,
)
SHEET_CODES = Codes(
    "The sheet",
    Code("name_missing", "The character needs a name."),
    Code("aptitude_missing", "A sheet has all four Aptitudes; this one is missing.", "R-13"),
    Code("aptitude_unknown", f"There are four Aptitudes: {', '.join(APTITUDES)}.", "C-018"),
    Code("aptitude_out_of_range", "Points are a whole number, 0 or more.", "R-13"),
    ABOVE_MAX,
    Code("skill_unknown", "That is none of the sixteen Skills.", "C-018"),
    Code("skill_duplicate", "A Skill is had or not, and listed once.", "C-019"),
    Code("specialty_unknown_skill", "A Specialty belongs to one of the sixteen Skills.", "C-040"),
    Code(
        "specialty_under_owned_skill",
        "The whole Skill is had already, so this Specialty adds nothing.",
        "R-14",
        WARNING,
    ),
    Code("specialty_text_missing", "Say which narrow case the Specialty covers.", "C-040"),
)


def left_of(left: int, most: int) -> str:
    """Return the sentence that follows when more points are spent than there are."""
    return f" {left} left of {most}."
