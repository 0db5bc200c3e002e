"""Drills: each provokes a fault of one kind on purpose, and says what was seen and where."""
