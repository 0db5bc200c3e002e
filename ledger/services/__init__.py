"""Use cases of the ledger: one call, one durable transaction."""
