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
    rb"#[^\n]*+|\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'|\$\{[^}\s]{0,100}\}|[;{}]|(?:[^\s;{}\"'#\\$]|\\.|\$(?!\{))(?:[^\s;{}\\$]|\\.|\$(?!\{)|\$\{[^}\s]{0,100}\})*+",
    re.DOTALL,
)
_LUA = "_by_lua_block"
_LUA_TOKEN = re.compile(rb"--\[\[|--[^\n]*+|\[\[|\"(?:[^\"\\\n]++|\\.)*+\"|'(?:[^'\\\n]++|\\.)*+'|[{}]", re.DOTALL)
_CONTAINERS = frozenset({"http", "stream", "mail"})
_TAKES = frozenset({"include", "proxy_pass", "fastcgi_pass", "uwsgi_pass", "grpc_pass", "root"})
DEEPEST = 1000


@dataclass(slots=True)
class Directive:
    """A directive: its words, its place, and the directives of its block."""

    words: list[str]
    start: int
    end: int = 0
    block: bool = False
    children: list[Directive] = field(default_factory=list)

    def node(self) -> Node:
        """Return the directive as a key with what its block holds."""
        below = [Node(child.words[0], child.start, child.start, child.end, SCALAR) for child in self.children]
        return Node(self.words[0], self.start, self.start, self.end, MAPPING if below else SCALAR, BLOCK, below)


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "nginx" else 0


def _chunk(given: ChunkingInput) -> Cut:
    edges = Edges(given.clean.lines)
    root, broken = scan_nginx(given.clean.data)
    blocks, walls = [], []
    for block in _blocks(root.children, ""):
        if isinstance(block, int):
            walls.append(given.clean.lines.line_at(block))
        else:
            blocks.append(block)
    return flat_cut(given, placed(blocks, edges, walls), edges, broken=broken, keys=False)


@dataclass(slots=True)
class _Scan:
    """One pass over the tokens; `stack` holds the open blocks, `current` the directive that waits for its end."""

    data: bytes
    root: Directive = field(default_factory=lambda: Directive(["root"], 0))
    broken: list[int] = field(default_factory=list)
    stack: list[Directive] = field(default_factory=list)
    current: Directive | None = None
    lua: bool = True  # False once a block of Lua did not close: no search is made twice
    last_bracket: int = 0

    def run(self) -> None:
        self.stack.append(self.root)
        self.last_bracket = self.data.rfind(b"]]")
        at = 0
        while token := _TOKEN.search(self.data, at):
            text, at = token.group(), token.end()
            if text == b"}":
                self._close(token)
            elif self.lua and text == b"{" and self.current is not None and self.current.words[0].endswith(_LUA):
                at = self._foreign(at)
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

    def _foreign(self, at: int) -> int:
        """Pass over a block of Lua behind its brace: its own braces count, those in strings and comments do not."""
        depth, begin = 1, at
        while depth and (token := _LUA_TOKEN.search(self.data, at)):
            at = token.end()
            if token.group().endswith(b"[["):
                at = max(at, self.data.find(b"]]", at) if at < self.last_bracket else at)
            depth += {b"{": 1, b"}": -1}.get(token.group(), 0)
        assert self.current is not None
        if depth:
            self.broken.append(self.current.start)
            self.lua, at = False, begin
        self.current.end, self.current.block, self.current = at, True, None
        return at

    def _word(self, token: re.Match[bytes]) -> None:
        text = token.group().decode("utf-8", "replace")
        if self.current is None:
            self.current = Directive([text], token.start(), token.end())
            self.stack[-1].children.append(self.current)
        else:
            self.current.words.append(text)
            self.current.end = token.end()


def scan_nginx(data: bytes) -> tuple[Directive, list[int]]:
    """Return a root that holds the directives of the text, and the offsets of what is broken."""
    scan = _Scan(data)
    scan.run()
    return scan.root, scan.broken


def _blocks(directives: Sequence[Directive], prefix: str) -> Iterator[Block | int]:
    """Yield blocks below a container, and the offset of each container's own line as a wall."""
    run: list[Directive] = []
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


def _run(run: Sequence[Directive], prefix: str) -> Block:
    wanted = list(dict.fromkeys(name for one in run for name in _references(one)))
    attributes = (("references", wanted),) if wanted else ()
    return Block(prefix or ROOT, prefix, tuple(one.node() for one in run), run[0].start, run[-1].end, attributes)


def _title(one: Directive) -> str:
    if one.words[0] == "server":
        names = next((child.words[1:] for child in one.children if child.words[0] == "server_name"), [])
        listens = next((child.words[1:2] for child in one.children if child.words[0] == "listen"), [])
        return f"server#{(names or listens or ['_'])[0]}"
    return "#".join([one.words[0], *([" ".join(one.words[1:])] if one.words[1:] else [])])


def _references(top: Directive) -> Iterator[str]:
    stack = [top]
    while stack:
        one = stack.pop()
        stack.extend(reversed(one.children))
        if one.words[0] in _TAKES and len(one.words) > 1:
            yield one.words[1]


CHUNKER = Chunker("nginx", "1", _supports, _chunk)
