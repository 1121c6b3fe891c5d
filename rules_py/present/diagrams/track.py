"""A track drawn as a ladder: its stages as rungs, and above each the boxes that lead down to it."""

from __future__ import annotations

from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.links import prose, rule_mark
from rules_py.sheets.track import Ladder, Rung, Standing
from rules_py.systems.game import Game


def ladder(game: Game, declared: Ladder) -> Markup:
    """The whole ladder, what each rung does, and the marks of the rules that it states."""
    return tag(
        "figure",
        tag("figcaption", declared.title),
        tag("ol", [_rung(game, declared, each) for each in declared.rungs], class_="track", role="list"),
        class_="diagram",
    )


def _rung(game: Game, declared: Ladder, rung: Rung) -> Markup:
    way = _way(0, rung.boxes, declared.count(rung.boxes)) if rung.boxes else None
    marks = [fragment(" ", rule_mark(number)) for number in rung.rules]
    told = prose(game.id, " ".join(filter(None, (rung.text, rung.does))))
    # the name and what it does are one sentence, as whoever looks for the rule is told it
    words = tag("p", tag("strong", rung.name, "."), " ", told, marks, class_="track__words")
    return tag("li", way, words, class_="track__stage")


def stood(game: Game, now: Standing, *, telling: bool = False) -> Markup:
    """The names of the rungs with where somebody stands; if `telling`, also what their rung does."""
    rungs = [_stage(game, now, place, telling) for place in range(len(now.ladder.rungs))]
    return tag(
        "ol", rungs, class_="track track--stood", role="list", aria_label=f"{now.ladder.title}: {now.words}"
    )


def _stage(game: Game, now: Standing, place: int, telling: bool) -> Markup:
    rung, here = now.ladder.rungs[place], place == now.at
    told = f"{now.ticked} of {now.ladder.count(now.size)}"
    way = _way(now.ticked, now.size, told) if place == now.towards and now.size else None
    telling = telling and here and bool(rung.does)
    does = tag("span", " ", prose(game.id, rung.does), class_="track__does") if telling else None
    marked = place in now.marked
    words = tag(
        "p", tag("strong", rung.name), unseen(" (marked)") if marked else None, does, class_="track__words"
    )
    return tag(
        "li",
        way,
        words,
        class_=classes("track__stage", "is-here" if here else None, "is-marked" if marked else None),
        aria_current="step" if here else None,
    )


def _way(ticked: int, size: int, words: str) -> Markup:
    """The boxes on the way down to a rung, and how many they are."""
    boxes = [
        tag("i", class_=classes("box", "is-checked" if place < ticked else None)) for place in range(size)
    ]
    return tag(
        "p",
        tag("span", boxes, class_="track__boxes", aria_hidden="true"),
        tag("span", words, unseen(" to"), class_="track__count"),
        class_="track__way",
    )
