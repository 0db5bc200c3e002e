"""Reads of the ledger: counts, drops, journals, balances."""
