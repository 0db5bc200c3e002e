"""The shared words and the house, without a database."""
