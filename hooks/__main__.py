"""MkDocs as it is, but for a look at `mkdocs.yml` first: `python -m hooks build`."""

from hooks import own_settings
from hooks.shell import cli, look_first

look_first(own_settings.look_at)
cli(prog_name="mkdocs")
