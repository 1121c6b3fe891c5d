"""The only thing the browser calls: a JSON text in, a JSON text out, and never an exception.

A request names an `action` and what it needs; the reply holds `ok: true` with rendered `html` and plain
data, or `ok: false` with a `message` for the reader, the same as `problems` [{field, message}] to stand
beside their fields, and stable `codes`.

    odds       calculator, inputs                -> html, matter (the figure that matters most), given (the
                                                    inputs in words)
    roll       calculator, inputs, seed or null  -> html, roll (plain data), say (a sentence to announce),
                                                    told (what the tray keeps of it, `present.thrown`)
    resolve    calculator, inputs, dice          -> html, roll, say, told
    compare    calculator, pinned [{inputs, name}], inputs, name, way, id
                                                 -> html (part -> HTML), frame, way, pinned (whether the
                                                    inputs are so already), full, texts (markdown, csv);
                                                    what a pinned one doesn't name is as `inputs` have it
    reverse    calculator, inputs, input, goal, chance, id
                                                 -> frame, input, tried, total; with all of them tried also
                                                    html (part -> HTML), goals (HTML), goal; else ask again
    throws     calculator, sheets [{sheet, version}], id -> html, the throws of this calculator by character,
                                                    or a message
    half       calculator, inputs, dice          -> html (the odds given these first faces), matter (of the
                                                    whole throw), given, panel (the reader's own dice), say,
                                                    complete
    ask        calculator, inputs                -> html, matter, given, answer
    luck_of    throws [{calculator, inputs, faces, who}] -> compared, for each what `luck` wants, or null
    luck       compared                          -> html (the luck report), say
    sheet      game, sheet                       -> html (the panels), problems [{field, html, ...}],
                                                    notes [{field, text}], drawn (field -> HTML), legal,
                                                    checklist (HTML)
    sheet_play game, sheet, situation            -> html (part -> HTML) of the sheet in play
    sheet_cards game, sheet, field               -> html, the cards of that field for this character
    sheet_changes game, entries                  -> html (the ledger of changes), last (what the last one was)
    sheet_file game, text                        -> sheets of a file, in the present version
    template   game, template, sheet             -> sheet with the template applied
    upgrade    game, version, sheet              -> sheet in the present version
    desk       game, scene or start, event or null, turn -> scene, html (part -> HTML), turn, applied, say
    desk_set   game, scene, change, turn         -> the same, with the table changed; a change may hold sheets
                                                    [{version, sheet}] to be seated
    desk_new   game, scene or null, turn         -> the same, of a new scene, with the party of that one
                 in these three `setting` is what is looked at while the table is set, or null, and with
                 `first: "setting"` there is HTML of that alone
    desk_file  game, text                        -> scenes
    desk_back  game, scene, sheet                -> sheet, with what the scene has changed of the one named so
    desk_seen  game, scene                       -> html, what players may see; say
    desk_forecast  game, scene                   -> done, progress from 0 to 1, html once it is done; asked
                                                    again and again, each time for a slice of the work
    desk_log   game, scene                       -> text, the log to be read and kept

A throw may bear a `label`, what it is called instead of its calculator's title.
Any request may hold `root`, the address of the site's first page: links to rules in its HTML start there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from time import monotonic
from typing import Any

from rules_py import api, catalogue, desk, json_text, kept, luck, present
from rules_py.calculator import Asked
from rules_py.compare import MOST as MOST_COMPARED
from rules_py.desk import Desk
from rules_py.desk.forecast import Forecasting
from rules_py.errors import MOST_TOLD, Fault, InputError, TooManyPaths, listed
from rules_py.game import Game
from rules_py.half_thrown import stands
from rules_py.plain import plain
from rules_py.recent import Recent
from rules_py.reverse import Trial, Varied, found_input, usual_goal, usual_input
from rules_py.sheet import Sheet, SheetReport
from rules_py.spread import STEPS, WAYS

LONGEST_REQUEST = kept.LONGEST + json_text.LONGEST
"""Characters of a request: the largest file, and what stands around it."""


A_WHILE = 0.06
"""Seconds that one request tries values for: so a throw asked for meanwhile doesn't wait long."""

