"""The laws of the project that no tool checks."""
