"""Files that a tool wrote: by name, by a generator's mark near the top, by the shape of minified text.

Gives GENERATED with who made it. Prose that a tool wrote stays a document and carries the same facts (`prose_generator`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from analyzer.classify.markers import FOLDERS, LOCKS, MARKERS, NAMES, Marker
from analyzer.classify.overrides import PROSE, denied
from analyzer.classify.subject import Subject
from analyzer.classify.testing import CODE, FOLDER
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.redaction import mask
from chunkers.source import Category
from chunkers.words import Words

_LEAD = later(
    rb"^(?:/{2,}|#+|--+|;+|/?\*+|<!--|%+|\(\*|\"{3}|'{3}|'|!|\{-|\{\{/\*|\.\\\"|@?(?:rem|dnl)\b)[ \t!*#/=-]*(.*)$",
    re.IGNORECASE,
)
_LEADERS = b"/#-;*<%('\"!{.@rRdD"
_BLOCKS = {b"<!--": b"-->", b"/*": b"*/", b'"""': b'"""', b"'''": b"'''", b"(*": b"*)", b"{-": b"-}"}
_SMALL, _BIG = 1024, 50_000
_COMMENT_LINES, _LINES, _REACH = 60, 150, 10 * 1024
_WORDS = tuple(
    word.encode()
    for word in (
        'generat|bison|yy_int|antlr|snapshot v1|http_interactions|controller-gen|relayhash|.rl"|fileformatversion|sqlc|gimp |swagger'
        "|maintained automatically|openapi-generator|developer studio|moduleid|ppport|designer|overwritten|visitablebuilder|basefluent"
    ).split("|")
)
"""No marker matches a head that holds none of these."""

_TOOL = later(
    rb"(?:generated|created|produced|written|maintained)(?: automatically| code)?(?: (?:from|for) [^\s]{1,120})? (?:by|using|with) (?:the )?"
    rb"[`'\"\[]?([\w@][\w@./+-]{1,80})"
    rb"|generated\(\s*(?:value\s*=\s*)?\{?\s*\"([\w.$-]{2,80})\"",
    re.IGNORECASE,
)
_SOURCE = later(
    rb"\bsource(?: file)?:[ \t]*[`'\"]?([\w@./+-]{1,160})|\bfrom:?[ \t]+[`'\"]?([\w@./+-]{1,160}\.[A-Za-z]\w{0,9})(?![\w/.-])",
    re.IGNORECASE,
)
_ONCE = later(rb"\b(?:original|initial)ly (?:auto-?|automatically )?generated\b")
"""A tool's start that people took over."""

_META = later(rb"""<meta\s+name=["']?generator["']?\s+content=["']([^"'>]{2,80})""", re.IGNORECASE)
_FOOT = later(
    rb"generated(?: on [^<\n]{1,60})? (?:by|using|with)(?:\s|&#160;|&nbsp;){0,8}"
    rb"<a\s[^>]{0,100}href=[\"']https?://(?:www\.)?([\w.-]{1,60})[^>]{0,200}>(?:\s{0,8}([A-Za-z][\w.+ -]{1,40}))?",
    re.IGNORECASE,
)
_FOOT_BYTES = 4096

_WEB = frozenset({"javascript", "css"})
_MAP_COMMENT = later(rb"^\s{0,20}(?://|/\*)[#@] ?sourceMappingURL=", re.MULTILINE)