LONGEST_NAME = 120
"""Characters of a name that is shown beside odds."""

NO_THROWS = "None of the characters kept here makes this throw."

NO_CHARACTER = "There is no character here that could be taken over."


def respond(request: str) -> str:
    """Answer one request."""
    try:
        reply = {"ok": True} | _answer(request)
    except InputError as error:
        reply = _refusal(error.told, error.codes, error.faults)
    except TooManyPaths as error:
        reply = _refusal(error.told, ("too_large",))
    # All in ASCII: half a surrogate pair, which a form may hold, is no text to hand over.
    return json.dumps(reply)


def _refusal(message: str, codes: tuple[str, ...], faults: tuple[Fault, ...] = ()) -> dict[str, Any]:
    problems = [{"field": each.field, "message": each.told} for each in faults[:MOST_TOLD]]
    return {"ok": False, "message": message, "problems": problems, "codes": list(codes)}


def _answer(request: str) -> dict[str, Any]:
    try:
        asked = json_text.read(request, longest=LONGEST_REQUEST)
    except json_text.BadJson as error:
        raise InputError.at("request", request, str(error), code="bad_request") from error
    if not isinstance(asked, Mapping):
        raise InputError.at("request", asked, "a mapping with an action", code="bad_request")
    action = asked.get("action")
    if not isinstance(action, str) or action not in ACTIONS:
        raise InputError.at("action", action, ", ".join(ACTIONS), code="unknown_action")
    root = asked.get("root", "")
    if not isinstance(root, str):
        raise InputError.at("root", root, "the address of the site", code="bad_request")
    with present.linked(root, _PLACES):
        return ACTIONS[action](asked)


def _given(asked: Mapping[str, Any], name: str) -> Any:
    """What the request holds under this name, for the door to judge."""
    return asked.get(name)


def _inputs(asked: Mapping[str, Any], *own: str) -> dict[str, Any]:
    """The inputs of the calculator; `own` are names the request itself has a place for."""
    inputs = asked.get("inputs", {})
    if not isinstance(inputs, Mapping):
        raise InputError.at("inputs", inputs, "a mapping of input names to values", code="bad_request")
    for name in own:
        if name in inputs:
            raise InputError.at("inputs", name, "the calculator's own inputs", code="unknown_input")
    return dict(inputs)


_RECENT = Recent()
"""The odds of a form are asked for again as soon as they stand beside others. No answer depends on it."""


def _odds(asked: Mapping[str, Any]) -> dict[str, Any]:
    question = api.asked_for_odds(_given(asked, "calculator"), _inputs(asked))
    found = _RECENT(question)
    return {
        "html": present.counted(question, found),
        "matter": present.headline(question.calculator, found),
        "given": present.given(question.calculator.inputs, question.inputs),
    }


def _roll(asked: Mapping[str, Any]) -> dict[str, Any]:
    rolled = api.roll(_given(asked, "calculator"), seed=asked.get("seed"), **_inputs(asked, "seed"))
    return _shown_roll(rolled, asked)


def _resolve(asked: Mapping[str, Any]) -> dict[str, Any]:
    rolled = api.resolved(_given(asked, "calculator"), _given(asked, "dice"), _inputs(asked, "dice"))
    return _shown_roll(rolled, asked)


def _half(asked: Mapping[str, Any]) -> dict[str, Any]:
    calculator, inputs = _given(asked, "calculator"), _inputs(asked, "dice")
    question, faces = api.asked_half(calculator, _given(asked, "dice"), inputs)
    nothing = stands(question, [])
    try:
        now = stands(question, faces)
    except InputError as error:
        shown = present.misfit(nothing, len(faces), error)
    else:
        shown = present.half_thrown(now, stands(question, faces[:-1]) if faces else None)
    return {
        "html": shown.odds,
        "matter": present.headline(question.calculator, nothing.odds) if nothing.odds else "",
        "given": present.given(question.calculator.inputs, question.inputs),
        "panel": shown.panel,
        "say": shown.say,
        "complete": shown.complete,
    }


