"""MkDocs as it is, but for a look at `mkdocs.yml` first: `python -m hooks build`."""

from hooks.mkdocs import config_check
from hooks.mkdocs.adapter import cli, look_first

look_first(config_check.look_at)
cli(prog_name="mkdocs")
