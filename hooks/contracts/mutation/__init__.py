"""Mutation tests: small mistakes in the rules of a book that its tests should detect."""
