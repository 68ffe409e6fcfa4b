"""Dockerfiles by build stage, heredocs and continuation lines read as one instruction.

Takes one clean file, gives `(global)` for what stands before the first FROM, then `stage <name or index>`; references are the stages and images
that FROM, COPY and mounts take from. ENV and ARG names are `env_var` symbols.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.span import Lines, Span
from chunkers.symbol import Symbol
from chunkers.unit import Cut

_WORD = re.compile(rb"[ \t]*([A-Za-z]+)(?=[ \t\r\n\\`]|\Z)")
_PROOF = re.compile(rb"^[ \t]*(?:FROM|ARG|RUN|COPY|ADD)[ \t]*(?:[ \t]\S|[\\`]\r?$)", re.MULTILINE | re.IGNORECASE)
_ESCAPE = re.compile(rb"#[ \t]*escape[ \t]*=[ \t]*(`|\\)", re.IGNORECASE)
_HEREDOC = re.compile(
    rb"(?<![^\s;|&(])\d{0,4}<<(-?)[\"']?([^\s<>;|&()\"']++)[\"']?"
)  # a shell word of its own, any name
_FROM = re.compile(rb"[ \t]*FROM[ \t]+(?:--\S+[ \t]+)*(\S+)(?:[ \t]+AS[ \t]+(\S+))?", re.IGNORECASE)
_TAKES = re.compile(rb"--from=([^\s,]+)|--mount=\S*?\bfrom=([^\s,]+)")
_FIRST = re.compile(rb"\s*(?:ENV|ARG)\s+([A-Za-z_]\w*)(?=\s|\Z)", re.IGNORECASE)
_SET = re.compile(rb"(?<!\S)([A-Za-z_]\w*)=(?:\"(?:[^\"\\]++|\\.)*+\"|'[^']*+'|\\.|[^\s\"'\\])*+", re.DOTALL)
_KNOWN = frozenset(
    b"FROM RUN CMD LABEL MAINTAINER EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL".split()
)


@dataclass(frozen=True, slots=True)
class _Instruction:
    word: bytes
    first: int
    last: int
    text: bytes
    flat: bytes  # on one line, without the comments between its lines


def _supports(given: ChunkingInput) -> int:
    mine = given.classification.language == "dockerfile" and _PROOF.search(given.clean.data) is not None
    return 50 if mine else 0


def _chunk(given: ChunkingInput) -> Cut:
    lines = given.clean.lines
    edges = Edges(lines)
    found = list(_instructions(lines))
    blocks = list(_blocks(found, lines))
    broken = [lines.start(one.first) for one in found if one.word not in _KNOWN]
    symbols = _variables(found, given.classification.language)
    return flat_cut(given, placed(blocks, edges), edges, broken=broken, keys=False, symbols=symbols)


def _instructions(lines: Lines) -> Iterator[_Instruction]:
    escape = b"\\"
    line, total = 1, len(lines)
    places = _places(lines)
    while line <= total:
        raw = lines.raw(line, line)
        text = raw.strip()
        if not text or text.startswith(b"#"):
            directive = _ESCAPE.match(text)
            escape = directive.group(1) if directive and line <= 3 else escape  # noqa: PLR2004  # directives stand at the head
            line += 1
            continue
        first = line
        while line < total and _goes_on(lines.raw(line, line), escape):
            line = _past_comments(lines, line + 1)
        line = min(line, total)
        word = _WORD.match(raw)
        line = (
            _heredoc_end(places, line, lines.raw(first, line))
            if word and word.group(1).upper() in {b"RUN", b"COPY", b"ADD", b"ONBUILD"}
            else line
        )
        body = lines.raw(first, line)
        yield _Instruction(word.group(1).upper() if word else b"", first, line, body, _flat(body, escape))
        line += 1


def _goes_on(raw: bytes, escape: bytes) -> bool:
    return raw.rstrip().endswith(escape)


def _flat(text: bytes, escape: bytes) -> bytes:
    """Return an instruction on one line: continued lines joined, comments between them left out."""
    rows = text.split(b"\n")
    kept = [row.rstrip() for row in [rows[0], *(row for row in rows[1:] if not row.lstrip().startswith(b"#"))]]
    return b" ".join(row.removesuffix(escape) for row in kept)


def _past_comments(lines: Lines, line: int) -> int:
    """Return the next line of an instruction: comments and blank lines inside one do not end it."""
    start = line
    while line <= len(lines) and (lines.is_blank(line) or lines.raw(line, line).lstrip().startswith(b"#")):
        line += 1
    return line if line <= len(lines) else start - 1 if start > len(lines) else start


def _heredoc_end(places: Mapping[bytes, Sequence[int]], line: int, text: bytes) -> int:
    """Return the last line of the heredocs an instruction opens, `line` when one never ends."""
    last = line
    for dash, word in _HEREDOC.findall(text):
        tabs = b"\t" if dash else b""
        found = [at for key in {word, tabs + word} if (at := _after(places.get(key, ()), last))]
        if not found:
            return last
        last = min(found)
    return last


def _after(places: Sequence[int], line: int) -> int:
    """Return the first of `places` behind `line`, 0 when there is none."""
    at = bisect_right(places, line)
    return places[at] if at < len(places) else 0


def _places(lines: Lines) -> Mapping[bytes, Sequence[int]]:
    """Return the line numbers of every text a line holds by itself; tabs before it count as one."""
    found: dict[bytes, list[int]] = {}
    for number in range(1, len(lines) + 1):
        body = lines.raw(number, number).rstrip(b"\r\n")
        bare = body.lstrip(b"\t")
        found.setdefault(body if bare == body else b"\t" + bare, []).append(number)
    return found


def _blocks(found: Sequence[_Instruction], lines: Lines) -> Iterator[Block]:
    names: list[str] = []
    start = 0
    starts = [i for i, one in enumerate(found) if one.word == b"FROM"]
    if found and (not starts or starts[0] > 0):
        yield _block("(global)", found[: starts[0] if starts else len(found)], lines, ())
    for number, start in enumerate(starts):
        body = found[start : starts[number + 1] if number + 1 < len(starts) else len(found)]
        match = _FROM.match(body[0].flat)
        name = match.group(2).decode("utf-8", "replace") if match and match.group(2) else str(number)
        wanted = _wanted(body, names)
        names.append(name)
        yield _block(f"stage {name}", body, lines, wanted)


def _wanted(body: Sequence[_Instruction], names: Sequence[str]) -> tuple[str, ...]:
    """Return the stages (`stage x`) and images that a stage takes from."""
    base = _FROM.match(body[0].flat)
    raw = [base.group(1)] if base else []
    for one in body[1:]:
        raw += [a or b for a, b in _TAKES.findall(one.flat)]
    found: list[str] = []
    for name in (item.decode("utf-8", "replace") for item in raw):
        index = int(name) if name.isdigit() and int(name) < len(names) else None
        known = next((n for n in names if n.lower() == name.lower()), None)
        found.append(f"stage {names[index]}" if index is not None else f"stage {known}" if known else name)
    return tuple(dict.fromkeys(found))


def _block(title: str, body: Sequence[_Instruction], lines: Lines, wanted: Sequence[str]) -> Block:
    nodes = tuple(_node(one, lines) for one in body)
    attributes = (("references", list(wanted)),) if wanted else ()
    return Block(title, "", nodes, nodes[0].start, nodes[-1].end, attributes)


def _node(one: _Instruction, lines: Lines) -> Node:
    start = lines.start(one.first) + len(one.text) - len(one.text.lstrip())
    end = lines.start(one.first) + len(one.text.rstrip())
    return Node(one.word.decode(), start, start, end, SCALAR)


def _variables(found: Sequence[_Instruction], language: str | None) -> list[Symbol]:
    """Return an `env_var` symbol per name that ENV or ARG sets, once."""
    symbols: dict[str, Symbol] = {}
    for one in found:
        if one.word not in {b"ENV", b"ARG"}:
            continue
        single = _FIRST.match(one.flat)  # "ENV NAME the rest is its value"
        names = [single.group(1)] if single else [match.group(1) for match in _SET.finditer(one.flat)]
        for name in (raw.decode() for raw in names):
            symbols.setdefault(
                name, Symbol("env_var", name, name, Span(one.first, one.last), one.first, language=language)
            )
    return list(symbols.values())


CHUNKER = Chunker("dockerfile", "1", _supports, _chunk)
