"""Benchmarks: how fast, as ratios to a yardstick that is measured in the same run.

`python -m tests.benchmarks p1` (or `p2`, `p3`, `all`) makes a durable PostgreSQL of its own under
`var/benchmarks`, on the ordinary disk, and prints a line for every figure. What the names mean and
which ratios are wanted says `GOALS`. Nothing here is part of the suite, and no time fails a test.
"""
