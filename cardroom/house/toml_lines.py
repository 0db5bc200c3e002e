"""Lines of a TOML document: where each key and each element of an array stands.

`tomllib` parses and gives no lines. This walks a text that it has accepted, so nothing is checked
again here: every character is either skipped, part of a key or part of a value.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

Path = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_PART: Final = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_KEY: Final = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_SCALAR: Final = re.compile(
    r'''"""(?:\\.|[^\\])*?""""{0,2}'''
    r"""|\'\'\'.*?\'\'\'\'{0,2}"""
    r'''|"(?:\\.|[^"\\\n])*"'''
    r"""|'[^'\n]*'"""
    r"""|[^,\]}\n#]+""",
    re.DOTALL,
)


def lines(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and element: `("people", 0, "roles", 1)` → 17."""
    return _Walk(text.replace("\r\n", "\n")).walk()


class _Walk:
    """One pass over a document, with the place it has come to."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.found: dict[Path, int] = {}
        self.tables: dict[Path, int] = {}

    def walk(self) -> dict[Path, int]:
        """Read headers, and keys below the header they follow."""
        header: Path = ()
        while self._skip() < len(self.text):
            if self._take("["):
                header = self._header(repeated=self._take("["))
            else:
                self._pair(header)
        return self.found

    def _header(self, *, repeated: bool) -> Path:
        """`[a.b]`, or `[[a.b]]` which begins the next element of an array of tables."""
        path: Path = ()
        for part in self._key():
            path = self._note((*path, part))
            if path in self.tables:
                path = (*path, self.tables[path])
        if repeated:
            array = path[:-1] if isinstance(path[-1], int) else path
            self.tables[array] = self.tables.get(array, -1) + 1
            path = self._note((*array, self.tables[array]))
        self.at += 2 if repeated else 1
        return path

    def _pair(self, path: Path) -> None:
        """`a.b = value`."""
        for part in self._key():
            path = self._note((*path, part))
        self._skip()
        self._take("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        """A scalar, an array or an inline table, whose opening line is the value's."""
        self._skip()
        self.found.setdefault(path, self._line())
        if self._take("["):
            for index, _ in enumerate(self._until("]")):
                self._value((*path, index))
        elif self._take("{"):
            for _ in self._until("}"):
                self._pair(path)
        else:
            self.at = self._match(_SCALAR).end()

    def _until(self, closing: str) -> Iterator[None]:
        """Stop at each member of an array or inline table, past its comma; end past `closing`."""
        self._skip()
        while not self._take(closing):
            yield
            self._skip()
            self._take(",")
            self._skip()

    def _key(self) -> Iterator[str]:
        """The parts of a dotted key, decoded by `tomllib` itself."""
        self._skip()
        match = self._match(_KEY)
        self.at = match.end()
        inner: object = tomllib.loads(f"{match[0]} = 0")
        while isinstance(inner, dict):
            [(part, inner)] = inner.items()
            yield part
        self._skip()

    def _note(self, path: Path) -> Path:
        self.found.setdefault(path, self._line())
        return path

    def _skip(self) -> int:
        """Pass blanks, line ends and comments."""
        self.at = self._match(_BLANK).end()
        return self.at

    def _take(self, character: str) -> bool:
        """Pass this character if it is the next one."""
        taken = self.text.startswith(character, self.at)
        self.at += taken
        return taken

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = pattern.match(self.text, self.at)
        assert match is not None, f"not a TOML document at line {self._line()}"  # noqa: S101
        return match

    def _line(self) -> int:
        return bisect_left(self.breaks, self.at) + 1
