"""What holds for every game and every book, as tests: a book's repository takes them into its own.

from hooks.laws.books import *        each page and each book keeps what it promises, each example its output
from hooks.laws.calculators import *  odds against a walk over every row of faces, words, bad and large inputs
"""
