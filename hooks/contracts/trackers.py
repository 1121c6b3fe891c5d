"""Laws of every desk: each start can be played, what is offered can be done, and every rule named is one
of the game's.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from hooks.contracts.forecasts import ByDeeds, places_gone_through
from hooks.contracts.markup import attribute, markup_of
from hooks.contracts.requests import answered
from rules_py import present
from rules_py.authoring.samples import event_for, fields_for
from rules_py.base.errors import InputError
from rules_py.base.jsonable import plain
from rules_py.base.paths import BOOK
from rules_py.calculators.scale import TONES
from rules_py.dice.dice import SeededDice
from rules_py.dice.incremental import finished
from rules_py.inputs import Choice, Text
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import (
    Act,
    Desk,
    Event,
    Played,
    Setting,
    Start,
    View,
    begun,
    fresh,
    happened,
    played,
    read_scene,
    set_so,
)
from rules_py.tracker.forecast import Forecast, forecasting


def cases(scenes: Iterable[tuple[Game, Start]]) -> list[pytest.ParameterSet]:
    return [pytest.param(game, start, id=f"{game.id}/{start.id}") for game, start in scenes]


SCENES = [(game, start) for game in registry.games() if game.desk for start in game.desk.starts]
STARTS = cases(SCENES)
SET = [pytest.param(game, id=game.id) for game in registry.games() if game.desk and game.desk.setting]
SEEN = [pytest.param(game, id=game.id) for game in registry.games() if game.desk and game.desk.seen]


def desk_of(game: Game) -> Desk[Any, Any]:
    """The desk of a game that has one."""
    assert game.desk
    return game.desk


def setting_of(desk: Desk[Any, Any]) -> Setting:
    """How a desk is set that can be."""
    assert desk.setting
    return desk.setting


def forecast_of(desk: Desk[Any, Any]) -> Forecast[Any]:
    """The forecast of a desk that has one."""
    assert desk.forecast
    return desk.forecast


def once_a_scene[*More, Found](
    work: Callable[[Game, Start, *More], Found],
) -> Callable[[Game, Start, *More], Found]:
    """The same as `work`, which is done once for all laws that ask it of this start; what it comes to is not
    to be changed.
    """
    kept: dict[Hashable, Found] = {}

    def found(game: Game, start: Start, /, *more: *More) -> Found:
        key = (game.id, start.id, *more)
        if key not in kept:
            kept[key] = work(game, start, *more)
        return kept[key]

    return found


def about(game: Game, act: Act) -> str:
    """Which action option of which desk a failure is about."""
    return f"desk of {game.id}: action {act.event['do']!r}, offered as {act.id!r}"


def filled_in(game: Game, state: Any, act: Act, choice: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The event of an action option, its form filled in. Fails where no form is accepted."""
    event = event_for(desk_of(game), state, act, Random(act.id), choice)
    if event is None:
        names = [each.name for each in act.inputs]
        pytest.fail(
            f"{about(game, act)}: it is offered, but no event of it is accepted, whatever its form says of {names}"
            f"{f' with {choice}' if choice else ''}. Give each input a `start` or `default` that `faults` accepts, "
            "or don't offer it",
            pytrace=False,
        )
    return event


