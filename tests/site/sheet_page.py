"""The sheet of Core Rules as a reader uses it: characters, commands, files and links."""

import base64
import json
import zlib

from tests.site.browser_storage import saved_records as records
from tests.site.browsers import Browser
from tests.site.files import choose_file
from tests.site.tool_menu import from_menu

SHEET = "dice-sheet[data-game=core_rules]"
NAME = f"{SHEET} [name=name]"
PROBLEM = f"{SHEET} .problem"
IMPORT = f"{SHEET} [data-part=import]"
ODO = {
    "name": "Odo",
    "aptitudes": {
        each: {"max": 2, "current": 2} for each in ("Knowledge", "Awareness", "Charisma", "Physicality")
    },
    "skills": ["Might", "Endure"],
    "specialties": [{"skill": "Animals", "text": "goats"}],
    "abilities": "Rings bells.\nKnows knots.",
}
KEY = "sheet:core_rules:"
SHOWN_MODE = "return document.documentElement.dataset.sheetMode"


def file_of(*sheets: dict, **changes: object) -> str:
    return json.dumps(
        {"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": sheets} | changes
    )


def link_to(*sheets: dict) -> str:
    """Return the fragment of a link that contains these characters."""
    packed_file = zlib.compress(file_of(*sheets).encode(), wbits=-zlib.MAX_WBITS)
    return f"#sheet={base64.urlsafe_b64encode(packed_file).decode().rstrip('=')}"


def saved_sheets(browser: Browser) -> list[dict]:
    """Return the characters saved in the browser, sorted by name."""
    sheets = [each["kept"]["sheet"] for each in records(browser, KEY) if isinstance(each["kept"], dict)]
    return sorted(sheets, key=lambda each: each["name"])


def check_characters(browser: Browser, *names: str) -> None:
    """Wait until these characters are listed; a typed name is listed once it is saved."""
    are_listed = "return [...document.querySelectorAll(args[0])].map((each) => each.text).join() === args[1]"
    browser.wait_for(are_listed, f"{SHEET} [data-part=items] option", ",".join(names))


def run_command(browser: Browser, command: str) -> None:
    """Choose a command from the menu in the sheet's bar."""
    from_menu(browser, f"{SHEET} [data-command={command}]")


def import_file(browser: Browser, text: str, names: str) -> None:
    """Import a file with this text and confirm the import."""
    choose_file(browser, IMPORT, text)
    browser.wait(f"{SHEET} [data-part=confirm]")
    question = f"Add {names} from this file to your characters?"
    assert browser.text(f"{SHEET} [data-part=question]") == question
    browser.click(f"{SHEET} [data-part=yes]")
    check_notice(browser, f"Imported: {names}.")


def check_notice(browser: Browser, text: str) -> None:
    browser.wait_for_text(f"{SHEET} [data-part=notice]", text)
