"""The rotation as it is read from the log."""
