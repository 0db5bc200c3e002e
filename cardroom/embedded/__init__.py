"""The embedded PostgreSQL: our own supervision of the binaries that a wheel brings."""
