"""What a page asks the worker of throws, comparisons, luck, sheets and lists, and what none would."""

from __future__ import annotations

from random import Random
from typing import Any

from rules_py import catalogue, plotted, web
from rules_py.authoring.values import fields_for, inputs_for
from tests.fuzz import drawing
from tests.fuzz.odd import odd, text
from tests.fuzz.replies import written_as_json


def throws(random: Random) -> drawing.Case:
    found = random.choice(drawing.calculators())
    inputs = drawing.changed_inputs(found, random, plain=True)
    about = {"calculator": found.id, "inputs": inputs, "id": "here"}
    faces = drawing.changed(
        drawing.faces_for(found, inputs, random) if found.throws_dice else [], random, plain=True
    )
    actions: list[dict[str, Any]] = [{"action": "odds" if found.has_odds else "ask", **about}]
    if found.throws_dice:
        actions += [
            {"action": "roll", **about, "seed": random.choice((None, 1, 2**64 - 1, odd(random, plain=True)))},
            {"action": "resolve", **about, "dice": faces},
            {"action": "half", **about, "dice": faces, "uncounted": random.choice((None, True))},
        ]
    if found.has_odds:
        pinned = [
            {"inputs": drawing.changed_inputs(found, random, plain=True), "name": text(random)[:200]}
            for _ in range(random.randrange(4))
        ]
        game = catalogue.game(found.game)
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
            {"action": "reverse_form", **about},
            {
                "action": "reverse",
                **about,
                "goal": odd(random, plain=True),
                "chance": "50%",
                "input": random.choice((None, *(each.name for each in found.inputs))),
            },
            {"action": "throws", **about, "sheets": sheets},
            {
                "action": random.choice(("plot", "plot_form")),
                "plot": {
                    "calculator": found.id,
                    "kind": random.choice(plotted.KINDS),
                    "lines": [[text(random), inputs]],
                },
                "inputs": random.choice(({}, inputs)),
                "id": "here",
            },
        ]
    return drawing.requested(drawing.changed(random.choice(actions), random, plain=True), random)


def luck(random: Random) -> drawing.Case:
    throws = []
    for found in random.choices(
        [each for each in drawing.calculators() if each.throws_dice], k=random.choice((1, 2, 5))
    ):
        inputs = inputs_for(found, random)
        throws.append(
            {
                "calculator": found.id,
                "inputs": inputs,
                "faces": drawing.faces_for(found, inputs, random),
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
            {"action": "luck_of", "throws": throws},
            {"action": "luck", "compared": compared * random.choice((1, 40))},
        )
    )
    return drawing.requested(drawing.changed(request, random, plain=True), random)


def sheets(random: Random) -> drawing.Case:
    game = random.choice(drawing.games_with_sheets())
    assert game.sheet
    sheet = drawing.changed(drawing.sheet_for(game, random), random, plain=True)
    about = {"game": game.id, "sheet": sheet}
    file = {
        "format": "diceleaf-sheet",
        "version": game.sheet.version,
        "game": game.id,
        "sheets": [sheet] * random.choice((1, 1, 3)),
    }
    actions: tuple[dict[str, Any], ...] = (
        {"action": "sheet", **about},
        {"action": "sheet", **about},
        {"action": "sheet_play", **about, "situation": drawing.changed({}, random, plain=True)},
        {
            "action": "sheet_cards",
            **about,
            "field": random.choice((*(each.field for each in game.sheet.cards), "name")),
        },
        {
            "action": "sheet_changes",
            **about,
            "entries": drawing.changed(
                [{"at": 1, "field": "name", "before": 1, "after": 2}], random, plain=True
            ),
        },
        {
            "action": "sheet_file",
            "game": game.id,
            "text": written_as_json(drawing.changed(file, random, plain=True)),
        },
        {"action": "template", **about, "template": odd(random, plain=True)},
        {"action": "upgrade", **about, "version": random.choice((1, odd(random, plain=True)))},
    )
    request = random.choice(actions)
    return drawing.requested(
        drawing.changed(request, random, plain=True) if random.random() < 0.1 else request, random
    )


def offers(random: Random) -> drawing.Case:
    asking = [(game, each) for game in catalogue.games() for each in game.references if each.asks]
    game, found = random.choice(asking)
    inputs = drawing.changed(fields_for(found.asks, random), random, plain=True)
    request = {"action": "offers", "list": f"{game.id}.{found.name}", "inputs": inputs}
    return drawing.requested(
        drawing.changed(request, random, plain=True) if random.random() < 0.1 else request, random
    )


def anything(random: Random) -> drawing.Case:
    request = {
        "action": random.choice([*web.ACTIONS]),
        **{name: odd(random, plain=True) for name in random.sample(_NAMES, 4)},
    }
    return drawing.requested(request, random)


_NAMES = ["calculator", "inputs", "dice", "seed", "game", "sheet", "scene", "event", "change", "text", "pinned", "throws", "compared", "entries", "field", "version", "template", "situation", "setting", "list", "root", "label", "id", "turn", "name", "sheets", "goal", "chance", "input", "way"]  # fmt: skip
