"""The history of a house's reference data: every change is an event of the stream `house:CODE`.

Rows of versions, keys and secrets are what these events fold to; `verify` compares them.
"""
