"""The roof's route table."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("api.urls"))]

handler400 = "api.outside.bad_request"
handler404 = "api.outside.not_found"
handler500 = "api.outside.internal"
