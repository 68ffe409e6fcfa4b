"""A name that is itself a value: `name`/`value` siblings in YAML, JSON and XML, tags whose text or attribute is the value."""

from __future__ import annotations

import re
from collections.abc import Iterator

import re2

from chunkers.pattern import later
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed import literals
from chunkers.redaction.keyed.scene import Candidate, Scene
from chunkers.redaction.values import Mode

_REACH, _FIELDS = 1200, 10
_ASSIGNS = frozenset({b":", b"=", b">"})
_NAME_BEFORE = later(
    rb"(?i)(?:^|[\s{,\[\-(])[\"']?(?:[a-z_]*name|key|field|id|variable|parameterkey|parameter|property|env"
    rb"|option|k)[\"']?[ \t]*(?::|=>?|:=)[ \t]*@?[\"']?$"
)
_VALUE_KEY = re2.compile(
    rb"(?i)(?:^|[\s{,(])[\"']?(?:[a-z_]*value|parametervalue|val|content|default|v|secret)[\"']?[ \t]*(?::|=>?"
    rb"|:=)[ \t]*"
)
_NAMING = later(
    rb"(?i)[\s\"'](?:[\w:.-]*name|[\w.-]*key|id|type|property|param|parameter|field|variable|var|env|option|setting)[ \t]*=[ \t]*[\"']?$"
)
_TAG_TEXT = later(
    rb"[^<>]{0,200}>[ \t]*(?:\r?\n[ \t]*)?(?:<(?:value|string|!\[CDATA\[)>?[ \t]*)?([^<>]+?)[ \t\r\n]*(?:\]\]>)?<"
)
_NEXT_VALUE = later(
    rb"[ \t]*</[\w:.-]{1,40}>[ \t\r\n]*(?:<!--[^<>]{0,200}-->[ \t\r\n]*)?"
    rb"<(?:[\w:.-]{0,20}value|string|data)[^<>]{0,80}>[ \t\r\n]*([^<>]+?)[ \t\r\n]*<"
)
_NEXT_CELL = later(
    rb"[ \t:]*(?:</[\w:.-]{1,40}>[ \t\r\n]*){1,2}<(?:td|dd|code|span|pre|samp|kbd)[^<>]{0,80}>[ \t\r\n]*(?:<code>)?([^<>\s]+)[ \t\r\n]*<"
)
_VALUE_ATTRIBUTE = later(rb"(?i)[^<>]{0,300}?\b(?:value|content|default|data-value|v)[ \t]*=[ \t]*([\"'])([^\"'<>]*)\1")
_LEAD = later(rb" *(?:-[ ]+)*")
_VALUE_BEFORE = later(rb"(?i)\b(?:value|content|default)[ \t]*=[ \t]*([\"'])([^\"'<>]*)\1[^<>]*$")


def tagged(scene: Scene, start: int, after: int, kind: str) -> Iterator[Candidate]:
    """Yield the value of the name at `start`, whose quotes end at `after`, when the name is a tag or an attribute's value."""
    del kind
    data, family = scene.data, scene.dialect.family
    before = data[max(0, start - 60) : start]
    if before.rstrip(b"\"'")[-1:] == b"=" or family == Family.MARKUP:
        yield from _markup(scene, start, after, before)


def _markup(scene: Scene, start: int, after: int, before: bytes) -> Iterator[Candidate]:
    data = scene.data
    mode = Mode.CONFIG if scene.dialect.family == Family.MARKUP else Mode.LITERAL
    if before.endswith((b"<", b"<s:", b"<ns:")) or re.search(rb"<[\w.-]+:$", before):
        text = _TAG_TEXT.match(data, after, after + _REACH)
        if text:
            yield Candidate(*text.span(1), mode, inside=True)
        return
    if before.endswith(b">"):
        value = _NEXT_VALUE.match(data, after, after + _REACH)
        cell = _NEXT_CELL.match(data, after, after + _REACH) if not value else None
        if value:
            yield Candidate(*value.span(1), mode, inside=True)
        elif cell:
            yield Candidate(*cell.span(1), Mode.STRONG, inside=True)
        return
    if not _NAMING.search(before):
        return
    attribute = _VALUE_ATTRIBUTE.match(data, after, after + _REACH)
    tag = data.rfind(b"<", max(0, start - _REACH), start)
    earlier = _VALUE_BEFORE.search(data[tag:start]) if tag >= 0 and not attribute else None
    if attribute:
        yield Candidate(*attribute.span(2), mode, inside=True)
    elif earlier:
        yield Candidate(tag + earlier.start(2), tag + earlier.end(2), mode, inside=True)
    else:
        text = _TAG_TEXT.match(data, after, after + _REACH)
        if text and tag >= 0:
            yield Candidate(*text.span(1), mode, inside=True)


def siblings(scene: Scene, start: int, after: int) -> Iterator[Candidate]:
    """Yield the value half of a pair of siblings, right of the name or left of it, inside the same object."""
    data = scene.data
    if scene.dialect.family == Family.MARKUP:
        return
    before = data[max(0, start - 60) : start]
    if before.rstrip(b" \t@\"'")[-1:] not in _ASSIGNS or not _NAME_BEFORE.search(before):
        return
    mode = Mode.CONFIG if scene.dialect.config else Mode.LITERAL
    low, high = _object(scene, start, after)
    found = _VALUE_KEY.search(data, after, high)
    if found:
        yield from literals.read(scene, found.end(), mode, bare=scene.dialect.config)
        return
    earlier = [match.end() for match in _VALUE_KEY.finditer(data, low, start)]
    if earlier:
        yield from literals.read(scene, earlier[-1], mode, bare=scene.dialect.config)


def _object(scene: Scene, start: int, after: int) -> tuple[int, int]:
    """Return the bounds of the object that holds the name: its braces, or the lines of its list item."""
    data = scene.data
    if scene.dialect.family == Family.YAML and data.rfind(b"{", scene.line_start(start), start) < 0:
        return _item(scene, start, after)
    closing = min(
        (at for at in (data.find(b"}", after, after + _REACH), data.find(b"{", after, after + _REACH)) if at >= 0),
        default=min(len(data), after + _REACH),
    )
    low = max(0, start - _REACH)
    opening = max(data.rfind(b"{", low, start), data.rfind(b"}", low, start), low)
    return opening, closing


def _item(scene: Scene, start: int, after: int) -> tuple[int, int]:
    """Return the bounds of the lines around the name that hold keys of the same list item."""
    data = scene.data
    line = scene.line_start(start)
    text = data[line : line + 200]
    column = _column(text)
    low, high = line, scene.line_end(after)
    rest, *below = data[high : after + _REACH].split(b"\n", _FIELDS + 1)
    end = high + len(rest)
    for following in below[:_FIELDS]:
        if following.strip() and (_column(following) != column or following.lstrip().startswith(b"- ")):
            break
        end += len(following) + 1
        high = end
    above = data[max(0, start - _REACH) : line].split(b"\n")
    for previous in reversed(above[:-1][-_FIELDS:]):
        if text.lstrip(b" ").startswith(b"- ") or _column(previous) != column:
            break
        low -= len(previous) + 1
        text = previous
    return low, min(high, after + _REACH)


def _column(line: bytes) -> int:
    """Return the column at which the key of a YAML line begins, behind a list dash."""
    lead = _LEAD.match(line)
    return lead.end() if lead else 0
