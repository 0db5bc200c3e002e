"""The app's place in Django."""

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig


class CardroomConfig(AppConfig):
    """The roof: commands, settings, pages, the first migration."""

    name = "cardroom"
    label = "cardroom"


class AdminConfig(SimpleAdminConfig):
    """Django's admin with the house's own site."""

    default_site = "cardroom.admin_site.HouseSite"
