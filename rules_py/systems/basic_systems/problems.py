"""Problems with a pool, a point of Willpower or a sheet, as messages."""

from rules_py.base.problems import WARNING, Code, Codes

ATTRIBUTE = Code("attribute_out_of_range", "An Attribute goes from 0 to 5 dots, beyond human to 6.", "R-1")
ABILITY = Code("ability_out_of_range", "An Ability goes from 0 to 5 dots, beyond human to 6.", "R-1")

POOL_CODES = Codes(
    "A pool",
    ATTRIBUTE,
    ABILITY,
    Code("trait_out_of_range", "A Trait that stands alone goes from 0 to 10 dots.", "S-023"),
    Code("ability_above_pool", "An Ability can’t have more dots than its pool has dice.", "S-021"),
    Code("single_trait_alone", "This Trait makes up the whole pool alone; nothing is added to it.", "R-21"),
)
WILLPOWER_CODES = Codes(
    "A point of Willpower",
    Code("willpower_empty", "No point of Willpower is left.", "S-092"),
    Code(
        "willpower_already_spent_this_turn",
        "A point was spent this turn already, and one a turn is the most.",
        "S-093",
    ),
    Code(
        "willpower_without_roll",
        "A point of Willpower is added to what the dice give; here none are thrown.",
        "R-18",
    ),
)
SHEET_CODES = Codes(
    "The sheet",
    Code("name_missing", "The character needs a name."),
    Code("rating_not_whole", "A rating is a whole number of dots.", "R-33"),
    ATTRIBUTE,
    ABILITY,
    Code("willpower_missing", "Willpower has both dots and squares; something is missing.", "S-030"),
    Code("willpower_out_of_range", "Willpower goes from 0 to 10.", "S-023"),
    Code("willpower_current_above_permanent", "There are more squares of Willpower than dots.", "R-24"),
    Code("inspiration_missing", "Inspiration has both dots and squares; something is missing.", "S-030"),
    Code("inspiration_out_of_range", "Inspiration goes from 0 to 10.", "R-23"),
    Code("inspiration_current_above_permanent", "There are more squares of Inspiration than dots.", "R-24"),
    Code("unknown_morality_trait", "This is Humanity or a Path, and nothing else.", "R-22"),
    Code("morality_out_of_range", "Humanity or a Path goes from 0 to 10.", "S-023"),
    Code("based_on_unknown_attribute", "An Ability is based on an Attribute that the sheet has.", "R-30"),
    Code("trait_twice", "This name stands here twice; the first of them counts.", "S-001", WARNING),
)
