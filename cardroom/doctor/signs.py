"""A sign that something is wrong, or weak."""

from msgspec import Struct


class Sign(Struct, frozen=True):
    """What was seen, in a sentence, and what to do; `wrong` loses work or evidence, `weak` may."""

    wrong: bool
    detail: str
    remedy: str

    def __str__(self) -> str:
        return f"{'wrong' if self.wrong else 'weak'}: {self.detail}; {self.remedy}"


def wrong(detail: str, remedy: str) -> Sign:
    """Something that has to be mended now."""
    return Sign(wrong=True, detail=detail, remedy=remedy)


def weak(detail: str, remedy: str) -> Sign:
    """Something that works, and shouldn't be left so in a licensed house."""
    return Sign(wrong=False, detail=detail, remedy=remedy)
