"""HTTP and only HTTP: a view parses, makes one call, and presents what it gave."""
