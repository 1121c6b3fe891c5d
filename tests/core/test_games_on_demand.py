"""Games whose files are added when a request first needs them, as in a browser."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]

VISIT = """
import json, sys
from rules_py import systems, web
from rules_py.systems import registry
archive = sys.argv[1]
systems.__path__[:] = []
def ask(**request):
    reply = json.loads(web.respond(json.dumps(request)))
    return reply if "load" in reply else reply["ok"]
price = {"action": "ask", "calculator": "two_d6.spell_price", "inputs": {}}
web.expect_games('["two_d6", "core_rules"]')
before = ask(**price), ask(action="roll_options", list="", inputs={}), [each.id for each in registry.loaded_games()]
web.add_game(archive)
after = ask(**price), [each.id for each in registry.loaded_games()]
print(json.dumps([before, after, registry.game_ids(), "rules_py.systems.two_d6.tracker" in sys.modules]))
"""


def test_request_names_the_games_it_needs_until_they_are_added(tmp_path: Path) -> None:
    archive = tmp_path / "two_d6.zip"
    with zipfile.ZipFile(archive, "w") as out:
        for path in (ROOT / "rules_py" / "systems" / "two_d6").rglob("*.py"):
            out.write(path, path.relative_to(ROOT))
    result = subprocess.run(
        [sys.executable, "-c", VISIT, archive], cwd=ROOT, capture_output=True, text=True, check=True
    )
    before, after, ids, is_imported = json.loads(result.stdout)
    assert before == [{"load": ["two_d6"]}, {"load": ["core_rules", "two_d6"]}, []]
    assert after == [True, ["two_d6"]]
    assert ids == ["core_rules", "two_d6"]
    assert is_imported
