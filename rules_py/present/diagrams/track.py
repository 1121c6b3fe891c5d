"""A track with its stages in a column, and above each stage the boxes that lead to it."""

from __future__ import annotations

from rules_py.present.components import track
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.links import prose, rule_mark
from rules_py.sheets.track import Track, TrackPosition, TrackStage
from rules_py.systems.game import Game


def render_track(game: Game, track: Track) -> Markup:
    """Return the whole track, the effect of each stage, and the marks of the rules that it states."""
    return tag(
        "figure",
        tag("figcaption", track.title),
        tag("ol", [_whole_stage(game, track, each) for each in track.stages], class_="stages", role="list"),
        class_="diagram",
    )


def _whole_stage(game: Game, track: Track, stage: TrackStage) -> Markup:
    boxes = _boxes(0, stage.boxes, track.count(stage.boxes)) if stage.boxes else None
    marks = [fragment(" ", rule_mark(number)) for number in stage.rules]
    description = prose(game.id, " ".join(filter(None, (stage.text, stage.effect))))
    # one paragraph for name and effect, as it is the sentence that states the rule
    words = tag("p", tag("strong", stage.name, "."), " ", description, marks, class_="stages__words")
    return tag("li", boxes, words, class_="stages__one")


def track_positions(game: Game, now: TrackPosition, *, telling: bool = False) -> Markup:
    """Return the names of the stages with a character's position; if `telling`, also the effect of the
    current stage.
    """
    stages = [_stage(game, now, place, telling) for place in range(len(now.track.stages))]
    return tag(
        "ol",
        stages,
        class_="stages stages--reached",
        role="list",
        aria_label=f"{now.track.title}: {now.text}",
    )


def _stage(game: Game, now: TrackPosition, place: int, telling: bool) -> Markup:
    stage, here = now.track.stages[place], place == now.stage
    lost = min(now.checked + now.pending, now.size)
    boxes = _boxes(lost, now.size, now.progress) if place == now.next_stage and now.size else None
    telling = telling and here and bool(stage.effect)
    effect = tag("span", " ", prose(game.id, stage.effect), class_="stages__does") if telling else None
    marked = place in now.marked
    words = tag(
        "p",
        tag("strong", stage.name),
        visually_hidden(" (marked)") if marked else None,
        effect,
        class_="stages__words",
    )
    return tag(
        "li",
        boxes,
        words,
        class_=classes("stages__one", "is-here" if here else None, "is-marked" if marked else None),
        aria_current="step" if here else None,
    )


def _boxes(checked: int, size: int, words: str) -> Markup:
    """Return the boxes on the way to a stage, those not yet checked filled, and their number."""
    return tag(
        "p",
        track(size - checked, size),
        tag("span", words, visually_hidden(" to"), class_="stages__count"),
        class_="stages__boxes",
    )
