"""The ledger's pages: trial balance and accounts, a person's statement, journals."""

from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import Missing
from cardroom.pages.reconcile import entries
from cardroom.pages.reconcile.days import day_of
from cardroom.pages.reconcile.figures import known
from cardroom.pages.reconcile.numbers import number_in
from cardroom.pages.reconcile.withheld import withheld_from
from cardroom.pages.visitor import visitor_of
from ledger.queries import accounts, journals, statements
from ledger.queries.pages import Wanted

_PAGE: Final = 50
_NO_TEXT: Final = "\0"


def index(request: HttpRequest) -> HttpResponse:
    """The trial balance of a day, and the accounts page by page; or on to a person's statement."""
    visitor = visitor_of(request)
    kind = request.GET.get("kind", "")
    kind = kind if kind in entries.ACCOUNTS else ""
    day = day_of(request, visitor.house, **({"kind": kind} if kind else {}))
    player = _text(request.GET.get("player", "")).strip()
    if player:
        return HttpResponseRedirect(_statement(player, day.date.isoformat()))
    hidden = withheld_from(visitor)
    balance = accounts.trial_balance(visitor.house, gaming_day=day.date, hidden=hidden)
    after = _text(request.GET.get("after", ""))
    found = accounts.listed(
        visitor.house,
        after=after,
        limit=_PAGE + 1,
        kind=kind or None,
        gaming_day=day.date,
        hidden=hidden,
    )
    is_more = len(found) > _PAGE
    content = {
        "title": "Statements",
        "day": day,
        "trial": entries.trial_rows(balance),
        "total": entries.total_row(balance),
        "is_even": balance.balance_cents == 0,
        "accounts": [entries.account_row(one) for one in found[:_PAGE]],
        "kinds": [("", "All"), *entries.ACCOUNTS.items()],
        "kind": kind,
        "after": after,
        "more": found[_PAGE - 1].account if is_more else "",
    }
    return render(request, "reconcile/statements.html", content)


def statement(request: HttpRequest, player: str) -> HttpResponse:
    """A person's account on a gaming day."""
    visitor = visitor_of(request)
    day = day_of(request, visitor.house)
    after = number_in(request, "after")
    found = statements.statement(
        visitor.house, _text(player), day.date, after=after, limit=_PAGE,
        hidden=withheld_from(visitor),
    )  # fmt: skip
    content = {
        "title": f"{player} · statement",
        "day": day,
        "found": found,
        "opening": known(found.opening_cents, otherwise="withheld"),
        "received": known(found.received_cents, otherwise="withheld"),
        "given": known(found.given_cents, otherwise="withheld"),
        "closing": known(found.closing_cents, otherwise="withheld"),
        "lines": entries.line_rows(found.items),
        "after": after,
    }
    return render(request, "reconcile/statement.html", content)


def account(request: HttpRequest, account: str) -> HttpResponse:
    """The journals of an account on a gaming day."""
    visitor = visitor_of(request)
    day = day_of(request, visitor.house)
    wanted = Wanted(account=_text(account), gaming_day=day.date)
    return _journals(request, wanted, {"title": account, "name": account, "day": day})


def round_journal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The journals of a round."""
    wanted = Wanted(table=code, round=number)
    content: dict[str, object] = {"title": f"{code} · round {number:,}"}
    return _journals(request, wanted, content | {"code": code, "number": number})


def _journals(request: HttpRequest, wanted: Wanted, content: dict[str, object]) -> HttpResponse:
    visitor = visitor_of(request)
    after = number_in(request, "after")
    found = journals.page(
        visitor.house, wanted, after=after, limit=_PAGE, hidden=withheld_from(visitor)
    )
    told = {"found": found, "journals": entries.journal_rows(found.items), "after": after}
    return render(request, "reconcile/journals.html", content | told)


def _statement(player: str, day: str) -> str:
    return f"{reverse('admin:statement', args=[player])}?{urlencode({'day': day})}"


def _text(said: str) -> str:
    """What was typed; Missing for a character that no text has."""
    if _NO_TEXT in said:
        raise Missing("there is nothing of that name")
    return said
