"""The event log: streams of events that only grow, each event hashed onto the one before it."""
