"""What is on record of each game: a file a game, in each line a name and the sums of what it came to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rules_py.systems import registry
from rules_py.systems.game import Game


def read(folder: Path) -> dict[str, dict[str, str]]:
    """The sums by name, by the id of the game. A site of other games has these laws as well: of a game that
    isn't there nothing is on record.
    """
    paths = [path for path in sorted(folder.glob("*.txt")) if path.stem in registry.game_ids()]
    return {
        path.stem: dict(line.split("\t") for line in path.read_text("utf-8").splitlines()) for path in paths
    }


def write(folder: Path, sums_of: Callable[[Game], Mapping[str, str]]) -> None:
    """Put on record what every game comes to today."""
    for game in registry.games():
        lines = (f"{name}\t{sums}\n" for name, sums in sums_of(game).items())
        (folder / f"{game.id}.txt").write_text("".join(lines), "utf-8")
