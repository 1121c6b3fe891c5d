"""The markup that all dialects share: raw HTML, tables, blocks by the rules of CommonMark, and escapes."""
