"""Numbers with what they count, in templates: `{{ n|counted:"table" }}`."""

from django import template

from cardroom import texts

register = template.Library()


@register.filter
def counted(number: int, noun: str) -> str:
    """`1 table`, `2 tables`; another plural stands behind a comma: `address,addresses`."""
    one, _, several = noun.partition(",")
    return texts.counted(number, one, several)
