"""The formats in which books are offered, in the order of the links on their covers."""

from hooks.export.edition import Format

FORMATS: tuple[Format, ...] = ()
