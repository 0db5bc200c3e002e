"""Words that are looked for in bodies."""

from typing import Final

from django.db.models import F, Q, TextField, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan


def _has(word: str) -> GreaterThan:
    """Whether a body has a word in it anywhere."""
    return GreaterThan(StrIndex(F("body"), Value(word, output_field=TextField())), 0)


IS_NOTED: Final = Q(_has('"irregularities"')) | Q(_has('"authorisation"'))
