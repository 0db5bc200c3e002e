"""The event log: streams of events that are only ever appended to, each hashed onto the one before it."""
