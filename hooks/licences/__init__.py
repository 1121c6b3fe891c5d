"""The licences of the books and of everything else on the site: a page, and each licence as a text file.

`presets` has the licences that a book can name, `works` the works of others with their sources and files; a
test checks that no file is missing. `page` makes of them what the site shows.
"""

from hooks.licences.presets import Licence, faults

__all__ = ["Licence", "faults"]
