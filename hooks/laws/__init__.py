"""What holds for every game and every book, as tests: a book's repository takes them into its own.

from hooks.laws.every import *        all of them
from hooks.laws.books import *        each page and each book keeps what it promises, each example its output
from hooks.laws.calculators import *  odds against a walk over every row of faces, words, bad and large inputs
from hooks.laws.half_thrown import *  what can still come after each die that lies
from hooks.laws.comparing import *    odds beside others, and what it would take
from hooks.laws.long_counts import *  what takes longer comes in slices, and comes to the same
from hooks.laws.sheets import *       each sheet is played, blank, ready or broken
from hooks.laws.desks import *        each scene is played at random, and its forecast is held against that
from hooks.laws.readers import *      a wrong value is told in the words of the page
"""
