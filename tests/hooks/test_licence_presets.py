"""Books name a well-known licence, and every copy contains the notice that the licence requires."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hooks.base.adapter import MkDocsConfig
from hooks.directives import DirectiveError
from hooks.directives.pages import front_matter
from hooks.licences.page import LicenceError, of_books
from hooks.licences.presets import PRESETS, faults, licence_of
from rules_py.systems.game import Game, Source

GAME = Game("ember", "Ember", "Keep warm.", order=1)
OGL_TEXT = "OPEN GAME LICENSE\nVersion 1.0a\n\n15. COPYRIGHT NOTICE\nEmber, Copyright 2026, Ann."


def notice(**licence: Any) -> str:
    chosen_licence = licence_of(licence, "Ember", "Ann", OGL_TEXT)
    assert chosen_licence is not None
    return "\n".join(chosen_licence.notice)


def config(licence: object, author: str | None = "Ann") -> MkDocsConfig:
    results = MkDocsConfig()
    results.load_dict({"site_name": "Ember", "site_author": author, "extra": {"licence": licence}})
    return results


@pytest.mark.parametrize(
    ("preset", "parts"),
    [
        (
            "cc-by-4.0",
            ("Ember © 2026 by Ann is licensed under Creative Commons Attribution 4.0 International (CC BY 4.0).", "https://creativecommons.org/licenses/by/4.0/"),
        ),
        (
            "cc-by-sa-4.0",
            ("Creative Commons Attribution-ShareAlike 4.0 International", "https://creativecommons.org/licenses/by-sa/4.0/"),
        ),
        ("cc0-1.0", ("dedicated to the public domain", "https://creativecommons.org/publicdomain/zero/1.0/")),
        (
            "orc",
            (
                "ORC Notice: This product is licensed under the ORC License located at the Library of Congress at TX 9-307-067 and available online at various locations including https://azoralaw.com/orclicense/ and others. All warranties are disclaimed as set forth therein.",
                "Attribution: This product is the original work of Ann. If you use our Licensed Material in your own published works, please credit us as follows: Ember, © 2026 Ann.",
                "Reserved Material: ",
                "This product contains no Expressly Designated Licensed Material.",
            ),
        ),
        ("mit", ("Copyright (c) 2026 Ann", "The above copyright notice and this permission notice shall be included")),
        ("all-rights-reserved", ("Ember © 2026 Ann. All rights reserved.",)),
    ],
)  # fmt: skip
def test_notice_contains_what_the_licence_requires(preset: str, parts: tuple[str, ...]) -> None:
    for part in parts:
        assert part in notice(preset=preset, year=2026)


def test_notice_of_orc_names_sources_and_designations() -> None:
    text = notice(preset="orc", based_on=["Kairn, © 2020 Bo"], reserved="the city of Oss", open="the Order")
    assert "based on the following Licensed Material: Kairn, © 2020 Bo." in text
    assert "not be limited to: the city of Oss, and all elements designated" in text
    assert "hereby designated as Licensed Material: the Order" in text


def test_exports_get_the_notice_with_the_terms() -> None:
    chosen_licence = licence_of("cc-by-4.0", "Ember", "Ann", "")
    assert chosen_licence is not None
    terms = chosen_licence.terms()
    assert (terms["terms"], terms["copyright"]) == ("CC BY 4.0", "© Ann")
    assert terms["notice"] == "\n".join(chosen_licence.notice)


def test_notice_of_ogl_contains_the_licence_in_full() -> None:
    text = notice(preset="ogl-1.0a", open="all rules", reserved="all names")
    assert "Open Game Content: all rules" in text and "Product Identity: all names" in text
    assert "15. COPYRIGHT NOTICE Ember, Copyright 2026, Ann." in text


@pytest.mark.parametrize(
    ("licence", "message"),
    [
        ("orcs", "Did you mean 'orc'?"),
        ("cc-by-40", "unknown licence 'cc-by-40'"),
        ("CC BY 4.0", "Did you mean 'cc-by-4.0'?"),
        ({"preset": "orc", "auhtor": "Ann"}, "licence has no field 'auhtor'"),
        ({"preset": "orc", "based_on": "Kairn"}, "licence: based_on: expected a list of texts, such as [Kairn by Ann], got 'Kairn'"),
        ({"what": "All of it.", "terms": 3}, "licence: terms: expected a text, got 3"),
    ],
)  # fmt: skip
def test_wrong_licence_is_reported(licence: object, message: str) -> None:
    (only,) = faults(licence)
    assert message in only[1]


def test_front_matter_reports_an_unknown_licence_with_its_line() -> None:
    with pytest.raises(DirectiveError, match="index.md:3: unknown licence 'cc-by'"):
        front_matter("---\ntitle: Ember\nlicence: cc-by\n---\n", "docs/ember/index.md")


def test_first_page_of_a_book_overrides_the_licence_of_the_site(tmp_path: Path) -> None:
    heads: Mapping[str, Mapping[str, Any]] = {"ember/index.md": {"licence": "orc"}}
    assert of_books(config("mit"), heads, [GAME], tmp_path)["ember"].id == "orc"
    assert of_books(config("mit"), {}, [GAME], tmp_path)["ember"].id == "mit"
    assert of_books(config({"what": "All.", "terms": "MIT"}), {}, [GAME], tmp_path) == {}


def test_author_is_required_in_settings_or_game(tmp_path: Path) -> None:
    with pytest.raises(LicenceError, match="mkdocs.yml: licence cc-by-4.0 needs 'author'"):
        of_books(config("cc-by-4.0", None), {}, [GAME], tmp_path)
    own = Game("ember", "Ember", "Warm.", order=1, source=Source("Ember", "Bo", "1", "2026"))
    assert "by Bo" in of_books(config("cc-by-4.0", None), {}, [own], tmp_path)["ember"].notice[0]
    assert set(PRESETS["cc0-1.0"].needs) == set()


def test_ogl_requires_its_text_beside_the_settings(tmp_path: Path) -> None:
    ogl = {"preset": "ogl-1.0a", "open": "all rules", "reserved": "all names"}
    with pytest.raises(LicenceError, match="Save it as LICENSE beside mkdocs.yml"):
        of_books(config(ogl), {}, [GAME], tmp_path)
    (tmp_path / "LICENSE").write_text(OGL_TEXT)
    assert "15. COPYRIGHT NOTICE" in of_books(config(ogl), {}, [GAME], tmp_path)["ember"].notice[-1]
