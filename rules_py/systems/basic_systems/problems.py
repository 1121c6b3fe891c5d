"""Problems with a pool, a point of Willpower or a sheet, as messages."""

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType

ATTRIBUTE = ProblemType(
    "attribute_out_of_range", "An Attribute must be from 0 to 5 dots, or to 6 if beyond human.", "R-1"
)
ABILITY = ProblemType(
    "ability_out_of_range", "An Ability must be from 0 to 5 dots, or to 6 if beyond human.", "R-1"
)

POOL_CODES = ProblemGroup(
    "A pool",
    ATTRIBUTE,
    ABILITY,
    ProblemType("trait_out_of_range", "A standalone Trait must be from 0 to 10 dots.", "S-023"),
    ProblemType("ability_above_pool", "An Ability can’t have more dots than its pool has dice.", "S-021"),
    ProblemType(
        "single_trait_alone", "This Trait is rolled alone. Clear the Attribute and the Ability.", "R-21"
    ),
)
WILLPOWER_CODES = ProblemGroup(
    "A Willpower point",
    ProblemType("willpower_empty", "No Willpower points left.", "S-092"),
    ProblemType(
        "willpower_already_spent_this_turn", "You’ve already spent a point this turn (one per turn).", "S-093"
    ),
    ProblemType(
        "willpower_without_roll", "A Willpower point adds to a roll, and no dice are rolled here.", "R-18"
    ),
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "Enter a name."),
    ProblemType("rating_not_whole", "A rating must be a whole number of dots.", "R-33"),
    ATTRIBUTE,
    ABILITY,
    ProblemType("willpower_missing", "Fill in both dots and squares for Willpower.", "S-030"),
    ProblemType("willpower_out_of_range", "Willpower must be from 0 to 10.", "S-023"),
    ProblemType("willpower_current_above_permanent", "Willpower can’t have more squares than dots.", "R-24"),
    ProblemType("inspiration_missing", "Fill in both dots and squares for Inspiration.", "S-030"),
    ProblemType("inspiration_out_of_range", "Inspiration must be from 0 to 10.", "R-23"),
    ProblemType(
        "inspiration_current_above_permanent", "Inspiration can’t have more squares than dots.", "R-24"
    ),
    ProblemType("unknown_morality_trait", "Choose Humanity or a Path.", "R-22"),
    ProblemType("morality_out_of_range", "Humanity or a Path must be from 0 to 10.", "S-023"),
    ProblemType("based_on_unknown_attribute", "Choose an Attribute from this sheet.", "R-30"),
    ProblemType("trait_twice", "This name is listed twice; only the first counts.", "S-001", WARNING),
)
