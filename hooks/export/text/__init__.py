"""Books as text: chapters of plain HTML, without the site's components, styles and scripts.

read_chapters(edition, suffix)   the chapters, linked with each other as files that end in `suffix`
"""

from hooks.export.text.chapters import Chapter, pictures, read_chapters
from hooks.export.text.credits import credit, licence, source

__all__ = ["Chapter", "credit", "licence", "pictures", "read_chapters", "source"]
