"""The parts of pages besides the rules: covers, security policy, styles, libraries."""
