"""The report `integrity`: whether what is recorded is whole, and what proves it to whom.

What it takes is gone through before the report is made, for each one anew.
"""
