"""Policy: who may combine what on one drop box, and what a combination deviates from. Pure.

The collector of a box and the witness of its drop take no part in its count, neither as counters
nor as signer; `counters` count it; somebody else signs. A house may allow more, and a supervisor
who has no part in it may let a deviation stand once, by a signed exception. The database judges
the same again (migration `0003_policy`).
"""

from collections.abc import Collection
from typing import Final

import msgspec
from msgspec import Struct

COUNTING_ROLE: Final = "count"
# Who receives what was counted into the vault.
SIGNING_ROLES: Final = frozenset({"cage", "supervisor"})
SUPERVISING_ROLE: Final = "supervisor"


class Policy(Struct, frozen=True, kw_only=True):
    """A house's policy, as one version of its settings has it; strict unless said."""

    collector_differs_from_counters: bool = True
    counters: int = 2
    signer_differs_from_counters: bool = True


def of_counters(
    policy: Policy, counters: Collection[str], took_it: Collection[str | None]
) -> tuple[str, ...]:
    """What counters deviate from; `took_it` are collector and witness."""
    found = []
    if policy.collector_differs_from_counters and set(counters) & set(took_it):
        found.append("collector_differs_from_counters")
    if len(set(counters)) < policy.counters:
        found.append("counters")
    return tuple(found)


def of_signer(policy: Policy, signer: str, took_it: Collection[str | None]) -> tuple[str, ...]:
    """What a signer who didn't count deviates from."""
    if policy.collector_differs_from_counters and signer in took_it:
        return ("collector_differs_from_counters",)
    return ()


def policy_of(settings: object) -> Policy:
    """The policy that a house's settings state."""
    return msgspec.convert(settings, Policy, from_attributes=True)
