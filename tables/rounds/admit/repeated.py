"""Words that a correction repeats: whoever let something stand had the role for it then.

The house judges a word when it is given. A round that is given again brings the overrides, waivers
and voids that were recorded of it; those are no new words, and hold whoever has left since. A word
of another event, by another person or for another reason is new.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.codec import Event


class Spoken(NamedTuple):
    """Somebody's word about an event; without an override it is the event itself."""

    occurred_at: datetime
    fact: e.AnyFact
    override: tuple[str, str] | None


Words = Counter[Spoken]


class Said(NamedTuple):
    """An event of a round as it was recorded, with its override."""

    occurred_at: datetime
    fact: e.AnyFact
    override: e.Override | None


def words(history: Iterable[Said]) -> Words:
    """The words that were ever recorded of a round, each as often as one telling of it has it."""
    reported, given = Words(), Words()
    for said in history:
        if isinstance(said.fact, e.WholeRound):
            given |= Words(_of_whole(said.fact, said.override))
        else:
            reported.update(_of(said))
    return reported | given


def _of_whole(whole: e.GivenFact, override: e.Override | None) -> Iterator[Spoken]:
    for given, fact in zip(whole.events, codec.given_facts(whole), strict=True):
        yield from _of(Said(given.occurred_at, fact, given.override or override))


def _of(said: Said) -> Iterator[Spoken]:
    if getattr(said.fact, "authorised_by", None) is not None:
        yield _spoken(said.occurred_at, said.fact, None)
    if said.override is not None:
        yield _spoken(*said)


def _spoken(occurred_at: datetime, fact: e.AnyFact, override: e.Override | None) -> Spoken:
    word = None if override is None else (override.authorised_by, override.reason)
    return Spoken(occurred_at, fact, word)


class Repeated:
    """The words that one correction may repeat, each as often as it was recorded."""

    def __init__(self, recorded: Callable[[], Words]) -> None:
        self._recorded = recorded
        self._left: Words | None = None

    def __call__(self, event: Event, override: e.Override | None) -> bool:
        """Whether an event has been recorded with that word, and not been repeated yet."""
        if self._left is None:
            self._left = self._recorded().copy()
        word = _spoken(event.occurred_at, codec.as_stored(event), override)
        self._left[word] -= 1
        return self._left[word] >= 0
