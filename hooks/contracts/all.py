"""All contract tests, including those that a newer Diceleaf adds."""

# ruff: noqa: F403

from hooks.contracts.books import *
from hooks.contracts.calculators import *
from hooks.contracts.comparing import *
from hooks.contracts.house_rules import *
from hooks.contracts.long_counts import *
from hooks.contracts.messages import *
from hooks.contracts.partial_rolls import *
from hooks.contracts.sheets import *
from hooks.contracts.trackers import *
