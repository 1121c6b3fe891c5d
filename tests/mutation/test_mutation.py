"""The mutation run: the mutants it makes, and its verdicts on a tree where they are known."""

from __future__ import annotations

import ast
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import override

import pytest

from hooks.contracts.mutation import pages
from hooks.contracts.mutation.mutants import mutants_in, mutants_of, sample
from hooks.contracts.mutation.run_mutants import Equivalents, MutationRun, ReachData

ROOT = Path(__file__).resolve().parents[2]


def new_lines(source: str) -> set[str]:
    """Return the changed lines of a source's mutants."""
    return {each.new_line for each in mutants_of("rules.py", source.encode())}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("fits = a < b", {"fits = a <= b", "fits = a >= b"}),
        ("fits = a >= b", {"fits = a > b", "fits = a < b"}),
        ("fits = a == b", {"fits = a != b"}),
        ("fits = low <= a < high", {f"fits = low {one} a < high" for one in "<>"} | {f"fits = low <= a {one} high" for one in ("<=", ">=")}),
        ("fits = a in b", {"fits = a not in b"}),
        ("fits = a not  in b", {"fits = a in b"}),
        ("fits = a is None", {"fits = a is not None"}),
        ("fits = a is not None", {"fits = a is None"}),
        ("fits = a and b or c", {"fits = a or b or c", "fits = a and b and c"}),
        ("fits = not a", {"fits =  a"}),
        ("total = (a + b) * c", {"total = (a - b) * c", "total = (a + b) + c"}),
        ("total += a", {"total -= a"}),
        ("half = a // b", {"half = a * b"}),
        ("most = 5", {"most = 6", "most = 4"}),
        ("most = f(start=g(5))", {"most = f(start=g(6))", "most = f(start=g(4))"}),
        ("least = 0", {"least = 1", "least = (-1)"}),
        ("open = True", {"open = False"}),
        ("most = max(a)", {"most = min(a)"}),
        ("für = a < b", {"für = a <= b", "für = a >= b"}),
        ("words = 'wörter', a < b", {"words = 'wörter', a <= b", "words = 'wörter', a >= b"}),
    ],
)  # fmt: skip
def test_mutants_of_each_kind_are_made(source: str, expected: set[str]) -> None:
    assert new_lines(source) == expected


def test_mutants_drop_early_exits_but_not_the_last_return() -> None:
    source = "def f(a):\n    if a:\n        return a\n    if g(a):\n        raise E\n    return g\n"
    assert new_lines(source) == {"pass"}
    assert [each.line for each in mutants_of("rules.py", source.encode())] == [3, 5]


@pytest.mark.parametrize(
    "source",
    [
        "def f(a: int | None = None) -> tuple[int, 3]:\n    'Up to 3.'\n",
        "size: Literal[3]\n",
        "legs = Int('legs', start=3, examples=({'legs': 2},), largest={'legs': [4] * 12})\n",
        "@dataclass(frozen=True)\nclass A:\n    b: int\n",
        "@lru_cache(maxsize=256)\ndef f(): ...\n",
        "both = zip(a, b, strict=True)",
        "words = 'a' + b",
        "EXAMPLE_SCORES = {'power': 6}",
        "if __name__ == '__main__':\n    main(1)\n",
    ],
)
def test_code_that_states_no_rule_has_no_mutants(source: str) -> None:
    assert new_lines(source) == set()


def test_numbers_of_sample_combatants_have_no_mutants() -> None:
    source = (
        b"FOES = (_foe('Wolf', 2, 12),)\n\n\ndef _foe(name, hits, power):\n    return {'hits': hits + 1}\n"
    )
    assert {each.line for each in mutants_of("foes.py", source)} == {5}
    assert {each.line for each in mutants_of("rules.py", source)} == {1, 5}


def test_mutants_of_the_dice_package_compile_and_keep_line_count() -> None:
    for path in sorted((ROOT / "rules_py" / "dice").glob("*.py")):
        source = path.read_bytes()
        spans = [_span(statement) for statement in ast.parse(source).body]
        for mutant in mutants_of(path.name, source):
            changed = mutant.apply_to(source)
            assert changed != source
            assert changed.count(b"\n") == source.count(b"\n")
            # the rest of the file is unchanged, and would be compiled a thousand times
            [(first, last)] = [span for span in spans if span[0] <= mutant.line <= span[1]]
            compile(b"\n".join(changed.split(b"\n")[first - 1 : last]), path, "exec")


def _span(statement: ast.stmt) -> tuple[int, int]:
    """Return the first and last line of a statement, decorators included."""
    decorators = getattr(statement, "decorator_list", [])
    return min(each.lineno for each in [statement, *decorators]), statement.end_lineno


def test_sample_of_mutants_depends_on_the_seed() -> None:
    every = mutants_in(ROOT, (ROOT / "rules_py").rglob("*.py"))
    assert len(every) > 3000
    assert sample(every, 50, 7) == sample(every, 50, 7) != sample(every, 50, 8)
    assert len(set(sample(every, 50, 7))) == 50
    assert sample(every[:5], 50, 7) != [] and len(sample(every[:5], 50, 7)) == 5


