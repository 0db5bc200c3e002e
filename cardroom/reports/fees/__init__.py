"""The report `fees`: what was owed, collected and counted of each box period, and where it misses.

Explanations and signatures are events and shown beside it; they are no part of it.
"""
