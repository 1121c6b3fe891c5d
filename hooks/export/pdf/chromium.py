"""The printing of a web page by an installed Chromium."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from hooks.export.edition import ExportError

_PROGRAMS = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
_ARGUMENTS = (
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--no-pdf-header-footer",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",  # otherwise letters would be aligned to screen pixels
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_TAGGED = ("--export-tagged-pdf", "--generate-pdf-document-outline")
_UNTAGGED = ("--disable-pdf-tagging",)
_SECONDS = 300


def find() -> str:
    """Return the path of Chromium: the program that the variable CHROME names, or one that is installed.

    Raises ExportError if there is none.
    """
    program_name = os.environ.get("CHROME")
    for program in (program_name,) if program_name else _PROGRAMS:
        if path := shutil.which(program):
            return path
    missing = f"CHROME names no program: {program_name!r}" if program_name else "needs Chromium or Chrome"
    raise ExportError(f"{missing}; install it (Debian: apt-get install chromium)")


@functools.cache
def version(program: str) -> str:
    """Return the version of Chromium as it prints it."""
    result = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return result.stdout.strip()


def print_page(program: str, url: str, *, tagged: bool) -> bytes:
    """Return the page as a PDF, with tags and bookmarks if `tagged`. Raises ExportError."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        out = Path(folder, "printed.pdf")
        arguments = [*_ARGUMENTS, *(_TAGGED if tagged else _UNTAGGED)]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            arguments.append("--no-sandbox")  # root can't use Chromium's sandbox
        files = [f"--user-data-dir={Path(folder, 'profile')}", f"--print-to-pdf={out}"]
        try:
            ran = subprocess.run(
                [program, *arguments, *files, url],
                capture_output=True,
                text=True,
                check=False,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise ExportError(f"{program} printed nothing within {_SECONDS} s") from None
        if ran.returncode or not out.is_file():
            raise ExportError(f"{program} ended with {ran.returncode}:\n{ran.stderr.strip()}")
        return out.read_bytes()
