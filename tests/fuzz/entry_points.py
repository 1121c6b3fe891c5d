"""Every door of the rules, each with inputs drawn for it from what the games declare: sound ones, sound ones
that were changed somewhere, and such as belong nowhere.
"""

from __future__ import annotations

from tests.fuzz import command_line, in_python, in_the_worker, trackers
from tests.fuzz.drawing import Door

DOORS = (
    Door("python", 30, in_python.verbs),
    Door("python sheet", 8, in_python.sheets),
    Door("worker throw", 20, in_the_worker.throws),
    Door("worker sheet", 8, in_the_worker.sheets),
    Door("worker encounter", 13, trackers.encounters),
    Door("worker forecast", 1, trackers.forecasts),
    Door("worker foretold", 2, trackers.foretold),
    Door("worker offers", 2, in_the_worker.offers),
    Door("worker luck", 2, in_the_worker.luck),
    Door("worker anything", 4, in_the_worker.anything),
    Door("command line", 10, command_line.commands),
)
