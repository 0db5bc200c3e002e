"""A week of three cardrooms in two zones, while the clocks go back.

What is played at their tables, the mistakes that people make, and what lies in the boxes.
"""
