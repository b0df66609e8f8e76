"""A learned order of findings: how likely each is right, from plain counts over its words and those nearest to them."""
