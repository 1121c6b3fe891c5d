"""Problems with a pool, a point of Willpower or a sheet, as messages."""

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType

ATTRIBUTE = ProblemType(
    "attribute_out_of_range", "An Attribute goes from 0 to 5 dots, beyond human to 6.", "R-1"
)
ABILITY = ProblemType("ability_out_of_range", "An Ability goes from 0 to 5 dots, beyond human to 6.", "R-1")

POOL_CODES = ProblemGroup(
    "A pool",
    ATTRIBUTE,
    ABILITY,
    ProblemType("trait_out_of_range", "A Trait that stands alone goes from 0 to 10 dots.", "S-023"),
    ProblemType("ability_above_pool", "An Ability can’t have more dots than its pool has dice.", "S-021"),
    ProblemType(
        "single_trait_alone", "This Trait makes up the whole pool alone; nothing is added to it.", "R-21"
    ),
)
WILLPOWER_CODES = ProblemGroup(
    "A point of Willpower",
    ProblemType("willpower_empty", "No point of Willpower is left.", "S-092"),
    ProblemType(
        "willpower_already_spent_this_turn",
        "A point was spent this turn already, and one a turn is the most.",
        "S-093",
    ),
    ProblemType(
        "willpower_without_roll",
        "A point of Willpower is added to what the dice give; here none are thrown.",
        "R-18",
    ),
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "The character needs a name."),
    ProblemType("rating_not_whole", "A rating is a whole number of dots.", "R-33"),
    ATTRIBUTE,
    ABILITY,
    ProblemType("willpower_missing", "Willpower has both dots and squares; something is missing.", "S-030"),
    ProblemType("willpower_out_of_range", "Willpower goes from 0 to 10.", "S-023"),
    ProblemType(
        "willpower_current_above_permanent", "There are more squares of Willpower than dots.", "R-24"
    ),
    ProblemType(
        "inspiration_missing", "Inspiration has both dots and squares; something is missing.", "S-030"
    ),
    ProblemType("inspiration_out_of_range", "Inspiration goes from 0 to 10.", "R-23"),
    ProblemType(
        "inspiration_current_above_permanent", "There are more squares of Inspiration than dots.", "R-24"
    ),
    ProblemType("unknown_morality_trait", "This is Humanity or a Path, and nothing else.", "R-22"),
    ProblemType("morality_out_of_range", "Humanity or a Path goes from 0 to 10.", "S-023"),
    ProblemType(
        "based_on_unknown_attribute", "An Ability is based on an Attribute that the sheet has.", "R-30"
    ),
    ProblemType("trait_twice", "This name stands here twice; the first of them counts.", "S-001", WARNING),
)
