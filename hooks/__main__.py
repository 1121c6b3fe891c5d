"""MkDocs with a check of `mkdocs.yml` first: `python -m hooks build`."""

from hooks.base.adapter import check_settings_with, cli
from hooks.mkdocs import config_check

check_settings_with(config_check.check)
cli(prog_name="mkdocs")
