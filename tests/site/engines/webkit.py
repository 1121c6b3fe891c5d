"""WebKitGTK, controlled through `WebKitWebDriver` in our own window on a virtual display."""

import os
import re
import shlex
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from typing import override

from tests.site.engines.webdriver import HttpEngine, end, find, free_port
from tests.waiting import wait_for

# Messages about a page that is left while it requests a worker or stores a response.
LEFT_EARLY = re.compile(
    r"annot load \S+/(sw|engine/worker-\w+)\.js due to access control checks"
    r"|Cache API operation failed: Context is stopped"
)


class WebKit(HttpEngine):
    name = "webkit"

    @override
    def _start(self, proxy: str) -> None:
        driver = find("webkit2gtk-driver", "WebKitWebDriver")
        # The driver discards the browser's output, so the browser is started by a script that saves it.
        browser = self.folder / "browser"
        window = [sys.executable, str(Path(__file__).with_name("webkit_window.py")), str(self.folder), proxy]
        browser.write_text(f'#!/bin/sh\nexec {shlex.join(window)} >>"{self.folder}/output.txt" 2>&1\n')
        browser.chmod(0o755)
        port = free_port()
        environment = {
            "DISPLAY": self._display(),
            "GDK_BACKEND": "x11",
            "JSC_useOMGJIT": "0",  # most tests compile the dice engine and use it only briefly
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",  # without a graphics card it takes longer than everything else
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # its sandbox needs permissions that containers don't have
        }
        process = self._run(driver, f"--port={port}", env=environment)
        self._connect(process, port, {"webkitgtk:browserOptions": {"binary": str(browser), "args": []}})
        self._read = 0

    @override
    def resize(self, width: int, height: int) -> None:
        around = self._around
        self.command("SetWindowRect", width=width + around[0], height=height + around[1])
        wait_for(lambda: self._inside() == (width, height), "WebKit did not resize its page")

    @cached_property
    def _around(self) -> tuple[int, int]:
        """The window's extra width and height around the page, measured once before the first resize."""
        window, inside = self.command("GetWindowRect"), self._inside()
        return window["width"] - inside[0], window["height"] - inside[1]

    def _inside(self) -> tuple[int, int]:
        width, height = self.command("ExecuteScript", script="return [innerWidth, innerHeight]", args=[])
        return width, height

    @override
    def console(self) -> list[str]:
        text = self.output.read_text("utf-8", "replace")
        fresh, self._read = text[self._read :], len(text)
        messages = [line for line in fresh.splitlines() if re.search(r"CONSOLE (\w+ )?(ERROR|WARN) ", line)]
        return [line for line in messages if not LEFT_EARLY.search(line)]

    def _display(self) -> str:
        """Start a private virtual display and return its name."""
        server = find("xvfb", "Xvfb")
        read, write = os.pipe()
        with os.fdopen(read) as number:
            try:
                process = subprocess.Popen(
                    [server, "-displayfd", str(write), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"],
                    pass_fds=[write],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            finally:
                os.close(write)
            self._exit_stack.callback(end, process)
            return f":{number.readline().strip()}"
