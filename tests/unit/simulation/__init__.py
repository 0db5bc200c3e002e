"""The simulation: its reading, its shoe, its features, the laws of its streams."""
