"""What a phone scans: a secret for one-time codes, shown this once as a square and as text."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

QUIET: Final = 4  # modules of white around a square, as its standard asks for


def shown(request: HttpRequest, uri: str, *, title: str, back: str) -> HttpResponse:
    """The page that shows a secret, in the answer to its form alone: no address leads to it."""
    size, path = square(uri)
    content = {"title": title, "uri": uri, "size": size, "path": path, "back": back}
    return render(request, "setup/phone.html", content)


def square(text: str) -> tuple[int, str]:
    """A QR code: how many modules wide it is with its quiet zone, and its dark ones as a path."""
    code: Any = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    count = code.getModuleCount()
    dark = (
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row in range(count)
        for column in range(count)
        if code.isDark(row, column)
    )
    return count + 2 * QUIET, "".join(dark)
