"""The browser's interface to the rules: a JSON text in, a JSON text out.

Every request gets a reply. An exception is a bug in the rules or in this package, whatever the request; the
worker reports it to the reader and restarts, and nothing here hides it from tests.

A request names an `action` and what it needs; the reply holds `ok: true` with rendered `html` and plain
data, or `ok: false` with a `message` for the reader, the same as `problems` [{field, message}] to stand
beside their fields, and stable `codes`.

    odds       calculator, inputs                -> html, matter (the most important value), given (the
                                                    inputs as text), house (whether house rules change the
                                                    odds, null if none is on)
    roll       calculator, inputs, seed or null  -> html, roll (calculator, inputs, seed, faces), say (a
                                                    sentence to announce), came (those fields of the outcome
                                                    that are whole numbers or say yes or no), entry (what
                                                    the tray saves of it, `present.entry_of_roll`)
                 with `deciding`, perhaps after the first `dice`: undecided (the faces so far) where the
                                                    roll waits for a decision of the reader
    resolve    calculator, inputs, dice          -> html, roll, say, came, entry
    chance     calculator, inputs, dice          -> chance, of such a result, as text; empty without a scale
    compare    calculator, pinned [{inputs, name}], inputs, name, way, id
                                                 -> html (part -> HTML), frame, way, pinned (whether the
                                                    inputs are so already), full, texts (markdown, csv);
                                                    values that a pinned one omits are those of `inputs`
    goal_seek_form calculator, id                -> frame (the form of a goal seek), input (the one to vary)
    goal_seek  calculator, inputs, input, goal, chance
                                                 -> html (part -> HTML), goals (HTML), goal
    plot_form  plot (what a page's `<dice-plot>` holds), id
                                                 -> frame (the form of what can be changed in a picture)
    plot       plot, inputs, caption              -> own (whether they differ from the book's), html (part ->
                                                    HTML of the picture with these inputs; empty if it is as
                                                    printed), note if house rules don't change it
    table      table (what a page's `<dice-odds-table>` holds), path, book {columns, cells}, as printed
                                                 -> html, the table under the house rules
    plot_note, table_note, as `plot` and `table` -> note, which names only the house rules that change these;
                                                    it takes longer than the picture or table
    numbers    numbers [[what a page's number holds, book: it as printed]]
                                                 -> html, the replacement of each under the house rules
    roll_buttons calculator, sheets [{sheet, version}], id
                                                 -> html, the rolls of this calculator by character, or a
                                                    message
    partial_roll calculator, inputs, dice        -> html (the odds given these first faces), matter (of the
                                                    whole roll), given, house (of the whole roll), panel (the
                                                    reader's own dice), say, complete; with `rolling`, of a
                                                    roll that the site makes
    ask        calculator, inputs                -> html, matter, given, house, answer
    roll_options list, inputs                    -> offers (id of an entry -> HTML of the rolls it offers for
                                                    the inputs above the list), given (these in words)
    reprove    game, house, blocks [{code} or {claim}], the examples and claims of a page in order
                                                 -> html, for each its result under these house rules,
                                                    empty if it holds
    rate_rolls rolls [{calculator, inputs, faces, who}] -> compared, for each what `luck` needs, or null
    luck       compared                          -> html (the luck report), say
    sheet      game, sheet, parts, situation, house (that of the table)
                                                 -> house (HTML, the house rules of the sheet), and
                                                    the requested parts: report {html (the panels), problems
                                                    [{field, html, ...}], notes [{field, text}], drawn
                                                    (field -> HTML), legal, checklist (HTML), totals (HTML)},
                                                    play (part -> HTML of the sheet in play), with limits
                                                    (number of the situation -> its highest), and for each
                                                    `cards.FIELD` an entry of cards (field -> HTML)
    sheet_changes game, entries                  -> html (the change log), last (a text of the last change)
    sheet_file game, text                        -> sheets of a file, in the current version
    template   game, template, sheet             -> sheet with the template applied
    upgrade    game, version, sheet              -> sheet in the current version
    tracker    game, scene or start, event or null, turn -> scene, html (part -> HTML), turn, applied, say;
                                                    with `from`, the position before, what was undone
    tracker_setup game, scene, change, turn      -> the same after a change of the setup, which may hold
                                                    sheets [{version, sheet}] to be added
    tracker_new game, scene or null, turn        -> the same for a new encounter, with that one's party
                 in these three `setting` is what is selected in the setup, or null, and with
                 `first: "setting"` there is HTML of that alone; `log: "whole"` requests all lines of the log
    tracker_file game, text                      -> scenes
    tracker_update_sheet game, scene, sheet      -> sheet, with what the encounter changed for this character
    tracker_player_view game, scene              -> html, what players may see; say
    tracker_forecast game, scene                 -> html
    tracker_action_forecast game, scene, event, who
                                                 -> html, the forecast for `who` after the event; empty if no
                                                    available action has one
    tracker_log game, scene                      -> text, the whole log

If a request needs games whose files haven't been added, the reply is only `load`, their ids: the worker adds
them with `add_game` and repeats the request.

A request that takes longer than a slice of time (`odds`, `chance`, `compare`, `goal_seek`, `plot`, `table`,
`numbers`, `partial_roll`, `roll_buttons`, `reprove`, forecasts, files) is answered with `working`, its
progress from 0 to 1; repeating the request continues it. With `uncounted`, `partial_roll` leaves out the
chances and is answered at once.

`odds`, `roll`, `partial_roll`, `ask`, `compare`, `goal_seek`, `roll_options`, `plot`, `plot_form`, `table`
and `numbers` may hold `house`, the house rules of the table (name -> value): they apply unless the inputs
name them. `tracker` with a `start` and `tracker_new` start under them, and a sheet has them in its data;
`sheet` and these may also have `house_name`, the name of the table's set, which is shown beside them.
`resolve` and `rate_rolls` never take any, so that a saved roll keeps its meaning.

A roll may have a `label`, its name instead of its calculator's title. A `sheet` may hold `unused`, the ids of
entries that the table doesn't use, by list. Any request may hold `root`, the address of the site's first
page: links to rules in its HTML start there.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_py import present
from rules_py.base import safe_json
from rules_py.base.errors import MAX_FAULTS_SHOWN, Fault, InputError, TooManyBranchesError, join_or
from rules_py.base.limits import MAX_REQUEST_CHARS
from rules_py.base.memo import Memo
from rules_py.dice.incremental import Task
from rules_py.systems import registry
from rules_py.systems.registry import GameNotLoadedError
from rules_py.web import comparisons, luck, printed_odds, proofs, reference_lists, rolls, sheets, trackers
from rules_py.web.request import Action, Reply

ACTIONS: dict[str, Action] = {
    **rolls.ACTIONS,
    **comparisons.ACTIONS,
    **printed_odds.ACTIONS,
    **reference_lists.ACTIONS,
    **luck.ACTIONS,
    **proofs.ACTIONS,
    **sheets.ACTIONS,
    **trackers.ACTIONS,
}


def respond(request: str) -> str:
    """Answer one request."""
    try:
        reply = {"ok": True} | _answer(request)
    except InputError as error:
        reply = _refusal(error.user_message, error.codes, error.faults)
    except TooManyBranchesError as error:
        reply = _refusal(error.user_message, ("too_large",))
    except GameNotLoadedError as error:
        reply = {"load": [*error.ids]}
    # ASCII only, because a form may contain half a surrogate pair, which can't be passed as text.
    return json.dumps(reply)


def _refusal(message: str, codes: tuple[str, ...], faults: tuple[Fault, ...] = ()) -> dict[str, Any]:
    problems = [_problem(each) for each in faults[:MAX_FAULTS_SHOWN]]
    return {"ok": False, "message": message, "problems": problems, "codes": list(codes)}


def _problem(fault: Fault) -> dict[str, Any]:
    problem: dict[str, Any] = {"field": fault.field, "message": fault.user_message}
    if not fault.suggestions:
        return problem
    return problem | {"html": present.render_suggestions(fault.user_message, fault.field, fault.suggestions)}


def _answer(request: str) -> dict[str, Any]:
    if request in _UNFINISHED:
        return _advance(request, *_UNFINISHED.pop(request))
    try:
        parsed = safe_json.parse(request, longest=MAX_REQUEST_CHARS)
    except safe_json.InvalidJsonError as error:
        raise InputError.at("request", request, str(error), code="bad_request") from error
    if not isinstance(parsed, Mapping):
        raise InputError.at("request", parsed, "a mapping with an action", code="bad_request")
    action = parsed.get("action")
    if not isinstance(action, str) or action not in ACTIONS:
        raise InputError.at("action", action, join_or(ACTIONS), code="unknown_action")
    root = parsed.get("root", "")
    if not isinstance(root, str):
        raise InputError.at("root", root, "the address of the site", code="bad_request")
    with present.link_rules(root, _PLACES):
        reply = ACTIONS[action](parsed)
    return reply if isinstance(reply, dict) else _advance(request, root, Task(reply))


SLICE = 0.03
"""Seconds of work at a time, and so the longest wait of other requests."""

_UNFINISHED: Memo[str, tuple[str, Task[Reply]]] = Memo(8)
"""Unfinished tasks by request, with the root that the request named."""


def _advance(request: str, root: str, work: Task[Reply]) -> Reply:
    with present.link_rules(root, _PLACES):
        if reply := work.advance(SLICE):
            return reply[0]
    _UNFINISHED[request] = root, work
    return {"working": work.progress}


_PLACES: dict[str, dict[str, str]] = {}
"""The locations of this site's rules, set once because a worker serves one site."""


def set_rule_locations(pages: str) -> None:
    """Set the site's index of rules (JSON: game -> number -> page), so that outcomes can link to them."""
    _PLACES.clear()
    _PLACES.update(json.loads(pages))


def expect_games(ids: str) -> None:
    """Declare the ids (JSON) of games that are added when they are needed."""
    registry.expect(json.loads(ids))


def add_game(archive: str) -> None:
    """Add an expected game from a zip file with the name of the game, such as `/games/two_d6.zip`."""
    gc.disable()  # loading a game makes no garbage, and searching for it takes a tenth of the time
    registry.add(Path(archive).stem, archive)
    gc.enable()
