"""The branches of a game's Python, and which of them have run.

Coverage tools count lines, but a rule is often one line: `"bright" if best == 6 else "dark"`. Here each
condition that the interpreter evaluates counts, as does each side of `and` and `or`.
"""

from __future__ import annotations

import dis
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, Self

_JUMPS = {
    "POP_JUMP_IF_FALSE": "true",
    "POP_JUMP_IF_TRUE": "false",
    "POP_JUMP_IF_NONE": "other than None",
    "POP_JUMP_IF_NOT_NONE": "None",
}
"""The conditional jumps, each with the value of its condition if the program doesn't jump."""
_OPPOSITES = {"true": "false", "false": "true", "other than None": "None", "None": "other than None"}


@dataclass(frozen=True)
class Gap:
    """Something in a file that hasn't run: a whole function, or one side of a condition."""

    path: Path
    line: int
    text: str


class Reached:
    """The lines and branches that run within a `with` block, in the files of some folders."""

    def __init__(self, folders: list[Path]) -> None:
        self._folders = tuple(f"{folder}/" for folder in folders)
        self._lines: dict[str, set[int]] = defaultdict(set)
        self._jumps: dict[tuple[str, str, int, int], set[int]] = defaultdict(set)

    def __enter__(self) -> Self:
        events, tool = sys.monitoring.events, sys.monitoring.COVERAGE_ID
        sys.monitoring.use_tool_id(tool, "diceleaf")
        sys.monitoring.register_callback(tool, events.LINE, self._line)
        sys.monitoring.register_callback(tool, events.BRANCH, self._branch)
        sys.monitoring.set_events(tool, events.LINE | events.BRANCH)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, 0)
        sys.monitoring.free_tool_id(sys.monitoring.COVERAGE_ID)

    def _line(self, code: CodeType, line: int) -> Any:
        if code.co_filename.startswith(self._folders):
            self._lines[code.co_filename].add(line)
        return sys.monitoring.DISABLE

    def _branch(self, code: CodeType, offset: int, destination: int) -> Any:
        if not code.co_filename.startswith(self._folders):
            return sys.monitoring.DISABLE
        targets = self._jumps[_key(code, offset)]
        targets.add(destination)
        return sys.monitoring.DISABLE if len(targets) > 1 else None

    def has_run(self, path: Path, first: int, last: int) -> bool:
        """Return whether any of these lines has run."""
        return not self._lines[str(path)].isdisjoint(range(first, last + 1))

    def names(self, path: Path) -> set[str]:
        """Return the names that the functions of a file that have run refer to."""
        top = compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True)
        ran = [code for code in _within(top) if self.has_run(path, *_body(code))]
        return {name for code in ran for name in code.co_names}

    def branches(self, path: Path) -> tuple[int, list[Gap]]:
        """Return the number of branches in a file, and those that haven't run.

        A function that hasn't run at all is one gap, without those within it.
        """
        source = path.read_text("utf-8")
        top = compile(source, str(path), "exec", dont_inherit=True)
        count, gaps = 0, list[Gap]()
        stack = [each for each in top.co_consts if isinstance(each, CodeType)]
        while stack:
            code = stack.pop()
            jumps = [*_conditions(code)]
            count += 2 * len(jumps)
            inner = [each for each in code.co_consts if isinstance(each, CodeType)]
            if not self.has_run(path, *_body(code)):
                if _is_function(code):
                    gaps.append(Gap(path, code.co_firstlineno, f"{code.co_qualname}() never runs"))
                    count += sum(2 * len([*_conditions(each)]) for each in _within(code))
                    continue
            else:
                gaps += self._one_sided_gaps(path, code, jumps, source.splitlines())
            stack += inner
        return count, sorted(gaps, key=lambda gap: gap.line)

    def _one_sided_gaps(
        self, path: Path, code: CodeType, jumps: list[dis.Instruction], lines: list[str]
    ) -> Iterator[Gap]:
        for each in jumps:
            targets = self._jumps[_key(code, each.offset)]
            straight = _JUMPS[each.opname]
            sides = {straight if to != each.argval else _OPPOSITES[straight] for to in targets}
            line = each.positions.lineno if each.positions else None
            if len(sides) == 1 and line:
                missing = _OPPOSITES[next(iter(sides))]
                yield Gap(path, line, f"`{_text(each, lines)}` is never {missing}")


def _key(code: CodeType, offset: int) -> tuple[str, str, int, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno, offset


def _is_function(code: CodeType) -> bool:
    return not code.co_name.startswith("<") and "__qualname__" not in code.co_names


def _body(code: CodeType) -> tuple[int, int]:
    """Return the first and last line of the code's body; the line of `def` runs at the import."""
    lines = [line for _, _, line in code.co_lines() if line]
    inside = [line for line in lines if line > code.co_firstlineno] or lines
    return min(inside), max(inside)


def _within(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _within(each)


def _conditions(code: CodeType) -> Iterator[dis.Instruction]:
    """Yield the conditional jumps that a test of the rules can take either way, without assertions."""
    instructions = [*dis.get_instructions(code)]
    for each, following in zip(instructions, [*instructions[1:], None], strict=True):
        if each.opname in _JUMPS and not (following and following.opname == "LOAD_ASSERTION_ERROR"):
            yield each


def _text(jump: dis.Instruction, lines: list[str]) -> str:
    """Return the condition as written, in short."""
    at = jump.positions
    assert at and at.lineno and at.end_lineno and at.col_offset is not None
    first = lines[at.lineno - 1].encode()
    end = at.end_col_offset if at.end_lineno == at.lineno else len(first)
    text = first[at.col_offset : end].decode().strip()
    return text if at.end_lineno == at.lineno else f"{text} …"
