"""The typed inputs of calculators and sheets: valid values, labels and parsing.

Every entry point (Python, command line, form, directive) passes values to `parse`, which returns checked data
or raises `InputError`. Text is read as a person would type it: `"3"` is the number 3, `"yes"` a flag, a JSON
text a list.
"""

from rules_py.inputs.base import REQUIRED, Input, Readback, is_empty
from rules_py.inputs.lists import DieSizes, ListOf, Several
from rules_py.inputs.mappings import Amounts, Distribution, Keyed
from rules_py.inputs.numbers import Chance, Int, Number
from rules_py.inputs.records import Record, parse_all, read_all
from rules_py.inputs.words import Choice, Flag, Labelled, NumberChoice, Text

__all__ = [
    "REQUIRED",
    "Amounts",
    "Chance",
    "Choice",
    "DieSizes",
    "Distribution",
    "Flag",
    "Input",
    "Int",
    "Keyed",
    "Labelled",
    "ListOf",
    "Number",
    "NumberChoice",
    "Readback",
    "Record",
    "Several",
    "Text",
    "is_empty",
    "parse_all",
    "read_all",
]
