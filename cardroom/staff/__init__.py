"""People who sign in: whom a log-in belongs to, and what the house's roles let them do."""
