"""The report `rotation`: who held the position, what that broke, on which evidence.

Reviewers' notes are events and shown beside it; they are no part of it.
"""
