"""Recomputations that import nothing of the project and read only what its API gives."""
