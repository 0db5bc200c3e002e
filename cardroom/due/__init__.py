"""What is due: one row for each piece of work, done once, whoever runs it and however often.

A row is taken under a lease, and its number of attempts is the fence: work marks its row done in
the very transaction of its effect, which fails for whoever has been overtaken. So a killed worker
is a delay, and a worker that was stopped and goes on can do nothing twice.
"""
