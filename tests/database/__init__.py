"""Tests against the real PostgreSQL."""
