"""The demo's house, its evening over HTTP, and `up` with both."""
