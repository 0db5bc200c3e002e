"""The dispute sheet: one round on paper, for the player, the floor and whoever must decide."""

from cardroom.reports.dispute.sheet import render

__all__ = ["render"]
