"""Makefiles by rule: targets, recipe and the comment above; variables, dot-targets and includes stay with the file.

Takes one clean file, gives a section per rule titled by its targets as written; references are its prerequisites.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, exported, flat_cut, placed
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.span import Lines
from chunkers.unit import Cut

_RULE = re.compile(
    rb"((?:\\[:#]|[^\s:#=$&]|&(?!:)|\$(?:\([^()\n]*+(?:\([^()\n]*+\)[^()\n]*+)*+\)|\{[^}\n]*+\}|.)|[ \t]++(?=[^\s:]))++)[ \t]*&?::?(?![=:])([^\n]*)"
)
_VARIABLE = re.compile(rb"[ \t]*(?:(?:override|export|private)[ \t]+)*[^\s:#=]+[ \t]*(?::::?|::?|[+?!])?=")
_DEFINE = re.compile(rb"[ \t]*(?:override[ \t]+)?define\b")
_CONDITION = re.compile(rb"[ \t]*(?:ifeq|ifneq|ifdef|ifndef|else|endif)\b")
_EXPORT = re.compile(rb"^export[ \t]+([A-Za-z_]\w*)[ \t]*(?::{0,3}|[+?!])=", re.MULTILINE)
_PREFIX = re.compile(rb"\.RECIPEPREFIX[ \t]*[:?]?=[ \t]*(\S)")


@dataclass(frozen=True, slots=True)
class _Rule:
    title: str
    wanted: tuple[str, ...]
    first: int
    last: int


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language in {"make", "makefile"} else 0


def _chunk(given: ChunkingInput) -> Cut:
    lines = given.clean.lines
    edges = Edges(lines)
    rules = list(_rules(lines))
    set_here = exported(_EXPORT, given)
    return flat_cut(given, placed([_block(rule, lines) for rule in rules], edges), edges, keys=False, symbols=set_here)


def _rules(lines: Lines) -> Iterator[_Rule]:
    prefix, line, total = b"\t", 1, len(lines)
    closings: list[int] = []
    while line <= total:
        raw = lines.raw(line, line)
        last = _logical_end(lines, line)
        chosen = _PREFIX.match(raw)
        if chosen:
            prefix = chosen.group(1)
        if _DEFINE.match(raw):
            last = _define_end(lines, closings, line)
        rule = None if raw.startswith((prefix, b"#")) or _VARIABLE.match(raw) else _RULE.match(raw)
        if rule and not _CONDITION.match(raw):
            end = _recipe_end(lines, last, prefix)
            targets = rule.group(1).decode("utf-8", "replace").strip()
            after = lines.raw(line, last)[rule.start(2) :]
            if not targets.startswith(".") and not _VARIABLE.match(after):
                yield _Rule(targets, _prerequisites(after), line, end)
            last = end
        line = last + 1


def _logical_end(lines: Lines, line: int) -> int:
    """Return the last line of a logical line: a backslash at the end goes on."""
    while line < len(lines) and lines.raw(line, line).rstrip(b"\r\n").endswith(b"\\"):
        line += 1
    return line


def _define_end(lines: Lines, closings: list[int], line: int) -> int:
    """Return the line that closes the definition at `line`, `line` itself when none does."""
    if not closings:  # searched for once, when the first definition asks
        closings += [at for at in range(1, len(lines) + 1) if lines.raw(at, at).strip().startswith(b"endef")]
        closings.append(0)
    after = bisect_right(closings, line, hi=len(closings) - 1)
    return closings[after] or line


def _recipe_end(lines: Lines, last: int, prefix: bytes) -> int:
    """Return the last recipe line below a rule; blank, comment and conditional lines count when a recipe line follows."""
    at, opened, end = last + 1, 0, last
    while at <= len(lines):
        raw = lines.raw(at, at)
        if raw.startswith(prefix) and raw.strip():
            end = at = _logical_end(lines, at)
        elif _CONDITION.match(raw):
            word = raw.split()[0]
            opened += 1 if word.startswith(b"if") else -1 if word == b"endif" else 0
            if opened < 0:
                break
            end = at if word == b"endif" and end > last else end
        elif raw.strip() and not raw.lstrip().startswith(b"#"):
            break
        at += 1
    return end


def _prerequisites(after: bytes) -> tuple[str, ...]:
    text = after.partition(b";")[0].partition(b"#")[0].replace(b"\\\n", b" ").replace(b"\\\r\n", b" ")
    return tuple(dict.fromkeys(word for word in text.decode("utf-8", "replace").split() if word != "|"))


def _block(rule: _Rule, lines: Lines) -> Block:
    start = lines.start(rule.first)
    end = start + len(lines.raw(rule.first, rule.last).rstrip())
    attributes = (("references", list(rule.wanted)),) if rule.wanted else ()
    return Block(rule.title, "", (Node(rule.title, start, start, end, SCALAR),), start, end, attributes)


CHUNKER = Chunker("make", "1", _supports, _chunk)
