"""A book as a module of Foundry Virtual Tabletop 12 or later, for any game system.

A chapter is a journal entry with a page for each section, a random table is a rollable table, and dice in the
text roll. Ids follow from addresses on the site, so that links to a journal survive an update of the module.
"""

from hooks.export.foundry.module import FORMAT, module_id

__all__ = ["FORMAT", "module_id"]
