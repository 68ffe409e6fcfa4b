"""What a broken file is parsed without: conflict markers, template marks, macros, arms of `#if` that open what another arm closes.

Takes bytes, gives edits that keep length and lines; only the parser sees them. Judges nothing: the caller keeps the edits that help.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from chunkers.pattern import later

Edit = tuple[int, int, bytes]
"""A byte range and what it is filled with: blanks, a word character, a semicolon, or a type name followed by blanks. Lines stay."""

_CONFLICT = later(rb"^(?:<{7}|\|{7}|={7}|>{7})(?:[ \t][^\n]*)?$", re.MULTILINE)
_TEMPLATE_LINE = later(rb"^[ \t]*(?:\{%[^\n]*%\}|\{\{[#/!-][^\n]*\}\}|\{#[^\n]*#\})[ \t]*\r?$", re.MULTILINE)
_TEMPLATE = later(rb"\{\{[^{}\n]{1,200}\}\}|\{%[^%\n]{1,200}%\}")
_UNSEEN = later(
    rb"""//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|"(?:[^"\\\n]|\\[^\n])*+"?|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\[^\n])*+'?"""
)
_DIRECTIVE = later(rb"[ \t]*#[ \t]*([a-z]*)")
_ANGLED = later(rb"(?<=\()[ \t]*(?:<[^<>()\n]{1,200}>|\"[^\"\n]{1,200}\")[ \t]*(?=\))")
_LABEL = later(rb"[ \t]*(?:case\b[^:]*|[A-Za-z_]\w*(?:[ \t]+\w+)?)[ \t]*:[ \t]*\r?")
_BLANK = b" "
_CONTINUED = later(rb"(?:else|catch|finally|case|default)\b|[.,)?:&|+]")
_CLOSERS = frozenset({b";", b"{", b"}"})
_FILLS = {"blank": _BLANK, "name": b"x", "stop": b";", "type": b"int"}
_DEEPEST = 50
_LINE_END = later(rb"[^\r\n]")


