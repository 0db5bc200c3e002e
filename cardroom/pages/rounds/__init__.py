"""The pages of rounds: a table's evening, a round step by step, its sheet, and the search."""

from cardroom.pages.rounds.putting_right import correct, void
from cardroom.pages.rounds.views import evening, index, replay, search, sheet

__all__ = ["correct", "evening", "index", "replay", "search", "sheet", "void"]
