"""MyBatis mapper files: each mapped statement as an SQL unit under its id, everything else by element."""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.lexing.markup import Element, Markup, plain_text, read_markup
from chunkers.formats.relational.ledger import KIND
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text
from chunkers.symbol import FileFacts, Mention
from chunkers.text.windows import windows
from chunkers.unit import Cut, JsonValue, Unit

_MARK = re.compile(rb"<(?:mapper|sqlMap)\b[^>]{0,400}\bnamespace\s*=|<!DOCTYPE\s+(?:mapper|sqlMap)\b")
_STATEMENTS = {"select": "select", "insert": "insert", "update": "update", "delete": "delete"}
_INSTRUCTION = re.compile(r"<[^<>]*>")


def _supports(given: ChunkingInput) -> int:
    return 95 if given.path.lower().endswith(".xml") and _MARK.search(given.clean.data[:8192]) else 0


def _chunk(given: ChunkingInput) -> Cut:
    data = given.clean.data
    markup = read_markup(data)
    root = next((element for element in markup.roots if element.name in {"mapper", "sqlMap"}), None)
    if root is None:
        return windows(given, status="FALLBACK", reason="mapper_not_readable")
    namespace = root.attributes.get("namespace", "")
    units: list[Unit] = []
    mentions: list[Mention] = []
    for element in _statements_apart(data, root, markup):
        operation = _operation(data, element) if element.name in _STATEMENTS else None
        units.append(_unit(given, markup, element, namespace, operation))
        mentions += _mentions(given, element, namespace, units[-1].title, operation)
    lines = given.clean.lines
    broken = tuple(sorted({(lines.line_at(low), lines.last_line_of(low, high)) for low, high in markup.broken}))
    warnings = tuple(("xml_syntax", first, "this part of the mapper does not read") for first, _ in broken)
    facts = FileFacts(
        given.path,
        given.classification.language,
        given.classification.category.value,
        package=namespace or None,
        mentions=tuple(mentions),
        extras=(("mybatis.namespace", namespace),) if namespace else (),
    )
    return Cut(tuple(units), facts, "PARTIAL" if broken else "OK", broken, warnings=warnings)


def _statements_apart(data: bytes, root: Element, markup: Markup) -> list[Element]:
    """Return the children of the root; a mapped statement inside another shows that the outer one never closed, and ends it."""
    found: list[Element] = []
    stack = list(reversed(root.children))
    while stack:
        element = stack.pop()
        place = next(
            (at for at, one in enumerate(element.children) if one.name in _STATEMENTS and "id" in one.attributes), None
        )
        if place is not None and element.name in _STATEMENTS:
            following = element.children[place:]
            stack.extend(reversed(following))
            del element.children[place:]
            element.inner_end = element.end = len(data[: following[0].start].rstrip())
            markup.broken.append((element.start, element.open_end))
        found.append(element)
    return found


def _operation(data: bytes, element: Element) -> Operation:
    """Return what a mapped statement does: its SQL without the dynamic elements, under the verb of its element."""
    text = _INSTRUCTION.sub(
        " ", plain_text(data[element.open_end : element.inner_end].replace(b"<![CDATA[", b" ").replace(b"]]>", b" "))
    )
    made = operation_of_text(text)
    verb = _STATEMENTS[element.name]
    return (
        made
        if verb in made.operations or made.operations != ("unknown",)
        else replace(made, operations=(verb,), fault=None)
    )


def _unit(given: ChunkingInput, markup: Markup, element: Element, namespace: str, operation: Operation | None) -> Unit:
    key = element.attributes.get("id") or element.attributes.get("name")
    title = f"{element.name}#{key}" if key else element.name
    attributes: dict[str, JsonValue] = {"subkind": "mapper_statement" if operation else element.name}
    if operation is not None:
        attributes |= {**operation.attributes(), "tool": "mybatis"}
        if namespace and key:
            attributes["references"] = [f"{namespace}.{key}"]
    start = (
        unit_start(given.clean.data, markup.comments, element.start)
        if given.policy.chunking.include_leading_comments
        else element.start
    )
    return Unit(
        kind=KIND if operation else "config_section_chunk",
        name=title,
        title=title,
        start=start,
        end=element.end,
        attributes=attributes,
        declaration=(element.start, element.open_end),
        includes_leading_comment=start < element.start,
    )


def _mentions(
    given: ChunkingInput, element: Element, namespace: str, title: str, operation: Operation | None
) -> list[Mention]:
    line = given.clean.lines.line_at(element.start)
    made: list[Mention] = []
    if operation is not None:
        names = dict.fromkeys(name for name in (operation.table, *operation.reads) if name)
        made += [Mention("table", name, title, line) for name in names]
        if namespace and element.attributes.get("id"):
            made.append(Mention("code", f"{namespace}.{element.attributes['id']}", title, line))
    for key in ("parameterType", "resultType", "type", "ofType", "javaType"):
        if value := element.attributes.get(key):
            made.append(Mention("type", value, title, line))
    return made


CHUNKER = Chunker("mybatis", "1", _supports, _chunk)
