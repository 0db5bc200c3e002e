"""Counting: what is said of a count, what it makes of the sheet, and who may say it. Pure."""
