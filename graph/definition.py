"""The working records of resolution: a definition with its place in the snapshot, and one file seen by scope.

Built once by `graph.project`; read by every resolver. Holds no edges and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from chunkers.symbol import Binding, FileFacts, Import, Reference, Symbol

TYPE_KINDS = frozenset(
    {"class", "interface", "enum", "record", "struct", "trait", "annotation_type", "type_alias", "test_suite", "object"}
)
CALLABLE_KINDS = frozenset({"function", "method", "constructor", "test_case"})
VALUE_KINDS = frozenset({"property", "field", "constant", "variable", "enum_member"})


@dataclass(slots=True, eq=False)
class Definition:
    """A symbol of code. `members` are the symbols directly inside, by simple name, in source order; `id` is its node id."""

    id: str
    symbol: Symbol
    view: FileView
    parent: Definition | None = None
    members: dict[str, list[Definition]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the simple name."""
        return self.symbol.name

    @property
    def kind(self) -> str:
        """Return the symbol's kind."""
        return self.symbol.kind

    @property
    def is_type(self) -> bool:
        """Tell whether it can be the type of a value: a class, interface, enum, record ..."""
        return self.symbol.kind in TYPE_KINDS and not (
            self.symbol.kind == "test_suite" and bool(self.symbol.parameters)
        )

    @property
    def is_callable(self) -> bool:
        """Tell whether it is a function, method, constructor or test case."""
        return self.symbol.kind in CALLABLE_KINDS

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(slots=True, eq=False)
class FileView:
    """One file, ready for lookup. `container` is its package, module or path name as in node ids; `root` the source root it was cut from.

    `bindings` are keyed by scope, then name, in source order; `imports` by scope, then bound local name ("*" holds wildcards).
    `roles` names the definitions that share one name on purpose: overload signatures, their implementation, accessors.
    """

    facts: FileFacts
    root: str
    container: str
    test: bool
    defs: dict[str, Definition] = field(default_factory=dict)
    top: dict[str, list[Definition]] = field(default_factory=dict)
    bindings: dict[str, dict[str, list[Binding]]] = field(default_factory=dict)
    imports: dict[str, dict[str, list[Import]]] = field(default_factory=dict)
    calls_at: dict[tuple[str, int], list[Reference]] = field(default_factory=dict)
    chains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Return the path from the snapshot root."""
        return self.facts.path

    @property
    def language(self) -> str:
        """Return the language name, "" when unknown."""
        return self.facts.language or ""

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

    def enclosing_type(self, scope: str) -> Definition | None:
        """Return the innermost type that encloses `scope`."""
        for name in self.scopes(scope):
            holder = self.defs.get(name)
            if holder is not None and holder.is_type:
                return holder
        return None
