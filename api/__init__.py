"""HTTP and only HTTP: parse, one call, present."""