@once_a_scene
def opened(game: Game, start: Start) -> tuple[Played[Any], Sequence[View]]:
    """The start, played as far as it goes, and the view of everybody's turn."""
    desk = desk_of(game)
    now = played(desk, read_scene(desk, begun(start).to_json()))
    first = desk.view(now.state, "")
    return now, [first, *(desk.view(now.state, each.name) for each in first.pieces)]


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_a_start_is_plain_data_and_reads_back_as_it_is(game: Game, start: Start) -> None:
    """A start is plain data, and reads back the same.

    Fix: numbers, texts, lists and mappings in `Start(…)`, and inputs in `setup` that give back what they
    take.
    """
    desk = desk_of(game)
    scene = read_scene(desk, begun(start).to_json())
    assert read_scene(desk, json.dumps(scene.to_json())) == scene


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_everybody_stands_somewhere_and_the_acts_have_ids_of_their_own(game: Game, start: Start) -> None:
    """Each piece stands in a place of the view, has a tone, and each act an id of its own.

    Fix: `place=`, `tone=`, `on=` of the pieces and `id=` of the acts in `view`.
    """
    _, views = opened(game, start)
    for view in views:
        assert {each.place for each in view.pieces} <= ({each.name for each in view.places} or {""})
        ids = [each.id for each in (*view.due, *view.acts, *view.common)]
        assert len(ids) == len(set(ids)), f"two acts have one id: {ids}"
        assert all(each.tone in TONES for each in view.pieces), f"a piece's tone isn't one of {[*TONES]}"
        assert {place for each in view.places for place in each.beside} <= {each.name for each in view.places}
        assert all(each.on.ladder in game.ladders for each in view.pieces if each.on)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_what_may_come_of_an_act_adds_up_to_one(game: Game, start: Start) -> None:
    """The shares of an act add up to 1.

    Fix: `shares=` of the act.
    """
    _, views = opened(game, start)
    for act in (each for view in views for each in view.acts if each.shares):
        assert sum(share.chance for share in act.shares) == 1, (
            f"{about(game, act)}: its shares don't add up to 1"
        )
        assert all(share.tone in TONES for share in act.shares)
        assert all(0 <= chance <= 1 for _, chance in act.figures)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_what_is_offered_is_done_and_done_again_when_replayed(game: Game, start: Start) -> None:
    """Each offered action can be done, is reported in a sentence, and is replayed from the saved log.

    Fix: `offers`, `judged` and `dice` of the action.
    """
    desk = desk_of(game)
    now, views = opened(game, start)
    for act in (each for view in views for each in view.acts if not each.reasons):
        after, happening = happened(desk, now, filled_in(game, now.state, act))
        assert happening.applied, (
            f"{about(game, act)}: it is offered without reasons, but: {happening.sentence}"
        )
        assert happening.sentence, f"{about(game, act)}: `done` returns no sentence for the log"
        again = played(desk, read_scene(desk, json.dumps(plain(after.scene))))
        assert again.state == after.state, f"{about(game, act)}: its saved log leads to another state"
        rules = {step.rule for step in happening.working if step.rule}
        unknown = sorted(rules - set(game.numbers))
        assert not unknown, f"{about(game, act)}: it cites {unknown}, which aren't in the game's `numbers`"


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_a_scene_comes_to_the_same_whatever_was_gone_through_before(game: Game, start: Start) -> None:
    """A log always comes to the same.

    Fix: never change a state, but make a new one; take chance from `dice` alone.
    """
    desk = desk_of(game)
    now, views = opened(game, start)
    offered = [act for view in views for act in view.acts if not act.reasons]
    paths = [happened(desk, now, filled_in(game, now.state, act))[0] for act in offered]
    following = [*views[0].due, *views[0].common][:1]
    longer = [
        happened(desk, path, event)[0]
        for path in paths
        for act in following
        if (event := event_for(desk, path.state, act, Random(act.id))) is not None
    ]
    for before in (now, *paths[:1], *longer[-1:]):
        for each in (*paths, *longer):
            back = replace(each.scene, at=0)
            for scene in (each.scene, back):
                assert played(desk, scene, before) == played(desk, scene), (
                    f"desk of {game.id}: the log {scene.log} comes to something else after another scene. "
                    "An action must never change a state, but make a new one"
                )


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_what_is_not_offered_is_refused_in_the_words_that_were_shown(game: Game, start: Start) -> None:
    """The reasons shown beside an action are those that refuse it.

    Fix: take `reasons=` from `self.judged(…).reasons`.
    """
    desk = desk_of(game)
    now, views = opened(game, start)
    for act in (each for view in views for each in view.acts if each.reasons and not each.inputs):
        after, happening = happened(desk, now, act.event)
        assert not happening.applied and after.state == now.state
        assert happening.reasons == act.reasons, f"{about(game, act)}: other reasons refuse it than it shows"
        assert all(each.text for each in act.reasons)
        assert not game.numbers or all(each.rule in game.numbers for each in act.reasons)


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_the_rules_named_are_rules_of_the_game(game: Game, start: Start) -> None:
    """Acts name rules that the game has.

    Fix: `rules=` of the act, or `numbers=` of the game.
    """
    _, views = opened(game, start)
    named = {rule for view in views for act in (*view.due, *view.acts, *view.common) for rule in act.rules}
    unknown = sorted(named - set(game.numbers))
    assert not unknown, f"acts name {unknown}, which the game's `numbers` lack"


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_the_browser_is_answered_and_the_desk_is_shown(game: Game, start: Start) -> None:
    """The page shows the desk.

    Fix: what `view` returns for each start.
    """
    desk = desk_of(game)
    reply = answered({"action": "desk", "game": game.id, "start": start.id})
    parts = {"head", "table", "last", "turn", "chances", "log"}
    assert reply["ok"] and set(reply["html"]) - {"declined"} == parts
    assert ("declined" in reply["html"]) == (desk.forecast is not None)
    assert str(present.desk(game, desk, start.id)).startswith("<dice-tracker")


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_no_deed_is_done_that_makes_no_sense_whoever_allows_it(game: Game, start: Start) -> None:
    """An action that makes no sense raises InputError, even if the rules are overridden for it.

    Fix: `faults` of the action where the traceback ends: refuse there what `done` can't handle.
    """
    desk = desk_of(game)
    now, _ = opened(game, start)
    random = Random(start.id)
    for _ in range(10):
        names = [each.name for each in desk.view(now.state, "").pieces]
        astray = now
        for deed in [*desk.deeds] * 2:
            given = fields_for(deed.inputs, random, names) | {"do": deed.do, "allow": True}
            given = {name: each for name, each in given.items() if name not in ("dice", "seed")}
            with suppress(InputError):
                astray, _ = happened(desk, astray, given)
        offered = [act for act in desk.view(now.state, "").acts if not act.reasons]
        for act in offered[:1]:
            if (event := event_for(desk, now.state, act, random)) is not None:
                now, _ = happened(desk, now, event)


