"""Reports: one typed dataset for each kind, kept for ever, and its renderings.

A report is made of what is recorded, kept with the digest of its canonical JSON, and never changed:
asked again on the same events it is the kept one; new events make the next revision, which says
what changed. Page, PDF, spreadsheet, CSV and JSON are renderings of the one kept dataset.
"""
