"""Views: a table, a round and an event as readers get them."""

from tables.views.answer import Answer, Appended, EventItem, NotedAt
from tables.views.round import RoundSummary, RoundView, round_view, summary
from tables.views.table import TableView, table_view

__all__ = [
    "Answer",
    "Appended",
    "EventItem",
    "NotedAt",
    "RoundSummary",
    "RoundView",
    "TableView",
    "round_view",
    "summary",
    "table_view",
]
