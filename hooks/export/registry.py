"""The formats in which books are offered, in the order of the links on their covers."""

from hooks.export import data, epub, foundry, markdown, pdf
from hooks.export.edition import Format

FORMATS: tuple[Format, ...] = (pdf.FORMAT, epub.FORMAT, markdown.FORMAT, data.FORMAT, foundry.FORMAT)
