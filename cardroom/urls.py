"""The roof's route table."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("api.urls"))]

handler400 = "api.errors.bad_request"
handler403 = "api.errors.forbidden"
handler404 = "api.errors.not_found"
handler500 = "api.errors.internal"
