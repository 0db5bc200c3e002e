"""Renderings of a kept report: the same report gives the same bytes, whoever asks when."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from cardroom.errors import Malformed, Missing
from cardroom.reports.dataset import stamped
from cardroom.reports.kinds import kind_of
from cardroom.reports.render import as_csv, as_pdf, as_xlsx, charts, timelines
from cardroom.reports.render.printed import Printed
from cardroom.reports.store import Kept, content_of


class Form(Struct, frozen=True):
    """A form that reports are handed out in."""

    name: str
    media_type: str
    render: Callable[[Kept, bytes], bytes]

    @property
    def content_type(self) -> str:
        """The media type, and the encoding of what is text."""
        is_text = self.media_type.startswith("text/")
        return f"{self.media_type}; charset=utf-8" if is_text else self.media_type


def _printed(kept: Kept, content: bytes) -> Printed:
    kind = kind_of(kept.kind)
    return Printed(kind.lay_out(kind.read(content)), kept.stamp, kept.changes)


FORMS: Final = {
    form.name: form
    for form in (
        Form("json", "application/json", lambda kept, content: stamped(content, kept.stamp)),
        Form("csv", "text/csv", lambda *kept: as_csv.render(_printed(*kept))),
        Form(
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            lambda *kept: as_xlsx.render(_printed(*kept)),
        ),
        Form("pdf", "application/pdf", lambda *kept: as_pdf.render(_printed(*kept))),
    )
}


SVG: Final = "image/svg+xml"


def form_of(name: str) -> Form:
    """The form of that name. Raises Malformed."""
    if name not in FORMS:
        raise Malformed(f"a report has no form {name[:40]!r}; it has {', '.join(FORMS)}")
    return FORMS[name]


def chart(kept: Kept, name: str) -> bytes:
    """A chart or timeline of a kept report as an SVG image, as in its PDF. Raises Missing."""
    document = _printed(kept, content_of(kept)).document
    for bars in document.charts:
        if bars.name == name:
            return charts.svg(charts.whole(bars), bars.title)
    for timeline in document.timelines:
        if timeline.name == name:
            return charts.svg(timelines.drawing(timeline), timeline.title)
    known = [bars.name for bars in document.charts] + [one.name for one in document.timelines]
    raise Missing(f"report {kept.id} has no chart {name[:40]}; it has {', '.join(known) or 'none'}")


def render(kept: Kept, form: Form) -> bytes:
    """A kept report in a form."""
    return form.render(kept, content_of(kept))
