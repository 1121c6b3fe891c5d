"""Mechanics that pages declare: part of the game, shown where they are declared, mistakes at their lines."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hooks.directives import from_pages
from hooks.directives.from_pages import PageGame
from rules_py.systems import registry

HEAD = "---\ntitle: Ember\norder: 1\nbook: yes\ndescription: A game.\n---\n"
ACT = """
```mechanic
title: Act under fire
ask: stat -1..3 = 1
throw: 2d6 + stat
read: 10+ -> strong hit | 7..9 -> weak hit | else -> miss
```
"""
USE = """
```sheet
title: Hero
fields: Might -1..3 = 1
rolls:
  Act: {roll: act_under_fire, stat: Might}
```
"""


def book(tmp_path: Path, text: str) -> PageGame:
    folder = tmp_path / "docs" / "ember"
    folder.mkdir(parents=True)
    (folder / "index.md").write_text(HEAD, "utf-8")
    (folder / "play.md").write_text(f"---\ntitle: Play\n---\n{text}", "utf-8")
    return PageGame(folder)


def test_mechanic_joins_the_game_of_its_folder(tmp_path: Path) -> None:
    game = book(tmp_path, ACT).game()
    [calculator] = game.calculators
    assert calculator.id == "ember.act_under_fire"
    odds = calculator.bind({"stat": 3}).odds()
    assert odds.band == {"miss": Fraction(1, 12), "weak_hit": Fraction(1, 3), "strong_hit": Fraction(7, 12)}


def test_sheet_of_a_page_rolls_its_mechanic(tmp_path: Path) -> None:
    page_game = book(tmp_path, ACT + USE)
    assert page_game.mistakes == []
    assert page_game.game().sheet is not None


def test_button_of_a_sheet_names_its_chance(tmp_path: Path) -> None:
    good = ACT.replace("strong hit", "strong hit (best)").replace("weak hit", "weak hit (good)")
    sheet = book(tmp_path, good + USE).game().sheet
    assert sheet
    [button] = sheet.check(sheet.blank()).roll_buttons
    assert (button.filled_button_text, button.chance) == ("weak hit or better", Fraction(26, 36))


def test_cover_of_a_book_without_python_has_its_blurb(tmp_path: Path) -> None:
    more = "feel: Rain and bad luck\npeople: 2–4 people\nlength: one evening\n---\n"
    folder = tmp_path / "docs" / "ember"
    folder.mkdir(parents=True)
    (folder / "index.md").write_text(HEAD.removesuffix("---\n") + more + ACT, "utf-8")
    blurb = PageGame(folder).game().blurb
    assert (blurb.feel, blurb.people, blurb.length) == ("Rain and bad luck", "2–4 people", "one evening")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2d6 + stat", "2d6 + stats", "docs/ember/play.md:8: throw: unknown name “stats”"),
        ("throw:", "thro:", "docs/ember/play.md:8: mechanic block has no field 'thro'"),
        ("-1..3 = 1", "-1..3 = 9", "docs/ember/play.md:7: ask: stat: expected a number from -1 to 3"),
    ],
)
def test_mistake_names_page_and_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    [mistake] = book(tmp_path, ACT.replace(old, new)).mistakes
    assert str(mistake).startswith(message)


def test_two_mechanics_need_different_titles(tmp_path: Path) -> None:
    [mistake] = book(tmp_path, ACT + ACT).mistakes
    assert "'ember.act_under_fire' is already defined at docs/ember/play.md:5" in str(mistake)


def test_place_of_a_mechanic_is_its_block() -> None:
    place = from_pages.place_of("recipes", registry.calculator("recipes.cross_the_ice").id)
    assert str(place).startswith("docs/recipes/mechanics.md:")


def test_guide_shows_the_blocks_of_the_recipes() -> None:
    """The guide and the recipes print blocks as text, so that readers can copy them."""
    docs = Path(__file__).parents[2] / "docs"
    blocks = {"\n".join(fence.body) for fence in PageGame(docs / "recipes").mechanic_fences()}
    printed_blocks: list[str] = []
    for name in ("recipes/mechanics.md", "authoring/mechanics-in-markdown.md"):
        text = (docs / name).read_text("utf-8")
        for part in text.split("````markdown\n")[1:]:
            lines = [line.strip() for line in part.partition("````")[0].splitlines()]
            printed_blocks.append(
                "\n".join(lines).strip().removeprefix("```mechanic\n").removesuffix("\n```")
            )
    assert len(printed_blocks) == 6 and {*printed_blocks} <= blocks
