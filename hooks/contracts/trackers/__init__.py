"""Contract tests of encounter trackers."""

# ruff: noqa: F403

from hooks.contracts.trackers.cases import *
from hooks.contracts.trackers.forecast import *
from hooks.contracts.trackers.play import *
from hooks.contracts.trackers.setup import *
from hooks.contracts.trackers.starts import *
