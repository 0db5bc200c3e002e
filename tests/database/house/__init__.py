"""The house on the real PostgreSQL."""