@pytest.mark.parametrize("game", SET)
def test_a_form_of_the_table_that_holds_no_record_is_refused(game: Game) -> None:
    """The form of a participant or of the table accepts nothing but a mapping.

    Fix: make the list of `setup` that the setting's `seats` names a `ListOf` of a `Record`.
    """
    desk = desk_of(game)
    sample = setting_of(desk).samples[0]
    now = set_so(desk, fresh(desk), {"set": "add", "sample": sample.id})
    for change in ({"set": "entry", "name": sample.title, "entry": ["a"]}, {"set": "rest", "rest": "ab"}):
        with pytest.raises(InputError, match="a mapping"):
            set_so(desk, now, change)


# further on, at tables that play comes to


def event_of(act: Act, chosen: Random) -> dict[str, Any]:
    """The event of an act, with whatever may be chosen in it chosen at random."""
    given = dict(act.event)
    for each in act.inputs:
        if isinstance(each, Choice) and each.options:
            given[each.name] = chosen.choice([*each.options])
        elif isinstance(each, Text):
            given[each.name] = "in other words"
        elif each.usual is not None:
            given[each.name] = each.usual
    return given


def every_choice(game: Game, state: Any, act: Act) -> Iterator[dict[str, Any]]:
    """The event of an act with each of whatever may be chosen in it, one after the other."""
    for each in act.inputs:
        if isinstance(each, Choice):
            for option in each.options:
                event = event_for(desk_of(game), state, act, Random(act.id), {each.name: option})
                if event is None and all(isinstance(field, Choice) for field in act.inputs):
                    event = filled_in(game, state, act, {each.name: option})  # which fails
                if event is not None:  # or else something is to be typed, such as a name that nobody has
                    yield event


