"""One pass of the combined query over a tree: captures become working records, not yet nested, named or judged.

Takes a tree and a language's plan, gives a `Reading`; knows the vocabulary of captures and no language.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from chunkers import syntax
from chunkers.code.queries import Plan
from chunkers.records import flat

Captures = dict[str, list[Node]]
_PARTS = ("body", "parameters", "returns", "type", "type_parameters", "value", "owner", "title")
_TESTS = frozenset({"test_suite", "test_case"})
_SUPERS = ("super.extends", "super.implements", "super.embeds")


@dataclass(slots=True)
class Definition:
    """A definition while it is being read. Offsets are bytes, half-open; `outer` is the wrapping node (decorators, export), if any."""

    node: Node
    kind: str
    start: int
    end: int
    outer: Node | None = None
    name_node: Node | None = None
    parts: dict[str, Node] = field(default_factory=dict)
    supers: list[tuple[str, Node]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    decorators: list[Mark] = field(default_factory=list)
    parent: Definition | None = None
    name: str = ""
    label: str = ""  # the name with the prefix it gives itself: a receiver, `Foo.prototype`
    qualified: str = ""
    base: str = ""  # qualified name without ordinal
    head: int = 0  # first byte of the declaration: behind decorators and comments
    first: int = 0  # first byte with decorators, without comments
    last: int = 0  # behind the last byte of the outer node


@flat
@dataclass(frozen=True, slots=True)
class Mark:
    """A decorator or annotation: its node, the name token and the arguments node."""

    node: Node
    name: Node
    arguments: Node | None


Use = tuple[str, Node, Node | None, Node | None, Node | None]
"""A reference before it has a scope: kind, name token, receiver, arguments, what it extends over (its arguments, or a block behind them)."""


@flat
@dataclass(frozen=True, slots=True)
class Bound:
    """A binding before it has a scope: `receiver` is set for attributes (`self.x`)."""

    how: str
    name: Node
    type: Node | None
    value: Node | None
    receiver: Node | None


@flat
@dataclass(frozen=True, slots=True)
class Imported:
    """An import before it has a scope."""

    kind: str
    node: Node
    module: Node | None
    name: Node | None
    alias: Node | None
    default: Node | None  # the local name of a default import
    whole: bool  # a wildcard
    module_end: int = 0  # behind the last token of the module, where the grammar gives it in several
    owners: tuple[Node, ...] = ()  # the paths of the lists around a nested one, outermost first


@dataclass(slots=True)
class Reading:
    """Everything the query found in one file."""

    root: Node
    definitions: dict[int, Definition] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    imports: list[Imported] = field(default_factory=list)
    marks: dict[int, Mark] = field(default_factory=dict)
    comments: list[Node] = field(default_factory=list)
    blocks: list[Node] = field(default_factory=list)  # what ends the life of a local name
    exports: list[tuple[Node, Node | None]] = field(default_factory=list)
    extras: list[tuple[Node, Node]] = field(default_factory=list)
    package: Node | None = None
    judged: list[tuple[str, Node, Node | None]] = field(
        default_factory=list
    )  # is.* and may.* on definition nodes, with @title


def read(plan: Plan, root: Node) -> Reading:
    """Run the query over `root`."""
    reading = Reading(root)
    roles = plan.roles
    use = reading.uses.append
    for index, captures in syntax.matches(plan.query, root):
        family, kind, key = roles[index]
        if family == "reference":
            get = captures.get
            receiver, arguments = get("receiver"), get("arguments")
            given = arguments[0] if arguments else None
            block = get("body")
            extent = block[0] if block else given
            for token in captures[key]:
                use((kind, token, receiver[0] if receiver else None, given, extent))
        elif family == "definition":
            _define(reading, kind, captures)
        elif family == "binding":
            _bind(reading, kind, captures)
        else:
            _other(reading, family, kind, captures)
    return reading


def _one(captures: Captures, name: str) -> Node | None:
    nodes = captures.get(name)
    return nodes[0] if nodes else None


def _define(reading: Reading, kind: str, captures: Captures) -> None:
    node = captures["definition." + kind][0]
    known = reading.definitions.get(node.id)
    if known is None:
        known = reading.definitions[node.id] = Definition(node, kind, node.start_byte, node.end_byte)
    elif known.kind != kind and known.kind in {"function", "variable", "field", "class"}:
        known.kind = kind  # a later pattern knows better
    for name, nodes in captures.items():
        if name == "name" and (known.kind not in _TESTS or kind in _TESTS):
            known.name_node = nodes[0]
        elif name == "outer":
            known.outer = (
                nodes[0] if known.outer is None or nodes[0].start_byte < known.outer.start_byte else known.outer
            )
        elif name in _PARTS:
            known.parts[name] = nodes[0]
        elif name in _SUPERS:
            known.supers.extend((name[6:], item) for item in nodes)
        elif name.startswith("tag."):
            known.tags.append(name[4:])
        elif name.startswith(("is.", "may.")):
            reading.judged.append((name, nodes[0], _one(captures, "title")))
    beside = [body.end_byte for body in captures.get("body", ())]  # in some grammars a body stands beside its signature
    known.end = max([known.end, *beside])


def _bind(reading: Reading, how: str, captures: Captures) -> None:
    value, declared, receiver = _one(captures, "value"), _one(captures, "type"), _one(captures, "receiver")
    for name in captures.get("name", ()):
        reading.bounds.append(Bound(how, name, declared, value, receiver))


def _other(reading: Reading, family: str, kind: str, captures: Captures) -> None:
    if family == "comment":
        reading.comments.append(captures["comment"][0])
    elif family == "block":
        reading.blocks.extend(captures["block"])
    elif family == "import":
        node = captures["import." + kind][0]
        parts = [_one(captures, role) for role in ("module", "name", "alias", "default")]
        owners, modules = tuple(captures.get("owner", ())), captures.get("module")
        end = modules[-1].end_byte if modules else 0
        reading.imports.append(
            Imported(kind, node, parts[0], parts[1], parts[2], parts[3], "scope" in captures, end, owners)
        )
    elif family == "decorator":
        node = captures["decorator"][0]
        mark = Mark(node, _one(captures, "name") or node, _one(captures, "arguments"))
        if (
            mark.arguments is not None or node.id not in reading.marks
        ):  # the pattern that saw the arguments knows better
            reading.marks[node.id] = mark
    elif family == "package":
        reading.package = captures["package"][0]
    elif family == "export":
        reading.exports.extend((name, _one(captures, "alias")) for name in captures["export"])
    elif family == "extra.key":
        reading.extras.append((captures["extra.key"][0], captures["extra.value"][0]))
    else:
        _mark(reading, captures)


def _mark(reading: Reading, captures: Captures) -> None:
    """A pattern without a primary capture says something about definition nodes: tests, suites, tags, set-up."""
    title = _one(captures, "title")
    for name, nodes in captures.items():
        if name.startswith(("is.", "may.", "tag.")):
            reading.judged.extend((name, node, title) for node in nodes)
