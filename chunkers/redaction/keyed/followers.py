"""What may stand between a name and its value: separators, calls, tags, pairs, blocks.

Each reader looks right of the name, bounded, and yields candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.pattern import later
from chunkers.redaction import names
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed import blocks, defaults, literals, pairs
from chunkers.redaction.keyed.scene import Candidate, Scene
from chunkers.redaction.values import Mode

_CLOSE = later(rb"(?:\\*[\"'`]|\]|\*{1,2}|&quot;|&#34;){0,4}")
_CLOSERS = frozenset({b"\\", b'"', b"'", b"`", b"]", b"*", b"&"})
_FLAG_VALUE = later(rb"(?:[ \t]+|[ \t]*\r?\n[ \t]*-[ \t]+)(?=[^-\s])")
_BLANKS = later(rb"[ \t]+")
_NO_OPERATOR = frozenset(bytes([c]) for c in b",).;(\"'\n\r/]}>\\-@#%^~`") | {b""}
"""What may come behind a name and its blanks where nothing is assigned: most names end here, before any pattern is tried."""
_OPERATOR = rb"[ \t]*(=>|:=|\?\?=|\|\|=|\?=|\+=|<-|[!=]==?|=|:)(?![=:])"
_ASSIGN = later(_OPERATOR)
_TYPED_ASSIGN = later(
    rb"(?:[ \t]{0,8}[?!]?[ \t]{0,8}:[ \t]*[&*]?(?:'[a-z]+[ \t]+)?"
    rb"(?:\[\w{1,20}(?:;[ \t]*\w{1,20})?\]|[A-Za-z_][\w.:<>\[\]|?&,' ]{0,60}?)[ \t]*(?:\r?\n?[ \t]*get\(\)[ \t]*)?(?==[^=>])"
    rb"|[ \t]+(?:As[ \t]+)?[A-Za-z_*&][\w.*\[\]<>]{0,40}[ \t]*(?==[^=>]|:=)|\[\w{0,20}\](?:\[\])?"
    rb"|[ \t]*\{[ \t]*get;[^}\n]{0,40}\})?" + _OPERATOR
)
_COMMA = later(rb"[ \t]*,[ \t]*(?:\r?\n[ \t]*)?(?=[bBrRuUL@$]?\\*[\"'`])")
_PAIR_ARROW = later(rb"[ \t]*(?:->|to\b)[ \t]*(?=[@$]?[\"'`])")
_COMPARED = later(rb"(?i)(?:cmp|equals?|[._]eq|digest|compare\w{0,12}|define)\([ \t]*$")
_DESCRIBED = later(rb"::[ \t]+(?=\S)")
_CALL = later(rb"[({](?=[ \t]*(?:\r?\n[ \t]*)?(?:[A-Za-z_][\w.:]{0,40}\([ \t]*)?[bBrRuUL@$]?[\"'`])")
_BLANK_LITERAL = later(rb"[ \t]+(?=[@$]?\\*[\"'`])")
_BLANK_BARE = later(rb"[ \t]+(?=[^\s=:|&<>()-])")
_OPEN_BRACE = later(rb"[ \t]*\{[ \t]*\r?\n")
_NEVER_BARE = frozenset({b'"', b"'", b"`", b"(", b"[", b"{", b"\n", b"\r", b""})
_QUOTES = frozenset({b'"', b"'", b"`"})
_COMPARE = frozenset({b"==", b"===", b"!=", b"!=="})
_ENV_COMMAND = later(
    rb"(?i)(?:^|[\s;&|])(?:env|arg|setenv|set(?:[ \t]+-[a-z]+)*|export|setx|login|account)[ \t]+(?:\S+[ \t]+)?$"
)
_COMMAND_REACH = 120
_NEXT_KEY = later(rb"[ \t]*(?::|=>)")
_INLINE = later(rb"[ \t]*\{")
_COMMA_LIST = later(rb"[ \t]*,[ \t]*(?=\[[ \t]*[\"'])")
_DECLARED_DEFAULT = later(rb"[ \t]*\d{1,9}[ \t]*\[[^;\n]{0,120}?\bdefault[ \t]*=[ \t]*(?=[\"'])")
_SOLE = later(rb"[ \t\r\n]*[)}]")
_READING = frozenset("get find fetch read load split parse lookup require import is has match".split())
_NAMES_BEFORE = later(
    rb"^[ \t]*(?:(?:let|const|var|val|local|my)[ \t]*)?[(\[]?(?:[A-Za-z_$][\w.$]{0,60}[ \t]*,[ \t]*){1,6}$"
)
_OTHER_VALUE = later(rb"[ \t]*[(\[]?[ \t]*(?:[bru]?\"[^\"\n]{0,200}\"|[bru]?'[^'\n]{0,200}'|[\w.]{1,80})[ \t]*,[ \t]*")
_TIGHT = frozenset({Family.PROSE, Family.CODE, Family.SQL, Family.TABLE, Family.PROTO})


def candidates(scene: Scene, start: int, end: int, kind: str) -> Iterator[Candidate]:
    """Yield the values that may belong to the name at start..end."""
    data = scene.data
    after = _CLOSE.match(data, end).end() if data[end : end + 1] in _CLOSERS else end  # type: ignore[union-attr]  # it matches nothing, too
    quoted_name = after > end
    blanks = _BLANKS.match(data, after)
    first = data[blanks.end() : blanks.end() + 1] if blanks else data[after : after + 1]
    described = _DESCRIBED.match(data, after) if first == b":" and scene.dialect.family == Family.PROSE else None
    if described:
        yield from literals.read(scene, described.end(), Mode.LITERAL, bare=True)
        return
    if first not in _NO_OPERATOR:
        assigned = (_TYPED_ASSIGN if scene.dialect.family == Family.CODE and not quoted_name else _ASSIGN).match(
            data, after
        )
        if assigned:
            yield from _assigned(scene, start, assigned, kind, quoted_name=quoted_name)
            return
    arrow = _PAIR_ARROW.match(data, after) if quoted_name and first in {b"-", b"t"} else None
    if arrow:
        yield from literals.read(scene, arrow.end(), Mode.STRONG, bare=False)
        return
    sibling = list(pairs.siblings(scene, start, after))
    if sibling:
        yield from sibling
        return
    default = defaults.behind(scene, after, first, quoted_name=quoted_name)
    if default is not None:
        yield from literals.read(scene, default, Mode.LITERAL, bare=False)
        return
    heads = (
        first == b","
        and kind not in {names.CREDENTIAL, names.WEAK}
        and _may_head_a_list(scene, start, quoted=quoted_name)
    )
    listed = _COMMA_LIST.match(data, after) if heads and quoted_name else None
    if listed:
        yield from literals.read(scene, listed.end(), Mode.STRONG, bare=False)
        return
    comma = _COMMA.match(data, after) if heads else None
    if comma:
        part = literals.quoted(scene, comma.end())
        if part and not _NEXT_KEY.match(data, part[2]):
            yield from literals.chained(scene, part, Mode.STRONG)
        return
    yield from _beside(scene, start, end, after, kind)


def _may_head_a_list(scene: Scene, start: int, *, quoted: bool) -> bool:
    """Tell whether a literal behind a comma may be this name's value: the name is a whole literal, a member or a symbol."""
    data, family = scene.data, scene.dialect.family
    head = data[max(0, start - 4) : start].rstrip(b"-.#[$")
    if quoted:
        return family != Family.PROSE and head[-1:] in {b'"', b"'", b"`"}
    return family == Family.CODE and (
        data[start - 1 : start] in {b":", b">", b"{"}
        or b"." in data[start : start + 80].partition(b",")[0]
        or _COMPARED.search(data[max(0, start - 24) : start]) is not None
    )


