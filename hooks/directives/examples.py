"""The examples of a page: they are run, compared with the output below them, and their calls are recorded."""

from __future__ import annotations

import doctest
import traceback

from hooks.base.errors import DirectiveError, Place, RulesError, mistake
from rules_py.analysis import examples
from rules_py.analysis.examples import Call
from rules_py.authoring.error_summary import EXAMPLE_PREFIX, summarize
from rules_py.authoring.error_summary import error_location as place_of
from rules_py.base.errors import MAX_VALUE_CHARS, InputError, format_value

EXAMPLE = "pycon"
"""The directive of an example."""

_parser = doctest.DocTestParser()
_checker = doctest.OutputChecker()


class Session(examples.Session):
    """The names that the examples of one page share."""

    def run(self, code: str, place: Place) -> list[Call]:
        """Run the examples in the code, which starts at the place, and return the calls whose results are
        to be shown. Raises AuthorError at the first example with other output.
        """
        calls: list[Call] = []
        for example in _examples(code, place):
            calls += self._run_one(example, place.down(example.lineno))
        return calls

    def _run_one(self, example: doctest.Example, place: Place) -> list[Call]:
        run = self.run_example(example.source, f"{EXAMPLE_PREFIX}{place}")
        _check_output(example, place, run.printed, run.raised)
        return list(run.calls)


def _examples(code: str, place: Place) -> list[doctest.Example]:
    try:
        examples = _parser.get_examples(code)
    except ValueError as error:
        line = _line_of(str(error))
        text = code.splitlines()[line].strip()
        expected = "lines of `>>> code`, `... more code`, then the output"
        raise mistake(place.down(line), "example", text, expected) from error
    if not examples:
        raise mistake(place, "example", code.strip(), "at least one line of `>>> code`")
    return examples


def _line_of(message: str) -> int:
    """Return the line in doctest's message, counted from 0."""
    return int(message.partition("line ")[2].partition(" ")[0]) - 1


def _check_output(example: doctest.Example, place: Place, printed: str, raised: BaseException | None) -> None:
    """Raise AuthorError if the result of the example differs from the page."""
    flags = 0
    for flag, on in example.options.items():
        flags |= flag if on else 0
    line = f"`>>> {example.source.splitlines()[0]}`"
    if raised is None:
        output, expected = printed, example.want
    else:
        output = "".join(traceback.format_exception_only(raised))
        if example.exc_msg is None:
            if isinstance(raised, InputError):
                raise DirectiveError(place, f"example {line}: {raised.faults[0]}") from raised
            if place_of(raised):
                raise RulesError(f"{place}: example {line} stopped: {summarize(raised)}") from raised
            message = f"example {line} raised {output.splitlines()[-1]}, but the text shows no error"
            raise DirectiveError(place, message) from raised
        expected = example.exc_msg
    if (raised is None) != (example.exc_msg is None) or not _checker.check_output(expected, output, flags):
        raise DirectiveError(place, f"example {line} {_contradiction(output, expected)}")


def _contradiction(output: str, expected: str) -> str:
    """Return `printed 2, but the text says 3. Replace it with: 2`, with the output in full to copy."""
    text, says = output.rstrip("\n"), expected.strip()
    if not text:
        return f"printed nothing, but the text says {_short(says)}. Remove it."
    message = f"printed {_short(text)}, but the text says {_short(says) if says else 'nothing'}."
    todo = "Replace it with:" if says else "Add:"
    return f"{message} {todo}{chr(10) if chr(10) in text else ' '}{text}"


def _short(text: str) -> str:
    """Return a short text of one line unchanged, and any other quoted and truncated."""
    return text if len(text) <= MAX_VALUE_CHARS and text.isprintable() else format_value(text)
