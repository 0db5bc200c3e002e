"""The words of the trade in templates: `{{ code|spoken }}`."""

from django import template

from cardroom.pages import words

register = template.Library()
register.filter("spoken", words.spoken)
