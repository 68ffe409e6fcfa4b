"""Values below a name: YAML block scalars and child lists, `default` or `example` inside the block of a schema, a Terraform variable or an object."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.pattern import later
from chunkers.redaction import names
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed import literals
from chunkers.redaction.keyed.scene import Candidate, Scene
from chunkers.redaction.values import Mode

_REACH = 2048
_LONGEST_SCALAR = 65536
_INDICATOR = later(rb"[ \t]*(?:(?:!!?\w+|&[^\s,\[\]{}]{1,80})[ \t]+){0,2}[|>][+-]?\d?[+-]?[ \t]*(?:#[^\n]*)?\r?$")
_EMPTY = later(rb"[ \t]*(?:#[^\n]*)?\r?$")
_INNER = later(
    rb"(?:example|examples|default|value|const|plaintext|plain|data|raw|secretvalue|x-example|current|fallback"
    rb"|stringvalue|enum)"
)
_INNER_YAML = later(rb"(?im)^[ \t]*[\"']?(?:" + _INNER.pattern + rb")[\"']?[ \t]*:(?=[ \t])")
_INNER_BRACE = later(rb"(?i)(?:^|[\s{,])[\"']?(?:" + _INNER.pattern + rb")[\"']?[ \t]*(?:=>?|:)(?!=)")
_LIST_ITEM = later(rb"(?m)^[ \t]*-[ \t]+(?=[^\s{\[])")
_LONE_SCALAR = later(rb"[ \t]*(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'#&*!|>%@{}\[\],:?-][^\s:#]*)[ \t]*(?:#[^\n]*)?\r?$")
_MEMBER = later(rb"[ \t]*[\"']?[\w.-]{1,80}[\"']?[ \t]*:[ \t]+(?=[^\s#{\[])")
_COLLECTIONS = frozenset({names.PASSWORD, names.SECRET, names.TOKEN})
_BRACE = later(rb"[\"']?[ \t]*\{")


def below(scene: Scene, start: int, at: int, kind: str) -> Iterator[Candidate]:
    """Yield what stands below the name at `start`, whose colon ends at `at`."""
    line_end = scene.line_end(at)
    rest = scene.data[at:line_end]
    if scene.dialect.family in {Family.YAML, Family.PROSE}:
        if _INDICATOR.match(rest):
            yield from _scalar(scene, start, line_end)
            return
        if _EMPTY.match(rest):
            yield from _children(scene, start, line_end, kind)
            return
    if _BRACE.match(scene.data, at):
        yield from braces(scene, at)


def braces(scene: Scene, at: int) -> Iterator[Candidate]:
    """Yield `default`, `example` and the like inside the flat brace block that opens at or behind `at`."""
    opening = scene.data.find(b"{", at, at + 80)
    closing = scene.data.find(b"}", opening, opening + _REACH) if opening >= 0 else -1
    if closing < 0:
        return
    for match in _INNER_BRACE.finditer(scene.data, opening, closing):
        yield from literals.read(scene, match.end(), Mode.CONFIG if scene.dialect.config else Mode.LITERAL, bare=False)


def _bounds(scene: Scene, start: int, line_end: int, reach: int) -> tuple[int, int, list[tuple[int, int]]]:
    """Return (first, last, lines) of the lines indented deeper than the line of `start`."""
    data = scene.data
    head = data[scene.line_start(start) : start]
    indent = len(head) - len(head.lstrip(b" \t"))
    lines: list[tuple[int, int]] = []
    at = data.find(b"\n", line_end) + 1
    while at and at < len(data) and at - line_end < reach:
        end = scene.line_end(at)
        text = data[at:end]
        if text.strip() and len(text) - len(text.lstrip(b" \t")) <= indent:
            break
        if text.strip():
            lines.append((at, end))
        at = data.find(b"\n", end) + 1
    return (lines[0][0], lines[-1][1], lines) if lines else (line_end, line_end, [])


def _scalar(scene: Scene, start: int, line_end: int) -> Iterator[Candidate]:
    _, _, lines = _bounds(scene, start, line_end, _LONGEST_SCALAR)
    first = True
    for begin, end in lines:
        text = scene.data[begin:end]
        core = begin + len(text) - len(text.lstrip(b" \t"))
        yield Candidate(core, begin + len(text.rstrip()), Mode.CONFIG, inside=True, follows=not first)
        first = False


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" \t"))


def _children(scene: Scene, start: int, line_end: int, kind: str) -> Iterator[Candidate]:
    low, high, lines = _bounds(scene, start, line_end, _REACH)
    if not lines:
        return
    if len(lines) == 1 and scene.dialect.family == Family.YAML and _LONE_SCALAR.match(scene.data, *lines[0]):
        yield from literals.read(scene, low + _indent(scene.data[low:high]), Mode.CONFIG, bare=True)
        return
    for match in _INNER_YAML.finditer(scene.data, low, high):
        yield from literals.read(scene, match.end(), Mode.CONFIG, bare=True)
    if kind in _COLLECTIONS and scene.data[start:line_end].rstrip(b"\"': \t\r").endswith((b"s", b"S")):
        column = min(_indent(scene.data[begin:end]) for begin, end in lines)
        for begin, end in lines:
            member = _MEMBER.match(scene.data, begin, end)
            if member and _indent(scene.data[begin:end]) == column:
                yield from literals.read(scene, member.end(), Mode.STRONG, bare=True)
    for match in _LIST_ITEM.finditer(scene.data, low, high):
        yield from literals.read(scene, match.end(), Mode.STRONG, bare=True)
