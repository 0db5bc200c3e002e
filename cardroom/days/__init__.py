"""Gaming days as recorded facts: each opens where the one before it ended, and is never recomputed.

They stand in the stream `house:CODE`: a start and an end in UTC, and the zone they were meant in.
What a house's settings say when a day starts holds until that day ends.
"""
