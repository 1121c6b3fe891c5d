"""Tools for authors: error summaries, loop guard and self checks. Not part of the engine."""
