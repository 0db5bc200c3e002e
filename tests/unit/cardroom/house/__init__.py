"""The house file: what is sound, and every refusal with its line."""
