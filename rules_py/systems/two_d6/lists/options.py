"""The options of a won attack, as a list."""

from __future__ import annotations

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.two_d6.margins import ATTACKS, EVERY, OPTIONS, Option


def _with(option: Option) -> str:
    return "Any" if option.attacks == EVERY else " or ".join(ATTACKS[each].lower() for each in option.attacks)


OPTION_LIST = ReferenceList(
    "combat_options",
    "Effects of a won attack",
    (
        Column("at", "Ahead by", lambda option: f"{option.at} or more", filter=True),
        Column("effect", "Effect"),
        Column("attacks", "Attack", _with),
    ),
    OPTIONS,
    states_rules=False,
    names="Choice",
)
