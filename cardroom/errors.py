"""The refusals: every error that a user can cause, each with its place and its rule."""

from typing import ClassVar
from uuid import UUID


class CardroomError(Exception):
    """A refusal with a stable code; `pointer` is a JSON pointer, `rule` a register id or code."""

    code: ClassVar[str] = "internal"

    def __init__(
        self, detail: str, *, pointer: str = "", rule: str | None = None, retryable: bool = False
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer
        self.rule = rule
        self.retryable = retryable


class Malformed(CardroomError):
    """The input cannot be read."""

    code = "malformed"


class RuleViolation(CardroomError):
    """The event cannot be applied to any state of the table."""

    code = "rule"


class ProcedureViolation(CardroomError):
    """The event breaks the procedure; the floor may let it stand by an override."""

    code = "procedure"


class Conflict(CardroomError):
    """The request contradicts what is already recorded."""


class PositionConflict(Conflict):
    """The head of the stream isn't where the writer expected it."""

    code = "position_conflict"

    def __init__(self, detail: str, *, position: int) -> None:
        super().__init__(detail, pointer="/expected_position", retryable=True)
        self.position = position


class IdReused(Conflict):
    """An id that is already recorded came with other content, or at another place."""

    code = "id_reused"
    PLACE: ClassVar[str] = "/id"

    def __init__(self, detail: str, *, event_id: UUID) -> None:
        super().__init__(detail, pointer=self.PLACE)
        self.event_id = event_id


class Missing(CardroomError):
    """No such table, round or event."""

    code = "not_found"


class Unauthenticated(CardroomError):
    """No key, or one that isn't valid."""

    code = "unauthenticated"


class Forbidden(CardroomError):
    """The key is valid and doesn't allow this."""

    code = "forbidden"
