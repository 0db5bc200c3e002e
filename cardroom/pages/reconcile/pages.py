"""The pages of reconciliation, the day and statements: their routes and rights."""

from typing import Final

from cardroom.pages.page import Page, Section
from cardroom.pages.reconcile.box import period
from cardroom.pages.reconcile.closing import day
from cardroom.pages.reconcile.drawn import trends
from cardroom.pages.reconcile.statements import account, round_journal, statement
from cardroom.pages.reconcile.statements import index as statements
from cardroom.pages.reconcile.views import index, rounds

PAGES: Final = (
    Page(
        name="reconciliation",
        path="reconcile/",
        title="Reconciliation",
        view=index,
        sees="see_money",
        section=Section("Reconcile", "V"),
    ),
    Page(
        name="trends",
        path="reconcile/trends/",
        title="Variances over gaming days",
        view=trends,
        sees="see_money",
    ),
    Page(
        name="box_period",
        path="reconcile/<str:name>/",
        title="A box period reconciled",
        view=period,
        sees="see_money",
        acts="sign_money",
    ),
    Page(
        name="box_rounds",
        path="reconcile/<str:name>/rounds/",
        title="The rounds of a box period",
        view=rounds,
        sees="see_money",
    ),
    Page(
        name="day",
        path="day/",
        title="Close the day",
        view=day,
        sees="see_money",
        acts="sign_money",
        section=Section("Day", "D"),
    ),
    Page(
        name="statements",
        path="statements/",
        title="Statements",
        view=statements,
        sees="see_money",
        section=Section("Statements", "T"),
    ),
    Page(
        name="statement",
        path="statements/person/<path:player>/",
        title="A person's statement",
        view=statement,
        sees="see_money",
    ),
    Page(
        name="account",
        path="statements/account/<path:account>/",
        title="The journals of an account",
        view=account,
        sees="see_money",
    ),
    Page(
        name="round_journal",
        path="statements/round/<str:code>/<int:number>/",
        title="The journals of a round",
        view=round_journal,
        sees="see_money",
    ),
)
