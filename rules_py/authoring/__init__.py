"""Tools for authors: error summaries, loop guard and self checks. No part of the engine."""
