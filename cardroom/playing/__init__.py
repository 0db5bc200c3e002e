"""Playing: simulated tables recorded in a house, in this process or over HTTP."""
