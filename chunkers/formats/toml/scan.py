"""TOML in one linear pass: table headers and the keys below them, multi-line strings and arrays skipped as values.

Takes bytes, gives tables with byte ranges and the offsets of lines that are no TOML; a bad line costs itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.formats.tree.place import line_end, next_line
from chunkers.formats.tree.scalar import unquote

_NAME = rb"(?:[A-Za-z0-9_\-]++|\"(?:[^\"\\\n]++|\\.)*+\"|'[^'\n]*+')"
_KEYS = rb"(" + _NAME + rb"(?:[ \t]*+\.[ \t]*+" + _NAME + rb")*+)"
_HEADER = re.compile(rb"[ \t]*+(\[\[?)[ \t]*+" + _KEYS + rb"[ \t]*+(\]\]?)[ \t]*+(?=[#\r\n]|\Z)")
_PAIR = re.compile(rb"[ \t]*+" + _KEYS + rb"[ \t]*+=[ \t]*+")
_PART = re.compile(_NAME)
_TOKEN = re.compile(
    rb"\"\"\"(?:[^\"\\]++|\\.|\"{1,2}(?!\"))*+\"{3,5}|'''(?:[^']++|'{1,2}(?!'))*+'{3,5}"
    rb"|\"(?:[^\"\\\n]++|\\.)*+\"|'[^'\n]*+'|#[^\n]*+|[\[{\]}]|\n",
    re.DOTALL,
)
_BLANK = re.compile(rb"[ \t]*+(?:#[^\n]*+)?\r?+(?:\n|\Z)")


@dataclass(slots=True)
class Table:
    """A table: `header` is the offset of its bracket, None for the keys before the first; `title` its dotted name, numbered for arrays."""

    title: str
    header: int | None
    end: int
    pairs: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class _Scan:
    data: bytes
    tables: list[Table] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    patience: int = 0

    def run(self) -> None:
        data, at = self.data, 0
        self.patience = 4 * len(data) + 4096
        while at < len(data):
            blank = _BLANK.match(data, at)
            if blank:
                at = max(blank.end(), at + 1)
                continue
            header = _HEADER.match(data, at)
            pair = None if header else _PAIR.match(data, at)
            if header:
                self._open(header)
                at = next_line(data, header.end())
            elif pair:
                at = self._pair(pair)
            else:
                self._lost(at)
                at = next_line(data, at)

    def _open(self, header: re.Match[bytes]) -> None:
        if len(header.group(1)) != len(header.group(3)):
            self.broken.append(header.start(1))
        name = dotted(header.group(2))
        if header.group(1) == b"[[":
            number = self.numbers.get(name, -1) + 1
            self.numbers[name] = number
            name = f"{name}[{number}]"
        self.tables.append(Table(name, header.start(1), header.end(3)))

    def _pair(self, pair: re.Match[bytes]) -> int:
        start, at = pair.start(1), pair.end()
        end = self._value_end(at)
        if end < 0:
            self.broken.append(start)
            end = line_end(self.data, at)
        text_end = at + len(self.data[at:end].rstrip())
        if not self.tables:
            self.tables.append(Table(ROOT, None, start))
        table = self.tables[-1]
        table.pairs.append(Node(dotted(pair.group(1)), start, at, max(at, text_end), SCALAR))
        table.end = max(at, text_end)
        return next_line(self.data, max(end, at))

    def _value_end(self, at: int) -> int:
        """Return where a value ends: before the comment or line end at depth 0; -1 when its brackets never close."""
        data, depth, start = self.data, 0, at
        while self.patience > 0:
            token = _TOKEN.search(data, at)
            if not token:
                return len(data) if depth <= 0 else self._spent(len(data) - start)
            byte = data[token.start()]
            if byte in b"[{":
                depth += 1
            elif byte in b"]}":
                depth -= 1
            elif depth <= 0 and byte in b"#\n":
                return token.start()
            at = token.end()
        return -1

    def _spent(self, size: int) -> int:
        self.patience -= size
        return -1

    def _lost(self, at: int) -> None:
        self.broken.append(at)
        if self.tables:
            self.tables[-1].end = line_end(self.data, at)


def scan_toml(data: bytes) -> tuple[list[Table], list[int]]:
    """Return the tables of TOML text and the offsets of what is broken."""
    scan = _Scan(data)
    scan.run()
    return scan.tables, scan.broken


def dotted(raw: bytes) -> str:
    """Return a key path as written in one canonical way: quotes only around parts that hold a dot."""
    parts = [unquote(part) for part in _PART.findall(raw)]
    return ".".join(f'"{part}"' if "." in part else part for part in parts)
