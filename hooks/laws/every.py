"""Every law there is; a book whose tests take them from here has those of a newer Diceleaf as well."""

# ruff: noqa: F403

from hooks.laws.books import *
from hooks.laws.calculators import *
from hooks.laws.comparing import *
from hooks.laws.desks import *
from hooks.laws.half_thrown import *
from hooks.laws.long_counts import *
from hooks.laws.readers import *
from hooks.laws.sheets import *