def _shown_roll(rolled: api.Roll, asked: Mapping[str, Any]) -> dict[str, Any]:
    found = catalogue.calculator(rolled.calculator)
    label = asked.get("label")
    return {
        "html": present.outcome(found, rolled.outcome),
        "roll": rolled.to_json(),
        "say": present.spoken(rolled.outcome),
        "told": present.thrown(found, rolled, label if isinstance(label, str) else ""),
    }


def _ask(asked: Mapping[str, Any]) -> dict[str, Any]:
    answer = api.ask(_given(asked, "calculator"), **_inputs(asked))
    return {
        "html": present.answer(answer),
        "matter": present.answer_headline(answer),
        "given": present.given(answer.calculator.inputs, answer.inputs),
        "answer": answer.to_json(),
    }


def _compare(asked: Mapping[str, Any]) -> dict[str, Any]:
    calculator, inputs = _given(asked, "calculator"), _inputs(asked)
    pinned = asked.get("pinned")
    if not isinstance(pinned, list) or not all(isinstance(each, Mapping) for each in pinned):
        raise InputError.at("pinned", pinned, "a list of mappings", code="bad_request")
    sides = [{**inputs, **_inputs(each)} for each in pinned]
    live = api.asked_for_odds(calculator, inputs)
    known = [api.asked_for_odds(calculator, each).inputs for each in sides]
    there = live.inputs in known
    shown = api.compared_odds(calculator, sides if there else [*sides, inputs], _RECENT)
    given = [_name(each) for each in pinned] + ([] if there else [_name(asked)])
    named = present.named_by_difference(shown, given)
    way = asked.get("way")
    way = way if way in WAYS and shown.scale.ordered else STEPS
    return {
        "html": present.comparison_parts(named, way, len(sides)),
        "frame": present.comparison_frame(_id(asked), shown.scale.ordered, bool(shown.scale.grades)),
        "way": way,
        "pinned": there,
        "full": len(sides) >= MOST_COMPARED - 1,
        "texts": {"markdown": present.as_markdown(named, way), "csv": present.as_csv(named, way)},
    }


def _name(asked: Mapping[str, Any]) -> str:
    name = asked.get("name", "")
    return name[:LONGEST_NAME] if isinstance(name, str) else ""


def _id(asked: Mapping[str, Any]) -> str:
    return str(asked.get("id", ""))[:LONGEST_NAME]


_LAST_TRIED: dict[str, Trial] = {}
"""The question the other way round last asked: its values are tried in several requests. No answer depends
on it.
"""


def _trial(question: Asked, varied: Varied) -> Trial:
    key = Trial.key(question, varied)
    trial = _LAST_TRIED.get(key) or Trial(question, varied)
    trial.ask_again(question)
    _LAST_TRIED.clear()
    _LAST_TRIED[key] = trial
    return trial


