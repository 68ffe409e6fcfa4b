"""Secrets by column: SQL INSERT and COPY, Markdown tables, CSV. A column's head names what its cells hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.pattern import later
from chunkers.redaction import names
from chunkers.redaction import rule as layers
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.rule import Finding, Rule
from chunkers.redaction.values import Mode, Verdict

RULES = (
    Rule(
        "sql-column",
        "column_value",
        layers.STRUCTURE,
        "Cell of an SQL column whose name names a secret",
        confidence=0.8,
        documentation="https://www.postgresql.org/docs/current/sql-insert.html",
    ),
    Rule(
        "table-column",
        "column_value",
        layers.STRUCTURE,
        "Cell of a table or CSV column whose head names a secret",
        confidence=0.7,
        documentation="https://www.rfc-editor.org/rfc/rfc4180",
    ),
)
_SQL, _TABLE = RULES
_INSERT = later(
    rb"(?i)\b(?:insert"
    rb"|replace)\s+(?:\w+\s+){0,2}into\s+[^\s(]{1,120}\s*\(([^()]{1,4000})\)\s*(?:overriding\s+\w+\s+value\s*)?values?\s*"
)
_WHOLE_ROWS = later(
    rb"into\s+([^\s(]{1,120})\s*values?\s*(?=\()"
)  # these two search the lower-case copy: they begin with a word
_CREATE = later(rb"create\s+(?:\w+\s+){0,3}table\s+(?:if\s+not\s+exists\s+)?([^\s(]{1,120})\s*\(")
_COLUMNS_REACH = 20_000
_COPY = later(rb"(?im)^copy\s+[^\s(]{1,120}\s*\(([^()]{1,4000})\)\s*from\s+stdin[^\n]*\n")
_SQL_TOKEN = later(rb"\s+|[NEne]?'(?:[^']|'')*'|\"[^\"]*\"|--[^\n]*|[(),;]|[^\s'\"(),;]+")
_RULED = later(rb"(?m)^[ \t>]*\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\|?[ \t]*\r?$")
_EXAMPLES = later(rb"(?m)^(?![ \t]*\|)[^\n]*\n([ \t]*\|[^\n]*)$")
_CELL = later(rb"[^|\n]+")
_CSV_CELL = later(rb'"(?:[^"]|"")*"|[^,;\t|\r\n"]*')
_NAME_HEADS = frozenset(
    {"name", "key", "setting", "property", "parameter", "variable", "field", "option", "config", "item"}
)
_VALUE_HEADS = frozenset({"value", "val", "setting_value", "content", "default"})


def find(scene: Scene) -> Iterator[Finding]:
    """Yield the cells of telling columns."""
    if b"into" in scene.lower:
        for match in _INSERT.finditer(scene.data):
            yield from _insert(scene, match)
        yield from _whole_rows(scene)
    if b"from stdin" in scene.lower:
        for match in _COPY.finditer(scene.data):
            yield from _copy(scene, match)
    if scene.dialect.family == Family.PROSE and b"|" in scene.data:
        for match in _RULED.finditer(scene.data):
            yield from _markdown(scene, match)
    if scene.dialect.family == Family.TABLE:
        yield from _csv(scene)
    if scene.dialect.language == "gherkin":
        for match in _EXAMPLES.finditer(scene.data):
            yield from _below(scene, [cell for cell in match.group(1).split(b"|") if cell.strip()], match.end(1) + 1)


def _kinds(heads: list[bytes]) -> list[str | None]:
    found = [names.classify(head.decode("utf-8", "replace").strip(" \t\r\n\"'`*[]")) for head in heads]
    return [None if kind == names.WEAK else kind for kind in found]


def _bare(head: bytes) -> str:
    return head.decode("utf-8", "replace").strip(" \t\r\n\"'`*[]").lower()


def _insert(scene: Scene, match: re.Match[bytes]) -> Iterator[Finding]:
    heads = match.group(1).split(b",")
    kinds = _kinds(heads)
    name_at = next((i for i, head in enumerate(heads) if _bare(head) in _NAME_HEADS), None)
    value_at = next((i for i, head in enumerate(heads) if _bare(head) in _VALUE_HEADS), None)
    paired = name_at is not None and value_at is not None
    if not any(kinds) and not paired:
        return
    for row in _tuples(scene.data, match.end()):
        for index, (start, end) in enumerate(row[: len(kinds)]):
            kind = kinds[index]
            if paired and index == value_at and name_at is not None and name_at < len(row):
                kind = names.classify(scene.data[slice(*row[name_at])].decode("utf-8", "replace"))
            if kind:
                yield from _cell(scene, start, end, kind, Mode.CONFIG, _SQL)


def _whole_rows(scene: Scene) -> Iterator[Finding]:
    """Yield the telling cells of rows without a column list, by the columns that CREATE TABLE gave their table in the same text."""
    tables: dict[bytes, list[str | None]] = {}
    for match in _CREATE.finditer(scene.lower):
        tables.setdefault(_table(match.group(1)), _kinds(_declared(scene.data, match.end())))
    for match in _WHOLE_ROWS.finditer(scene.lower) if tables else ():
        kinds = tables.get(_table(match.group(1)), [])
        if any(kinds):
            for row in _tuples(scene.data, match.end()):
                for kind, (start, end) in zip(kinds, row, strict=False):
                    if kind:
                        yield from _cell(scene, start, end, kind, Mode.CONFIG, _SQL)


def _table(name: bytes) -> bytes:
    return name.rpartition(b".")[2].strip(b"`\"[]'")


def _declared(data: bytes, at: int) -> list[bytes]:
    """Return the names of the columns of a CREATE TABLE body that begins at `at`, in order."""
    heads: list[bytes] = []
    depth, fresh = 1, True
    for token in _SQL_TOKEN.finditer(data, at, at + _COLUMNS_REACH):
        text = token.group()
        if text.isspace() or text.startswith(b"--"):
            continue
        if fresh and depth == 1:
            heads.append(text)
        fresh = depth == 1 and text == b","
        depth += (text == b"(") - (text == b")")
        if depth == 0:
            break
    return heads


def _tuples(data: bytes, at: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the rows of a VALUES list as ranges of their literals' insides; anything that is no literal gets an empty range."""
    depth, cell = 0, (0, 0)
    row: list[tuple[int, int]] = []
    for token in _SQL_TOKEN.finditer(data, at):
        text = token.group()
        if text == b"(":
            depth += 1
            row = [] if depth == 1 else row
            cell = cell if depth > 2 else (0, 0)  # noqa: PLR2004  # what stands before a parenthesis is a function, not a value
        elif text == b")":
            depth -= 1
            if depth == 0:
                yield [*row, cell]
        elif text == b"," and depth == 1:
            row.append(cell)
            cell = (0, 0)
        elif _ends_rows(text, depth):
            return
        elif text.endswith(b"'") and len(text) > 2 and (depth == 1 or (depth > 1 and cell == (0, 0))):  # noqa: PLR2004  # quotes and something
            cell = (token.start() + text.find(b"'") + 1, token.end() - 1)
        elif depth == 1 and not text.isspace() and text.isalnum():
            cell = token.span()