def joining(desk: Desk[Any, Any]) -> str:
    """The action by which people join a scene, where the table is set."""
    setting = desk.setting
    return str(setting.join(setting.somebody or {})["do"]) if setting and setting.join else ""


@once_a_scene
def wandered(game: Game, start: Start, seed: int, events: int) -> Sequence[tuple[Any, View, Act, Event]]:
    """Each state of a game played at random, its view, the act that is taken next, and its event."""
    found: list[tuple[Any, View, Act, Event]] = []
    desk = desk_of(game)
    chosen, thrown = Random(seed), SeededDice(seed)
    now, _ = opened(game, start)
    state = now.state
    for _ in range(events):
        view = desk.view(state, "")
        common = (each for each in view.common if each.event["do"] != joining(desk))
        open_acts = [each for each in view.due or (*view.acts, *common) if not each.reasons]
        if not open_acts:
            break
        act = chosen.choice(open_acts)
        event = event_of(act, chosen)
        with suppress(InputError):  # where something is to be typed, such as a name that nobody has
            after = desk.deeds.apply(state, event, thrown).state
            found.append((state, view, act, event))
            state = after
    return found


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_wherever_play_leads_what_is_shown_is_sound_and_what_is_offered_is_done(
    game: Game, start: Start
) -> None:
    """Wherever play leads, what is shown is complete and what is offered can be done.

    Fix: `view`, and `offers` and `judged` of the action that is named.
    """
    deeds, gone = desk_of(game).deeds, 0
    for seed in range(4):
        for state, view, _, event in wandered(game, start, seed, 30):
            gone += 1
            names = {each.name for each in view.pieces}
            assert view.turn in names | {""} and view.next in names | {""}
            assert {each.place for each in view.pieces} <= ({each.name for each in view.places} or {""})
            assert all(each.tone in TONES and each.standing for each in view.pieces)
            acts = (*view.due, *view.acts, *view.common)
            assert len({each.id for each in acts}) == len(acts)
            for each in acts:
                assert sum(share.chance for share in each.shares) == bool(each.shares), each.id
                assert all(
                    0 <= chance <= 1
                    for chance in (*dict(each.figures).values(), *(share.chance for share in each.shares))
                )
                if each.reasons and not each.inputs:
                    refused = deeds.apply(state, each.event, SeededDice(seed))
                    assert not refused.applied and refused.reasons == each.reasons
                for offered in every_choice(game, state, each) if not each.reasons else ():
                    judged = deeds.judged(state, offered)
                    assert judged.legal, (
                        f"{about(game, each)}: it offers {offered}, which `judged` forbids: {judged.reasons}. "
                        "Leave that choice out, or give the act its `reasons`"
                    )
            first, again = (deeds.apply(state, event, SeededDice(gone)) for _ in range(2))
            action = f"desk of {game.id}: action {event['do']!r}"
            assert first.applied, f"{action}: it is offered without reasons, but: {first.sentence}"
            assert first.sentence.endswith((".", "?", "!", "…", "”")), (
                f"{action}: its sentence for the log ends without a full stop: {first.sentence!r}"
            )
            assert first == again, (
                f"{action}: the same dice lead to something else: chance comes from `dice` alone"
            )
    assert gone, f"desk of {game.id}: its start {start.id} offers nothing that can be done"


def told_harm(act: Act) -> dict[int, Fraction] | None:
    """The chance of each amount of harm, where that is what the shares of an act tell; else None."""
    found: dict[int, Fraction] = {}
    for share in act.shares:
        amount = re.fullmatch(r"(no|\d+) \w+", share.label)
        if not amount:
            return None
        found[int(amount[1].replace("no", "0"))] = share.chance
    return found or None


@pytest.mark.parametrize(("game", "start"), cases(each for each in SCENES if desk_of(each[0]).harm))
def test_wherever_play_leads_an_attack_does_harm_as_often_as_it_says(game: Game, start: Start) -> None:
    """An attack does harm as often as its shares say.

    Fix: `shares=` of the act, or `done`.
    """
    assert_harm_is_done_as_told(game, start)


