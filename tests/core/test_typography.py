"""Texts of the package are typeset like the chapters."""

import pytest

from rules_py.present.html import fragment, tag
from rules_py.present.typography import typeset


@pytest.mark.parametrize(
    ("straight", "curly"),
    [
        ("You don't pay extra.", "You don’t pay extra."),
        ("others' Power attacks", "others’ Power attacks"),
        ('An NPC who was "killed" counts.', "An NPC who was “killed” counts."),
        ("'Halt!' she says", "‘Halt!’ she says"),
        ('("Halt!")', "(“Halt!”)"),
        ("\"'Halt!' was all,\" he says", "“‘Halt!’ was all,” he says"),
        ("'\"Halt!\" was all,' he says", "‘“Halt!” was all,’ he says"),
        ("the '90s, 'tis said", "the ’90s, ’tis said"),
        ("'s sheet", "’s sheet"),
        ('", he says', "”, he says"),
        ("no quotes", "no quotes"),
        ("it’s “set” already", "it’s “set” already"),
    ],
)
def test_typeset_curls_quotes_and_apostrophes(straight, curly):
    assert typeset(straight) == curly
    assert typeset(curly) == curly


def test_markup_typesets_text_but_no_code_and_no_attribute():
    assert tag("p", "Odile's <axe>", title='a "b"') == '<p title="a &quot;b&quot;">Odile’s &lt;axe&gt;</p>'
    assert tag("code", "{'do': 1}") == "<code>{&#x27;do&#x27;: 1}</code>"
    assert fragment(["It's"], 5) == "It’s5"
