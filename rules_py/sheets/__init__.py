"""Character sheets: declaration, parsing, play mode, change log and reference lists."""
