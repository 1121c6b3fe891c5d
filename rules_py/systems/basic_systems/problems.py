"""What can be wrong with a pool, a point of Willpower or a sheet, in words."""

from rules_py.problems import Code, Codes

POOL_CODES = Codes(
    "A pool",
    Code("attribute_out_of_range", "An Attribute goes from 0 to 5 dots, beyond human to 6.", "R-1"),
    Code("ability_out_of_range", "An Ability goes from 0 to 5 dots, beyond human to 6.", "R-1"),
    Code("trait_out_of_range", "A Trait that stands alone goes from 0 to 10 dots.", "S-023"),
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
