"""Contract tests of character sheets."""

# ruff: noqa: F403

from hooks.contracts.sheets.cases import *
from hooks.contracts.sheets.changes import *
from hooks.contracts.sheets.forms import *
from hooks.contracts.sheets.rolls import *
from hooks.contracts.sheets.tracks import *
