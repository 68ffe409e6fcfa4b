"""The names of one file and what they are bound to: parameters, locals, fields, module variables, each with the block it lives in.

Takes a reading whose definitions are nested, gives `Binding` records and symbols of variables; resolves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tree_sitter import Node

from chunkers.code.expressions import Expressions
from chunkers.code.intervals import NONE, Intervals
from chunkers.code.reading import Bound, Definition, Reading
from chunkers.code.scopes import CALLABLES, TYPES, VALUES, Scopes
from chunkers.code.signatures import declared, type_text
from chunkers.code.text import FileText
from chunkers.language import Language
from chunkers.symbol import Binding, Symbol

_GIVEN = frozenset({"return", "yield"})
_NAMELESS = _GIVEN | {"module", "field", "export"}
_Place = tuple[int, int, int | None, int | None]


class Bindings:
    """Makes the bindings of one file; `local` maps a scope to the names bound in it."""

    def __init__(
        self, language: Language, text: FileText, expressions: Expressions, reading: Reading, scopes: Scopes
    ) -> None:
        """Keep the file and what was read."""
        self._language = language
        self._text = text
        self._expressions = expressions
        self._reading = reading
        self._scopes = scopes
        self._blocks = reading.blocks
        self._lives = Intervals([(block.start_byte, block.end_byte) for block in reading.blocks])
        closures = [block for block in reading.blocks if language.forms.get(block.type) == ("lambda",)]
        self._closures = Intervals([(closure.start_byte, closure.end_byte) for closure in closures])
        self._closure_starts = [closure.start_byte for closure in closures]
        self.local: dict[str, set[str]] = {}

    def _place(self, name: Node, holder: Definition | None, how: str) -> _Place:
        """Return line, column and the end of the block, when that is a smaller one than the scope; of the file's scope only closures are told."""
        line, column, _ = self._text.token(name)
        index = self._lives.at(name.start_byte)
        if index == NONE or (holder is None and how != "param"):
            return line, column, None, None
        if holder is not None:
            body = holder.parts.get("body")
            whole = self._blocks[index].end_byte >= holder.end or self._blocks[index].start_byte <= holder.start
            if whole or (body is not None and body.id == self._blocks[index].id):
                return line, column, None, None
        end = self._blocks[index].end_byte
        last = self._text.lines.last_line_of(end - 1, end)
        return line, column, last, self._text.column(end, last)

    def of(
        self, definitions: Sequence[Definition], symbols: Sequence[Symbol]
    ) -> tuple[tuple[Binding, ...], list[Symbol]]:
        """Return all bindings in source order, and symbols of the variables among them that no definition named."""
        found: list[tuple[int, Binding]] = []
        for definition in definitions:
            found.extend(self._declared(definition))
        taken = {(symbol.container, symbol.name) for symbol in symbols}
        defined = {d.name_node.start_byte for d in definitions if d.name_node is not None}
        variables: list[Symbol] = []
        for bound in _typed_first(self._reading.bounds):
            if bound.name.start_byte in defined:
                continue
            holder = self._scopes.at(bound.name.start_byte)
            binding = self._binding(bound, holder)
            if binding is None:
                continue
            found.append((bound.name.start_byte, binding))
            if (
                binding.how in {"module", "field"}
                and "." not in binding.name
                and (binding.scope, binding.name) not in taken
            ):
                taken.add((binding.scope, binding.name))
                variables.append(self._variable(bound, binding))
        found.sort(key=lambda pair: pair[0])
        for _, binding in found:
            if binding.how not in _NAMELESS:
                self.local.setdefault(binding.scope, set()).add(binding.name)
        return tuple(binding for _, binding in found), variables

    def _declared(self, definition: Definition) -> Iterator[tuple[int, Binding]]:
        text = self._text
        if definition.kind in VALUES and definition.name_node is not None:
            owner = definition.parent
            scope = owner.qualified if owner else ""
            how = (
                "field"
                if owner is not None and owner.kind not in CALLABLES
                else "local"
                if owner is not None
                else "module"
            )
            declared_type = definition.parts.get("type")
            value = definition.parts.get("value")
            yield (
                definition.start,
                Binding(
                    scope,
                    definition.name,
                    definition.name_node.start_point[0] + 1,
                    how,
                    type_text(text.of(declared_type)) if declared_type is not None else None,
                    self._expressions.build(value) if value is not None else None,
                    text.token(definition.name_node)[1],
                ),
            )
        elif definition.kind in CALLABLES or definition.kind in TYPES:
            how = "param" if definition.kind in CALLABLES else "field"
            for node, parameter in declared(self._language, text, definition.parts.get("parameters")):
                line, column = self._named_at(node, parameter.name)
                yield (
                    node.start_byte,
                    Binding(definition.qualified, parameter.name, line, how, parameter.type, column=column),
                )

    def _named_at(self, node: Node, name: str) -> tuple[int, int]:
        """Return where the name stands inside its parameter node."""
        found = max(node.start_byte, self._text.data.find(name.encode(), node.start_byte, node.end_byte))
        line = node.start_point[0] + 1 + self._text.data.count(b"\n", node.start_byte, found)
        return line, self._text.column(found, line)

    def _binding(self, bound: Bound, holder: Definition | None) -> Binding | None:
        text, how = self._text, bound.how
        if how in _GIVEN:
            return self._given(bound, holder)
        name = text.of(bound.name) if how != "export" else "default"
        if how == "member":
            name, how = f"self.{name}", "field"
        elif bound.receiver is not None:
            receiver = self._expressions.build(bound.receiver)
            if receiver != ("self",):
                return None
            name, how = f"self.{name}", "field"
        elif holder is None or holder.kind == "namespace":
            how = "module" if how in {"assign", "unpack"} else how
        elif how == "assign":
            how = "field" if holder.kind in TYPES else "local"
        line, column, end_line, end_column = self._place(bound.name, holder, how)
        return Binding(
            scope=holder.qualified if holder else "",
            name=name,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            how=how,
            type=type_text(text.of(bound.type)) if bound.type is not None else None,
            value=self._expressions.build(bound.value) if bound.value is not None else None,
        )

    def _given(self, bound: Bound, holder: Definition | None) -> Binding | None:
        """Return what a function without a declared return type gives back, as a binding of `<return>` or `<yield>`.

        A closure that it gives back counts in any case, and says where it ends: its parameters take their types from the declared return type.
        """
        if holder is None or holder.kind not in CALLABLES or bound.value is None:
            return None
        line, column, _ = self._text.token(bound.name)
        value = self._expressions.build(bound.value)
        if value[:1] == ("lambda",):
            end = bound.value.end_byte
            last = self._text.lines.last_line_of(end - 1, end)
            place = (last, self._text.column(end, last))
            return Binding(holder.qualified, f"<{bound.how}>", line, bound.how, None, value, column, *place)
        if "returns" in holder.parts and value[:1] != ("str",):  # a constant counts: a name that a method hands out
            return None
        if self._in_closure(bound.name, holder):
            return None
        return Binding(holder.qualified, f"<{bound.how}>", line, bound.how, value=value, column=column)

    def _in_closure(self, node: Node, holder: Definition) -> bool:
        """Tell whether a closure without a name inside the body of `holder` stands around a node: what that gives back is its own."""
        index, body = self._closures.at(node.start_byte), holder.parts.get("body")
        return index != NONE and body is not None and self._closure_starts[index] > body.start_byte

    def _variable(self, bound: Bound, binding: Binding) -> Symbol:
        text = self._text
        end = (
            bound.value.end_byte
            if bound.value is not None
            else bound.type.end_byte
            if bound.type is not None
            else bound.name.end_byte
        )
        kind = "field" if binding.how == "field" else "constant" if binding.name.isupper() else "variable"
        return Symbol(
            kind=kind,
            name=binding.name,
            qualified=f"{binding.scope}.{binding.name}" if binding.scope else binding.name,
            span=text.span(bound.name.start_byte, max(end, bound.name.end_byte)),
            declaration_line=binding.line,
            container=binding.scope,
            language=self._language.name,
            signature=text.one_line(bound.name.start_byte, max(end, bound.name.end_byte)),
            type=binding.type,
        )


def _typed_first(bounds: Iterable[Bound]) -> list[Bound]:
    """Return bindings in source order, one per name token: the one that saw a type or a value, else the first."""
    found: dict[int, Bound] = {}
    for bound in bounds:
        known = found.get(bound.name.start_byte)
        if known is None or _weight(bound) > _weight(known):
            found[bound.name.start_byte] = bound
    return [found[start] for start in sorted(found)]


def _weight(bound: Bound) -> int:
    return 2 * (bound.type is not None) + (bound.value is not None)
