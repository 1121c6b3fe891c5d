"""WebAssembly modules: their sections, and the removal of functions that nothing can call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

CUSTOM, IMPORTS, EXPORTS, START, ELEMENTS, CODE = 0, 2, 7, 8, 9, 10
"""The numbers of sections."""

FUNCTION, _TABLE, _MEMORY, _GLOBAL, _TAG = range(5)
"""The kinds of imports and exports."""


def imports(wasm: bytes) -> Iterator[tuple[str, int]]:
    """Yield the name and kind of each import of the module."""
    for section, start, end in sections(wasm):
        if section != IMPORTS:
            continue
        count, at = read_number(wasm, start)
        for _ in range(count):
            _, at = read_name(wasm, at)
            name, at = read_name(wasm, at)
            yield name, wasm[at]
            at = _skip_import_type(wasm, at)
        if at != end:
            raise ValueError("pyodide.asm.wasm: its imports have an unknown form")


def _skip_import_type(wasm: bytes, at: int) -> int:
    kind, at = wasm[at], at + 1
    if kind == FUNCTION:
        return read_number(wasm, at)[1]
    if kind == _GLOBAL:
        return at + 2
    if kind == _TAG:
        return read_number(wasm, at + 1)[1]
    if kind == _TABLE:
        at += 1
    limits, at = wasm[at], at + 1
    at = read_number(wasm, at)[1]
    return read_number(wasm, at)[1] if limits & 1 else at


def sections(wasm: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the number of each section and the start and end of its body."""
    if wasm[:8] != b"\0asm\1\0\0\0":
        raise ValueError("pyodide.asm.wasm: not a WebAssembly module")
    at = 8
    while at < len(wasm):
        section = wasm[at]
        size, at = read_number(wasm, at + 1)
        yield section, at, at + size
        at += size


def read_number(data: bytes, at: int) -> tuple[int, int]:
    """Return an unsigned LEB128 number and the position after it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def leb128(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_name(data: bytes, at: int) -> tuple[str, int]:
    size, at = read_number(data, at)
    return data[at : at + size].decode(), at + size


_NOTHING = b"\0\0\x0b"
"""The body of a function without variables that traps when it is called."""

_END, _CALL, _CALL_INDIRECT, _TAIL_CALL, _BRANCH_TABLE = 0x0B, 0x10, 0x11, 0x12, 0x0E
_SELECT_TYPED, _F32, _F64, _REFERENCE, _MISCELLANEOUS, _VECTORS = 0x1C, 0x43, 0x44, 0xD2, 0xFC, 0xFD
_MEMORY_ACCESS = range(0x28, 0x3F)
_PLAIN = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)}
_ONE_NUMBER = {
    *(0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0D, 0x18),
    *(0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3F, 0x40, 0x41, 0x42, 0xD0),
}
_MISCELLANEOUS_NUMBERS = {**dict.fromkeys(range(8), 0), 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2}
_MISCELLANEOUS_NUMBERS |= {15: 1, 16: 1, 17: 1}
"""The numbers that follow an instruction, by its second byte."""


def remove_dead_functions(wasm: bytes) -> bytes:
    """Return the module with an empty body for each function that nothing can call.

    A function can be called if it is exported, is in the table, or is called or referred to by one that can
    be. Raises ValueError for an unknown instruction.
    """
    bodies = dict(_bodies(wasm))
    live: set[int] = set()
    remaining = [*_roots(wasm)]
    while remaining:
        function = remaining.pop()
        if function not in live and function in bodies:
            live.add(function)
            remaining += _calls_of(wasm, *bodies[function])
    out = bytearray(wasm[:8])
    for section, start, end in sections(wasm):
        body = wasm[start:end]
        if section == CODE:
            new_bodies = (wasm[slice(*bodies[each])] if each in live else _NOTHING for each in sorted(bodies))
            body = leb128(len(bodies)) + b"".join(leb128(len(each)) + each for each in new_bodies)
        out.append(section)
        out += leb128(len(body)) + body
    return bytes(out)


def _bodies(wasm: bytes) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the index of each function with the start and end of its body."""
    first = sum(kind == FUNCTION for _, kind in imports(wasm))
    for section, at, _ in sections(wasm):
        if section != CODE:
            continue
        count, at = read_number(wasm, at)
        for index in range(first, first + count):
            size, at = read_number(wasm, at)
            yield index, (at, at + size)
            at += size


