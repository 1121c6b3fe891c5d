"""What the doors take at all, held against what they are handed before any of it is looked at.

What an answer may cost is bounded where it is counted (`dice.expand`, `dice.chain`, `dice.counts.limits`),
and by what each input allows.
`docs/assets/js/limits.js` has the same for what a page unpacks or reads itself.
"""

MAX_JSON_CHARS = 100_000
"""Characters of a text of JSON within another value; a full character sheet takes about ten thousand."""

MAX_JSON_DEPTH = 50
"""Lists and mappings within each other; a sheet nests fewer than ten.

A browser's stack bears some hundreds, and breaks where CPython's would raise RecursionError.
"""

MAX_JSON_CONTAINERS = 200_000
"""Lists and mappings of a text of JSON: the largest file of fights holds half as many."""

MAX_INT_DIGITS = 20
"""Figures of a whole number that is read as one; the largest seed has as many."""

MAX_FILE_CHARS = 2_000_000
"""Characters of a file: some hundred characters, or fifty long fights."""

MAX_REQUEST_CHARS = 2 * MAX_FILE_CHARS + MAX_JSON_CHARS
"""Characters of what a page asks: the largest file, its quotation marks escaped, and what is around it."""

MAX_SAVED_ITEMS = 1_000
"""Characters, or scenes, in one file."""

MAX_CHARACTERS_OFFERED = 100
"""Characters among whom one is chosen for a throw: all their throws stand in the page."""

MAX_ENCOUNTERS = 50
"""Scenes of a desk in one file: each is gone through."""

MAX_EVENTS = 500
"""Events in the log of a scene."""

MAX_FACES = 10_000
"""Faces of a row of given dice."""

MAX_ROWS = 200
"""Rows of a list of a sheet, whatever its field allows: past it the data is no sheet."""

MAX_RATED_ROLLS = 400
"""Throws of an evening that are held against their odds together."""

MAX_MESSAGE_CHARS = 500
"""Characters of whatever is told of an input that can't be."""
