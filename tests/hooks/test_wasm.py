"""The removal of functions from a WebAssembly module."""

import subprocess
from pathlib import Path

import pytest

from hooks.engine.wasm import remove_dead_functions

HEADER = b"\0asm\1\0\0\0"
TYPES = bytes([1, 5, 1, 0x60, 0, 1, 0x7F])  # one: no arguments, an integer
FUNCTIONS = bytes([3, 6, 5, 0, 0, 0, 0, 0])
TABLE = bytes([4, 4, 1, 0x70, 0, 1])
EXPORT = bytes([7, 8, 1, 4]) + b"main" + bytes([0, 0])
ELEMENT = bytes([9, 7, 1, 0, 0x41, 0, 0x0B, 1, 2])  # function 2
CONSTANTS = [bytes([4, 0, 0x41, number, 0x0B]) for number in range(5)]
CALLS_1 = bytes([4, 0, 0x10, 1, 0x0B])
CALLS_4 = bytes([4, 0, 0x10, 4, 0x0B])
TRAP = bytes([3, 0, 0, 0x0B])


def module(*bodies: bytes) -> bytes:
    code = bytes([len(bodies)]) + b"".join(bodies)
    return HEADER + TYPES + FUNCTIONS + TABLE + EXPORT + ELEMENT + bytes([10, len(code)]) + code


def test_only_unreachable_functions_are_removed(tmp_path: Path, node: str) -> None:
    """0 is exported and calls 1, 2 is in the table, only 3 calls 4."""
    whole = module(CALLS_1, CONSTANTS[1], CONSTANTS[2], CALLS_4, CONSTANTS[4])
    less = remove_dead_functions(whole)
    assert less == module(CALLS_1, CONSTANTS[1], CONSTANTS[2], TRAP, TRAP)
    (tmp_path / "less.wasm").write_bytes(less)
    run = (
        'const bytes = require("fs").readFileSync(process.argv[1]);'
        "console.log(new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.main());"
    )
    result = subprocess.run(
        [node, "-e", run, tmp_path / "less.wasm"], capture_output=True, text=True, check=True
    )
    assert result.stdout == "1\n"


def test_unknown_instruction_is_rejected() -> None:
    atomic = bytes([4, 0, 0xFE, 0, 0x0B])
    with pytest.raises(ValueError, match="instruction 0xfe of a WebAssembly module is unknown"):
        remove_dead_functions(module(atomic, *CONSTANTS[1:]))
