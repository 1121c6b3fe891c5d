"""The preview server: rebuilds what a save has changed and shows errors in the browser."""
