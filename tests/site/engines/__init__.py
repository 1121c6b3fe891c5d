"""Control the three browsers with the same WebDriver commands, using only the standard library."""

from tests.site.engines.chromium import Chromium
from tests.site.engines.firefox import Firefox
from tests.site.engines.webdriver import ELEMENT, DriverError, Engine, MissingBrowser
from tests.site.engines.webkit import WebKit

ENGINES = {engine.name: engine for engine in (Chromium, Firefox, WebKit)}

__all__ = ["ELEMENT", "ENGINES", "Chromium", "DriverError", "Engine", "MissingBrowser"]
