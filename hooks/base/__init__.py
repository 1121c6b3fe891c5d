"""Shared modules, which import no other package of the site build."""
