"""Generated pages, and the parts of pages besides the rules: heads, redirects, security policy, styles."""
