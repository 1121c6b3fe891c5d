"""The sheet of Core Rules as a reader uses it: characters, commands, files and links."""

import base64
import json
import zlib

from tests.site.browser_storage import saved_records as records
from tests.site.browsers import Browser
from tests.site.tool_menu import from_menu

SHEET = "dice-sheet[data-game=core_rules]"
NAME = f"{SHEET} [name=name]"
PROBLEM = f"{SHEET} .problem"
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
    """Return the fragment of a link that holds these characters."""
    packed = zlib.compress(file_of(*sheets).encode(), wbits=-zlib.MAX_WBITS)
    return f"#sheet={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def saved_sheets(browser: Browser) -> list[dict]:
    """Return the characters saved in the browser, sorted by name."""
    sheets = [each["kept"]["sheet"] for each in records(browser, KEY) if isinstance(each["kept"], dict)]
    return sorted(sheets, key=lambda each: each["name"])


def lists(browser: Browser, *names: str) -> None:
    """Until these are the characters to choose from: what is typed is listed once it is kept."""
    listed = "return [...document.querySelectorAll(args[0])].map((each) => each.text).join() === args[1]"
    browser.wait_for(listed, f"{SHEET} [data-part=items] option", ",".join(names))


def deed(browser: Browser, what: str) -> None:
    """Choose a command from the menu in the sheet's bar."""
    from_menu(browser, f"{SHEET} [data-command={what}]")


def give_file(browser: Browser, text: str) -> None:
    """Choose a file of this text for the import, as a reader does."""
    browser.eval(
        """
        const control = document.querySelector(args[0]), files = new DataTransfer();
        files.items.add(new File([args[1]], "characters.json", {type: "application/json"}));
        control.files = files.files;
        control.dispatchEvent(new Event("change", {bubbles: true}));
        """,
        f"{SHEET} [data-part=import]",
        text,
    )


def take_file(browser: Browser, text: str, names: str) -> None:
    """Choose a file of this text, and keep what it holds."""
    give_file(browser, text)
    browser.wait(f"{SHEET} [data-part=confirm]")
    question = f"Add {names} from this file to your characters?"
    assert browser.text(f"{SHEET} [data-part=question]") == question
    browser.click(f"{SHEET} [data-part=yes]")
    check_notice(browser, f"Imported: {names}.")


def check_notice(browser: Browser, words: str) -> None:
    browser.wait_for(
        "return document.querySelector(args[0]).textContent.includes(args[1])",
        f"{SHEET} [data-part=notice]",
        words,
    )


def catch_downloads(browser: Browser) -> None:
    browser.eval(
        """
        window.downloads = [];
        URL.createObjectURL = (blob) => { window.blob = blob; return "#"; };
        HTMLAnchorElement.prototype.click = function () {
            window.downloads.push([this.download, window.blob]);
        };
        """
    )


def downloaded(browser: Browser) -> tuple[str, dict]:
    name, text = browser.wait_for(
        "const [file] = window.downloads.splice(0, 1); return file && [file[0], await file[1].text()]"
    )
    return name, json.loads(text)
