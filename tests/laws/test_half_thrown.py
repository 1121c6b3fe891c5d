"""The laws of a throw half thrown."""

from hooks.laws.half_thrown import *  # noqa: F403  # as the repository of any book takes them
