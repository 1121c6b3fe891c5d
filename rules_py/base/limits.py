"""Limits on data from outside, checked before it is read.

The cost of a computation is limited where it is computed (`dice.enumerate_branches`, `dice.markov`,
`dice.counts.limits`) and by each input. `docs/assets/js/limits.js` has the limits that pages check.
"""

MAX_JSON_CHARS = 100_000
"""Characters of JSON text within another value; a full character sheet has about ten thousand."""

MAX_JSON_DEPTH = 50
"""Nested lists and mappings; a sheet has fewer than ten levels.

A browser's stack overflows at some hundreds, without the RecursionError that CPython raises.
"""

MAX_JSON_CONTAINERS = 200_000
"""Lists and mappings in JSON text: twice as many as in the largest file of encounters."""

MAX_INT_DIGITS = 20
"""Digits of a whole number, as many as the largest seed has."""

MAX_FILE_CHARS = 2_000_000
"""Characters of a file: some hundred characters, or fifty long fights."""

MAX_REQUEST_CHARS = 2 * MAX_FILE_CHARS + MAX_JSON_CHARS
"""Characters of a page's request: the largest file, its quotation marks escaped, and the rest."""

MAX_SAVED_ITEMS = 1_000
"""Characters or encounters in one file."""

MAX_CHARACTERS_OFFERED = 100
"""Characters to choose from for a roll: the page contains the rolls of all of them."""

MAX_ENCOUNTERS = 50
"""Encounters in one file, each of which is replayed."""

MAX_EVENTS = 500
"""Events in the log of an encounter."""

MAX_FACES = 10_000
"""Faces of a roll that a reader enters."""

MAX_ROWS = 200
"""Rows of a list on a sheet, whatever its field allows: more can't be a sheet."""

MAX_RATED_ROLLS = 400
"""Rolls of one luck report."""

MAX_MESSAGE_CHARS = 500
"""Characters of an error message."""
