"""Worker requests about rolls, comparisons, luck, sheets and lists, both those of pages and invalid ones."""

from __future__ import annotations

from random import Random
from typing import Any

from rules_py import web
from rules_py.analysis import plot_spec
from rules_py.authoring.samples import fields_for, inputs_for, valid_value
from rules_py.base.jsonable import to_jsonable
from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.fuzz import drawing
from tests.fuzz.invalid_values import odd, text
from tests.fuzz.replies import written_as_json


def throws(random: Random) -> drawing.Case:
    calculator = random.choice(drawing.calculators())
    inputs = drawing.changed_inputs(calculator, random, plain=True)
    about = {"calculator": calculator.id, "inputs": inputs, "id": "here"}
    faces = drawing.changed(
        drawing.faces_for(calculator, inputs, random) if calculator.rolls_dice else [], random, plain=True
    )
    actions: list[dict[str, Any]] = [{"action": "odds" if calculator.has_odds else "ask", **about}]
    if calculator.rolls_dice:
        actions += [
            {"action": "roll", **about, "seed": random.choice((None, 1, 2**64 - 1, odd(random, plain=True)))},
            {"action": "resolve", **about, "dice": faces},
            {"action": "chance", **about, "dice": faces},
            {"action": "partial_roll", **about, "dice": faces, "uncounted": random.choice((None, True))},
        ]
    if calculator.has_odds:
        options = registry.game(calculator.game).options
        house = {each.name: random.choice((*each.other_values, odd(random, plain=True))) for each in options}
        values = inputs if isinstance(inputs, dict) else {}
        usual = to_jsonable(calculator.initial_inputs())
        name = random.choice([*values] or [""])
        pinned = [
            {"inputs": drawing.changed_inputs(calculator, random, plain=True), "name": text(random)[:200]}
            for _ in range(random.randrange(4))
        ]
        game = registry.game(calculator.game)
        sheets = (
            [{"sheet": drawing.sheet_for(game, random), "version": 1} for _ in range(2)] if game.sheet else []
        )
        actions += [
            {
                "action": "compare",
                **about,
                "pinned": pinned,
                "way": random.choice(("steps", "at_least", None)),
            },
            {"action": "goal_seek_form", **about},
            {
                "action": "goal_seek",
                **about,
                "goal": random.choice((*drawing.goals(calculator), odd(random, plain=True))),
                "chance": random.choice(("50%", "1/3", odd(random, plain=True))),
                "input": random.choice((None, *(each.name for each in calculator.inputs))),
            },
            {"action": "roll_buttons", **about, "sheets": sheets},
            {
                "action": random.choice(("plot", "plot_note", "plot_form")),
                "plot": {
                    "calculator": calculator.id,
                    "kind": random.choice(plot_spec.KINDS),
                    "lines": [[text(random), inputs]],
                },
                "inputs": random.choice(({}, inputs)),
                "house": house,
                "id": "here",
            },
            {
                "action": random.choice(("table", "table_note")),
                "table": {
                    "calculator": calculator.id,
                    "caption": text(random),
                    "rows": [name, [values.get(name)]],
                    "inputs": {each: value for each, value in values.items() if each != name},
                },
                "house": house,
            },
            {"action": "numbers", "numbers": [[[calculator.id, inputs], "50%"]], "house": house},
            {
                "action": "reprove",
                "game": calculator.game,
                "blocks": [{"code": f">>> odds({calculator.id!r}, **{usual!r})\n"}],
                "house": house,
            },
        ]
    request = random.choice(actions)
    return drawing.requested(
        drawing.changed(request, random, plain=True) if random.random() < 0.15 else request, random
    )


