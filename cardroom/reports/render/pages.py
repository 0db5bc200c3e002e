"""Pages: a canvas that knows how many there are."""

from typing import Any, Final

from reportlab.pdfgen.canvas import Canvas

from cardroom.reports.render.type import FONT

_SIZE: Final = 7.5


def numbered(footer: str, margin: float) -> type[Canvas]:
    """A canvas that writes this, and `Page 2 of 7`, below every page."""

    class Numbered(Canvas):
        """Keeps its pages until it knows how many they are."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.kept: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 - the library's name
            """A page is done."""
            self.kept.append(dict(self.__dict__))
            self._startPage()  # type: ignore[attr-defined]

        def save(self) -> None:
            """Write the pages with their numbers."""
            for number, page in enumerate(self.kept, 1):
                self.__dict__.update(page)
                self._foot(number)
                super().showPage()
            super().save()

        def _foot(self, number: int) -> None:
            width, _ = self._pagesize  # type: ignore[attr-defined]
            self.setFont(FONT, _SIZE)
            self.drawString(margin, margin, footer)
            self.drawRightString(width - margin, margin, f"Page {number} of {len(self.kept)}")

    return Numbered
