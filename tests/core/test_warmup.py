import json

from rules_py import games, web
from rules_py.web import warmup


def test_warmup_rolls_once_in_each_game() -> None:
    request_data = [json.loads(text) for text in json.loads(warmup.warmup_requests(""))]
    texts = {(each["calculator"].partition(".")[0], each["action"]) for each in request_data}
    throwing = {game.id for game in games() if any(it.rolls_dice for it in game.calculators)}
    assert texts == {(game, action) for game in throwing for action in ("roll", "odds", "partial_roll")}
    assert all(json.loads(web.respond(json.dumps(each)))["ok"] for each in request_data)
