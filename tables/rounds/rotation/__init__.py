"""Rotation over a table's events: what the rules are asked about, live and from scratch. Pure."""
