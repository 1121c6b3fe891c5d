"""Chromium, controlled through `chromedriver`.

The headless shell is preferred where installed, as it takes a sixth less time.
"""

import os
from pathlib import Path
from typing import Any, override

from tests.site.engines.webdriver import HttpEngine, find, free_port


class Chromium(HttpEngine):
    name = "chromium"
    own_hosts = frozenset(
        {
            "accounts.google.com",
            "android.clients.google.com",
            "clients2.google.com",
            "redirector.gvt1.com",
            "start.duckduckgo.com",
            "update.googleapis.com",
            "www.google.com",
        }
    )

    @override
    def _start(self, proxy: str) -> None:
        shells = ("chromium-headless-shell", "chrome-headless-shell")
        binary = find("chromium-headless-shell", *shells, "chromium", "google-chrome", "chrome")
        driver = find("chromium-driver", "chromedriver")
        port = free_port()
        arguments = [
            "--headless",
            "--kiosk",  # without the shell, don't draw tabs and toolbars for each page
            "--disable-gpu",
            "--disable-gpu-compositing",
            "--js-flags=--liftoff-only",  # most tests compile the dice engine and use it only briefly
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-default-apps",
            "--disable-extensions",
            "--disable-quic",
            "--disable-search-engine-choice-screen",
            "--disable-sync",
            # includes the spare process for a page of another site, which no test opens
            "--disable-features=AutofillServerCommunication,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,"
            "SpareRendererForSitePerProcess,Translate",
            "--disable-client-side-phishing-detection",
            "--no-first-run",
            "--no-pings",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            "--force-device-scale-factor=1",
            f"--proxy-server=http://{proxy}",
            f"--user-data-dir={self.folder / 'profile'}",
        ]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # root can't use Chromium's sandbox
        process = self._run(driver, f"--port={port}")
        name = "chrome-headless-shell" if Path(binary).name in shells else "chrome"
        options = {"binary": binary, "args": arguments}
        logging = {"browser": "ALL"}
        self._connect(
            process, port, {"browserName": name, "goog:chromeOptions": options, "goog:loggingPrefs": logging}
        )
        # Transitions still run and fire their events, but drawing each frame takes a twelfth of the time of
        # the tests.
        self.devtools("Animation.setPlaybackRate", playbackRate=100)

    @override
    def resize(self, width: int, height: int) -> None:
        # a window can't be as narrow as a phone
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", **metrics)

    @override
    def console(self) -> list[str]:
        entries = self._request("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in {"SEVERE", "WARNING"}]

    @override
    def clear_storage(self, origin: str) -> bool:
        kinds = "cookies,file_systems,indexeddb,local_storage,service_workers"
        self.devtools("Storage.clearDataForOrigin", origin=origin, storageTypes=kinds)
        return True

    def devtools(self, method: str, **parameters: object) -> Any:
        """Send a DevTools protocol command, for what WebDriver doesn't support."""
        return self._request("POST", "/goog/cdp/execute", {"cmd": method, "params": parameters})
