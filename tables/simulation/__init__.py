"""Simulation: legal random play from a shoe, a strategy and a reading of the rules of its own.

It shares with the engine only the rule sets' data and the names of the cards, so that engine and
simulation can judge each other. Whoever starts it gives the random numbers and the first instant.
"""
