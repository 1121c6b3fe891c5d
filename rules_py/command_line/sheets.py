"""The command that checks a character sheet in a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rules_py import api
from rules_py.base import file_format, safe_json
from rules_py.base.errors import Fault, InputError, format_value
from rules_py.base.limits import MAX_FILE_CHARS
from rules_py.command_line import terminal
from rules_py.sheets.sheet import SheetReport


def check_sheet(arguments: argparse.Namespace) -> None:
    report = api.check_sheet(arguments.game, _character(arguments, _file_text(arguments.file)))
    terminal.print_result(arguments, report, lambda: _report_lines(report))


def _file_text(name: str) -> str:
    try:
        with Path(name).open(encoding="utf-8") as file:
            return file.read(MAX_FILE_CHARS + 1)
    except (OSError, ValueError) as error:
        message = f"can't read {format_value(name)}: {_reason(error)}"
        raise InputError(Fault("file", "bad_file", name, "", message)) from error


def _reason(error: OSError | ValueError) -> str:
    """Return why a file can't be read, without its path, which the message quotes anyway."""
    return error.strerror if isinstance(error, OSError) and error.strerror else "it isn't UTF-8 text"


def _character(arguments: argparse.Namespace, text: str) -> Any:
    """Return the sheet, bare or as the page exports a character."""
    try:
        data = safe_json.parse(text, longest=MAX_FILE_CHARS)
    except safe_json.InvalidJsonError as error:
        message = f"can't read {format_value(arguments.file)}: expected {error}"
        raise InputError(Fault("file", "bad_file", arguments.file, "", message)) from error
    if not isinstance(data, dict) or data.get("format") != file_format.CHARACTERS.format:
        return data
    characters = api.read_characters(arguments.game, text)
    if len(characters) != 1:
        raise InputError.at("file", characters, "one exported character", code="bad_file")
    return characters[0]


def _report_lines(report: SheetReport) -> list[str]:
    lines = ["legal" if report.legal else "not legal"]
    for each in report.problems:
        rule = f" [{each.rule}]" if each.rule else ""
        field = each.field if each.field.isprintable() else format_value(each.field)
        lines.append(f"  {each.severity} {each.code} at {field}: {each.message}{rule}")
    return lines
