"""Cardroom: the event-sourced back office for California cardrooms."""
