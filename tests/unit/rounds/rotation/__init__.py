"""The rotation over a table's events: live, incrementally and from scratch."""
