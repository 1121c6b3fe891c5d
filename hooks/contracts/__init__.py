"""Contract tests that hold for every game and every book; a book's own repository imports them.

from hooks.contracts.all import *            all of the following
from hooks.contracts.books import *          book checks pass; examples print what they say
from hooks.contracts.calculators import *    odds equal an enumeration of all faces; inputs and limits
from hooks.contracts.partial_rolls import *  conditional odds after each die
from hooks.contracts.comparing import *      comparisons and goal seek
from hooks.contracts.long_counts import *    incremental tasks yield in time and give the same result
from hooks.contracts.sheets import *         every sheet: blank, ready, broken and in play mode
from hooks.contracts.trackers import *       random play of every encounter, compared with its forecast
from hooks.contracts.messages import *       wrong values are reported in the labels of the page
"""
