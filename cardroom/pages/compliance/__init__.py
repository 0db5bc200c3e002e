"""Compliance: verdicts, findings and their evidence, reports, what is due, and the schedule."""