@once_a_scene
def assert_harm_is_done_as_told(game: Game, start: Start) -> int:
    """Tries attacks that tell how much harm they do, each face of each die; says how many there were."""
    desk = desk_of(game)
    harm = desk.harm
    assert harm
    tried = Counter[str]()
    for seed in range(3):
        for state, view, *_ in wandered(game, start, seed, 30):
            for act in view.acts:
                told, sides = told_harm(act), [sides for _, sides in act.dice]
                if act.reasons or told is None or prod(sides) > 100 or tried[act.id] == 3:
                    continue
                tried[act.id] += 1
                done = defaultdict[int, Fraction](Fraction)
                for faces in product(*(range(1, each + 1) for each in sides)):
                    after = desk.deeds.apply(state, {**act.event, "dice": list(faces)})
                    done[sum(harm.done(state, after.state).values())] += Fraction(1, prod(sides))
                assert done == {amount: chance for amount, chance in told.items() if chance}, (
                    f"{about(game, act)}: it does harm with other chances than its shares say"
                )
    return tried.total()


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_the_log_tells_every_event_and_where_one_is_in_it(game: Game, start: Start) -> None:
    """The log shows each event with its sentence.

    Fix: the sentence that `done` returns.
    """
    desk = desk_of(game)
    now, _ = opened(game, start)
    for _, _, _, event in wandered(game, start, 1, 6):
        now, _ = happened(desk, now, event)
    many = len(now.happenings)
    for at in (many, 1, 0):
        scene = replace(now.scene, at=at).to_json()
        request = {"action": "desk", "game": game.id, "scene": scene}
        log = markup_of(answered(request)["html"]["log"])
        lines = dict(enumerate(log.css(".tracker__entry"), 1))
        assert len(lines) == many
        for place, line in lines.items():
            assert now.happenings[place - 1].sentence in line.text()
            assert (
                "is-undone" in attribute(line, "class").split(),
                bool(line.css_first(".tracker__here")),
            ) == (place > at, place == at)
            assert line.attributes.get("aria-current") == ("step" if place == at else None)
            assert [each.attributes["data-at"] for each in line.css("button")] == [str(place)] * (place != at)
        assert bool(log.css_first(".tracker__log-head button:not([disabled])")) == bool(at)


# the table as it is set


def names_of(now: Played[Any], desk: Desk[Any, Any]) -> list[str]:
    setting = setting_of(desk)
    return [each[setting.name] for each in now.scene.start[setting.seats]]


@pytest.mark.parametrize("game", SET)
def test_a_blank_table_can_be_shown_and_whoever_is_put_on_it_can_act(game: Game) -> None:
    """An empty table can be shown, and whoever is put on it has something to do.

    Fix: `view` of a state without anybody, and the samples of the setting.
    """
    desk = desk_of(game)
    now = fresh(desk)
    assert names_of(now, desk) == [] and desk.view(now.state, "").turn == ""
    assert present.setting_parts(game, desk, now, present.Picked())["setting"]
    for sample in setting_of(desk).samples:
        now = set_so(desk, fresh(desk), {"set": "add", "sample": sample.id, "count": 3})
        names = names_of(now, desk)
        assert names[0] == sample.title and len(set(names)) == 3
        view = desk.view(now.state, names[1])
        may = (*view.due, *view.acts, *view.common)  # where nobody is to be struck yet, a round may still end
        assert view.turn == names[1] and any(not each.reasons for each in may)
        assert {each.place for each in view.pieces} <= ({each.name for each in view.places} or {""})


