"""What is killed, stale or in the way: the embedded server and `up` recover, or say what to do."""