def _roots(wasm: bytes) -> Iterator[int]:
    """Yield the functions that can be called from outside, or by their position in the table."""
    for section, at, _ in sections(wasm):
        if section == START:
            yield read_number(wasm, at)[0]
        elif section == EXPORTS:
            yield from _exported(wasm, at)
        elif section == ELEMENTS:
            yield from _in_table(wasm, at)


def _exported(wasm: bytes, at: int) -> Iterator[int]:
    """Yield the functions of the section of exports."""
    count, at = read_number(wasm, at)
    for _ in range(count):
        _, at = read_name(wasm, at)
        kind = wasm[at]
        index, at = read_number(wasm, at + 1)
        if kind == FUNCTION:
            yield index


def _in_table(wasm: bytes, at: int) -> Iterator[int]:
    """Yield the functions of the section of elements, which fill the table."""
    count, at = read_number(wasm, at)
    for _ in range(count):
        form, at = read_number(wasm, at)
        if form != 0:
            raise ValueError(f"elements of a WebAssembly module: form {form} is unknown")
        while wasm[at] != _END:  # the position in the table, a sum of constants and globals
            at = _skip(wasm, at + 1) if wasm[at] in _ONE_NUMBER else at + 1
        indices, at = read_number(wasm, at + 1)
        for _ in range(indices):
            index, at = read_number(wasm, at)
            yield index


def _calls_of(wasm: bytes, at: int, end: int) -> Iterable[int]:
    """Return the functions that a body calls or refers to."""
    callees = set()
    declarations, at = read_number(wasm, at)
    for _ in range(declarations):
        at = _skip(wasm, at) + 1
    while at < end:
        instruction, at = wasm[at], at + 1
        if instruction in (_CALL, _TAIL_CALL, _REFERENCE):
            index, at = read_number(wasm, at)
            callees.add(index)
        else:
            at = _skip_operands(wasm, at, instruction)
    if at != end:
        raise ValueError("a function of a WebAssembly module has an unknown form")
    return callees


def _skip_operands(wasm: bytes, at: int, instruction: int) -> int:
    if instruction in _PLAIN:
        return at
    if instruction in _ONE_NUMBER:
        return _skip(wasm, at)
    if instruction in _MEMORY_ACCESS or instruction == _CALL_INDIRECT:
        return _skip(wasm, at, 2)
    if instruction in (_F32, _F64):
        return at + (4 if instruction == _F32 else 8)
    count, at = read_number(wasm, at)
    if instruction == _BRANCH_TABLE:
        return _skip(wasm, at, count + 1)
    if instruction == _SELECT_TYPED:
        return at + count
    if instruction == _MISCELLANEOUS and count in _MISCELLANEOUS_NUMBERS:
        return _skip(wasm, at, _MISCELLANEOUS_NUMBERS[count])
    if instruction == _VECTORS:
        return _skip_vector_operands(wasm, at, count)
    raise ValueError(f"instruction {instruction:#x} of a WebAssembly module is unknown")


def _skip_vector_operands(wasm: bytes, at: int, instruction: int) -> int:
    if instruction <= 11 or instruction in (92, 93):
        return _skip(wasm, at, 2)
    if instruction in (12, 13):
        return at + 16
    if 21 <= instruction <= 34:
        return at + 1
    return _skip(wasm, at, 2) + 1 if 84 <= instruction <= 91 else at


def _skip(wasm: bytes, at: int, numbers: int = 1) -> int:
    """Return the position after this many LEB128 numbers."""
    for _ in range(numbers):
        while wasm[at] > 0x7F:
            at += 1
        at += 1
    return at
