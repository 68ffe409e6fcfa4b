"""Kubernetes Secrets: every value below `data` and `stringData`, whatever its key, in YAML and JSON.

Any key order, lists, several documents, templates, manifests in literals of code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from chunkers.pattern import later
from chunkers.redaction import names
from chunkers.redaction import rule as layers
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.rule import Finding, Rule
from chunkers.redaction.values import Mode, Verdict, judge

RULE = Rule(
    "kubernetes-secret",
    "kubernetes_secret",
    layers.STRUCTURE,
    "Value of a Kubernetes Secret",
    confidence=1.0,
    documentation="https://kubernetes.io/docs/concepts/configuration/secret/",
)
RULES = (RULE,)
_KIND = later(rb"""(?m)^([ \t]*(?:-[ ]+)*)["']?kind["']?[ \t]*:[ \t]*["']?Secret["']?[ \t]*(?:#[^\n]*)?\r?$""")
_KIND_JSON = later(rb"""["']kind["'][ \t]*:[ \t\r\n]*["']Secret["']""")
_DATA = later(rb"""["']?(?:data|stringData|binaryData)["']?[ \t]*:[ \t]*(.*)$""", re.DOTALL)
_ENTRY = later(
    rb"""(?:-[ ]+)?(?:\{\{-?[^{}\n]*\}\}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s:#'"{}\[\]][^:\n]*?)[ \t]*:(?:[ \t]+|$)"""
)
_FLOW_VALUE = later(rb""":[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s,{}\[\]"']+))""")
_BLOCK = later(rb"(?:!!?\w+[ \t]+)?[|>][+-]?\d?[+-]?[ \t]*(?:#.*)?$")
_LEAD = later(rb"[ \t]*(?:-[ ]+)*")
_COMMENT = later(rb"[ \t]+#")
_FENCE = later(rb'`|"""|\'\'\'|(?m:^[ \t]*(?:EOF|EOT|YAML|END)[ \t]*$)|<<')
_WHOLE = frozenset({Family.YAML, Family.PROPERTIES, Family.PROSE})
_JSON_TOKEN = later(rb'"(?:[^"\\\n]|\\.)*"|[{}]')
_FIELDS = frozenset({b'"data"', b'"stringData"', b'"binaryData"'})


def find(scene: Scene) -> Iterator[Finding]:
    """Yield the values of every Secret in a text, also in manifests that stand in literals of code."""
    data = scene.data
    if b"Secret" not in data or b"kind" not in data:
        return
    fences = [match.start() for match in _FENCE.finditer(data)] if scene.dialect.family not in _WHOLE else []
    regions: dict[int, _Lines] = {}
    behind: dict[tuple[int, int], int] = {}  # by region and column: the first line that no manifest has read
    for match in _KIND.finditer(data):
        place = bisect_right(fences, match.start())
        if place not in regions:
            low = fences[place - 1] + 1 if place else 0
            regions[place] = _Lines(data, low, fences[place] if place < len(fences) else len(data))
        lines, column = regions[place], len(match.group(1))
        done = behind.get((place, column), 0)
        here = bisect_right(lines.starts, match.end(1)) - 1
        if here >= done:
            behind[place, column] = yield from _manifest(lines, here, column, done)
    if _KIND_JSON.search(data):
        yield from _json(data)


class _Lines:
    """The lines of a stretch of a text, line ends left out."""

    def __init__(self, data: bytes, low: int, high: int) -> None:
        self.data, self.high = data, high
        self.starts = [low, *(match.end() for match in re.compile(rb"\n").finditer(data, low, high))]

    def at(self, index: int) -> bytes:
        end = self.starts[index + 1] - 1 if index + 1 < len(self.starts) else self.high
        return self.data[self.starts[index] : end].rstrip(b"\r")


def _column(line: bytes) -> int:
    lead = _LEAD.match(line)
    return lead.end() if lead else 0


def _outside(line: bytes, column: int) -> bool:
    """Tell whether a line ends the mapping whose keys stand at `column`."""
    text = line.strip()
    if line.startswith((b"---", b"...", b"```")):
        return True
    return bool(text) and not text.startswith((b"#", b"{{")) and _column(line) < column


