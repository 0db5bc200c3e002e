"""Rotation of the player-dealer: profiles, their rules, findings and verdicts. Pure."""
