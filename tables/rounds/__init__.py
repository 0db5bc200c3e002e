"""A table's history: events, the folds over them, and what may be admitted next. Pure."""
