"""The pages of compliance: their routes and rights."""

from typing import Final

from cardroom.pages.compliance import (
    day,
    due,
    integrity,
    irregular,
    noting,
    report,
    reports,
    scheduling,
)
from cardroom.pages.page import Page, Section

PAGES: Final = (
    Page(
        name="compliance",
        path="compliance/",
        title="Findings and verdicts of a gaming day",
        view=day.index,
        sees="see_compliance",
        section=Section("Compliance", "P"),
    ),
    Page(
        name="irregularities",
        path="compliance/irregularities/",
        title="What was let stand or put right",
        view=irregular.index,
        sees="see_compliance",
    ),
    Page(
        name="integrity",
        path="compliance/integrity/",
        title="Whether the log is whole",
        view=integrity.index,
        sees="see_compliance",
    ),
    Page(
        name="reports",
        path="compliance/reports/",
        title="Reports",
        view=reports.index,
        sees="see_compliance",
    ),
    Page(
        name="ask_report",
        path="compliance/reports/ask/",
        title="Ask for a report",
        view=due.ask,
        sees="see_compliance",
        acts="see_compliance",
    ),
    Page(
        name="report",
        path="compliance/reports/<int:number>/",
        title="A report, and two revisions side by side",
        view=report.index,
        sees="see_compliance",
    ),
    Page(
        name="report_file",
        path="compliance/reports/<int:number>/files/<str:form>/",
        title="A report as a file",
        view=reports.file,
        sees="see_compliance",
    ),
    Page(
        name="report_chart",
        path="compliance/reports/<int:number>/charts/<str:name>/",
        title="A chart of a report",
        view=reports.chart,
        sees="see_compliance",
    ),
    Page(
        name="report_note",
        path="compliance/reports/<int:number>/note/",
        title="Note something of a report",
        view=noting.note,
        sees="note_compliance",
        acts="note_compliance",
    ),
    Page(
        name="due_reports",
        path="compliance/due/",
        title="Due reports",
        view=due.index,
        sees="see_compliance",
    ),
    Page(
        name="due_reports_now",
        path="compliance/due/now/",
        title="Due reports as they stand",
        view=due.now,
        sees="see_compliance",
    ),
    Page(
        name="retry_report",
        path="compliance/due/<int:number>/retry/",
        title="Try a due report again",
        view=due.retry,
        sees="see_compliance",
        acts="see_compliance",
    ),
    Page(
        name="report_schedule",
        path="compliance/schedule/",
        title="The schedule of reports",
        view=scheduling.index,
        sees="see_compliance",
        acts="set_up_house",
    ),
)
