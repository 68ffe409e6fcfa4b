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

_TOKEN = re.compile(
    rb"#[^\n]*+|\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'|\$\{[^}\s]*+\}|[;{}]|(?:[^\s;{}\"'#\\$]|\\.|\$(?!\{))++",
    re.DOTALL,
)
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
    scan = _Scan(given.clean.data)
    scan.run()
    blocks, walls = [], []
    for block in _blocks(scan.root.children, ""):
        if isinstance(block, int):
            walls.append(given.clean.lines.line_at(block))
        else:
            blocks.append(block)
    return flat_cut(given, placed(blocks, edges, walls), edges, broken=scan.broken, keys=False)


@dataclass(slots=True)
class _Scan:
    """One pass over the tokens; `stack` holds the open blocks, `current` the directive that waits for its end."""

    data: bytes
    root: _Directive = field(default_factory=lambda: _Directive(["root"], 0))
    broken: list[int] = field(default_factory=list)
    stack: list[_Directive] = field(default_factory=list)
    current: _Directive | None = None

    def run(self) -> None:
        self.stack.append(self.root)
        for token in _TOKEN.finditer(self.data):
            text = token.group()
            if text == b"}":
                self._close(token)
            elif text in (b";", b"{"):
                self._finish(token, opens=text == b"{")
            elif not text.startswith(b"#"):
                self._word(token)
        for left in self.stack[1:]:
            left.end = len(self.data.rstrip())
            self.broken.append(left.start)

    def _close(self, token: re.Match[bytes]) -> None:
        if self.current is not None or len(self.stack) == 1:
            self.broken.append(token.start())
        if len(self.stack) > 1:
            self.stack.pop().end = token.end()
        self.current = None

    def _finish(self, token: re.Match[bytes], *, opens: bool) -> None:
        if self.current is None:
            self.broken.append(token.start())
            return
        self.current.end, self.current.block = token.end(), opens
        if opens and len(self.stack) < DEEPEST:
            self.stack.append(self.current)
        self.current = None

    def _word(self, token: re.Match[bytes]) -> None:
        text = token.group().decode("utf-8", "replace")
        if self.current is None:
            self.current = _Directive([text], token.start(), token.end())
            self.stack[-1].children.append(self.current)
        else:
            self.current.words.append(text)
            self.current.end = token.end()


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