def _manifest(lines: _Lines, here: int, column: int, done: int) -> Generator[Finding, None, int]:
    """Yield the values of the manifest whose kind stands in line `here`; return the first line behind it."""
    first = here
    while first > done and not lines.at(first).lstrip().startswith(b"- ") and not _outside(lines.at(first - 1), column):
        first -= 1
    index = first
    while index < len(lines.starts):
        line = lines.at(index)
        level = _column(line) == column
        if index > here and (_outside(line, column) or (level and line.lstrip().startswith(b"- "))):
            return index
        field_match = _DATA.match(line, column) if level else None
        if field_match:
            index = yield from _entries(lines, index, column, field_match)
        else:
            index += 1
    return index


def _entries(lines: _Lines, index: int, column: int, opened: re.Match[bytes]) -> Generator[Finding, None, int]:
    """Yield the values below a `data` line; return the index of the first line behind them."""
    start = lines.starts[index]
    for match in _FLOW_VALUE.finditer(lines.at(index), opened.start(1)):
        yield from _value(start, match)
    index += 1
    in_block, first, template = -1, False, False
    while index < len(lines.starts):
        line = lines.at(index)
        text = line.strip()
        if text and _column(line) <= column and not text.startswith((b"#", b"{{")):
            break
        at = lines.starts[index]
        opens, closes = line.rfind(b"{{"), line.rfind(b"}}")
        if template or opens > closes:  # a template expression over several lines
            template = opens > closes or (template and closes < 0)
            index += 1
            continue
        if in_block >= 0 and (not text or len(line) - len(line.lstrip()) > in_block):
            if text and not text.startswith(b"{{") and _counts(text):
                begin = at + len(line) - len(line.lstrip())
                yield _finding(begin, begin + len(text), blank=not first)
                first = False
        else:
            in_block = -1
            entry = _ENTRY.match(line, len(line) - len(line.lstrip()))
            if entry and _BLOCK.match(line, entry.end()):
                in_block, first = len(line) - len(line.lstrip()), True
            elif entry:
                yield from _scalar(lines.data, at + entry.end(), at + len(line.rstrip()))
                in_block = len(line) - len(line.lstrip()) if entry.end() >= len(line.rstrip()) else -1
                first = True
            elif text and not text.startswith((b"#", b"{{", b"}", b"]")):
                yield from _scalar(lines.data, at + len(line) - len(line.lstrip()), at + len(line.rstrip()))
        index += 1
    return index


def _scalar(data: bytes, start: int, end: int) -> Iterator[Finding]:
    text = data[start:end]
    if text[:1] in {b'"', b"'"}:
        close = text.find(text[:1], 1)
        start, end = start + 1, start + (close if close > 0 else len(text))
    else:
        comment = _COMMENT.search(text)
        end = start + (comment.start() if comment else len(text))
    if _counts(data[start:end]):
        yield _finding(start, end)


def _value(base: int, match: re.Match[bytes]) -> Iterator[Finding]:
    for group in (1, 2, 3):
        if match.group(group) and _counts(match.group(group)):
            yield _finding(base + match.start(group), base + match.end(group))


def _counts(value: bytes) -> bool:
    verdict = judge(value.decode("utf-8", "replace"), names.PASSWORD, Mode.CONFIG)
    return verdict not in {Verdict.PLACEHOLDER, Verdict.ENCRYPTED} or (
        value.strip().isalnum() and value not in {b"null", b"true", b"false"}
    )


def _finding(start: int, end: int, *, blank: bool = False) -> Finding:
    return Finding(start, end, RULE.id, RULE.kind, RULE.layer, RULE.confidence, blank=blank, inside=True)


@dataclass(slots=True)
class _Object:
    """An object of a JSON text under way."""

    holds_data: bool = False
    secret: bool = False
    found: list[Finding] = field(default_factory=list)


def _json(data: bytes) -> Iterator[Finding]:
    stack: list[_Object] = [_Object()]
    key = b""
    for match in _JSON_TOKEN.finditer(data):
        token = match.group()
        if token == b"{":
            stack.append(_Object(holds_data=key in _FIELDS or stack[-1].holds_data))
            key = b""
        elif token == b"}":
            done = stack.pop() if len(stack) > 1 else stack[0]
            if done.secret:
                yield from done.found
            elif done.holds_data:
                stack[-1].found.extend(done.found)
        elif data[match.end() : match.end() + 40].lstrip()[:1] == b":":
            key = token
        elif key == b'"kind"' and token == b'"Secret"':
            stack[-1].secret = True
        elif stack[-1].holds_data and len(token) > 2 and _counts(token[1:-1]):  # noqa: PLR2004  # two quotes and something
            stack[-1].found.append(_finding(match.start() + 1, match.end() - 1))
