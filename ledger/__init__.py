"""Ledger: collection fees, and with its issue journals, boxes, counts and reconciliation."""
