"""The kinds of items that a house has: their words, and what their forms ask for."""
