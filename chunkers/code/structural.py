"""Any language with a grammar and no plug-in: the largest named nodes that fit, definitions by name, never cut inside a token.

Takes a clean file, gives units of three kinds: named types, named callables, and runs of other nodes. Knows node names only by the words in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from chunkers import syntax
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.claims import DATA
from chunkers.code.definition_tables import Table, table_of
from chunkers.code.definition_words import guessed
from chunkers.code.engine import language_of
from chunkers.code.extents import Comments
from chunkers.code.found import LONGEST_HEAD, Found
from chunkers.code.outline import outlined
from chunkers.code.text import FileText
from chunkers.language import Language
from chunkers.symbol import FileFacts, Symbol
from chunkers.tokens import estimate_bytes
from chunkers.unit import Cut, Unit

_NO_TABLE = Table()
_BODIES = frozenset({"function_body", "body"})  # some grammars put a body beside its signature
_UNPARSED = {
    "cobol": "unsafe_grammar",  # its native scanner does not return on some inputs of ten to thirty bytes
    "groovy": "weak_grammar",  # knows words and blocks only; four of five real files do not parse
}
_GRAMMARS = {
    "objective-c": "objc",
    "elisp": "elisp",
    "emacs-lisp": "elisp",
    "makefile": "make",
    "shell": "bash",
    "solidity": "solidity",
}


@dataclass(slots=True)
class _Work:
    """What is gathered while a file is cut."""

    given: ChunkingInput
    text: FileText
    comments: Comments
    table: Table
    units: list[Unit] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    named: Counter[str] = field(default_factory=Counter)

    def find(self, node: Node) -> Found | None:
        """Return what a node defines: by its grammar's table, without one by the words in its name."""
        return guessed(node) if self.table is _NO_TABLE else self.table.find(node)


@dataclass(slots=True)
class _Piece:
    """Neighbouring nodes that are cut as one, and what they define."""

    first: Node
    last: Node
    found: Found | None


@dataclass(frozen=True, slots=True)
class _Level:
    """Sibling nodes to be cut, inside the unit `parent`, under the name `prefix`, which stands at byte `named`."""

    nodes: tuple[Node, ...]
    parent: int | None
    prefix: str
    named: int = -1
    in_callable: bool = False


def _supports(given: ChunkingInput) -> int:
    language = given.classification.language
    if language is None or language in DATA or language_of(given) is not None:
        return 0
    return 10 if language in _UNPARSED or syntax.grammar(_GRAMMARS.get(language, language)) is not None else 0


def _chunk(given: ChunkingInput) -> Cut:
    name = given.classification.language or ""
    plain = Language(
        name=name, grammar=_GRAMMARS.get(name, name), extensions=(), comment_prefixes=("#", "//", "--", ";", "%")
    )
    if name in _UNPARSED:
        return outlined(given, plain, _UNPARSED[name])
    parsed = syntax.parse(plain.grammar, given.clean.data, given.policy.limits.soft_seconds)
    if parsed.tree is None:
        return outlined(given, plain, parsed.reason or "parse_failed")
    root = parsed.tree.root_node
    text = FileText(given.clean)
    work = _Work(given, text, Comments(_comment_nodes(root), text), table_of(plain.grammar) or _NO_TABLE)
    levels = [_Level(tuple(root.named_children), None, "")]
    while levels:
        inner = list(_cut(work, levels.pop()))
        levels.extend(reversed(inner))  # the first of them next: duplicates are numbered in order of the file
    facts = FileFacts(given.path, name, given.classification.category.value, symbols=tuple(work.symbols))
    broken = syntax.broken_ranges(root)
    return Cut(tuple(work.units), facts, status="PARTIAL" if broken else "OK", broken=broken)


def _comment_nodes(root: Node) -> list[Node]:
    found, stack = [], list(root.named_children)
    while stack:
        node = stack.pop()
        if "comment" in node.type:
            found.append(node)
        else:
            stack.extend(node.named_children)
    return found


def _cut(work: _Work, level: _Level) -> Iterator[_Level]:
    """Make the units of one level; yield the levels inside them."""
    sizes = work.given.policy.chunking
    group: list[Node] = []
    weight = 0
    for piece in _pieces(work, level):
        node = piece.first
        cost = estimate_bytes(work.text.data[node.start_byte : piece.last.end_byte])
        opens = piece.found is None and cost > sizes.max_tokens_per_chunk and node.named_child_count > 1
        if group and (piece.found is not None or opens or weight + cost > sizes.target_tokens):
            _run(work, level, group)
            group, weight = [], 0
        if level.in_callable and not opens:
            continue
        if piece.found is not None:
            yield _define(work, level, piece, piece.found)
        elif opens:
            yield replace(level, nodes=tuple(node.named_children))
        else:
            group.append(node)
            weight += cost
    if group:
        _run(work, level, group)