def _reverse(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Tries values until the time of one request is up; the page asks again until all are tried."""
    calculator = catalogue.calculator(_given(asked, "calculator"))
    if not present.reversible(calculator):
        raise InputError.at("calculator", calculator.id, "one with an input to vary", code="not_reversible")
    question = calculator.asked(_inputs(asked))
    varied = found_input(calculator, asked.get("input") or usual_input(calculator).path)
    wanted = api.WANTED.parse(asked.get("chance"))
    trial = _trial(question, varied)
    until = monotonic() + A_WHILE
    done = trial.go_on(lambda: monotonic() > until)
    reply = {
        "frame": present.reverse_form(_id(asked), calculator),
        "input": varied.path,
        "tried": trial.tried,
        "total": len(trial.values),
    }
    return reply | _told(trial, asked.get("goal"), wanted) if done else reply


def _told(trial: Trial, wish: Any, wanted: Fraction) -> dict[str, Any]:
    """The answer, and what else might be asked. What was asked before may not be within reach any more."""
    known = trial.goals()
    if not known:
        words = "None of these values is allowed with the others as they stand."
        return {"html": {"sum": words, "answer": ""}, "goals": "", "goal": ""}
    same = next((each for each in known if each.key == wish), None)
    found = trial.answer(same or usual_goal(trial.asked.calculator, known), wanted)
    return {
        "html": {"sum": present.reverse_in_words(found), "answer": present.reverse_answer(found)},
        "goals": present.goal_options(known, found.goal.key),
        "goal": found.goal.key,
    }


def _throws(asked: Mapping[str, Any]) -> dict[str, Any]:
    calculator = catalogue.calculator(_given(asked, "calculator"))
    kept_sheets = asked.get("sheets")
    if not isinstance(kept_sheets, list) or not all(isinstance(each, Mapping) for each in kept_sheets):
        raise InputError.at("sheets", kept_sheets, "a list of mappings", code="bad_request")
    several = [_checked(calculator.game, each) for each in kept_sheets]
    shown = present.characters(_id(asked), calculator, [each for each in several if each])
    return {"html": shown or "", "message": "" if shown else NO_THROWS}


def _checked(game: str, kept_sheet: Mapping[str, Any]) -> tuple[str, SheetReport] | None:
    """A kept character's name and what the rules make of it; None for one that can't be read."""
    try:
        sheet = api.upgraded_sheet(game, kept_sheet.get("sheet"), kept_sheet.get("version"))
        return str(sheet.get("name", "")).strip(), api.check_sheet(game, sheet)
    except InputError:
        return None


def _luck_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    throws = asked.get("throws")
    if not isinstance(throws, list):
        raise InputError.at("throws", throws, "a list of throws", code="bad_request")
    return {"compared": [None if each is None else plain(asdict(each)) for each in map(luck.read, throws)]}


def _luck(asked: Mapping[str, Any]) -> dict[str, Any]:
    compared = asked.get("compared")
    if not isinstance(compared, list):
        raise InputError.at("compared", compared, "what luck_of gave", code="bad_request")
    throws = [_thrown(each) for each in compared if each is not None]
    return {
        "html": present.luck(throws, compared.count(None)),
        "say": present.in_a_word(throws) if throws else "",
    }


def _thrown(compared: Any) -> luck.Thrown:
    """What `luck_of` said of a throw."""
    try:
        chances = {name: Fraction(compared[name]) for name in ("chance", "exactly")}
        return luck.Thrown(**{**compared, **chances})
    except (TypeError, ValueError, KeyError, ZeroDivisionError) as error:
        raise InputError.at("compared", compared, "what luck_of gave", code="bad_request") from error


def _sheet(asked: Mapping[str, Any]) -> dict[str, Any]:
    found = catalogue.game(_given(asked, "game"))
    report = api.check_sheet(found.id, asked.get("sheet"))
    return {
        "html": present.sheet_report(found, report),
        "problems": present.problems(found, report),
        "notes": present.notes(report),
        "drawn": present.drawings(found, report),
        "legal": report.legal,
        "checklist": present.checklist(found, api.sheet_of(found.id), report),
    }


def _sheet_play(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _sheet_of(asked)
    data = api.sheet_data(asked.get("sheet"))
    return {"html": present.played(found, declared, data, asked.get("situation"))}


def _sheet_cards(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _sheet_of(asked)
    known = {each.field: each for each in declared.cards}
    name = asked.get("field")
    if not isinstance(name, str) or name not in known:
        raise InputError.at("field", name, listed(known), code="bad_request")
    return {"html": present.cards(found, declared, known[name], api.sheet_data(asked.get("sheet")))}


def _sheet_changes(asked: Mapping[str, Any]) -> dict[str, Any]:
    _, declared = _sheet_of(asked)
    given = asked.get("entries")
    entries = given if isinstance(given, list) else []
    return {"html": present.changes(declared, entries), "last": present.last_change(declared, entries)}


def _sheet_of(asked: Mapping[str, Any]) -> tuple[Game, Sheet]:
    found = catalogue.game(_given(asked, "game"))
    return found, api.sheet_of(found.id)


def _sheet_file(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"sheets": plain(api.characters_of(_given(asked, "game"), asked.get("text")))}


def _template(asked: Mapping[str, Any]) -> dict[str, Any]:
    applied = api.applied_template(_given(asked, "game"), asked.get("sheet"), asked.get("template"))
    return {"sheet": plain(applied)}


def _upgrade(asked: Mapping[str, Any]) -> dict[str, Any]:
    upgraded = api.upgraded_sheet(_given(asked, "game"), asked.get("sheet"), asked.get("version"))
    return {"sheet": plain(upgraded)}


def _desk_of(asked: Mapping[str, Any]) -> tuple[Game, Desk[Any, Any]]:
    found = catalogue.game(_given(asked, "game"))
    if found.desk is None:
        raise InputError.at("game", found.id, "a game that has a desk", code="no_desk")
    return found, found.desk


_LAST_PLAYED: dict[str, desk.Played[Any]] = {}
"""The scene of each game's desk last gone through: it spares the next request to go through the same log
again. No answer depends on it.
"""


def _played(game: Game, declared: Desk[Any, Any], scene: Any) -> desk.Played[Any]:
    now = desk.played(declared, desk.read_scene(declared, scene), _LAST_PLAYED.get(game.id))
    _LAST_PLAYED[game.id] = now
    return now


def _desk(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_of(asked)
    given, event, turn = asked.get("scene"), asked.get("event"), asked.get("turn", "")
    if given is None:
        start = next((each for each in declared.starts if each.id == asked.get("start")), None)
        if start is None:
            starts = listed(each.id for each in declared.starts)
            raise InputError.at("start", asked.get("start"), starts, code="unknown_start")
        given = desk.begun(start).to_json()
    now = _played(found, declared, given)
    happening = None
    if event is not None:
        if not isinstance(event, Mapping):
            raise InputError.at("event", event, "a mapping", code="bad_request")
        now, happening = desk.happened(declared, now, event)
        turn = happening.turn if happening.applied else turn
    return _shown_desk(found, declared, now, {**asked, "turn": turn}, happening)


def _shown_desk(
    game: Game,
    declared: Desk[Any, Any],
    now: desk.Played[Any],
    asked: Mapping[str, Any],
    happening: desk.Happening[Any] | None = None,
) -> dict[str, Any]:
    _LAST_PLAYED[game.id] = now
    turn, looked = asked.get("turn", ""), asked.get("setting")
    view = declared.view(now.state, turn if isinstance(turn, str) else "")
    html = {} if asked.get("first") == "setting" else present.desk_parts(game, declared, now, view)
    if isinstance(looked, Mapping):
        html |= present.setting_parts(game, declared, now, present.Picked.read(looked), view)
    return {
        "scene": plain(now.scene),
        "html": html,
        "turn": view.turn,
        "applied": happening is None or happening.applied,
        "say": f"{happening.sentence if happening else view.title + '.'} {view.news}",
    }


def _desk_set(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_set_up(asked)
    change = asked.get("change")
    if not isinstance(change, Mapping):
        raise InputError.at("change", change, "a mapping", code="bad_request")
    if "sheets" in change:
        change = {**change, "entries": _seated(found, declared, change["sheets"])}
    before = _played(found, declared, asked.get("scene"))
    now = desk.set_so(declared, before, change)
    return _shown_desk(found, declared, now, asked) | {"say": _said_of(declared, before, now)}


def _said_of(declared: Desk[Any, Any], before: desk.Played[Any], now: desk.Played[Any]) -> str:
    """Who has come to the table, or has left it."""
    were, are = (desk.names_at(declared, played) for played in (before, now))
    said = [f"{name} is on the table." for name in are if name not in were]
    said += [f"{name} is off the table." for name in were if name not in are]
    return " ".join(said) or "The table is changed."


def _seated(game: Game, declared: Desk[Any, Any], sheets: Any) -> list[Mapping[str, Any]]:
    """Characters of sheets, each in the version it was kept in, as those who are there."""
    seat = declared.setting.seat if declared.setting else None
    given = [each for each in sheets if isinstance(each, Mapping)] if isinstance(sheets, list) else []
    if seat is None or not given:
        what = "character sheets of a game whose desk seats them"
        raise InputError.at("sheets", sheets, what, code="bad_sheet", words=NO_CHARACTER)
    return [seat(api.upgraded_sheet(game.id, each.get("sheet"), each.get("version"))) for each in given]


def _desk_new(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_set_up(asked)
    party: list[Mapping[str, Any]] = []
    if asked.get("scene") is not None and declared.setting and declared.setting.party:
        party = list(declared.setting.party(_played(found, declared, asked["scene"]).state))
    return _shown_desk(found, declared, desk.fresh(declared, party), asked)


def _desk_set_up(asked: Mapping[str, Any]) -> tuple[Game, Desk[Any, Any]]:
    found, declared = _desk_of(asked)
    if declared.setting is None:
        raise InputError.at("game", found.id, "a game whose table can be set", code="no_setting")
    return found, declared


def _desk_seen(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_of(asked)
    now = _played(found, declared, asked.get("scene"))
    if declared.seen is None:
        raise InputError.at(
            "game", found.id, "a game whose desk has something for players", code="nothing_seen"
        )
    view = declared.seen([now.first, *(each.state for each in now.happenings[: now.scene.at])])
    html = present.seen(found, declared, view)
    return {"html": html, "name": now.scene.name, "say": f"{view.title}. {view.news}"}


def _desk_file(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_of(asked)
    return {"scenes": plain(desk.read_file(declared, found.id, asked.get("text")))}


def _desk_back(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_of(asked)
    sheet = asked.get("sheet")
    if declared.back is None or not isinstance(sheet, Mapping):
        what = "a character sheet of a game whose desk gives back to them"
        raise InputError.at("sheet", sheet, what, code="bad_sheet", words=NO_CHARACTER)
    state = _played(found, declared, asked.get("scene")).state
    return {"sheet": plain({**sheet, **declared.back(state, str(sheet.get("name", "")))})}


_FORECASTS: dict[str, tuple[str, Forecasting]] = {}
"""The forecast of each game's desk last asked for, and of what: another one gives it up."""

SLICE = 0.03
"""Seconds of work at a time: what else is asked for meanwhile waits no longer."""


def _desk_forecast(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_of(asked)
    if declared.forecast is None:
        raise InputError.at("game", found.id, "a game whose desk foresees", code="no_forecast")
    state = _played(found, declared, asked.get("scene")).state
    of = json.dumps(plain(state.to_json()))
    if _FORECASTS.get(found.id, ("",))[0] != of:
        _FORECASTS[found.id] = of, Forecasting(declared.forecast.course(state))
    work = _FORECASTS[found.id][1]
    if not work.work(SLICE) or work.found is None:
        return {"done": False, "progress": work.progress}
    return {"done": True, "progress": 1, "html": present.foreseen(declared, state, work.found)}


def _desk_log(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _desk_of(asked)
    return {"text": _played(found, declared, asked.get("scene")).told()}


ACTIONS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "odds": _odds,
    "roll": _roll,
    "resolve": _resolve,
    "compare": _compare,
    "reverse": _reverse,
    "throws": _throws,
    "half": _half,
    "ask": _ask,
    "luck_of": _luck_of,
    "luck": _luck,
    "sheet": _sheet,
    "sheet_play": _sheet_play,
    "sheet_cards": _sheet_cards,
    "sheet_changes": _sheet_changes,
    "sheet_file": _sheet_file,
    "template": _template,
    "upgrade": _upgrade,
    "desk": _desk,
    "desk_set": _desk_set,
    "desk_new": _desk_new,
    "desk_file": _desk_file,
    "desk_seen": _desk_seen,
    "desk_back": _desk_back,
    "desk_forecast": _desk_forecast,
    "desk_log": _desk_log,
}


_PLACES: dict[str, dict[str, str]] = {}
"""Where the rules of this site stand: a worker serves one site, and is told once."""


def place_rules(pages: str) -> None:
    """Take the site's index of rules (JSON: game -> number -> page), so that outcomes can link to them."""
    _PLACES.clear()
    _PLACES.update(json.loads(pages))


def warm_up() -> None:
    """Import every game and count its usual odds once, so that the reader's first question finds them
    ready.
    """
    for each in (calculator for game in catalogue.games() for calculator in game.calculators):
        action = "odds" if each.has_odds else "ask"
        respond(json.dumps({"action": action, "calculator": each.id, "inputs": plain(each.usual_inputs())}))
