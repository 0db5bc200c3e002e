"""The commands of manage.py: parse, one call, present."""