@pytest.mark.parametrize("game", SET)
def test_the_samples_are_those_that_the_book_lists_and_the_desk_is_where_it_says(game: Game) -> None:
    """The samples are the entries of the list, and the desk is on the page it names.

    Fix: `listed=` and `samples=` of the setting, `page=` of the desk.
    """
    desk = desk_of(game)
    setting = setting_of(desk)
    listed = game.reference(setting.listed)
    assert listed or not setting.listed
    entries = {each.id: each.name for each in listed.entries} if listed else {}
    assert {each.id: each.title for each in setting.samples} == entries
    assert listed is None or str(present.reference(game, listed)).count("<dice-add") == len(entries)
    page = BOOK / "docs" / game.id / f"{desk.page.rstrip('/')}.md"
    assert "```desk" in page.read_text("utf-8")


@pytest.mark.parametrize("game", SET)
def test_who_comes_while_it_goes_on_joins_by_an_event_that_can_be_taken_back(game: Game) -> None:
    """Who comes later joins by an event that can be undone.

    Fix: `join=` of the setting, and its action.
    """
    desk = desk_of(game)
    now = played(desk, read_scene(desk, begun(desk.starts[0]).to_json()))
    view = desk.view(now.state, "")
    offered = [each for each in (*view.due, *view.acts, *view.common) if not each.reasons]
    assert offered, f"desk of {game.id}: its first start offers nothing that can be done"
    now, _ = happened(desk, now, filled_in(game, now.state, offered[0]))
    before = now.scene.start
    after = set_so(desk, now, {"set": "add", "sample": setting_of(desk).samples[0].id, "count": 2})
    assert after.scene.start == before and after.scene.at == now.scene.at + 2
    assert len(desk.view(after.state, "").pieces) == len(view.pieces) + 2
    back = played(desk, replace(after.scene, at=now.scene.at), after)
    assert back.state == now.state


@pytest.mark.parametrize("game", SET)
def test_places_are_drawn_named_and_taken_away_and_everybody_keeps_standing_somewhere(game: Game) -> None:
    """Places of the map can be added, connected, renamed and removed, and everyone stays in one.

    Fix: `places=` of the setting, and `places` and `pieces` of the view: take names and connections from
    the state.
    """
    desk = desk_of(game)
    setting = setting_of(desk)
    if not setting.places:
        pytest.skip("no ground")
    now = set_so(desk, fresh(desk), {"set": "add", "sample": setting.samples[0].id})
    here = desk.view(now.state, "").places[-1].name

    def around(name: str) -> set[str]:
        places = desk.view(now.state, "").places
        named = {each.name: set(each.beside) for each in places}
        return named[name] | {other for other, beside in named.items() if name in beside}

    now = set_so(desk, now, {"set": "place", "beside": here})
    new = desk.view(now.state, "").places[-1].name
    assert here in around(new)
    first = desk.view(now.state, "").places[0].name
    for drawn in (True, False):
        now = set_so(desk, now, {"set": "way", "from": first, "to": new})
        assert (first in around(new)) == drawn
    now = set_so(desk, now, {"set": "place-entry", "name": here, "entry": {"name": "Ford"}})
    assert desk.view(now.state, "").pieces[0].place == "Ford" and "Ford" in around(new)
    with pytest.raises(InputError, match="empty place"):
        set_so(desk, now, {"set": "place-remove", "name": "Ford"})
    now = set_so(desk, now, {"set": "place-remove", "name": new})
    assert new not in around("Ford")


# what players see


@pytest.mark.parametrize("game", SEEN)
def test_players_see_everybody_in_words_and_no_number_of_anybody(game: Game) -> None:
    """The players' view shows everyone by name and in words, without numbers, boxes or dice.

    Fix: what `seen` of the desk returns: pieces with `standing` in words, and no `boxes`, `facts` or
    `dice`.
    """
    desk = desk_of(game)
    assert desk.seen
    for start in desk.starts:
        now, _ = opened(game, start)
        states = [now.first]
        for _ in range(12):
            view = desk.seen(states)
            assert {each.name for each in view.pieces} == {
                each.name for each in desk.view(states[-1], "").pieces
            }
            for each in view.pieces:
                assert not each.boxes and not each.facts and not each.dice and each.tone in TONES
                digits = any(letter.isdigit() for letter in each.standing)
                assert not digits, f"piece {each.name!r}: players see a number in {each.standing!r}"
            assert str(present.seen(game, desk, view)).startswith("<header")
            event = desk.forecast.deed(states[-1]) if desk.forecast else None
            if event is None:
                break
            thrown = SeededDice(len(states))
            states.append(desk.deeds.apply(states[-1], event, thrown).state)


