"""Games, tables, rounds and the rotation of the player-dealer position."""
