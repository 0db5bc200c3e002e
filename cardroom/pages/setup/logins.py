"""The views of log-ins: who signs in; giving one, or a new password and phone; taking it back."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables

from cardroom.errors import CardroomError, Missing
from cardroom.house import houses
from cardroom.house.history.telling import told
from cardroom.pages.asked import Asked, asked, check_code
from cardroom.pages.setup import phone, refused
from cardroom.pages.setup.signing import by, unsigned
from cardroom.pages.setup.told import who
from cardroom.pages.visitor import visitor_of
from cardroom.staff import login_views, logins

DIFFER: Final = "The two passwords differ: type both anew."
NOBODY: Final = "Choose a person, or type the name of an administrator; not both."


def index(request: HttpRequest) -> HttpResponse:
    """All log-ins that the house ever gave, with the last that is on record of each."""
    house = visitor_of(request).house
    last = {one.code: one for one in told(house, kind="login")}
    lines = [
        (view, found, None if found is None else who(found.recorded_by))
        for view in login_views.listed(house)
        for found in [last.get(view.name)]
    ]
    return render(request, "setup/logins.html", {"title": "Log-ins", "lines": lines})


@sensitive_variables()
@sensitive_post_parameters()
def issue(request: HttpRequest) -> HttpResponse:
    """Give a log-in: the secret of the phone's codes is shown this once."""
    form = asked(request, seen="")
    if request.method != "POST" or form.what != "record":
        return _form(request, form)
    person, name = request.POST.get("person", ""), request.POST.get("name", "").strip()
    password = request.POST.get("password", "")
    if bool(person) == bool(name):
        return _form(request, form, faults={"person": NOBODY})
    if password != request.POST.get("again", ""):
        return _form(request, form, faults={"password": DIFFER})
    if fault := unsigned(request, form, does=True):
        return _form(request, form, fault=fault)
    given: dict[str, Any] = {
        "house": visitor_of(request).house, "password": password,
        "by": by(request), "reason": form.reason,
    }  # fmt: skip
    try:
        check_code(request, form)
        if person:
            uri = logins.issue(person=person, **given)
        else:
            uri = logins.issue_administrator(name=name, **given)
    except CardroomError as refusal:
        places: dict[tuple[str, ...], str] = {
            ("name",): "person" if person else "name",
            ("password",): "password",
        }
        where, said = refused.at(refusal, places)
        return _form(
            request, form, faults={where: said} if where else {}, fault="" if where else said
        )
    title = f"The log-in of {person or name}"
    return phone.shown(request, uri, title=title, back=reverse("admin:logins"))


def revoke(request: HttpRequest, name: str) -> HttpResponse:
    """Take a log-in back; a form that is sent twice has done its work."""
    house = visitor_of(request).house
    found = [view for view in login_views.listed(house) if view.name == name]
    if not found:
        raise Missing(f"this house has no log-in {name}")
    form, does = asked(request, seen=""), request.POST.get("do") == "record"
    fault = unsigned(request, form, does=does) if request.method == "POST" else ""
    if found[0].works and does and not fault:
        try:
            check_code(request, form)
            logins.revoke(name, by=by(request), reason=form.reason)
        except CardroomError as refusal:
            fault = refused.at(refusal, {})[1]
    if does and not fault:
        return HttpResponseRedirect(reverse("admin:logins"))
    content = {
        "title": f"Take the log-in {name} back",
        "view": found[0],
        "asked": form,
        "fault": fault,
        "previewed": True,
    }
    return render(request, "setup/revoke_login.html", content, status=422 if fault else 200)


def _form(
    request: HttpRequest, form: Asked, *, faults: dict[str, str] | None = None, fault: str = ""
) -> HttpResponse:
    """The form; passwords are typed anew."""
    facts = houses.facts(visitor_of(request).house)
    wanted = request.POST.get("person", request.GET.get("person", ""))
    content = {
        "title": "Give a log-in",
        "people": sorted(facts.people),
        "person": wanted,
        "name": request.POST.get("name", request.GET.get("name", "")),
        "asked": form,
        "faults": faults or {},
        "fault": fault,
        "previewed": True,
    }
    status = 422 if fault or faults else 200
    return render(request, "setup/issue_login.html", content, status=status)
