"""Tests of the references that replace repeated blocks of a snapshot."""

from tests.contracts.repetition import PrintedLines

BLOCK = ["Attack", "4 or more hits", "button “Roll”", "face of the die", "Leave it blank to roll."]


def test_repeated_block_becomes_a_reference() -> None:
    printed = PrintedLines()
    assert [*printed.shorten(["> first", *BLOCK])] == ["> first", *BLOCK]
    assert [*printed.shorten(["> second", *BLOCK, "end"])] == [
        "> second",
        "= 5 lines above: Attack … Leave it blank to roll.",
        "end",
    ]


def test_reference_names_the_other_file() -> None:
    printed = PrintedLines(BLOCK, "brawl/tracker/starts/tavern")
    [line] = printed.shorten([f"  {line}" for line in BLOCK])
    assert line.startswith("= 5 lines in brawl/tracker/starts/tavern: Attack")


def test_block_that_differs_inside_is_printed() -> None:
    printed = PrintedLines()
    list(printed.shorten(BLOCK))
    other = [*BLOCK[:2], "button “Override”", *BLOCK[3:]]
    assert [*printed.shorten(other)] == other


def test_no_reference_fits_two_different_blocks() -> None:
    """A reference quotes the ends only, so it would hide which of the blocks is repeated."""
    printed = PrintedLines()
    other = [*BLOCK[:2], "button “Override”", *BLOCK[3:]]
    list(printed.shorten([*BLOCK, *other]))
    assert [*printed.shorten(BLOCK)] == BLOCK
    assert [*printed.shorten(other)] == other


def test_block_indented_differently_inside_is_printed() -> None:
    printed = PrintedLines()
    list(printed.shorten(BLOCK))
    other = [BLOCK[0], *(f"  {line}" for line in BLOCK[1:])]
    assert [*printed.shorten(other)] == other
