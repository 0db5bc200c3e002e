"""The pages of a table's events: its stream, the newest first, and putting one of them right."""
