"""What pages contain besides the rules: covers, security policy, styles, libraries."""
