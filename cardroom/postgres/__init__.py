"""Cardroom's database engine: Django's for PostgreSQL, with two roles and the embedded server."""
