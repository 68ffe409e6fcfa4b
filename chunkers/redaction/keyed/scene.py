"""The text under search and what its readers share: line bounds, quotes around a place, comments.

All lookups are bounded, so the layer stays linear.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from chunkers.pattern import later
from chunkers.redaction.dialect import Dialect, Family
from chunkers.redaction.values import Mode, Verdict, judge, tells

_LOOK_BACK = 400
_REMEMBERED = 64
_ALLOWANCE = 100_000
LOOK_AHEAD = 8192
_HASH = later(rb"(?:^|[\s;{}(),])#")
_SLASHES = later(rb"(?:^|[\s;{}(),])(?://|/\*)|^[ \t]*\*(?:[ \t/]|$)")
_DASHES = later(rb"(?:^|[\s;(),])(?:--[ \t]|/\*)|^[ \t]*\*")
_MARKS = later(rb"<!--")
_ANY = later(rb"(?:^|[\s;{}(),])(?://|#|--[ \t]|/\*|<!--|%|REM[ \t]|rem[ \t])|^[ \t]*(?:\*|;|')")
_BY_FAMILY = {
    Family.YAML: _HASH,
    Family.PROPERTIES: _ANY,
    Family.TOML: _HASH,
    Family.SHELL: _HASH,
    Family.DOCKER: _HASH,
    Family.SQL: _DASHES,
    Family.JSON: _SLASHES,
    Family.MARKUP: _MARKS,
}
_BY_LANGUAGE = {
    **dict.fromkeys(
        ("python", "ruby", "perl", "r", "elixir", "powershell", "julia", "nim", "crystal", "cmake", "tcl", "awk"), _HASH
    ),
    **dict.fromkeys(
        (
            "java",
            "javascript",
            "typescript",
            "tsx",
            "jsx",
            "go",
            "c",
            "cpp",
            "csharp",
            "kotlin",
            "swift",
            "scala",
            "groovy",
            "rust",
            "dart",
            "css",
            "scss",
            "less",
            "objc",
            "solidity",
            "zig",
        ),
        _SLASHES,
    ),
    **dict.fromkeys(("lua", "haskell", "elm", "ada", "vhdl"), _DASHES),
}
_MARKS_ANYWHERE = later(rb"#|//|--|/\*|;|%|REM|rem")
_DOCUMENTED = frozenset({"python", "elixir", "julia", "starlark", "cython"})
"""Languages that document in literals of three quotes."""

_RUN_LENGTH = 20
_RUN = later(rb"[A-Za-z0-9+/=_.~\\-]{20}")
_TEXT_BLOCKS = frozenset({"java", "kotlin", "scala", "groovy", "csharp", "swift", "dart"})
"""Languages whose literals of three quotes hold lines of other texts."""
_TRIPLE = later(rb'"""|\'\'\'')


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value to judge: half-open byte range, what it must prove, whether quotes enclose it, whether an earlier part of it stands before."""

    start: int
    end: int
    mode: Mode
    inside: bool | None = None
    follows: bool = False


@dataclass(slots=True)
class Scene:
    """One text, its lower-case copy and its dialect."""

    data: bytes
    lower: bytes
    dialect: Dialect
    _triples: list[int] | None = field(default=None, repr=False)
    _no_run: tuple[int, int] = (0, 0)
    _judged: int = 0
    _verdicts: dict[tuple[str, str, Mode], Verdict] = field(default_factory=dict, repr=False)
    _telling: dict[str, bool] = field(default_factory=dict, repr=False)

    def judge(self, value: str, kind: str, mode: Mode) -> Verdict:
        """Return what `values.judge` says; short values are judged once a text, and forgotten with it.

        A text made of names within names would have its bytes judged again for each: once long values add up to more than the text and
        some, further ones count as secret unread.
        """
        if len(value) > _REMEMBERED:
            self._judged += len(value)
            return judge(value, kind, mode) if self._judged <= len(self.data) + _ALLOWANCE else Verdict.SECRET
        key = (value, kind, mode)
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = self._verdicts[key] = judge(value, kind, mode, self.tells)
        return verdict

    def tells(self, value: str) -> bool:
        """Return what `values.tells` says, once a text for a short value."""
        if len(value) > _REMEMBERED:
            return tells(value)
        known = self._telling.get(value)
        if known is None:
            known = self._telling[value] = tells(value)
        return known

    def long_run(self, low: int, high: int) -> bool:
        """Tell whether 20 or more characters of tokens in a row stand in low..high; only such a run can be a value under a name that says little.

        What has been searched once is not searched again, so asking from left to right costs one pass over the text.
        """
        low = max(0, low)
        first, last = self._no_run
        begin = last if first <= low <= last else low
        found = _RUN.search(self.data, begin, high + _RUN_LENGTH) if begin < high else None
        self._no_run = (first if begin == last else low, found.start() if found else max(begin, high))
        return found is not None

    def line_start(self, at: int) -> int:
        """Return the start of the line of `at`, at most a few hundred bytes back."""
        low = max(0, at - _LOOK_BACK)
        return self.data.rfind(b"\n", low, at) + 1 or low

    def line_end(self, at: int) -> int:
        """Return the offset of the line end at or behind `at`, the carriage return left out; on a very long line a place some kilobytes on."""
        limit = min(len(self.data), at + LOOK_AHEAD)
        end = self.data.find(b"\n", at, limit)
        end = limit if end < 0 else end
        return end - 1 if end > at and self.data[end - 1] == 13 else end  # noqa: PLR2004  # carriage return

    def quote_around(self, at: int, reach: int = _LOOK_BACK) -> bytes:
        """Return the quote character of a string literal of this line that is open at `at`, b"" for none."""
        low = max(0, at - reach)
        prefix = self.data[self.data.rfind(b"\n", low, at) + 1 or low : at]
        for quote in (b'"', b"`", b"'"):
            count = prefix.count(quote)
            if count and (count - prefix.count(b"\\" + quote)) % 2:
                return quote
        return b""

    def commented(self, at: int) -> bool:
        """Tell whether `at` stands in a comment or a documentation string."""
        marker = _BY_FAMILY.get(self.dialect.family) or _BY_LANGUAGE.get(self.dialect.language, _ANY)
        prefix = self.data[self.line_start(at) : at]
        if (_MARKS_ANYWHERE.search(prefix) or prefix.lstrip()[:1] in {b"*", b"'"}) and marker.search(prefix):
            return True
        low = max(0, at - 4 * _LOOK_BACK)
        if self.data.rfind(b"/*", low, at) > self.data.rfind(b"*/", low, at):
            return True
        return self.dialect.language in _DOCUMENTED and self._within_triples(at)

    def in_text_block(self, at: int) -> bool:
        """Tell whether `at` stands at the beginning of a line of a literal over several lines."""
        return (
            self.dialect.language in _TEXT_BLOCKS
            and not self.data[self.line_start(at) : at].strip()
            and self._within_triples(at)
        )

    def _within_triples(self, at: int) -> bool:
        if self._triples is None:
            self._triples = [match.start() for match in _TRIPLE.finditer(self.data)]
        return bisect_right(self._triples, at - 1) % 2 == 1