def applied(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Return the text with every edit made."""
    out = bytearray(data)
    for start, end, fill in edits:
        out[start:end] = _filled(bytes(out[start:end]), fill)
    return bytes(out)


def _filled(text: bytes, fill: bytes) -> bytes:
    filled = _LINE_END.sub(fill[:1] if len(fill) == 1 else _BLANK, text)
    return fill + filled[len(fill) :] if len(fill) > 1 and b"\n" not in text[: len(fill)] else filled


Batch = list[Edit]
"""Edits that make sense together only."""


def not_code(data: bytes) -> Iterator[Batch]:
    """Yield the edits for what is no code of any language, a kind at a time."""
    for pattern, fill in ((_CONFLICT, _BLANK), (_TEMPLATE_LINE, _BLANK), (_TEMPLATE, b"x")):
        yield [(*match.span(), fill) for match in pattern.finditer(data)]


def macros(pattern: re.Pattern[bytes], seen: bytes) -> list[Batch]:
    """Return an edit for what `pattern` finds outside the lines of the preprocessor; `seen` is the text's shadow.

    A group named `blank`, `name`, `stop` or `type` says what is filled and how; without one the whole match is blanked.
    """
    closed = directive_rows(seen)
    found: list[Batch] = []
    row = at = 0
    for match in pattern.finditer(seen):
        group = match.lastgroup if match.lastgroup in _FILLS else None
        start, end = match.span(group or 0)
        row += seen.count(b"\n", at, start)
        at = start
        if row not in closed or seen.startswith(b"#", start):
            found.append([(start, end, _FILLS[group] if group else _BLANK)])
    return found


def shadow(data: bytes) -> bytes:
    """Return the text with comments blanked and strings filled, of the same length."""
    return _UNSEEN.sub(_unseen, data)


def _unseen(match: re.Match[bytes]) -> bytes:
    text = match.group()
    if text[:1] in b"\"'":
        return text[:1] + b"x" * (len(text) - 2) + text[:1] if len(text) > 1 else b"x"
    return _LINE_END.sub(_BLANK, text)


def directive_rows(seen: bytes) -> set[int]:
    """Return the rows (from 0) of directives and of what continues them behind a backslash."""
    found = set()
    directive = False
    before = b""
    for row, text in enumerate(seen.split(b"\n")):
        directive = text.lstrip()[:1] == b"#" or (directive and before.rstrip().endswith(b"\\"))
        before = text
        if directive:
            found.add(row)
    return found


def conditions(data: bytes) -> Batch:
    """Return the edits for file names in conditions (`#if __has_include(<optional>)`), which read like comparisons without sides."""
    found: list[Edit] = []
    starts = _starts(data)
    for row in sorted(directive_rows(shadow(data))):
        end = starts[row + 1] if row + 1 < len(starts) else len(data)
        if not data[starts[row] : end].split(b"#", 1)[-1].lstrip().startswith((b"include", b"import")):
            found += [(*match.span(), b"x") for match in _ANGLED.finditer(data, starts[row], end)]
    return found


def _starts(data: bytes) -> list[int]:
    return [0, *(match.end() for match in re.finditer(rb"\n", data))]


@dataclass(slots=True)
class _Group:
    """An `#if` being read: the rows of its directives, and what each arm leaves open."""

    foreign: bool  # the first arm is none of this language
    inside: bool  # it stands within an expression, a list or a signature
    directives: list[int] = field(default_factory=list)
    open: list[int] = field(default_factory=list)

    def arm(self, row: int) -> None:
        """Begin an arm behind the directive on `row`."""
        self.directives.append(row)
        self.open.append(0)

    def hidden(self, end: int) -> tuple[set[int], int]:
        """Return the rows of the directives and of all arms but one, and what that one leaves open."""
        kept = 1 if self.foreign else 0
        bounds = list(pairwise([*self.directives, end]))
        rows = {row for at, (start, stop) in enumerate(bounds) if at != kept for row in range(start, stop)}
        return {*rows, *self.directives, end}, self.open[kept] if kept < len(self.open) else 0


def arms(data: bytes, foreign: frozenset[str], *, inside: bool) -> list[Batch]:
    """Return the edits that leave one arm of every `#if` whose arms do not close what they open; else of those within a statement.

    The first arm is kept, unless its condition is 0 or one of the `foreign` words. A batch holds an outermost `#if` with what is inside it.
    """
    seen = shadow(data).split(b"\n")
    starts = _starts(data)
    batches: list[Batch] = []
    hidden: set[int] = set()
    stack: list[_Group] = []
    last = b";"
    for row, text in enumerate(seen if _is_shallow(seen) else ()):
        found = _DIRECTIVE.match(text)
        word = found[1] if found else b""
        if found is None:
            last = _last(seen, row) or last
            if stack:
                stack[-1].open[-1] += _depth(text)
        elif word in {b"if", b"ifdef", b"ifndef"}:
            stack.append(_Group(_is_foreign(text, word, foreign), last not in _CLOSERS or _continues(seen, row)))
            stack[-1].arm(row)
        elif stack and word in {b"else", b"elif", b"elifdef", b"elifndef"}:
            stack[-1].arm(row)
        elif stack and word == b"endif":
            group = stack.pop()
            rows, left = group.hidden(row)
            if (group.inside or _continues(seen, row)) if inside else any(group.open):
                hidden |= rows
                if stack:
                    stack[-1].open[-1] += left
            if hidden and not stack:
                batches.append([(starts[at], starts[at] + len(seen[at]), _BLANK) for at in sorted(hidden)])
                hidden = set()
    return batches


def _continues(seen: Sequence[bytes], row: int) -> bool:
    """Tell whether the code behind a directive goes on with what stands before it."""
    following = next((text.strip() for text in seen[row + 1 : row + 6] if text.strip()), b"")
    return following.endswith(b",") or _CONTINUED.match(following) is not None


def guard(data: bytes) -> Batch:
    """Return the edits for the directives of an `#ifndef` around the whole file: recovery from an error is worse inside one."""
    seen = shadow(data).split(b"\n")
    starts = _starts(data)
    rows = [(row, found[1]) for row, text in enumerate(seen) if (found := _DIRECTIVE.match(text))]
    filled = [row for row, text in enumerate(seen) if text.strip()]
    if not rows or rows[0][1] != b"ifndef" or rows[-1] != (filled[-1], b"endif"):
        return []
    return [(starts[row], starts[row] + len(seen[row]), _BLANK) for row in (rows[0][0], rows[-1][0])]


def _is_shallow(seen: Sequence[bytes]) -> bool:
    """Tell whether the groups nest no deeper than a program's: the rows of each are counted once a level."""
    depth = deepest = 0
    for text in seen:
        found = _DIRECTIVE.match(text)
        if found:
            depth += found[1].startswith(b"if") - (found[1] == b"endif")
            deepest = max(deepest, depth)
    return deepest < _DEEPEST


def _last(seen: Sequence[bytes], row: int) -> bytes:
    """Return the last character of a row of code; nothing for blank rows and what continues a directive."""
    text = seen[row].rstrip()
    if not text or (row and seen[row - 1].rstrip().endswith(b"\\")):
        return b""
    return b";" if _LABEL.fullmatch(text) else text[-1:]


def _depth(text: bytes) -> int:
    return text.count(b"{") + text.count(b"(") - text.count(b"}") - text.count(b")")


def _is_foreign(text: bytes, word: bytes, foreign: frozenset[str]) -> bool:
    condition = text.split(word, 1)[1].strip()
    return condition == b"0" or (word != b"ifndef" and any(one.encode() in condition for one in foreign))
