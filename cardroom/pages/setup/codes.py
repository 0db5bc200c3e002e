"""New one-time codes for a person, who signs with them at a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.errors import CardroomError, Missing
from cardroom.house import codes, houses
from cardroom.pages.asked import Asked, asked, check_code
from cardroom.pages.setup import phone, refused
from cardroom.pages.setup.signing import by, unsigned
from cardroom.pages.visitor import visitor_of


def issue(request: HttpRequest, person: str) -> HttpResponse:
    """Issue them: the former ones end, and the secret is shown this once."""
    house, form = visitor_of(request).house, asked(request, seen="")
    if person not in houses.facts(house).people:
        raise Missing(f"house {house} has nobody {person}")
    if request.method != "POST":
        return _form(request, person, form)
    if fault := unsigned(request, form, does=form.what == "record"):
        return _form(request, person, form, fault)
    if form.what != "record":
        return _form(request, person, form)
    try:
        check_code(request, form)
        uri = codes.issue(
            person=person, house=house, now=clock.now(), by=by(request), reason=form.reason
        )
    except CardroomError as refusal:
        return _form(request, person, form, refused.at(refusal, {})[1])
    title = f"One-time codes of {person}"
    back = reverse("admin:house_item", args=["person", person])
    return phone.shown(request, uri, title=title, back=back)


def _form(request: HttpRequest, person: str, form: Asked, fault: str = "") -> HttpResponse:
    content = {
        "title": f"One-time codes of {person}",
        "person": person,
        "asked": form,
        "fault": fault,
        "previewed": True,
    }
    return render(request, "setup/codes.html", content, status=422 if fault else 200)
