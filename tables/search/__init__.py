"""Search from one box: rounds, tables and times, players, boxes, events, amounts.

Every look-up goes by an index and is bounded; nothing here reads a table from end to end.
"""

from tables.search.asked import Asked, read
from tables.search.found import CAN, MOST, Found, Hit, search

__all__ = ["CAN", "MOST", "Asked", "Found", "Hit", "read", "search"]
