"""Any language with a grammar and no plug-in: the largest named nodes that fit, definitions by name, never cut inside a token.

Takes a clean file, gives units of three kinds: named types, named callables, and runs of other nodes. Knows node names only by the words in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from chunkers import syntax
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.claims import DATA
from chunkers.code.engine import language_of
from chunkers.code.extents import Comments
from chunkers.code.outline import outlined
from chunkers.code.text import FileText
from chunkers.language import Language
from chunkers.pattern import later
from chunkers.symbol import FileFacts, Symbol
from chunkers.tokens import estimate_bytes
from chunkers.unit import Cut, Unit

_CALLABLE = later(
    r"(?:^|_)(?:function|method|procedure|subroutine|sub|func|proc|macro|constructor|task|fn)(?:_|$)"
    r"(?!.*(?:call|invocation|type|parameter|argument|body|name|pointer|reference))"
)
_TYPE = later(
    r"(?:^|_)(?:class|struct|interface|enum|record|module|trait|object|protocol|contract|entity|union|package|namespace|impl|instance)(?:_|$)"
    r"(?!.*(?:body|call|name|member|pattern|access|reference|literal|import|use|clause))"
)
_NAMES = frozenset(
    "identifier name type_identifier simple_identifier constant variable word symbol atom alias function_name".split()
)
_LONGEST_NAME = 200
_BODIES = frozenset({"function_body", "body"})  # some grammars put a body beside its signature
_UNSAFE = frozenset({"cobol"})  # its native scanner does not return on some inputs of ten to thirty bytes
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
    units: list[Unit] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Level:
    """Sibling nodes to be cut, inside the unit `parent`, under the name `prefix`."""

    nodes: tuple[Node, ...]
    parent: int | None
    prefix: str
    in_callable: bool = False


def _supports(given: ChunkingInput) -> int:
    language = given.classification.language
    if language is None or language in DATA or language_of(given) is not None:
        return 0
    return 10 if language in _UNSAFE or syntax.grammar(_GRAMMARS.get(language, language)) is not None else 0


def _chunk(given: ChunkingInput) -> Cut:
    name = given.classification.language or ""
    plain = Language(
        name=name, grammar=_GRAMMARS.get(name, name), extensions=(), comment_prefixes=("#", "//", "--", ";", "%")
    )
    if name in _UNSAFE:
        return outlined(given, plain, "unsafe_grammar")
    parsed = syntax.parse(plain.grammar, given.clean.data, given.policy.limits.soft_seconds)
    if parsed.tree is None:
        return outlined(given, plain, parsed.reason or "parse_failed")
    root = parsed.tree.root_node
    text = FileText(given.clean)
    work = _Work(given, text, Comments(_comment_nodes(root), text))
    levels = [_Level(tuple(root.named_children), None, "")]
    while levels:
        levels.extend(_cut(work, levels.pop()))
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
    nodes = [node for node in level.nodes if "comment" not in node.type and node.end_byte > node.start_byte]
    for at, node in enumerate(nodes):
        if node.type in _BODIES and at and _definition(nodes[at - 1], work.text)[0] is not None:
            continue
        cost = estimate_bytes(work.text.data[node.start_byte : node.end_byte])
        kind, name = _definition(node, work.text)
        opens = kind is None and cost > sizes.max_tokens_per_chunk and node.named_child_count > 1
        if group and (kind is not None or opens or weight + cost > sizes.target_tokens):
            _run(work, level, group)
            group, weight = [], 0
        if kind is not None and not level.in_callable:
            after = nodes[at + 1] if at + 1 < len(nodes) else None
            last = after if after is not None and after.type in _BODIES else node
            yield _define(work, level, node, last, kind, name)
        elif opens:
            yield _Level(tuple(node.named_children), level.parent, level.prefix, level.in_callable)
        elif not level.in_callable:
            group.append(node)
            weight += cost
    if group:
        _run(work, level, group)


def _define(work: _Work, level: _Level, node: Node, last: Node, kind: str, name: str) -> _Level:
    text = work.text
    qualified = f"{level.prefix}.{name}" if level.prefix else name
    taken = sum(symbol.qualified.split("~")[0] == qualified for symbol in work.symbols[-64:])
    qualified = f"{qualified}~{taken + 1}" if taken else qualified
    row = text.lines.line_at(node.start_byte)
    signature = text.one_line(node.start_byte, text.lines.end(row)).rstrip("{ ")
    start = work.comments.leading(node.start_byte)
    is_type = kind == "class_chunk"
    work.symbols.append(
        Symbol(
            "class" if is_type else "function",
            name,
            qualified,
            text.span(node.start_byte, text.back(last.end_byte, node.start_byte)),
            row,
        )
    )
    work.units.append(
        Unit(
            kind=kind,
            name=qualified,
            title=qualified.split("~")[0],
            start=start,
            end=work.comments.trailing(text.back(last.end_byte, node.start_byte)),
            parent=level.parent,
            declaration=(node.start_byte, min(text.lines.end(row), node.end_byte)),
            symbol=qualified,
            signature=signature,
            attributes={
                "subkind": node.type,
                "contentParts": [*(["leading_comment"] if start < node.start_byte else []), "signature", "body"],
            },
            includes_leading_comment=start < node.start_byte,
            confidence=0.8,
        )
    )
    inner = node.child_by_field_name("body") or node
    return _Level(
        tuple(inner.named_children) if is_type else (), len(work.units) - 1, qualified, in_callable=not is_type
    )


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


def _definition(node: Node, text: FileText) -> tuple[str | None, str]:
    """Return the chunk kind and name when a node defines something by name."""
    kind = "method_chunk" if _CALLABLE.search(node.type) else "class_chunk" if _TYPE.search(node.type) else None
    if kind is None:
        return None, ""
    name = _named(node) or _first_name(node)
    if name is None or name.end_byte - name.start_byte > _LONGEST_NAME:
        return None, ""
    return kind, " ".join(text.of(name).split())


def _named(node: Node) -> Node | None:
    """Return the node in the nearest `name` field, at most two levels down and not inside a body."""
    level = [node]
    for _ in range(3):
        for one in level:
            found = one.child_by_field_name("name")
            if found is not None:
                return found
        level = [
            child
            for one in level
            for child in one.named_children[:4]
            if "body" not in child.type and "block" not in child.type
        ]
    return None


def _first_name(node: Node) -> Node | None:
    for child in node.named_children[:4]:
        if child.type in _NAMES:
            return child
        for inner in child.named_children[:3]:
            if inner.type in _NAMES and "body" not in child.type:
                return inner
    return None


CHUNKER = Chunker("code-structural", "1", _supports, _chunk, native=True)