# the forecast


def foreseen(game: Game, start: Start) -> bool:
    forecast = desk_of(game).forecast
    return forecast is not None and not forecast.declined(opened(game, start)[0].state)


def by_deeds(game: Game, start: Start) -> bool:
    course = forecast_of(desk_of(game)).course(opened(game, start)[0].state)
    return isinstance(course, ByDeeds)


FORESEEN = [each for each in SCENES if foreseen(*each)]
BY_DEEDS = [each for each in FORESEEN if by_deeds(*each)]
"""Those whose course goes from deed to deed; one that counts whole rounds is tried by its game."""


@pytest.mark.parametrize(("game", "start"), cases(FORESEEN))
def test_a_forecast_sums_to_one_and_nobody_falls_less_as_time_goes_by(game: Game, start: Start) -> None:
    """The forecast's chances add up to 1, and the chance of being out never falls from round to round.

    Fix: `ways`, `won` and `out` of the forecast's course: who is out stays out.
    """
    desk = desk_of(game)
    forecast = forecast_of(desk)
    now, _ = opened(game, start)
    course = forecast.course(now.state)
    found = finished(forecasting(course))
    assert sum(found.wins.values()) + found.never == 1, "the chances of the forecast don't add up to 1"
    assert set(found.wins) <= set(forecast.sides(now.state))
    for name, rounds in found.out.items():
        assert list(rounds) == sorted(rounds) and rounds[-1] <= found.at_last[name] <= 1
    said = str(present.foreseen(desk, now.state, found))
    assert all(name in said for name in course.names)


@pytest.mark.parametrize(("game", "start"), cases(BY_DEEDS))
def test_a_forecast_goes_as_the_desk_itself_is_played(game: Game, start: Start) -> None:
    """The forecast goes from place to place as the actions of the desk do, whatever the dice show.

    Fix: `ways`, `won` and `ends_round` of the forecast's course, or the `done` of the action it is about.
    """
    now, _ = opened(game, start)
    assert places_gone_through(desk_of(game), now.state, most=30)


@pytest.mark.parametrize(("game", "start"), cases(FORESEEN))
def test_a_fight_played_many_times_comes_to_what_was_solved(game: Game, start: Start) -> None:
    """A fight played thousands of times comes to the forecast's exact chances, within chance error.

    Fix: `ways` of the forecast's course: for the same place always the same, with the same weights.
    """
    now, _ = opened(game, start)
    course = forecast_of(desk_of(game)).course(now.state)
    exact = finished(forecasting(course, exactly=True))
    for seed in range(5):
        shares = finished(forecasting(course, exactly=False, seed=seed))
        for name, rounds in exact.out.items():
            for chance, share in zip(rounds, shares.out[name], strict=True):
                error = (float(chance * (1 - chance)) / shares.runs) ** 0.5
                # Something rarer than one run in all has no share of its own: one may still show it.
                assert abs(float(chance - share)) <= 4 * error + 1 / shares.runs


@pytest.mark.parametrize("game", SET)
def test_half_a_letter_in_a_name_is_shown_like_any_other(game: Game) -> None:
    """A name with a broken character is shown like any other.

    Fix: `view` and the setting: pass names on unchanged, and don't encode them.
    """
    desk = desk_of(game)
    setting = setting_of(desk)
    now = set_so(desk, fresh(desk), {"set": "add", "sample": setting.samples[0].id})
    entry = {"set": "entry", "name": names_of(now, desk)[0], "entry": {setting.name: "\udfff"}}
    now = set_so(desk, now, entry)
    shown = {"action": "desk", "game": game.id, "scene": now.scene.to_json(), "setting": {}}
    assert answered(shown)["ok"]
