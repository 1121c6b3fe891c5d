"""Check a view of a tracker: the types of its parts, and the names, tones, chances and events in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_py.base.errors import DeclarationError, format_missing, join_or
from rules_py.base.type_check import check_field_types
from rules_py.calculators.scale import TONES
from rules_py.sheets.track import TrackPosition
from rules_py.systems.game import Game
from rules_py.tracker import ActionOption, Checkboxes, Clock, Combatant, OutcomeShare, Reason, View, Zone

_PARTS = (ActionOption, Checkboxes, Clock, Combatant, OutcomeShare, Reason, TrackPosition, Zone)


def check_view(game: Game, about: str, view: Any) -> Iterator[DeclarationError]:
    """Yield what is wrong with a view of the game's tracker."""
    if not isinstance(view, View):
        yield DeclarationError(f"{about}: view", view, "a View(…)")
        return
    try:
        _check_types(view)
    except DeclarationError as error:  # the other checks need the right types
        yield DeclarationError(f"{about}: {error.subject}", error.value, error.expected)
        return
    combatants = [each.name for each in view.combatants]
    zones = [each.name for each in view.zones]
    for field in ("turn", "next"):
        yield from _check_name(f"{about}: view: {field}", getattr(view, field), combatants, "combatant")
    for combatant in view.combatants:
        subject = f"{about}: combatant {combatant.name!r}"
        yield from check_tone(subject, combatant.tone)
        yield from _check_name(subject, combatant.zone, zones, "zone")
        if combatant.track_position and combatant.track_position.track not in game.tracks:
            track, tracks = combatant.track_position.track.name, join_or(each.name for each in game.tracks)
            yield DeclarationError(subject, track, tracks, kind="track")
    for zone in view.zones:
        for name in zone.beside:
            yield from _check_name(f"{about}: zone {zone.name!r}: beside", name, zones, "zone")
    options = (*view.due_options, *view.options, *view.common_options)
    ids = [each.id for each in options]
    if duplicates := sorted({each for each in ids if ids.count(each) > 1}):
        yield DeclarationError(f"{about}: options: id", duplicates, "each id only once")
    for option in options:
        yield from _check_option(game, f"{about}: option {option.id!r}", option)


def _check_option(game: Game, subject: str, option: ActionOption) -> Iterator[DeclarationError]:
    assert game.tracker
    actions = [each.id for each in game.tracker.actions]
    if "do" not in option.event:
        message = format_missing("event", "do", str(join_or(actions)))
        yield DeclarationError(subject, option.event, "", message=message)
    elif option.event["do"] not in actions:
        yield DeclarationError(f"{subject}: event", option.event["do"], join_or(actions), kind="action")
    if option.shares and (total := sum(each.chance for each in option.shares)) != 1:
        yield DeclarationError(
            f"{subject}: shares", str(total), "", message=f"expected a sum of 1, got {total}"
        )
    for share in option.shares:
        yield from check_tone(f"{subject}: share {share.label!r}", share.tone)
    key_chance = (option.key_chance,) if option.key_chance else ()
    chances = (*((each.label, each.chance) for each in option.shares), *option.chances, *key_chance)
    for label, chance in chances:
        if not 0 <= chance <= 1:
            message = f"expected a chance from 0 to 1, got {chance}"
            yield DeclarationError(f"{subject}: chance {label!r}", chance, "", message=message)
    for rule in option.rules:
        if rule not in game.numbers:
            yield DeclarationError(subject, rule, join_or(game.numbers), kind="rule")


def check_tone(subject: str, tone: str) -> Iterator[DeclarationError]:
    """Yield an error for an unknown tone."""
    if tone not in TONES:
        yield DeclarationError(subject, tone, join_or(TONES), kind="tone")


def _check_name(subject: str, name: str, known: Iterable[str], kind: str) -> Iterator[DeclarationError]:
    """Yield an error for a name that isn't empty and not among the known ones."""
    if name and name not in known:
        yield DeclarationError(subject, name, join_or(known), kind=kind)


def _check_types(part: Any) -> None:
    """Raise DeclarationError if a field of a view, or of a part in it, holds a value of another type."""
    check_field_types(part)
    for value in vars(part).values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, _PARTS):
                _check_types(each)