def _pieces(work: _Work, level: _Level) -> list[_Piece]:
    """Put the nodes that are one definition together: a head and the body beside it, a type signature and its equations."""
    pieces: list[_Piece] = []
    table, waiting = work.table, list(reversed(level.nodes))
    while waiting:
        node = waiting.pop()
        if "comment" in node.type or node.end_byte <= node.start_byte:
            continue
        if node.type in table.wraps:
            waiting.extend(reversed(node.named_children))
            continue
        before = pieces[-1] if pieces else None
        found = work.find(node)
        if found is not None and found.start == level.named:
            found = None  # a header inside the definition, with its name
        if before is not None and before.found is not None and _continues(work, before, node, found):
            before.last = node
        else:
            pieces.append(_Piece(node, node, found))
    return pieces


def _continues(work: _Work, before: _Piece, node: Node, found: Found | None) -> bool:
    if node.type in _BODIES:
        return True
    joins = work.table.joins
    if found is None or before.found is None or node.type not in joins or before.last.type not in joins:
        return False
    data = work.text.data
    return data[found.start : found.end] == data[before.found.start : before.found.end]


def _define(work: _Work, level: _Level, piece: _Piece, found: Found) -> _Level:
    text, start = work.text, piece.first.start_byte
    end = text.back(piece.last.end_byte, start)
    name = found.spelled or _unquoted(" ".join(text.cut(found.start, found.end).split()))
    plain = f"{level.prefix}.{name}" if level.prefix else name
    work.named[plain] += 1
    qualified = f"{plain}~{work.named[plain]}" if work.named[plain] > 1 else plain
    head = _head_end(text, piece.first, found)
    leading = work.comments.leading(start)
    is_type = found.kind == "type"
    work.symbols.append(
        Symbol(
            "class" if is_type else "function",
            name,
            qualified,
            text.span(start, end),
            text.lines.line_at(found.start),
        )
    )
    work.units.append(
        Unit(
            kind="class_chunk" if is_type else "method_chunk",
            name=qualified,
            title=plain,
            start=leading,
            end=work.comments.trailing(end),
            parent=level.parent,
            declaration=(start, head),
            symbol=qualified,
            signature=text.one_line(start, head).rstrip("{= ") or name,
            attributes={
                "subkind": piece.first.type,
                "contentParts": [*(["leading_comment"] if leading < start else []), "signature", "body"],
            },
            includes_leading_comment=leading < start,
            confidence=0.8,
        )
    )
    members = tuple((found.body or piece.first).named_children) if is_type else ()
    return _Level(members, len(work.units) - 1, plain, found.start, in_callable=not is_type)


def _unquoted(name: str) -> str:
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] and name[0] in "\"'" else name  # noqa: PLR2004  # both quotes and a name


def _head_end(text: FileText, node: Node, found: Found) -> int:
    """Return where a head ends: at its body, or with the line of its name when that is not known or far away."""
    row = text.lines.line_at(found.end - 1)
    end = found.body.start_byte if found.body is not None else -1
    if found.end <= end and text.lines.line_at(end) - row <= LONGEST_HEAD:
        return text.back(end, node.start_byte)
    return min(text.lines.end(row), node.end_byte)


def _run(work: _Work, level: _Level, group: list[Node]) -> None:
    """Make one unit of neighbouring nodes at file level; inside a type they stay with the type."""
    if level.parent is not None:
        return
    text = work.text
    start = work.comments.leading(group[0].start_byte)
    row = text.lines.line_at(group[0].start_byte)
    head = text.one_line(group[0].start_byte, text.lines.end(row))[:80]
    work.units.append(
        Unit(
            kind="module_chunk",
            name=head,
            title=f"{work.given.path.rsplit('/', 1)[-1]}: {head}",
            start=start,
            end=work.comments.trailing(text.back(group[-1].end_byte, group[-1].start_byte)),
            attributes={"subkind": group[0].type if len(group) == 1 else "statements"},
            includes_leading_comment=start < group[0].start_byte,
            confidence=0.8,
        )
    )


CHUNKER = Chunker("code-structural", "1", _supports, _chunk, native=True)
