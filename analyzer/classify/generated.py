"""Files that a tool wrote: by name, by a generator's mark near the top, by the shape of minified text.

Gives GENERATED with who made it. Prose that a tool wrote stays a document and carries the same facts (`prose_generator`).
"""

from __future__ import annotations

import re

from analyzer.classify.markers import MARKERS, PATHS, Marker
from analyzer.classify.overrides import PROSE, denied
from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.redaction import mask
from chunkers.source import Category

_LEAD = re.compile(rb"^(?:/{2,}|#+|--+|;+|/?\*+|<!--|%+|\(\*|\"{3}|'{3}|'|!|\{-|\{\{/\*|\.\\\"|@?(?:rem|dnl)\b)[ \t!*#/=-]*(.*)$", re.IGNORECASE)
_WORDS = (b"generat", b"bison", b"yy_int", b"antlr", b"snapshot v1", b"http_interactions", b"controller-gen", b"relayhash", b".rl\"", b"fileformatversion", b"sqlc", b"gimp ")
_MORE_WORDS = (b"swagger", b"maintained automatically", b"openapi-generator", b"developer studio", b"moduleid", b"ppport", b"designer", b"overwritten")
_TOOL = re.compile(
    rb"(?:generated|created|produced|written|maintained)(?: automatically| code)?(?: (?:from|for) [^\s]{1,120})? (?:by|using|with) (?:the )?[`'\"\[]?([\w@][\w@./+-]{1,80})", re.IGNORECASE
)
_SOURCE = re.compile(rb"\bsource(?: file)?:[ \t]*[`'\"]?([\w@./+-]{1,160})|\bfrom:?[ \t]+[`'\"]?([\w@./+-]{1,160}\.[A-Za-z]\w{0,9})\b", re.IGNORECASE)
_WEB = frozenset({"javascript", "css"})
_MAP_COMMENT = re.compile(rb"^\s{0,20}(?://|/\*)[#@] ?sourceMappingURL=", re.MULTILINE)


def by_path(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise files that only a generator names so."""
    if denied(subject, "linguist-generated") or language in PROSE - {"text"}:
        return None
    for rule, tool, pattern in PATHS:
        if pattern.search(subject.path):
            return Verdict(Category.GENERATED, f"path:{rule}", (("marker", subject.name), ("tool", tool)))
    return None


def by_marker(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise a generator's mark near the top of code, configuration or data."""
    if denied(subject, "linguist-generated") or language in PROSE:
        return None
    facts = generator_of(subject, language)
    return Verdict(Category.GENERATED, "content:generated", facts) if facts else None


def generator_of(subject: Subject, language: str | None) -> tuple[tuple[str, str], ...]:
    """Return marker, tool and source of the generator that wrote a file, as far as they are visible; () when none did."""
    head = subject.head[: 32 * 1024]
    lower = head.lower()
    if not any(word in lower for word in (*_WORDS, *_MORE_WORDS)):
        return ()
    wanted = [m for m in MARKERS if m.needs in lower and (not m.languages or language in m.languages)]
    if not wanted:
        return ()
    lines = [line.strip() for line in head.split(b"\n", 150)[:150]]
    matches = [_LEAD.match(line) for line in lines]
    texts = [b" ".join(match[1].split()) if match else _inside(lines, at) for at, match in enumerate(matches)]
    for marker in wanted:
        at = _place(marker, texts, lines)
        if at is not None:
            return _facts(marker, b"\n".join(texts[max(0, at - 3) : at + 6]))
    return ()


def _inside(lines: list[bytes], at: int) -> bytes:
    """Return the text of a line inside a block comment that needs no leader of its own (XML, HTML, doc strings)."""
    for before in range(at - 1, max(-1, at - 12), -1):
        line = lines[before]
        if b"-->" in line or b"*/" in line or (line.endswith((b'"""', b"'''")) and len(line) > 3):
            return b""
        if line.startswith((b"<!--", b"/*", b'"""', b"'''", b"(*")):
            return b" ".join(lines[at].split())
    return b""


def _place(marker: Marker, texts: list[bytes], lines: list[bytes]) -> int | None:
    source = lines if marker.bare else texts
    return next((at for at, text in enumerate(source[: marker.lines]) if text and marker.pattern.match(text.lower()[:400])), None)


def _facts(marker: Marker, around: bytes) -> tuple[tuple[str, str], ...]:
    tool = _TOOL.search(around)
    source = _SOURCE.search(around)
    named = marker.tool or (tool[1].decode("latin-1").rstrip(".,:") if tool else None)
    origin = next((group for group in source.groups() if group), b"").decode("latin-1").rstrip(".,") if source else ""
    facts = [("marker", marker.name)]
    facts += [("source", mask(origin))] if origin else []
    facts += [("tool", mask(named))] if named else []
    return tuple(facts)


def minified(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise text that no one reads line by line: web code squeezed to long lines, or anything that is mostly one giant line."""
    data = subject.source.data or b""
    if len(data) < 1024 or denied(subject, "linguist-generated"):
        return None
    if language in _WEB and _MAP_COMMENT.search(data[-2048:]):
        return Verdict(Category.GENERATED, "content:source_map_comment", (("marker", "sourceMappingURL"), ("tool", "bundler")))
    lines = data.count(b"\n") + 1
    if language in _WEB and len(data) > 110 * lines:
        head = data[: 256 * 1024]
        blanks = head.count(b" ") + head.count(b"\t")
        if blanks * 8 < len(head) or len(data) > 1000 * lines:
            return Verdict(Category.GENERATED, "content:minified", (("marker", "mean line over 110 bytes"), ("tool", "minifier")))
    if len(data) > 50_000 and language not in PROSE and len(data) > 2000 * lines and max(map(len, data.split(b"\n"))) * 5 > len(data) * 4:
        return Verdict(Category.GENERATED, "content:one_line", (("marker", "one line holds nearly all of the file"),))
    return None


def source_map(subject: Subject, _language: str | None) -> Verdict | None:
    """Recognise source maps whatever their name."""
    head = subject.head[:4096]
    if head.lstrip()[:1] == b"{" and b'"version"' in head and b'"mappings"' in (subject.source.data or b"") and b'"sources"' in (subject.source.data or b""):
        return Verdict(Category.GENERATED, "content:source_map", (("marker", "mappings"), ("tool", "bundler")))
    return None
