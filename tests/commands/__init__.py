"""The pure core of the ledger."""
