"""Houses, their people, offerings and keys."""
