"""Import a rulebook: `diceleaf import` makes a book of Markdown that was written for other tools."""
