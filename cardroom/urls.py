"""The roof's route table."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(pattern_name="admin:index")),
    path("admin", RedirectView.as_view(pattern_name="admin:index")),
    path("admin/", admin.site.urls),
    path("", include("api.urls")),
]

handler400 = "cardroom.pages.refusals.bad_request"
handler403 = "cardroom.pages.refusals.forbidden"
handler404 = "cardroom.pages.refusals.not_found"
handler500 = "cardroom.pages.refusals.internal"
