"""nginx configuration by block: `http`, `stream` and `mail` are walked into, servers are titled by their names.

Takes one clean file, gives `http.server#shop.example`, `http.upstream#app`, and runs of plain directives; includes are references.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import BLOCK, MAPPING, SCALAR, Node
from chunkers.unit import Cut

_TOKEN = re.compile(rb"#[^\n]*+|\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'|\$\{[^}\s]*+\}|[;{}]|(?:[^\s;{}\"'#\\$]|\\.|\$(?!\{))++", re.DOTALL)
_CONTAINERS = frozenset({"http", "stream", "mail"})
_TAKES = frozenset({"include", "proxy_pass", "fastcgi_pass", "uwsgi_pass", "grpc_pass", "root"})
DEEPEST = 1000


@dataclass(slots=True)
class _Directive:
    """A directive: its words, its place, and the directives of its block."""

    words: list[str]
    start: int
    end: int = 0
    block: bool = False
    children: list[_Directive] = field(default_factory=list)

    def node(self) -> Node:
        below = [Node(child.words[0], child.start, child.start, child.end, SCALAR) for child in self.children]
        return Node(self.words[0], self.start, self.start, self.end, MAPPING if below else SCALAR, BLOCK, below)


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "nginx" else 0


def _chunk(given: ChunkingInput) -> Cut:
    edges = Edges(given.clean.lines)
    top, broken = _scan(given.clean.data)
    blocks, walls = [], []
    for block in _blocks(top, ""):
        if isinstance(block, int):
            walls.append(given.clean.lines.line_at(block))
        else:
            blocks.append(block)
    return flat_cut(given, placed(blocks, edges, walls), edges, broken=broken, keys=False)


def _scan(data: bytes) -> tuple[list[_Directive], list[int]]:
    root = _Directive(["root"], 0)
    stack, current, broken = [root], None, list[int]()
    for token in _TOKEN.finditer(data):
        text = token.group()
        if text.startswith(b"#"):
            continue
        if text == b"}":
            if current is not None or len(stack) == 1:
                broken.append(token.start())
            if len(stack) > 1:
                stack.pop().end = token.end()
            current = None
        elif text in (b";", b"{"):
            if current is None:
                broken.append(token.start())
                continue
            current.end, current.block = token.end(), text == b"{"
            if text == b"{" and len(stack) < DEEPEST:
                stack.append(current)
            current = None
        elif current is None:
            current = _Directive([text.decode("utf-8", "replace")], token.start(), token.end())
            stack[-1].children.append(current)
        else:
            current.words.append(text.decode("utf-8", "replace"))
            current.end = token.end()
    for left in stack[1:]:
        left.end = len(data.rstrip())
        broken.append(left.start)
    return root.children, broken


def _blocks(directives: Sequence[_Directive], prefix: str) -> Iterator[Block | int]:
    """Yield blocks below a container, and the offset of each container's own line as a wall."""
    run: list[_Directive] = []
    for one in directives:
        if not one.block:
            run.append(one)
            continue
        if run:
            yield _run(run, prefix)
            run = []
        if one.words[0] in _CONTAINERS and not prefix and one.children:
            yield one.start
            yield from _blocks(one.children, one.words[0])
        else:
            wanted = list(dict.fromkeys(_references(one)))
            attributes = (("references", wanted),) if wanted else ()
            title = _title(one)
            yield Block(f"{prefix}.{title}" if prefix else title, "", (one.node(),), one.start, one.end, attributes)
    if run:
        yield _run(run, prefix)


def _run(run: Sequence[_Directive], prefix: str) -> Block:
    return Block(prefix or ROOT, prefix, tuple(one.node() for one in run), run[0].start, run[-1].end)


def _title(one: _Directive) -> str:
    if one.words[0] == "server":
        names = next((child.words[1:] for child in one.children if child.words[0] == "server_name"), [])
        listens = next((child.words[1:2] for child in one.children if child.words[0] == "listen"), [])
        return f"server#{(names or listens or ['_'])[0]}"
    return "#".join([one.words[0], *([" ".join(one.words[1:])] if one.words[1:] else [])])


def _references(top: _Directive) -> Iterator[str]:
    stack = [top]
    while stack:
        one = stack.pop()
        stack.extend(reversed(one.children))
        if one.words[0] in _TAKES and len(one.words) > 1:
            yield one.words[1]


CHUNKER = Chunker("nginx", "1", _supports, _chunk)
