"""Definitions as `Symbol` records, with parameters, decorators and types as written.

Takes named and placed definitions of one file, gives symbols in source order; judges nothing about chunks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from chunkers.code.expressions import Expressions
from chunkers.code.extents import Comments, declaration
from chunkers.code.reading import Definition, Mark
from chunkers.code.scopes import CALLABLES, TYPES, VALUES
from chunkers.code.signatures import declared, type_parameters, type_text
from chunkers.code.text import FileText
from chunkers.language import Language
from chunkers.symbol import Decorator, Parameter, Symbol


class Symbols:
    """Makes symbols of one file."""

    __slots__ = ("_comments", "_expressions", "_language", "_text")

    def __init__(self, language: Language, text: FileText, expressions: Expressions, comments: Comments) -> None:
        """Keep what every symbol needs."""
        self._language = language
        self._text = text
        self._expressions = expressions
        self._comments = comments

    def all(self, definitions: Iterable[Definition]) -> Iterator[Symbol]:
        """Yield the symbols of definitions in their order."""
        return map(self.of, definitions)

    def of(self, definition: Definition) -> Symbol:
        """Return the symbol of a definition."""
        text, fields, parts = self._text, self._language.fields, definition.parts
        node, name = definition.node, definition.name_node
        callable_or_type = definition.kind in CALLABLES or definition.kind in TYPES
        if callable_or_type:
            for role, field in (("parameters", fields.parameters), ("type_parameters", fields.type_parameters)):
                if role not in parts and (found := node.child_by_field_name(field)) is not None:
                    parts[role] = found
        if (
            definition.kind in CALLABLES
            and "returns" not in parts
            and (found := node.child_by_field_name(fields.returns)) is not None
        ):
            parts["returns"] = found
        start, end = declaration(definition, self._comments, text)
        modifiers = self.modifiers(definition)
        return Symbol(
            kind=definition.kind,
            name=definition.name,
            qualified=definition.qualified,
            span=text.span(definition.first, definition.last),
            declaration_line=(name.start_point[0] + 1) if name is not None else text.lines.line_at(definition.head),
            container=_container(definition),
            language=self._language.name,
            signature=text.one_line(start, end),
            parameters=self._parameters(definition),
            returns=type_text(text.of(parts["returns"])) if "returns" in parts else None,
            type=type_text(text.of(parts["type"])) if "type" in parts else None,
            supers=tuple((how, text.of(item)) for how, item in definition.supers),
            type_parameters=type_parameters(text.of(parts["type_parameters"])) if "type_parameters" in parts else (),
            modifiers=modifiers,
            decorators=tuple(
                self._decorator(mark) for mark in definition.decorators if not _inside(mark, _list_of(definition))
            ),
            tags=self._tags(definition, modifiers),
        )

    def modifiers(self, definition: Definition) -> tuple[str, ...]:
        """Return the modifier words between the head of a declaration and its name."""
        if not self._language.modifiers:
            return ()
        name = definition.name_node
        end = name.start_byte if name is not None and name.start_byte > definition.head else definition.head
        words = self._text.cut(definition.head, min(end, definition.head + 2000)).split()
        return tuple(word for word in words if word in self._language.modifiers)

    def _tags(self, definition: Definition, modifiers: Iterable[str]) -> tuple[str, ...]:
        extra = [word for word in ("async", "static", "abstract", "sealed", "default", "override") if word in modifiers]
        return tuple(dict.fromkeys([*definition.tags, *extra]))

    def _parameters(self, definition: Definition) -> tuple[Parameter, ...]:
        node = definition.parts.get("parameters")
        if node is None or definition.kind in VALUES:
            return ()
        marks = [mark for mark in definition.decorators if _inside(mark, _list_of(definition))]
        found = declared(self._language, self._text, node)
        if not marks:
            return tuple(parameter for _, parameter in found)
        return tuple(self._decorated(item, parameter, marks) for item, parameter in found)

    def _decorated(self, node: Node, parameter: Parameter, marks: list[Mark]) -> Parameter:
        own = tuple(self._decorator(mark) for mark in marks if _inside(mark, node))
        return (
            Parameter(parameter.name, parameter.type, parameter.default, parameter.variadic, own) if own else parameter
        )

    def _decorator(self, mark: Mark) -> Decorator:
        line, column, end_column = self._text.token(mark.name)
        return Decorator(
            self._text.of(mark.name), self._expressions.arguments(mark.arguments), line, column, end_column
        )


def _container(definition: Definition) -> str:
    """Return the enclosing symbol; a member written outside its type (a Go method) belongs to the type it names."""
    if definition.parent is not None and definition.parent.kind != "namespace":
        return definition.parent.base if "extension" in definition.parent.tags else definition.parent.qualified
    prefix = definition.label.removesuffix(definition.name).rstrip(".")
    outer = definition.parent.qualified if definition.parent is not None else ""
    return f"{outer}.{prefix}" if outer and prefix else prefix or outer


def _list_of(definition: Definition) -> Node | None:
    """Return the parameter list node; None where the parameters are children of the definition itself."""
    node = definition.parts.get("parameters")
    return None if node is None or node.id == definition.node.id else node


def _inside(mark: Mark, node: Node | None) -> bool:
    return node is not None and node.start_byte <= mark.node.start_byte < node.end_byte
