"""The directives: each module declares one, or a few that belong together, as `Directive`s."""