def _assigned(
    scene: Scene, start: int, assigned: re.Match[bytes], kind: str, *, quoted_name: bool
) -> Iterator[Candidate]:
    family, operator, at = scene.dialect.family, assigned.group(1), assigned.end()
    if operator in _COMPARE:
        yield from literals.read(scene, at, Mode.STRONG, bare=False)
        return
    if operator == b":" and scene.data[at : at + 2] == b"//":
        return
    if scene.data[at : at + 1] in _QUOTES and scene.data[at : at + 1] == scene.quote_around(
        at
    ):  # the literal ends here: the value is joined to it
        joined = literals.joined(scene, at + 1)
        if joined:
            yield from literals.read(scene, joined, Mode.STRONG, bare=False)
        return
    inner = list(_inside(scene, start, at, operator, kind))
    if inner:
        yield from inner
        return
    unpacked = _unpacked(scene, start, at) if family == Family.CODE and operator == b"=" else None
    if unpacked:
        yield Candidate(unpacked[0], unpacked[1], Mode.LITERAL, inside=True)
        return
    mode = Mode.CONFIG if scene.dialect.config else Mode.LITERAL
    bare = (scene.data[at : at + 1] not in _NEVER_BARE or scene.data.startswith(b"{noop}", at)) and _may_be_bare(
        scene, start, at, operator
    )
    spaced = family == Family.SHELL and scene.data[at : at + 1] in {b" ", b"\t"}
    if bare and (family in _TIGHT or spaced or (family == Family.MARKUP and operator == b":")):
        mode = Mode.STRONG
    if family == Family.PROSE and not quoted_name:
        mode = Mode.STRONG if operator == b":" else Mode.LITERAL
    yield from literals.read(scene, at, mode, bare=bare)


def _unpacked(scene: Scene, start: int, at: int) -> tuple[int, int, int] | None:
    """Return the literal that the last of several names on the left of an assignment gets, None for any other assignment."""
    names_before = _NAMES_BEFORE.search(scene.data[scene.line_start(start) : start])
    if not names_before:
        return None
    for _ in range(names_before.group().count(b",")):
        other = _OTHER_VALUE.match(scene.data, at)
        if not other:
            return None
        at = other.end()
    return literals.quoted(scene, at)


