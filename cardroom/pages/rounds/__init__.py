"""The pages of rounds: a table's evening, a round step by step, its sheet, and the search."""
