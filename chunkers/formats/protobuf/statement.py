"""One statement of a `.proto` file: what it declares, which types it names, which HTTP routes its options bind.

Takes the tokens up to `;` or `{`, gives records; knows the words of proto2, proto3 and editions, not what stands around the statement.
"""

from __future__ import annotations

from dataclasses import dataclass

from chunkers.formats.lexing.comments import begins_line
from chunkers.formats.protobuf.scanner import Token

CONTAINERS = frozenset({"message", "enum", "service", "extend"})
SCALARS = frozenset(
    "double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes".split()
)
_LABELS = frozenset({"repeated", "optional", "required"})
_VISIBILITY = frozenset({"export", "local"})
_VERBS = frozenset({"get", "put", "post", "delete", "patch"})


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a declaration. `types`: (name as written, offset); `streams`: of request and response."""

    keyword: str
    name: str
    word: int
    name_at: int
    types: tuple[tuple[str, int], ...] = ()
    streams: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True)
class Field:
    """A field or enum value: its name and place, its message or enum type ("" for a scalar) and that type's place."""

    name: str
    at: int
    type: str
    written: str
    type_at: int
    end: int


def head_of(part: list[Token], context: str) -> Head | None:
    """Return what a statement declares, None when it is a plain statement."""
    at = 1 if part and part[0].text in _VISIBILITY else 0
    words = part[at:]
    if not words or words[0].kind != "word":
        return None
    first = words[0]
    if first.text in CONTAINERS and context not in {"service", "enum"} and len(words) == 2 and words[1].kind == "word":  # noqa: PLR2004 - keyword, name
        return Head(first.text, words[1].text.lstrip("."), part[0].start, words[1].start, _extended(words))
    if first.text == "rpc" and len(words) > 1 and words[1].kind == "word" and context in {"service", ""}:
        return _method(words)
    group = 1 if first.text in _LABELS else 0
    if (
        len(words) > group + 1
        and words[group].text == "group"
        and words[group].kind == "word"
        and words[group + 1].kind == "word"
    ):
        return Head("group", words[group + 1].text, part[0].start, words[group + 1].start)
    return None


def late_head(part: list[Token], data: bytes, context: str) -> tuple[int, Head] | None:
    """Return a declaration that starts a line in the middle of `part`: the statement before it lacks its semicolon."""
    for index in range(len(part) - 1, 0, -1):
        token = part[index]
        if token.text in CONTAINERS | {"rpc", "oneof"} and token.kind == "word" and begins_line(data, token.start):
            head = head_of(part[index:], context)
            return (index, head) if head is not None else None
    return None


def _extended(words: list[Token]) -> tuple[tuple[str, int], ...]:
    return ((words[1].text, words[1].start),) if words[0].text == "extend" else ()


def _method(words: list[Token]) -> Head:
    types: list[tuple[str, int]] = []
    streams: list[bool] = []
    inside: list[Token] | None = None
    for token in words[2:]:
        if token.kind == "(":
            inside = []
        elif token.kind == ")" and inside is not None:
            streaming = len(inside) > 1 and inside[0].text == "stream"
            if inside:
                types.append((inside[-1].text, inside[-1].start))
            streams.append(streaming)
            inside = None
        elif inside is not None:
            inside.append(token)
    both = [*streams, False, False]
    return Head("rpc", words[1].text, words[0].start, words[1].start, tuple(types[:2]), (both[0], both[1]))


def is_complete(part: list[Token], context: str, end: int) -> tuple[Field | None, bool]:
    """Return the field a statement holds, if any, and whether the statement reads well."""
    first = part[0].text
    if first in {"reserved", "extensions", "option", "import", "stream"}:
        return None, True
    equals = [index for index, token in enumerate(part) if token.kind == "="]
    outer = [index for index in equals if not _bracketed(part, index)]
    if not outer or outer[0] == 0 or part[outer[0] - 1].kind != "word":
        return None, False
    name = part[outer[0] - 1]
    well = len(outer) == 1 and outer[0] + 1 < len(part)
    if context == "enum":
        return Field(name.text, name.start, "", "", name.start, end), well and outer[0] == 1
    typed = part[outer[0] - 2] if outer[0] > 1 else None
    if typed is None:
        return None, False
    if typed.kind != ">":
        return _field(name, typed, typed.text, end), well and typed.kind == "word"
    value, key = part[outer[0] - 3], part[min(2, len(part) - 1)]  # map<key, Value>
    return _field(name, value, f"map<{key.text}, {value.text}>", end), well


def _field(name: Token, typed: Token, written: str, end: int) -> Field:
    return Field(name.text, name.start, "" if typed.text in SCALARS else typed.text, written, typed.start, end)


def _bracketed(part: list[Token], index: int) -> bool:
    return any(token.kind == "[" for token in part[:index])


def http_rules(options: list[Token]) -> tuple[str, ...]:
    """Return the `METHOD path` bindings among option tokens (google.api.http and additional bindings)."""
    if not any(token.text.endswith("google.api.http") for token in options):
        return ()
    found: list[str] = []
    kind = None
    for index, token in enumerate(options):
        value = options[index + 2] if index + 2 < len(options) and options[index + 1].kind in {":", "="} else None
        if value is None or value.kind != "string" or token.kind != "word":
            continue
        key = token.text.rpartition(".")[2]
        if key in _VERBS:
            found.append(f"{key.upper()} {value.text}")
        elif key == "kind":
            kind = value.text
        elif key == "path" and kind:
            found.append(f"{kind} {value.text}")
    return tuple(dict.fromkeys(found))
