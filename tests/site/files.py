"""Files and texts that a reader imports, downloads or copies."""

from tests.site.browsers import Browser

_CHOOSE = """
const control = document.querySelector(args[0]);
const files = new DataTransfer();
files.items.add(new File([args[1]], "file.json", {type: "application/json"}));
control.files = files.files;
control.dispatchEvent(new Event("change", {bubbles: true}));
"""
_CATCH_DOWNLOADS = """
window.downloads = [];
URL.createObjectURL = (blob) => { window.blob = blob; return "#"; };
HTMLAnchorElement.prototype.click = function () { window.downloads.push([this.download, window.blob]); };
"""
_TAKE_DOWNLOAD = """
const [file] = window.downloads.splice(0, 1);
return file && [file[0], await file[1].text()];
"""
_CATCH_COPIES = """
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };
else window.prompt = (_, text) => { window.copied = text; };
"""


def choose_file(browser: Browser, css: str, text: str) -> None:
    """Choose a file with this text in a file input."""
    browser.eval(_CHOOSE, css, text)


def catch_downloads(browser: Browser) -> None:
    """Collect the files that the page downloads from now on, instead of saving them."""
    browser.eval(_CATCH_DOWNLOADS)


def downloaded_file(browser: Browser) -> tuple[str, str]:
    """Wait for a download; return its name and its text."""
    name, text = browser.wait_for(_TAKE_DOWNLOAD)
    return name, text


def catch_copies(browser: Browser) -> None:
    """Collect the text that the page copies from now on; not every browser permits tests to read it."""
    browser.eval(_CATCH_COPIES)


def copied_text(browser: Browser) -> str:
    """Wait until the page has copied a text, and return it."""
    text: str = browser.wait_for("return window.copied")
    return text
