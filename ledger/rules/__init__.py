"""The pure core of the ledger: what is owed, with no database and no clock."""
