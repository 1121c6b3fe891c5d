"""Mutation tests: small mistakes in the rules of a book, and whether its tests notice them."""
