"""Reconciliation, the closing of the day, and statements."""