def luck(random: Random) -> drawing.Case:
    throws = []
    for calculator in random.choices(
        [each for each in drawing.calculators() if each.rolls_dice], k=random.choice((1, 2, 5))
    ):
        inputs = inputs_for(calculator, random)
        throws.append(
            {
                "calculator": calculator.id,
                "inputs": inputs,
                "faces": drawing.faces_for(calculator, inputs, random),
                "who": "Ann",
            }
        )
    compared = [
        {
            "calculator": "core_rules.challenge",
            "who": "",
            "verdict": "",
            "kind": "well",
            "chance": "1/2",
            "met": True,
            "exactly": "1/3",
        }
    ]
    request = random.choice(
        (
            {"action": "rate_rolls", "rolls": throws},
            {"action": "luck", "compared": compared * random.choice((1, 40))},
        )
    )
    return drawing.requested(drawing.changed(request, random, plain=True), random)


def sheets(random: Random) -> drawing.Case:
    game = random.choice(drawing.games_with_sheets())
    assert game.sheet
    sheet = drawing.changed(drawing.sheet_for(game, random), random, plain=True)
    about = {"game": game.id, "sheet": sheet}
    templates = [each.id for each in game.sheet.templates]
    situation = fields_for(game.sheet.play.situation, random)
    parts = ["report", "play", *(f"cards.{each.field}" for each in game.sheet.cards)]
    file = {
        "format": "diceleaf-sheet",
        "version": game.sheet.version,
        "game": game.id,
        "sheets": [sheet] * random.choice((1, 1, 3)),
    }
    actions: tuple[dict[str, Any], ...] = (
        *[
            {
                "action": "sheet",
                **about,
                "parts": random.sample(parts, random.randint(0, len(parts))),
                "situation": drawing.changed(situation, random, plain=True),
            }
            for _ in range(3)
        ],
        {
            "action": "sheet_changes",
            **about,
            "entries": drawing.changed([_entry(game, sheet, random)], random, plain=True),
        },
        {
            "action": "sheet_file",
            "game": game.id,
            "text": written_as_json(drawing.changed(file, random, plain=True)),
        },
        {"action": "template", **about, "template": random.choice((*templates, odd(random, plain=True)))},
        {"action": "upgrade", **about, "version": random.choice((1, odd(random, plain=True)))},
    )
    request = random.choice(actions)
    return drawing.requested(
        drawing.changed(request, random, plain=True) if random.random() < 0.1 else request, random
    )


def _entry(game: Game, sheet: Any, random: Random) -> dict[str, Any]:
    """Draw an entry of the ledger: changes of fields, or of parts of them, from what they hold."""
    assert game.sheet
    changes = []
    for _ in range(random.choice((1, 1, 3))):
        declared = random.choice(game.sheet.fields)
        path, value = declared.name, sheet.get(declared.name) if isinstance(sheet, dict) else None
        entry = None
        while random.random() < 0.6 and value and isinstance(value, (dict, list)):
            part = random.choice([*value] if isinstance(value, dict) else [*range(len(value))])
            entry = value[part] if isinstance(value, list) else entry
            path, value = f"{path}.{part}", value[part]
        after = random.choice((None, value, valid_value(declared, random), odd(random, plain=True)))
        changes.append({"field": path, "from": value, "to": after, "entry": entry})
    return {"id": "one", "at": 1, "why": random.choice(("", "Rest")), "changes": changes}


def offers(random: Random) -> drawing.Case:
    asking = [(game, each) for game in registry.games() for each in game.references if each.query_inputs]
    game, reference = random.choice(asking)
    inputs = drawing.changed(fields_for(reference.query_inputs, random), random, plain=True)
    request = {"action": "roll_options", "list": f"{game.id}.{reference.name}", "inputs": inputs}
    return drawing.requested(
        drawing.changed(request, random, plain=True) if random.random() < 0.1 else request, random
    )


def anything(random: Random) -> drawing.Case:
    request = {
        "action": random.choice([*web.ACTIONS]),
        **{name: odd(random, plain=True) for name in random.sample(_NAMES, 4)},
    }
    return drawing.requested(request, random)


_NAMES = ["calculator", "inputs", "dice", "seed", "game", "sheet", "scene", "event", "change", "text", "pinned", "rolls", "compared", "entries", "field", "version", "template", "situation", "setting", "list", "root", "label", "id", "turn", "who", "start", "log", "first", "plot", "name", "sheets", "goal", "chance", "input", "way"]  # fmt: skip
