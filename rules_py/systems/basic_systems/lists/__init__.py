"""The lists the book refers to, each from the data that the rules themselves use."""