def _inside(scene: Scene, start: int, at: int, operator: bytes, kind: str) -> Iterator[Candidate]:
    """Yield what an option of a field or a block below the name holds."""
    if scene.dialect.family == Family.PROTO:
        declared = _DECLARED_DEFAULT.match(scene.data, at)
        if declared:
            yield from literals.read(scene, declared.end(), Mode.LITERAL, bare=False)
    elif operator == b":":
        yield from blocks.below(scene, start, at, kind)
    elif operator == b"=" and scene.dialect.family == Family.TOML and _INLINE.match(scene.data, at):
        yield from blocks.braces(scene, at)


def _may_be_bare(scene: Scene, start: int, at: int, operator: bytes) -> bool:
    """Tell whether an unquoted word behind this operator can be a value rather than an expression."""
    family, data = scene.dialect.family, scene.data
    if family in {Family.YAML, Family.PROPERTIES, Family.JSON}:
        return True
    if family == Family.MARKUP:
        if operator == b":":
            return literals.marked_up(data, at)
        return operator == b"=" and (bool(scene.quote_around(at)) or data[at : at + 1] not in {b" ", b"\t"})
    if family == Family.SHELL:
        return _bare_in_shell(scene, start, at, operator)
    if family == Family.DOCKER:
        return operator == b"="
    if operator == b"=" and data[max(0, start - 7) : start] == b"export ":  # a shell script inside another text
        return data[at : at + 1] not in {b" ", b"\t"}
    if family in {Family.PROSE, Family.TABLE}:
        return True
    return bool(scene.quote_around(at)) or scene.commented(start) or scene.in_text_block(start)


def _bare_in_shell(scene: Scene, start: int, at: int, operator: bytes) -> bool:
    blank = scene.data[at : at + 1] in {b" ", b"\t"}
    if operator in {b"=", b":"} and blank:  # no assignment of a shell has blanks: a line of a text in it
        head = scene.data[scene.line_start(start) : start].strip()
        return head in {b"", b"export"} or (operator == b":" and bool(scene.quote_around(at)))
    if operator == b":":
        return bool(scene.quote_around(at))
    return operator in {b"=", b":=", b"?="}


def _beside(scene: Scene, start: int, end: int, after: int, kind: str) -> Iterator[Candidate]:
    """Yield values that stand beside a name without a separator: calls, flags, tags, pairs, commands."""
    data, family, quoted = scene.data, scene.dialect.family, after > end
    call = _CALL.match(data, after) if data[after : after + 1] in {b"(", b"{"} else None
    if call:
        yield from _called(scene, data[start:end], call.end())
        return
    if quoted and _OPEN_BRACE.match(data, after) and family in {Family.HCL, Family.CODE}:
        yield from blocks.braces(scene, after)
        return
    tagged = list(pairs.tagged(scene, start, after, kind))
    if tagged:
        yield from tagged
        return
    if data[start - 2 : start] == b"--" or (data[start - 1 : start] == b"-" and data[start - 2 : start - 1].isspace()):
        yield from _flag(scene, after)
        return
    literal = _BLANK_LITERAL.match(data, after)
    if literal and family not in {Family.PROSE, Family.MARKUP, Family.YAML, Family.JSON}:
        yield from literals.read(
            scene, literal.end(), Mode.LITERAL if family != Family.SQL else Mode.STRONG, bare=False
        )
        return
    blank = _BLANK_BARE.match(data, after)
    if (
        blank
        and after == end
        and family in {Family.DOCKER, Family.SHELL, Family.PROPERTIES, Family.PROSE}
        and _ENV_COMMAND.search(data[max(scene.line_start(start), start - _COMMAND_REACH) : start])
    ):
        value = literals.bare_value(scene, blank.end())
        if value:
            yield Candidate(*value, Mode.CONFIG if family == Family.DOCKER else Mode.LITERAL)
        return
    if blank and family == Family.PROPERTIES and not data[scene.line_start(start) : start].strip():
        value = literals.bare_value(scene, blank.end())
        if value:
            yield Candidate(*value, Mode.LITERAL)


def _called(scene: Scene, name: bytes, at: int) -> Iterator[Candidate]:
    """Yield the first argument of a call whose name names a secret, unless the call reads one."""
    parts = names.words(name.decode("utf-8", "replace"))
    first = parts[0] if parts else ""
    if first in _READING:
        return
    if first in {"set", "with", "put"} or len(parts) == 1:
        yield from literals.read(scene, at, Mode.LITERAL, bare=False)
        return
    part = literals.quoted(scene, at)
    if part and _SOLE.match(scene.data, part[2]):
        yield Candidate(part[0], part[1], Mode.STRONG, inside=True)


def _flag(scene: Scene, after: int) -> Iterator[Candidate]:
    blank = _FLAG_VALUE.match(scene.data, after)
    if not blank or (b"\n" in blank.group() and scene.dialect.family != Family.YAML):
        return
    opened = literals.quoted(scene, blank.end())
    if opened:
        yield Candidate(opened[0], opened[1], Mode.LITERAL, inside=True)
        return
    match = re.compile(rb"[^\s\"'`;&|<>(){}\[\],\\]+").match(scene.data, blank.end())
    if match:
        prose = scene.dialect.family in {Family.PROSE, Family.CODE}
        yield Candidate(match.start(), match.end(), Mode.STRONG if prose else Mode.LITERAL)
