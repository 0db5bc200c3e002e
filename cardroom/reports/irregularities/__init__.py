"""The report `irregularities`: what was noted at tables, and on whose authority it stands."""
