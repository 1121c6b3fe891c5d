"""The contract tests of a book without Python whose words have apostrophes, quotes, dashes, dots, & and <."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.directives.guide_game import ROOT

PAGE = """---
title: "Bell's & Co: the “last” < game..."
order: 1
book: yes
description: "It's a game – A & B."
---

# Bell's

Roll. [#E-1]

```mechanic
title: Wake the giant's "fire" & flee... – now
id: wake
ask: wood 1..3 = 2 "Giant's wood – A & B..."
throw: highest(wood d6)
read: 6 -> It's lit. Really – & wait... | 4..5 -> Don't "ask" | else -> A child who can't say
show: mean size = result
rules: [E-1]
```

```table
title: The hag's "night" & more... – x
rules: [E-1]
| d6  | Result                                | Then                   |
|-----|---------------------------------------|------------------------|
| 1–4 | It can't say "why" – A & B < C. Wait… |                        |
| 5–6 | Someone's at your fire.               | Who's "there" & < 3... |
```

```table
title: Who's "there" & < 3...
rules: [E-1]
| d4  | Result             |
|-----|--------------------|
| 1–3 | A child who can't. |
| 4   | "Nobody", you see  |
```

```reference
title: The giant's "things" & more... < 3
roll: wake
| Giant's "thing" & –        | Giant's wood | What you lose    |
|----------------------------|--------------|------------------|
| The chair's "leg" & < 2... | 2            | It's "gone" & 3. |
| Old boots                  | 1            | Dry feet.        |
```

```sheet
title: Who's "this" & why < now...
fields: Hag's trade & "craft" (the smith's, the "cook"); Giant's wood 1..3 = 1
tracks: The cold's "bite" & < 3... 0..4
lists: The giant's "things" & more... < 3
notes: Hag's "notes" & <
rolls:
  Wake the giant's "fire" & flee...: {roll: wake, wood: Giant's wood}
```
"""


def run_contracts(book: Path) -> subprocess.CompletedProcess[str]:
    """Run the contract tests of the book at docs/hollow in this folder."""
    (book / "tests").mkdir(parents=True)
    (book / "tests/conftest.py").write_text("from hooks.pytest_plugin import *\n")
    (book / "tests/test_laws.py").write_text("from hooks.contracts.all import *\n")
    (book / "mkdocs.yml").write_text("site_name: Hollow\nplugins: [diceleaf]\n")
    (book / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    command = (sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "-k", "hollow", "tests")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=book, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "docs/hollow/index.md"
    path.parent.mkdir(parents=True)
    path.write_text(PAGE, "utf-8")
    return path


def test_punctuation_in_texts_fails_no_contract_test(page: Path) -> None:
    result = run_contracts(page.parents[2])
    assert result.returncode == 0, result.stdout + result.stderr
    assert int(result.stdout.splitlines()[-1].split()[0]) >= 80


def test_mistake_on_a_page_stops_the_tests_with_its_line(page: Path) -> None:
    page.write_text(PAGE.replace("roll: wake\n|", "roll: wkae\n|"), "utf-8")
    result = run_contracts(page.parents[2])
    assert "ERROR: docs/hollow/index.md:" in result.stderr and "Did you mean 'wake'?" in result.stderr
    assert (
        "Traceback" not in result.stdout + result.stderr
        and "INTERNALERROR" not in result.stdout + result.stderr
    )