def by_path(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise files that only a generator names so."""
    if denied(subject, "linguist-generated") or language in PROSE - {"text"}:
        return None
    if subject.name in LOCKS:
        return _named(subject, "lock_file", LOCKS[subject.name])
    for rule, tool, pattern in NAMES:
        if pattern.fullmatch(subject.name):
            return _named(subject, rule, tool)
    return next((_named(subject, rule, tool) for rule, tool, pattern in FOLDERS if pattern.search(subject.path)), None)


def _named(subject: Subject, rule: str, tool: str) -> Verdict:
    return Verdict(Category.GENERATED, f"path:{rule}", (("marker", mask(subject.name)), ("tool", tool)))


def by_marker(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise a generator's mark near the top of code, configuration or data."""
    if denied(subject, "linguist-generated") or language in PROSE:
        return None
    facts = generator_of(subject, language)
    return Verdict(Category.GENERATED, "content:generated", facts) if facts else None


def generator_of(subject: Subject, language: str | None) -> tuple[tuple[str, str], ...]:
    """Return marker, tool and source of the generator that wrote a file, as far as they are visible; () when none did."""
    head = subject.head[:_REACH]
    lower = head.lower()
    if not _words().stand_in(lower):
        return ()
    lines = [line.strip() for line in head.split(b"\n", _LINES)[:_LINES]]
    texts = _comments(lines[:_COMMENT_LINES])
    small = [text.lower() for text in texts], [b" ".join(line[:400].lower().split()) for line in lines]
    joined = b"\n".join(small[0]), lower
    for marker in MARKERS:
        if marker.needs in joined[marker.bare] and (not marker.languages or language in marker.languages):
            at = _place(marker, small[marker.bare])
            if at is not None:
                return _facts(marker, b"\n".join((lines if marker.bare else texts)[max(0, at - 3) : at + 6]))
    return ()


@lru_cache(maxsize=1)
def _words() -> Words:
    return Words(_WORDS)


def page_generator(subject: Subject, language: str | None) -> tuple[tuple[str, str], ...]:
    """Return who made a page: its generator tag, or the line at its foot with which documentation tools sign; () for anything else.

    It stays a document: what an editor wrote may have no other source.
    """
    if language != "html":
        return ()
    tag = _META.search(subject.head[:_REACH])
    if tag:
        return (("marker", "meta generator"), ("tool", mask(tag[1].decode("utf-8", "replace").strip())))
    foot = _FOOT.search((subject.source.data or b"")[-_FOOT_BYTES:])
    return (("marker", "signature"), ("tool", mask((foot[2] or foot[1]).decode("latin-1").strip()))) if foot else ()


def _comments(lines: list[bytes]) -> list[bytes]:
    """Return the text of each line that is comment, its leader off; a line inside an open block comment is text as it is."""
    texts: list[bytes] = []
    closer: bytes | None = None
    for line in lines:
        match = _LEAD.match(line) if line[:1] in _LEADERS else None
        if closer is None:
            opener = next((mark for mark in _BLOCKS if line.startswith(mark)), None)
            text = match[1] if match else b""
            closer = _BLOCKS[opener] if opener and _BLOCKS[opener] not in line[len(opener) :] else None
        else:
            text = match[1] if match else line
            closer = None if closer in line else closer
        texts.append(b" ".join(text[:400].split()))
    return texts


def _place(marker: Marker, texts: list[bytes]) -> int | None:
    return next(
        (
            at
            for at, text in enumerate(texts[: marker.lines])
            if marker.needs in text and marker.pattern.match(text) and not _ONCE.search(text)
        ),
        None,
    )


def _facts(marker: Marker, around: bytes) -> tuple[tuple[str, str], ...]:
    tool = _TOOL.search(around)
    source = _SOURCE.search(around)
    named, origin = marker.tool or _group(tool), _group(source)
    facts = [("marker", marker.name)]
    facts += [("source", mask(origin))] if origin else []
    facts += [("tool", mask(named))] if named else []
    return tuple(facts)


def _group(match: re.Match[bytes] | None) -> str:
    """Return the group that took part in a match, without the punctuation behind it."""
    found = next((group for group in match.groups() if group), b"") if match else b""
    return found.decode("latin-1").rstrip(".,:")


def minified(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise text that no one reads line by line: web code squeezed to long lines, or anything that is mostly one giant line."""
    data = subject.source.data or b""
    if len(data) < _SMALL or denied(subject, "linguist-generated"):
        return None
    if language in _WEB and _MAP_COMMENT.search(data[-2048:]):
        return Verdict(
            Category.GENERATED, "content:source_map_comment", (("marker", "sourceMappingURL"), ("tool", "bundler"))
        )
    lines = data.count(b"\n") + 1
    if language in _WEB and len(data) > 110 * lines:
        head = data[: 256 * 1024]
        blanks = head.count(b" ") + head.count(b"\t")
        if blanks * 8 < len(head) or len(data) > 1000 * lines:
            return Verdict(
                Category.GENERATED, "content:minified", (("marker", "mean line over 110 bytes"), ("tool", "minifier"))
            )
    if (
        len(data) > _BIG
        and language not in PROSE | {"sql"}
        and not _recorded(subject, language)
        and len(data) > 2000 * lines
        and max(map(len, data.split(b"\n"))) * 5 > len(data) * 4
    ):
        return Verdict(Category.GENERATED, "content:one_line", (("marker", "one line holds nearly all of the file"),))
    return None


def _recorded(subject: Subject, language: str | None) -> bool:
    """Tell whether a file is an input or an answer that tests keep: long lines are its nature, and no build made it."""
    return language not in CODE and bool(FOLDER.search(subject.path.lower()))


def source_map(subject: Subject, _language: str | None) -> Verdict | None:
    """Recognise source maps whatever their name."""
    head = subject.head[:4096]
    if (
        head.lstrip()[:1] == b"{"
        and b'"version"' in head
        and b'"mappings"' in (subject.source.data or b"")
        and b'"sources"' in (subject.source.data or b"")
    ):
        return Verdict(Category.GENERATED, "content:source_map", (("marker", "mappings"), ("tool", "bundler")))
    return None
