"""The site build as MkDocs runs it; only `adapter` imports MkDocs."""
