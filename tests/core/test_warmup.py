import json

from rules_py import games, web
from rules_py.web import warmup


def test_warmup_rolls_once_in_each_game() -> None:
    requests = [json.loads(text) for text in json.loads(warmup.warmup_requests(""))]
    texts = {(each["calculator"].partition(".")[0], each["action"]) for each in requests}
    rolling = {game.id for game in games() if any(each.rolls_dice for each in game.calculators)}
    assert texts == {(game, action) for game in rolling for action in ("roll", "odds", "partial_roll")}
    assert all(json.loads(web.respond(json.dumps(each)))["ok"] for each in requests)
