"""The working sheet of one file: everything the unit makers share, filled once, read by each of them.

Also answers the two questions all kinds ask: how far a unit reaches, and what its attributes are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from chunkers.chunker import ChunkingInput
from chunkers.code.extents import Comments, declaration
from chunkers.code.reading import Definition
from chunkers.code.scopes import CALLABLES, TYPES
from chunkers.code.text import FileText, part
from chunkers.language import Language
from chunkers.symbol import FileFacts, Symbol
from chunkers.unit import JsonValue, Unit


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a unit begins and ends, and what it holds."""

    start: int
    end: int
    parts: tuple[str, ...]
    documented: bool


@dataclass(slots=True)
class Sheet:
    """One file on the bench. `kinds` maps `id(definition)` to its chunk kind; definitions missing there have no chunk of their own."""

    given: ChunkingInput
    language: Language
    text: FileText
    root: Node
    comments: Comments
    definitions: Sequence[Definition]
    symbols: Mapping[int, Symbol]
    facts: FileFacts
    kinds: Mapping[int, str]
    titles: Mapping[int, str]
    units: list[Unit] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)  # id(definition) -> index of its unit
    extents: dict[int, Extent] = field(default_factory=dict)
    hidden: dict[int, list[str]] = field(default_factory=dict)  # id(chunked definition) -> names without a chunk
    members: dict[int, list[Definition]] = field(
        default_factory=dict
    )  # id(chunked definition or None) -> chunked definitions directly inside

    subtests: dict[int, list[str]] = field(default_factory=dict)
    outside: dict[str, list[Definition]] = field(
        default_factory=dict
    )  # type name -> members written outside their type
    preparations: list[Definition] = field(default_factory=list)  # set-up methods and fixtures

    def holder(self, definition: Definition) -> Definition | None:
        """Return the nearest enclosing definition that has a chunk."""
        parent = definition.parent
        while parent is not None and id(parent) not in self.kinds:
            parent = parent.parent
        return parent

    def index_members(self) -> None:
        """Fill `members` and `hidden`."""
        for definition in self.definitions:
            holder = self.holder(definition)
            key = id(holder) if holder is not None else 0
            if "setup" in definition.tags or "fixture" in definition.tags:
                self.preparations.append(definition)
            if "owner" in definition.parts and definition.parent is None and id(definition) in self.kinds:
                self.outside.setdefault(definition.label.rpartition(".")[0], []).append(definition)
            if id(definition) in self.kinds:
                self.members.setdefault(key, []).append(definition)
            elif definition.kind == "test_case" and holder is not None:  # a subtest inside a test function
                self.subtests.setdefault(id(holder), []).append(definition.qualified)
            elif (
                definition.kind in CALLABLES and not {"overload", "prototype"} & set(definition.tags)
            ) or definition.kind in TYPES:
                self.hidden.setdefault(key, []).append(definition.qualified)

    def extent(self, definition: Definition) -> Extent:
        """Return how far the unit of a definition reaches under the policy."""
        known = self.extents.get(id(definition))
        if known is None:
            known = self.extents[id(definition)] = self._extent(definition)
        return known

    def _extent(self, definition: Definition) -> Extent:
        chunking = self.given.policy.chunking
        decorated = definition.head > definition.first and bool(definition.decorators)
        start = definition.first if chunking.include_annotations else definition.head
        parts: list[str] = []
        comment = self.comments.leading(definition.first)
        if chunking.include_leading_comments and comment < definition.first and start == definition.first:
            start = comment
            parts.append("leading_comment")
        if decorated and start <= definition.first:
            parts.append("annotations")
        parts.append("signature")
        body = definition.parts.get("body")
        if body is not None:
            parts.append("body")
        documented = self._docstring(body) if self.language.doc == "string" else comment < definition.first
        return Extent(start, self.comments.trailing(definition.last), tuple(parts), documented)

    def _docstring(self, body: Node | None) -> bool:
        first = part(body, "0") if body is not None else None
        if first is not None and first.type == "expression_statement":
            first = part(first, "0")
        return first is not None and first.type in {"string", "concatenated_string"}

    def declaration_lines(self, definition: Definition) -> tuple[int, int]:
        """Return the first and last line of the signature."""
        start, end = declaration(definition, self.comments, self.text)
        return self.text.lines.line_at(start), self.text.lines.last_line_of(start, end)

    def attributes(self, definition: Definition, subkind: str) -> dict[str, JsonValue]:
        """Return the attributes every code unit of a definition has."""
        symbol, extent = self.symbols[id(definition)], self.extent(definition)
        found: dict[str, JsonValue] = {
            "subkind": subkind,
            "contentParts": list(extent.parts),
            "visibility": self._visibility(definition, symbol),
            "modifiers": list(symbol.modifiers),
            "docstring": extent.documented,
        }
        if definition.decorators:
            found["decorators"] = [decorator.name for decorator in symbol.decorators]
        return found

    def _visibility(self, definition: Definition, symbol: Symbol) -> str | None:
        if self.language.visibility is None:
            return None
        parent = definition.parent.kind if definition.parent is not None else ""
        return self.language.visibility(definition.name, symbol.modifiers, parent)

    def _body(self, definition: Definition, body: Node) -> tuple[int, int]:
        """Return the byte range of a body; where the grammar has only its opening brace, it reaches to the end of the definition."""
        end = body.end_byte if body.is_named else definition.last
        return body.start_byte, self.comments.without_tail(body.start_byte, end)

    def make(self, definition: Definition, kind: str, attributes: dict[str, JsonValue], **more: object) -> Unit:
        """Return the unit of a definition with all it has in common with others."""
        symbol, extent = self.symbols[id(definition)], self.extent(definition)
        holder = self.holder(definition)
        body = definition.parts.get("body")
        return Unit(
            kind=kind,
            name=definition.qualified,
            title=self.titles[id(definition)],
            start=extent.start,
            end=extent.end,
            parent=self.places[id(holder)] if holder is not None else None,
            declaration=declaration(definition, self.comments, self.text),
            body=self._body(definition, body) if body is not None else None,
            symbol=definition.qualified,
            signature=symbol.signature,
            symbols=tuple(self.hidden.get(id(definition), ())),
            language=self.language.name,
            attributes=attributes,
            includes_leading_comment="leading_comment" in extent.parts,
            **more,  # type: ignore[arg-type]  # each kind adds its own fields
        )
