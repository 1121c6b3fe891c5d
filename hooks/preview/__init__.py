"""The preview server: rebuilds what a save has changed and shows mistakes in the browser."""
