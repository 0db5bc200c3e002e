"""The route table."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter, StringConverter

from api.documentation import Description, Documentation
from api.operations import Health, Metrics, Ready
from api.problems import ProblemDetail, ProblemList
from api.v1.counts import (
    CountAdjustments,
    CountAmounts,
    CountCorrections,
    CountDetail,
    CountList,
    CountSignatures,
)
from api.v1.drops import DropList
from api.v1.due_reports import DueReport, DueReportList
from api.v1.events import TableEvents
from api.v1.feed import Feed
from api.v1.gaming_days import Closing, GamingDay
from api.v1.house import House
from api.v1.ledger import AccountList, JournalList
from api.v1.reconciliations import (
    ReconciliationDetail,
    ReconciliationList,
    ReconciliationRounds,
)
from api.v1.report_notes import ReportNotes
from api.v1.reports import ReportChart, ReportDetail, ReportList
from api.v1.reviews import Explanations, FindingSignatures
from api.v1.rounds import RoundDetail, RoundList
from api.v1.statements import Statement, Trial
from api.v1.tables import TableDetail, TableList
from api.v1.trends import TrendChart, TrendList
from tables.rounds.events import LAST_ROUND


class Code(StringConverter):
    """A code of a house file; nothing else names a table."""

    regex = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}"


class RoundNumber(IntConverter):
    """A round's number, 1, 2, 3 …, as far as the log can hold it."""

    regex = "[1-9][0-9]{0,9}"

    def to_python(self, value: str) -> int:
        """The number; ValueError, which Django takes for no match, for one that no round has."""
        number = int(value)
        if number > LAST_ROUND:
            raise ValueError(value)
        return number


class Number(IntConverter):
    """The number of something that is kept, as far as one can be."""

    regex = "[1-9][0-9]{0,17}"


class Token(StringConverter):
    """Whatever a person is called by: a slash or the end of a line may be part of it."""

    regex = "(?s:.+)"


class Reconciliation(StringConverter):
    """The name of a reconciled box period."""

    regex = "[A-Za-z0-9][A-Za-z0-9._-]{0,119}"


register_converter(Code, "code")
register_converter(Reconciliation, "reconciliation")
register_converter(RoundNumber, "round")
register_converter(Number, "number")
register_converter(Token, "token")

urlpatterns = [
    path("healthz", Health.as_view(), name="health"),
    path("readyz", Ready.as_view(), name="ready"),
    path("metrics", Metrics.as_view(), name="metrics"),
    path("api/v1/house", House.as_view(), name="house"),
    path("api/v1/tables", TableList.as_view(), name="tables"),
    path("api/v1/tables/<code:code>", TableDetail.as_view(), name="table"),
    path("api/v1/tables/<code:code>/events", TableEvents.as_view(), name="table-events"),
    path("api/v1/tables/<code:code>/rounds", RoundList.as_view(), name="rounds"),
    path("api/v1/tables/<code:code>/rounds/<round:number>", RoundDetail.as_view(), name="round"),
    path("api/v1/counts", CountList.as_view(), name="counts"),
    path("api/v1/counts/<uuid:count>", CountDetail.as_view(), name="count"),
    path("api/v1/counts/<uuid:count>/amounts", CountAmounts.as_view(), name="amounts"),
    path("api/v1/counts/<uuid:count>/corrections", CountCorrections.as_view(), name="corrections"),
    path("api/v1/counts/<uuid:count>/signatures", CountSignatures.as_view(), name="signatures"),
    path("api/v1/counts/<uuid:count>/adjustments", CountAdjustments.as_view(), name="adjustments"),
    path("api/v1/drops", DropList.as_view(), name="drops"),
    path("api/v1/reconciliations", ReconciliationList.as_view(), name="reconciliations"),
    path(
        "api/v1/reconciliations/<reconciliation:reconciliation>",
        ReconciliationDetail.as_view(),
        name="reconciliation",
    ),
    path(
        "api/v1/reconciliations/<reconciliation:reconciliation>/rounds",
        ReconciliationRounds.as_view(),
        name="reconciled-rounds",
    ),
    path(
        "api/v1/reconciliations/<reconciliation:reconciliation>/explanations",
        Explanations.as_view(),
        name="explanations",
    ),
    path(
        "api/v1/reconciliations/<reconciliation:reconciliation>/signatures",
        FindingSignatures.as_view(),
        name="finding-signatures",
    ),
    path("api/v1/trends", TrendList.as_view(), name="trends"),
    path("api/v1/trends/chart", TrendChart.as_view(), name="trend-chart"),
    path("api/v1/gaming-days/<str:gaming_day>", GamingDay.as_view(), name="gaming-day"),
    path("api/v1/gaming-days/<str:gaming_day>/closing", Closing.as_view(), name="closing"),
    path("api/v1/ledger/accounts", AccountList.as_view(), name="accounts"),
    path("api/v1/ledger/journals", JournalList.as_view(), name="journals"),
    path(
        "api/v1/ledger/statements/<str:gaming_day>/<token:player>",
        Statement.as_view(),
        name="statement",
    ),
    path("api/v1/ledger/trial-balance", Trial.as_view(), name="trial-balance"),
    path("api/v1/reports", ReportList.as_view(), name="reports"),
    path("api/v1/reports/due", DueReportList.as_view(), name="due-reports"),
    path("api/v1/reports/due/<number:due>", DueReport.as_view(), name="due-report"),
    path("api/v1/reports/<number:report>/notes", ReportNotes.as_view(), name="report-notes"),
    path("api/v1/reports/<number:report>", ReportDetail.as_view(), name="report"),
    path(
        "api/v1/reports/<number:report>/charts/<code:chart>",
        ReportChart.as_view(),
        name="report-chart",
    ),
    path("api/v1/events", Feed.as_view(), name="feed"),
    path("api/v1/problems", ProblemList.as_view(), name="problems"),
    path("api/v1/problems/<code:name>", ProblemDetail.as_view(), name="problem"),
    path("api/v1/schema", Description.as_view(), name="schema"),
    path("api/v1/docs", Documentation.as_view(), name="docs"),
]
