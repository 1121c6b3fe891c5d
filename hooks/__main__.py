"""MkDocs with a check of `mkdocs.yml` first: `python -m hooks build`."""

from hooks.mkdocs import config_check
from hooks.mkdocs.adapter import check_settings_with, cli

check_settings_with(config_check.check)
cli(prog_name="mkdocs")
