"""Where a value begins and ends: quoted literals with their continuations, lists of them, wrappers around them, bare values by dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.pattern import later
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed.scene import Candidate, Scene
from chunkers.redaction.values import Mode

LIMIT = 8192
_SCALARS = frozenset({Family.YAML, Family.PROPERTIES, Family.JSON, Family.MARKUP})
_SPACE = later(rb"[ \t]*(?:\\?\r?\n[ \t]*)?(?:\([ \t]*(?:\r?\n[ \t]*)?)?")
_JSX_OPEN = later(rb"\{[ \t]*(?=[\"'`][^\"'`\n]*[\"'`][ \t]*\})")
_NO_SCALAR = frozenset({b"&", b"*", b"|", b">", b"!", b"[", b"{", b"#"})
_DRESS = frozenset({b"&", b"!", b"*", b"<"})
_YAML_PROPERTIES = later(rb"(?:(?:&[^\s,\[\]{}]{1,80}|!!\w{1,20})[ \t]+){1,2}(?=\S)")
_BLANKS = later(rb"[ \t]*")
_EMPHASIS = later(rb"\*{1,2}[ \t]+(?=\S)|<(?:code|kbd|samp|tt|b|strong|em|i)>(?=[^\s<>])")
_OPEN = later(rb"(?:[*&]?[bBrRuUfFcCLN@$]{1,2})?(\\*(?:\"\"\"|'''|[\"'`])|&quot;|&#34;|%q[({\[])")
_WRAPPER = later(
    rb"(?:(?:new|await|return|const|static|final|&|\*"
    rb"|-)[ \t]*){0,2}([A-Za-z_$][\w.:$]{0,60})[!?]?(?:<[\w:, ]{0,40}>)?\([ \t]*(?:\r?\n[ \t]*)?"
)
_TYPE_OPEN = later(rb"(?:\[\]byte|\[\]rune|\[\d*\]u8|\[\]const u8)[({][ \t]*")
_WRAPPERS = frozenset(
    b"""
    fromhex unhexlify b64decode a2b_base64 decode decodestring decodebase64 from fromstring frombase64string
    valueof of bytes bytearray str string secretstr secret sensitive encode tobytes getbytes some buffer
    uint8array textencoder tochararray secretkeyspec strdup fromutf8 pack byte just text utf8 base64 hex unhex b64
    literal quote trim new create make box wrap protect unsafeplaintext secretvalue unsafe_plain_text
    unsafeplaintextvalue frombytes from_hex fromutf8string parse_hex securestring protectedstring plaintext ptr
    pointer stringptr stringbuilder stringbuffer field
    """.split()
)
_DECLARERS = frozenset({b"field", b"column", b"option", b"param", b"form", b"query", b"header", b"body", b"cookie"})
_DECLARED = later(rb"[^()\n\"']{0,160}?\b(?:default|server_default)[ \t]*=[ \t]*(?=[bru]?[\"'])")
_CHOOSERS = frozenset({b"coalesce", b"try", b"nvl", b"ifnull", b"firstnonnull", b"requirenonnullelse"})
_CHOOSING = later(rb"[^()\"'\n]{1,80},[ \t]*(?=[\"'])")
_CONTINUES = later(
    rb"[ \t]*(?:(?:[+.&~]|\|\||\.\.|<>|\\)[ \t]*(?:\\?\r?\n[ \t]*)?|\r?\n[ \t]*(?:[+.&~]|\|\|"
    rb"|\.\.)[ \t]*|\)?[ \t]*(?:\r?\n[ \t]*)?\.(?:append|concat|plus)\([ \t]*)[bru]?(?=[\"'`])"
)
_ADJACENT = later(rb"[ \t]*\\?\r?\n[ \t]*[bru]?(?=[\"'](?![\"']{2}))|[ \t]+(?=[\"'](?![\"']{2}))")
_READS = later(rb"(?i)env|get|fetch|default|prop|config|setting|param|option|lookup|read|conf\b")
_SECOND = later(rb"\(?[ \t\r\n]*[\"'`][^\"'`\n]{0,120}[\"'`][ \t]*,[ \t\r\n]*")
_FALLBACK = later(rb"[\w.$:\[\]\"'()?>-]{1,120}?[ \t]*(?:\|\||\?\?|\?:|\bor\b|//)[ \t]*(?=[\"'`])")
_WORD = later(rb"[^\s\"'`;&|<>(){},\[\]\\]+")
_WORD_ESCAPED = later(rb"[^\s\"'`;&|<>(){},\[\]]+")
_FLOW_WORD = later(rb"[^,}\]\n\r]+")
_BARE_SHELL = later(rb"[^\s\"'`;&|<>()]+")
_MORE_KEYS = later(rb"[ \t]+[A-Za-z_][\w.-]*=")
_TRAILING_COMMENT = later(rb"[ \t]+[#;][^\n]*$|[ \t]+//[^\n]*$")
_PROSE_TAIL = b".,:;!?)*_"


def read(scene: Scene, at: int, mode: Mode, *, bare: bool) -> Iterator[Candidate]:
    """Yield the parts of the value that begins at `at`: a literal and its continuations, the members of a list, or a bare value."""
    data = scene.data
    skipped = _SPACE.match(data, at)
    begin = skipped.end() if skipped else at
    braced = _JSX_OPEN.match(data, begin)
    begin = braced.end() if braced else begin
    if scene.dialect.family in {Family.YAML, Family.PROSE, Family.MARKUP} and data[begin : begin + 1] in _DRESS:
        dress = (_YAML_PROPERTIES if scene.dialect.family == Family.YAML else _EMPHASIS).match(data, begin)
        begin = dress.end() if dress else begin
    opened = _OPEN.match(data, begin)
    if opened:
        if b"\n" in data[at:begin] and scene.dialect.family in {Family.YAML, Family.PROPERTIES, Family.PROSE}:
            return
        yield from chained(scene, _closed(scene, opened), mode, in_parenthesis=b"(" in data[at:begin])
        return
    wrapped = _TYPE_OPEN.match(data, begin) or _WRAPPER.match(data, begin)
    if wrapped and wrapped.end() - begin < 120 and not (bare and scene.dialect.family in _SCALARS):  # noqa: PLR2004  # a call's name
        yield from _wrapped(scene, wrapped, mode)
        return
    if data[begin : begin + 1] == b"[":
        yield from _members(scene, begin, mode)
        return
    fallback = _FALLBACK.match(data, begin, begin + 200)
    if fallback:
        yield from read(scene, fallback.end(), mode, bare=False)
        return
    if bare and b"\n" not in data[at:begin]:
        value = bare_value(scene, begin)
        if value:
            yield Candidate(*value, mode)
            if scene.dialect.family == Family.PROPERTIES:
                yield from _continued(scene, value[1], mode)


def marked_up(data: bytes, at: int) -> bool:
    """Tell whether the word at `at` stands in a tag that only sets it off."""
    blanks = _BLANKS.match(data, at)
    return _EMPHASIS.match(data, blanks.end() if blanks else at) is not None


def joined(scene: Scene, behind: int) -> int | None:
    """Return where the literal begins that is joined to the one which ends at `behind`, None when there is none."""
    match = _CONTINUES.match(scene.data, behind)
    return match.end() if match else None


def quoted(scene: Scene, at: int) -> tuple[int, int, int] | None:
    """Return (start, end, behind) of the literal that opens at `at`, None when there is none or it does not close."""
    opened = _OPEN.match(scene.data, at)
    return _closed(scene, opened) if opened else None


def bare_value(scene: Scene, at: int) -> tuple[int, int] | None:
    """Return the range of the unquoted value at `at` in the way the dialect ends one, None for no value."""
    data, family = scene.data, scene.dialect.family
    line_end = min(scene.line_end(at), at + LIMIT)
    line_start = scene.line_start(at)
    if data.rfind(b"${", line_start, at) > data.rfind(b"}", line_start, at):  # the default inside a reference
        closing = data.find(b"}", at, line_end)
        line_end = closing if closing >= 0 else line_end
    around = scene.quote_around(at)
    if around or family in {Family.CODE, Family.PROSE, Family.SQL, Family.HCL, Family.TABLE, Family.TOML, Family.PROTO}:
        word = _WORD if around else _WORD_ESCAPED
        return _span(
            word.match(data, at, line_end), data, strip=_PROSE_TAIL if family == Family.PROSE and not around else b""
        )
    if family in {Family.SHELL, Family.DOCKER}:
        return _span(_BARE_SHELL.match(data, at, line_end), data)
    if family == Family.MARKUP:
        return _span(re.compile(rb"[^<>\s\"']+").match(data, at, line_end), data)
    if family == Family.JSON or (family == Family.YAML and _in_flow(data[scene.line_start(at) : at])):
        return _span(_FLOW_WORD.match(data, at, line_end), data, strip=b" \t")
    if family == Family.YAML and data[at : at + 1] in _NO_SCALAR and data[at : at + 2] != b"{{":
        return None
    return _to_line_end(data, at, line_end)


def _continued(scene: Scene, behind: int, mode: Mode) -> Iterator[Candidate]:
    """Yield the further lines of a value whose lines end in a backslash."""
    data, end = scene.data, scene.line_end(behind)
    while data[end - 1 : end] == b"\\" and end - behind < LIMIT:
        begin = data.find(b"\n", end) + 1
        if not begin:
            return
        end = scene.line_end(begin)
        text = data[begin:end].rstrip(b"\\ \t")
        start = begin + len(text) - len(text.lstrip(b" \t"))
        yield Candidate(start, begin + len(text), mode, inside=True, follows=True)


def _in_flow(prefix: bytes) -> bool:
    return prefix.count(b"{") > prefix.count(b"}") or prefix.count(b"[") > prefix.count(b"]")


def _to_line_end(data: bytes, at: int, line_end: int) -> tuple[int, int] | None:
    text = data[at:line_end]
    more = _MORE_KEYS.search(text)
    if more:
        text = text[: more.start()]
    comment = _TRAILING_COMMENT.search(text)
    if comment:
        text = text[: comment.start()]
    text = text.rstrip()
    if text.endswith(b"\\"):
        text = text[:-1].rstrip()
    return (at, at + len(text)) if text else None


def _span(match: re.Match[bytes] | None, data: bytes, strip: bytes = b"") -> tuple[int, int] | None:
    if not match:
        return None
    start, end = match.span()
    while strip and end > start and data[end - 1] in strip:
        end -= 1
    return (start, end) if end > start else None


def _closed(scene: Scene, opened: re.Match[bytes]) -> tuple[int, int, int] | None:
    data, quote, start = scene.data, opened.group(1), opened.end()
    if quote.startswith(b"%q"):
        quote = {b"(": b")", b"{": b"}", b"[": b"]"}[quote[-1:]]
    several = quote.endswith((b'"""', b"'''")) or quote == b"`"
    limit = min(len(data), start + LIMIT) if several else min(scene.line_end(start), start + LIMIT)
    at = start
    while True:
        at = data.find(quote, at, limit)
        if at < 0:
            return None
        slashes = 0
        while at - 1 - slashes >= start and data[at - 1 - slashes] == 0x5C:  # noqa: PLR2004  # backslash
            slashes += 1
        if slashes % 2 == 0 or quote.startswith(b"\\"):
            return start, at, at + len(quote)
        at += 1


def chained(
    scene: Scene, part: tuple[int, int, int] | None, mode: Mode, *, in_parenthesis: bool = False
) -> Iterator[Candidate]:
    """Yield the literal `part`, as `quoted` gives it, and the literals joined to it."""
    follows = False
    while part:
        start, end, behind = part
        yield Candidate(start, end, mode, inside=True, follows=follows)
        link = _CONTINUES.match(scene.data, behind) or (_ADJACENT.match(scene.data, behind) if in_parenthesis else None)
        if not link:
            return
        part, follows = quoted(scene, link.end()), True


def _wrapped(scene: Scene, call: re.Match[bytes], mode: Mode) -> Iterator[Candidate]:
    """Yield the literal inside a converting call, or the default behind the key of a reading one."""
    name = call.group(1).replace(b"::", b".").rpartition(b".")[2].lower() if call.re.groups else b"bytes"
    declared = _DECLARED.match(scene.data, call.end()) if name in _DECLARERS else None
    if declared:
        yield from read(scene, declared.end(), mode, bare=False)
        return
    if name in _WRAPPERS:
        yield from read(scene, call.end(), mode, bare=False)
        return
    last = _CHOOSING.match(scene.data, call.end()) if name in _CHOOSERS else None
    if last:
        yield from read(scene, last.end(), mode, bare=False)
        return
    default = _SECOND.match(scene.data, call.end() - 1)
    if default and _READS.search(call.group(1)):
        part = quoted(scene, default.end())
        if part:
            yield Candidate(part[0], part[1], mode, inside=True)
        return
    fallback = re.compile(
        rb"[^\n\"'`]{0,20}[\"'`][^\n\"'`]{0,80}[\"'`][)\]]{1,2}[ \t]*(?:\|\||\?\?|\?:|or\b)[ \t]*(?=[\"'`])"
    ).match(scene.data, call.end())
    if fallback:
        yield from read(scene, fallback.end(), mode, bare=False)


def _members(scene: Scene, at: int, mode: Mode) -> Iterator[Candidate]:
    """Yield the quoted members of a flat list."""
    limit = scene.data.find(b"]", at, at + LIMIT)
    at += 1
    while 0 < at < limit:
        at = (re.compile(rb"[\s,]*").match(scene.data, at) or [b""]).end()  # type: ignore[union-attr]  # an empty match always exists
        part = quoted(scene, at)
        if not part and scene.dialect.family == Family.YAML:
            word = _FLOW_WORD.match(scene.data, at, limit)
            part = (at, at + len(word.group().rstrip()), word.end()) if word else None
        if not part or part[1] > limit:
            return
        yield Candidate(part[0], part[1], max(mode, Mode.STRONG), inside=True)
        at = part[2]
