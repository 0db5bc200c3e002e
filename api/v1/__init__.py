"""Version 1: one file per resource, its input and output types first, then its views."""
