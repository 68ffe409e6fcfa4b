"""Definitions nested and named: who encloses whom, what each is called inside the file.

Takes the working records of a reading, fills parent, name, qualified; gives them in source order and a lookup from offset to scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from chunkers.code.expressions import quoted
from chunkers.code.intervals import NONE, Intervals
from chunkers.code.reading import Definition
from chunkers.code.signatures import arity, erased, parameters
from chunkers.code.text import FileText
from chunkers.language import Language
from chunkers.pattern import later

TYPES = frozenset({"class", "interface", "enum", "record", "struct", "trait", "annotation_type"})
CALLABLES = frozenset({"function", "method", "constructor"})
VALUES = frozenset({"field", "constant", "variable", "enum_member", "property"})
TESTS = frozenset({"test_suite", "test_case"})
_GENERIC = later(r"<.*>", re.DOTALL)
_ESCAPE = later(r"""\\(["'`])""")
_SUFFIX = {"setter": "[set]", "deleter": "[delete]"}


def nest(definitions: Iterable[Definition]) -> list[Definition]:
    """Give every definition its parent by containment; return them in source order, outer before inner."""
    ordered = sorted(definitions, key=lambda d: (d.start, -d.end))
    stack: list[Definition] = []
    for definition in ordered:
        while stack and stack[-1].end <= definition.start:
            stack.pop()
        if stack:
            definition.parent = stack[-1]
        stack.append(definition)
    return ordered


def name_all(definitions: Sequence[Definition], language: Language, text: FileText) -> None:
    """Give every definition its kind in context, its name and its qualified name; parents come first.

    An implementation keeps the plain name; overload signatures and prototypes of it are numbered behind it.
    """
    bodies: dict[str, int] = {}
    tails: list[str] = []
    anonymous: dict[tuple[int, str], int] = {}
    for definition in definitions:
        _settle_kind(definition, language, text)
        if "anonymous" in definition.tags:
            key = (id(container(definition)), definition.name)
            anonymous[key] = anonymous.get(key, 0) + 1
            definition.name = f"<{definition.name}~{anonymous[key]}>"
        definition.label = _owner(definition, text) + definition.name
        tails.append(definition.label + _tail(definition, language, text))
        definition.qualified = definition.base = _prefix(container(definition), definition.kind) + tails[-1]
        if not _is_signature(definition):
            bodies[definition.base] = bodies.get(definition.base, 0) + 1
    counts: dict[tuple[str, bool], int] = {}
    for definition, tail in zip(definitions, tails, strict=True):
        behind = bodies.get(definition.base, 0) if _is_signature(definition) else 0
        base = _prefix(container(definition), definition.kind) + tail
        number = counts[base, behind > 0] = counts.get((base, behind > 0), behind) + 1
        definition.base = base
        definition.qualified = base if number == 1 else f"{base}~{number}"


def _is_signature(definition: Definition) -> bool:
    return "overload" in definition.tags or "prototype" in definition.tags


def _settle_kind(definition: Definition, language: Language, text: FileText) -> None:
    if definition.name_node is None:
        name = definition.node.child_by_field_name(language.fields.name)
        definition.name_node = name
    if "body" not in definition.parts and definition.kind not in VALUES:
        body = definition.node.child_by_field_name(language.fields.body)
        if body is not None:
            definition.parts["body"] = body
    definition.name = text.of(definition.name_node) if definition.name_node is not None else ""
    if definition.kind in TESTS:
        joined = (
            definition.name_node is not None and definition.name_node.type == "infix_expression"
        )  # "it" should "open"
        definition.name = definition.name.replace('"', "") if joined else _ESCAPE.sub(r"\1", quoted(definition.name))
    if definition.kind == "namespace":
        definition.name = quoted(definition.name)
    if definition.kind == "namespace":
        definition.name = definition.name.replace("::", ".").replace("\\", ".")
    parent = definition.parent
    if definition.kind == "function" and parent is not None and (parent.kind in TYPES or parent.kind == "enum_member"):
        definition.kind = "method"
    if definition.kind == "method" and definition.name in language.constructors:
        definition.kind = "constructor"
    definition.name = _special_name(definition) or definition.name


def _special_name(definition: Definition) -> str:
    """Return the name of what has none in the source."""
    if "initializer" in definition.tags:
        return "<static>" if "static" in definition.tags else "<init>"
    if "conversion" in definition.tags:  # `operator bool() const`
        return " ".join(definition.name.split("(", 1)[0].split())
    if "operator" in definition.tags:
        return f"operator {definition.name}"
    if "destructor" in definition.tags:
        return f"~{definition.name}"
    if not definition.name and "default_export" in definition.tags:
        return "default"
    if "anonymous" in definition.tags:
        kind = "anon:" if definition.kind in TYPES else ""
        return kind + (definition.name or definition.kind).split("<")[0].strip()
    return ""


def container(definition: Definition) -> Definition | None:
    """Return the enclosing definition that gives the name its prefix."""
    parent = definition.parent
    while parent is not None and "anonymous" in definition.tags and parent.kind in VALUES:
        parent = parent.parent
    return parent


def _owner(definition: Definition, text: FileText) -> str:
    """Return the prefix a definition names itself: a receiver (`func (m *Mux)`), `Foo.prototype`, `Outer::`."""
    node = definition.parts.get("owner")
    if node is None:
        return ""
    written = _GENERIC.sub("", text.of(node)).removesuffix(".prototype").replace("::", ".")
    return "" if written in {"exports", "module.exports", "this"} or not written else written + "."


def _prefix(owner: Definition | None, inner: str) -> str:
    if owner is None:
        return ""
    if owner.kind in TESTS:
        return owner.qualified + ("/" if _is_subtest(owner) else " > ")
    if inner in TESTS and owner.kind in CALLABLES:
        return owner.qualified + "/"
    if (
        "extension" in owner.tags or "companion" in owner.tags
    ):  # members of `impl`, `extension`, a companion belong to the type itself
        return owner.base + "."
    return owner.qualified + (".<locals>." if owner.kind in CALLABLES else ".")


def _is_subtest(definition: Definition) -> bool:
    """Tell whether a test stands inside a function (`t.Run`)."""
    parent = definition.parent
    while parent is not None and parent.kind in TESTS:
        parent = parent.parent
    return parent is not None and parent.kind in CALLABLES


def _tail(definition: Definition, language: Language, text: FileText) -> str:
    for tag, suffix in _SUFFIX.items():
        if tag in definition.tags:
            return suffix
    if language.clauses and definition.kind in CALLABLES and "setup" not in definition.tags:
        return f"/{arity(language, definition.parts.get('parameters'))}"
    if not language.overloads or definition.kind not in CALLABLES or "initializer" in definition.tags:
        return ""
    node = definition.parts.get("parameters") or definition.node.child_by_field_name(language.fields.parameters)
    if (
        node is None and definition.kind == "constructor" and definition.parent is not None
    ):  # compact constructor of a record
        node = definition.parent.node.child_by_field_name(language.fields.parameters)
    return "(" + ",".join(erased(parameter) for parameter in parameters(language, text, node)) + ")"


class Scopes:
    """Which definition holds an offset: types, callables, namespaces and tests count, values do not."""

    __slots__ = ("_holders", "_index")

    def __init__(self, ordered: Sequence[Definition]) -> None:
        """Index definitions given in source order."""
        self._holders = [d for d in ordered if d.kind not in VALUES or _callable_property(d)]
        self._index = Intervals([(_scope_start(d), d.end) for d in self._holders])

    def at(self, offset: int) -> Definition | None:
        """Return the innermost scope over the byte at `offset`."""
        index = self._index.at(offset)
        return None if index == NONE else self._holders[index]

    def along(self, offsets: Iterable[int]) -> Iterator[Definition | None]:
        """Yield the innermost scope over each of many ascending offsets."""
        holders = [*self._holders, None]  # the last stands for no holder, at -1
        for index in self._index.along(offsets):
            yield holders[index]


def _scope_start(definition: Definition) -> int:
    """Return where the scope begins: `new Runnable(...)` and `it(...)` themselves belong outside theirs."""
    outside = "anonymous" in definition.tags or definition.kind in TESTS
    return definition.parts["body"].start_byte if outside and "body" in definition.parts else definition.start


def _callable_property(definition: Definition) -> bool:
    return definition.kind == "property" and "body" in definition.parts
