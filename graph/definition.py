"""The working records of resolution: a definition with its place in the snapshot, and one file seen by scope.

Built once by `graph.project`; read by every resolver. Holds no edges and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chunkers.symbol import Binding, Expr, FileFacts, Import, Reference, Symbol

if TYPE_CHECKING:
    from graph.resolve.values import Value

TYPE_KINDS = frozenset(
    {"class", "interface", "enum", "record", "struct", "trait", "annotation_type", "type_alias", "object"}
)
CALLABLE_KINDS = frozenset({"function", "method", "constructor", "test_case"})
SPOKEN_KINDS = frozenset({"test_case", "test_suite"})
"""What a call describes in words, as `it("adds", ...)`: no code can name it."""
VALUE_KINDS = frozenset({"property", "field", "constant", "variable", "enum_member"})


class Definition:
    """A symbol of code; `id` is its node id.

    `members` are the symbols directly inside by simple name, in source order; what is described in words stands there by its quoted sentence.
    `is_type` tells whether it can be the type of a value (a class, interface, enum, record ...), `is_callable` whether it is a function, method,
    constructor or test case, `is_test` whether it is one test: said once, since every name that is looked up asks.
    """

    __slots__ = ("id", "is_callable", "is_test", "is_type", "kind", "members", "name", "parent", "symbol", "view")

    def __init__(self, id: str, symbol: Symbol, view: FileView) -> None:  # noqa: A002  # the field's name
        self.id = id
        self.symbol = symbol
        self.view = view
        self.parent: Definition | None = None
        self.members = _NO_MEMBERS
        self.name = symbol.name
        self.kind = kind = symbol.kind
        self.is_type = kind in TYPE_KINDS
        self.is_callable = kind in CALLABLE_KINDS
        self.is_test = self.is_callable and (kind == "test_case" or "test" in symbol.tags)

    def hold(self, member: Definition) -> None:
        """Enter what is defined directly inside."""
        if self.members is _NO_MEMBERS:
            self.members = {}
        name = f'"{member.name}"' if member.kind in SPOKEN_KINDS else member.name
        self.members.setdefault(name, []).append(member)

    def part(self) -> None:
        """Let go of the definitions around and inside."""
        self.parent, self.members = None, _NO_MEMBERS

    def __repr__(self) -> str:
        return f"<{self.id}>"


_NO_MEMBERS: dict[str, list[Definition]] = {}
"""What most definitions hold: nothing, and none of them a table of its own for it."""


class Known:
    """What the engine of a file has found out about it: a table of its own for each file, since most questions come while that file is read.

    `texts` and `names` are types as written and their names by scope, `beyond` what names mean at the top of the file and outside of it, `bound` the
    values of bindings by identity and `called` those of call expressions by scope and line, `selves` what `self` and `super` are by scope.
    """

    __slots__ = ("beyond", "bound", "called", "names", "selves", "texts")

    def __init__(self) -> None:
        self.texts: dict[str, dict[str, Value | None]] = {}
        self.names: dict[str, dict[str, Value | None]] = {}
        self.beyond: dict[str, Value | None] = {}
        self.bound: dict[int, Value | None] = {}
        self.called: dict[tuple[Expr, str, int], Value | None] = {}
        self.selves: dict[tuple[str, bool], Value | None] = {}


@dataclass(slots=True, eq=False)
class FileView:
    """One file, ready for lookup. `container` is its package, module or path name as in node ids; `root` the source root it was cut from.

    `bindings` are keyed by scope, then name, in source order; `imports` by scope, then bound local name ("*" holds wildcards); `moving` are the
    names that some scope binds more than once, or for a block only.
    `roles` names the definitions that share one name on purpose: overload signatures, their implementation, accessors. `marked` are the
    definitions that an annotation stands on, or on a parameter of theirs, `others` the symbols that are no definitions of code. `language` is ""
    when unknown, `node` the id of the file's node.
    """

    facts: FileFacts
    root: str
    container: str
    test: bool
    defs: dict[str, Definition] = field(default_factory=dict)
    top: dict[str, list[Definition]] = field(default_factory=dict)
    bindings: dict[str, dict[str, list[Binding]]] = field(default_factory=dict)
    imports: dict[str, dict[str, list[Import]]] = field(default_factory=dict)
    moving: set[str] = field(default_factory=set)
    chains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    anchors: dict[str, str] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    others: list[Symbol] = field(default_factory=list)
    marked: list[Definition] = field(default_factory=list)
    known: Known = field(default_factory=Known)
    path: str = field(init=False)
    language: str = field(init=False)
    node: str = field(init=False)
    _calls_at: dict[tuple[str, int], list[Reference]] | None = None

    def __post_init__(self) -> None:
        self.path = self.facts.path
        self.language = self.facts.language or ""
        self.node = f"file:{self.facts.path}"

    @property
    def calls_at(self) -> dict[tuple[str, int], list[Reference]]:
        """Return calls by name and line, indexed when first asked for: few files are."""
        if self._calls_at is None:
            self._calls_at = {}
            for reference in self.facts.references:
                if reference.kind in {"call", "new"}:
                    self._calls_at.setdefault((reference.name, reference.line), []).append(reference)
        return self._calls_at

    def forget(self, facts: FileFacts) -> None:
        """Let go of the tables that only resolution reads, and of all facts but `facts`."""
        self.facts = facts
        for table in (self.top, self.bindings, self.imports, self.moving, self.chains, self.anchors):
            table.clear()
        self.known = Known()
        self._calls_at = None

    def scopes(self, scope: str) -> tuple[str, ...]:
        """Return `scope` and its enclosing scopes, innermost first, "" (the file) last."""
        known = self.chains.get(scope)
        if known is None:
            found: list[str] = []
            current = scope
            while current:
                found.append(current)
                holder = self.defs.get(current)
                current = holder.symbol.container if holder else ""
                if current in found:  # a malformed chain must not loop
                    break
            known = self.chains[scope] = (*found, "")
        return known

    def anchor(self, scope: str) -> str:
        """Return the innermost scope around `scope` that can tell a type from what its file says: one with members, type parameters or imports."""
        known = self.anchors.get(scope)
        if known is None:
            known = self.anchors[scope] = next((one for one in self.scopes(scope) if self._tells(one)), "")
        return known

    def _tells(self, scope: str) -> bool:
        holder = self.defs.get(scope)
        if holder is None:
            return scope in self.imports
        above = holder.symbol.container
        return bool(
            holder.is_type
            or holder.members
            or holder.symbol.type_parameters
            or scope in self.imports
            or (above and above not in self.defs)
        )

    def enclosing_type(self, scope: str) -> Definition | None:
        """Return the innermost type that encloses `scope`."""
        for name in self.scopes(scope):
            holder = self.defs.get(name)
            if holder is not None and holder.is_type:
                return holder
        return None