def _ends_rows(token: bytes, depth: int) -> bool:
    """Tell whether a token ends a VALUES list: a semicolon, the next statement, or a word between rows."""
    if token == b";" or token[:6].lower() in {b"insert", b"update"}:
        return True
    return depth == 0 and not token.isspace() and token != b"," and not token.startswith(b"--")


def _copy(scene: Scene, match: re.Match[bytes]) -> Iterator[Finding]:
    kinds = _kinds(match.group(1).split(b","))
    if not any(kinds):
        return
    at = match.end()
    while at < len(scene.data):
        end = scene.line_end(at)
        if scene.data[at:end] == b"\\.":
            return
        start = at
        for kind, cell in zip(kinds, scene.data[at:end].split(b"\t"), strict=False):
            if kind:
                yield from _cell(scene, start, start + len(cell), kind, Mode.CONFIG, _SQL)
            start += len(cell) + 1
        at = scene.data.find(b"\n", end) + 1 or len(scene.data)


def _markdown(scene: Scene, ruled: re.Match[bytes]) -> Iterator[Finding]:
    data = scene.data
    head_start = data.rfind(b"\n", 0, max(0, ruled.start() - 1)) + 1
    heads = [match.group() for match in _CELL.finditer(data, head_start, max(head_start, ruled.start() - 1))]
    yield from _below(scene, [head for head in heads if head.strip()], data.find(b"\n", ruled.end()) + 1)


def _below(scene: Scene, heads: list[bytes], at: int) -> Iterator[Finding]:
    """Yield the telling cells of the rows that begin at `at`."""
    data, kinds = scene.data, _kinds(heads)
    while at and at < len(data):
        end = scene.line_end(at)
        if b"|" not in data[at:end]:
            return
        cells = [match for match in _CELL.finditer(data, at, end) if match.group().strip()]
        row_kind = _kinds([cells[0].group()])[0] if cells else None
        for index, cell in enumerate(cells):
            kind = kinds[index] if index < len(kinds) else None
            if kind or (row_kind and index > 0):
                yield from _cell(scene, *_core(cell), kind or row_kind or "", Mode.STRONG, _TABLE)
        at = data.find(b"\n", end) + 1


def _core(cell: re.Match[bytes]) -> tuple[int, int]:
    text = cell.group()
    core = text.strip(b" \t\r`*\"'")
    start = cell.start() + text.find(core)
    return start, start + len(core)


def _csv(scene: Scene) -> Iterator[Finding]:
    data, end = scene.data, scene.line_end(0)
    head = data[:end]
    kinds = _kinds(re.split(rb"[,;\t|]", head))
    if not any(kinds):
        return
    at = data.find(b"\n", end) + 1
    while at and at < len(data):
        end = scene.line_end(at)
        index, place = 0, at
        while place <= end and index < len(kinds):
            cell = _CSV_CELL.match(data, place, end)
            start, stop = cell.span() if cell else (place, place)
            kind = kinds[index]
            if kind and stop > start:
                quoted = data[start : start + 1] == b'"'
                yield from _cell(scene, start + quoted, stop - quoted, kind, Mode.CONFIG, _TABLE)
            index, place = index + 1, stop + 1
        at = data.find(b"\n", end) + 1


def _cell(scene: Scene, start: int, end: int, kind: str, mode: Mode, rule: Rule) -> Iterator[Finding]:
    if start < end and scene.judge(scene.data[start:end].decode("utf-8", "replace"), kind, mode) == Verdict.SECRET:
        yield Finding(
            start, end, rule.id, rule.kind, rule.layer, rule.confidence, inside=True if rule is _SQL else None
        )