RULES = """\
from functools import cache

FACES = 6


@cache
def chance(need):
    if need > 1000:
        return 0
    while need < 1:
        need += 1
    return FACES - need + 1


def untested(need):
    return need + 1
"""
TESTS = """\
from rules_tiny import rules


def test_first():
    assert rules.chance(5) == 2


def test_second():
    assert rules.chance(5) == 2
    assert rules.chance(0) == 6
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in {
        "rules_tiny/__init__.py": "",
        "rules_tiny/rules.py": RULES,
        "tests/test_rules.py": TESTS,
        ".gitignore": ".cache\n__pycache__\n",
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = ["--import-mode=importlib"]\nmarkers = ["slow"]\n',
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    return tmp_path


def test_mutation_run_gives_the_known_verdicts(tree: Path) -> None:
    mutants = mutants_in(tree, [tree / "rules_tiny" / "rules.py"])
    with MutationRun(tree, "rules_tiny", ["tests"], spare=0.05) as run:
        assert run.failing == []
        verdicts = {each.mutant.new_line: each for each in run.try_all(mutants)}

    verdict_of = {line: each.verdict for line, each in verdicts.items()}
    assert verdict_of["FACES = 7"] == verdict_of["return FACES + need + 1"] == "killed"
    assert verdicts["return FACES + need + 1"].by.startswith("tests/test_rules.py::test_")
    # only the second test reaches this line, although the first one fills the cache
    assert verdicts["need -= 1" if "need -= 1" in verdicts else "need += 2"].verdict in (
        "killed",
        "timed out",
    )
    assert verdict_of["if need > 1001:"] == verdict_of["if need >= 1000:"] == "survived"
    assert verdict_of["need += 0"] == "timed out"
    assert verdicts["return need - 1"].by == "no test comes here"
    assert (tree / "rules_tiny" / "rules.py").read_text("utf-8") == RULES

    # after a test is added, only its file runs again
    border_test = "from rules_tiny import rules\n\n\ndef test_border():\n    assert rules.chance(1001) == 0\n"
    (tree / "tests" / "test_border.py").write_text(border_test, "utf-8")
    border = [each for each in mutants if each.new_line in ("if need > 1001:", "return need - 1")]
    with RecordingRun(tree, "rules_tiny", ["tests"], spare=0.05) as run:
        assert run.learned == ["tests/test_border.py"]
        assert {each.verdict: each.by for each in run.try_all(border)} == {
            "killed": "tests/test_border.py::test_border",
            "survived": "no test comes here",
        }


class RecordingRun(MutationRun):
    """A mutation run that records which test files it has learned from."""

    @override
    def _learn(self, files: list[str], took: Mapping[str, float]) -> list[ReachData]:
        self.learned = files
        return super()._learn(files, took)


def test_equivalent_mutants_name_existing_lines() -> None:
    entries = tomllib.loads((ROOT / "tests" / "mutation" / "equivalent.toml").read_text("utf-8"))[
        "equivalent"
    ]
    lines = {
        each["file"]: {line.strip() for line in (ROOT / each["file"]).read_text("utf-8").splitlines()}
        for each in entries
    }
    assert [each["line"] for each in entries if each["line"] not in lines[each["file"]]] == []


def test_equivalent_mutant_matches_its_line_and_needs_a_reason(tmp_path: Path) -> None:
    entry = (
        '[[equivalent]]\nfile = "rules.py"\nline = "fits = a < b"\nbecomes = "fits = a <= b"\nwhy = "{}"\n'
    )
    path = tmp_path / "equivalent.toml"
    path.write_text(entry.format("They never meet."), "utf-8")
    boundary, opposite = mutants_of("rules.py", b"\n\nfits = a < b\n")
    equivalents = Equivalents(path)
    assert boundary in equivalents and opposite not in equivalents
    assert equivalents.outdated_entries([boundary]) == [] and equivalents.outdated_entries([opposite]) == [
        "rules.py: fits = a < b"
    ]

    path.write_text(
        '[[equivalent]]\nfile = "rules.py"\nline = "fits = a < b"\nwhy = "The same either way."\n'
    )
    equivalents = Equivalents(path)
    assert boundary in equivalents and opposite in equivalents
    assert equivalents.outdated_entries([opposite]) == [] and equivalents.outdated_entries([]) == [
        "rules.py: fits = a < b"
    ]

    path.write_text(entry.format(" "), "utf-8")
    with pytest.raises(ValueError, match="say why nobody can notice"):
        Equivalents(path)


def test_list_of_equivalent_mutants_can_be_read() -> None:
    Equivalents(ROOT / "tests" / "mutation" / "equivalent.toml")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("throw: highest(2d6) + 1", {"lowest(2d6) + 1", "highest(2d7) + 1", "highest(2d5) + 1"}),
        ("throw: x - 10", {"x + 10", "x - 11", "x - 9"}),
        (
            "read: x >= 3 -> hit | else -> miss",
            {"x > 3 -> hit | else -> miss", "x >= 4 -> hit | else -> miss"},
        ),
        ('    | 7..9 -> "at 2 costs"', {'| 8..9 -> "at 2 costs"'}),
    ],
)
def test_mechanic_on_a_page_has_mutants(line: str, expected: set[str]) -> None:
    mutants = {each.removeprefix("throw:").removeprefix("read:").strip() for each in pages.mutants_of(line)}
    assert expected <= mutants
    assert all(each.count("->") == line.count("->") for each in mutants)
