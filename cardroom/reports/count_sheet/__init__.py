"""The count sheet of 4 CCR 12385 as a PDF."""

from cardroom.reports.count_sheet.sheet import render

__all__ = ["render"]
