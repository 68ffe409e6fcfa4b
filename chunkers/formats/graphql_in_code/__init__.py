"""GraphQL inside `gql` and `graphql` templates of JavaScript and TypeScript: its definitions as units with their lines in the host file.

The file is cut as its language is cut; types, operations and fragments become children of the units they stand in. What the host puts into
a template at run time is not known here: a hole is a name where one must stand, else nothing.
"""

from __future__ import annotations

from dataclasses import replace

from chunkers import syntax
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.graphql.definitions import Document, read_document
from chunkers.formats.graphql.facts import facts_of
from chunkers.formats.graphql.units import units_of
from chunkers.formats.graphql_in_code.templates import Template, mentioned, templates, without_holes
from chunkers.formats.refining import Nest, claimed_by_next
from chunkers.unit import Cut, Embedded, Unit

_STRENGTH = 80
_GRAMMARS = {"javascript": "javascript", "jsx": "javascript", "typescript": "typescript", "tsx": "tsx"}


def _supports(given: ChunkingInput) -> int:
    return _STRENGTH if given.classification.language in _GRAMMARS and mentioned(given.clean.data) else 0


def _chunk(given: ChunkingInput) -> Cut:
    base = claimed_by_next(given, _STRENGTH)
    data = given.clean.data
    grammar = _GRAMMARS[given.classification.language or ""]
    parsed = syntax.parse(grammar, data, given.policy.limits.soft_seconds)
    if parsed.tree is None:
        return base if base.units else replace(base, status="FALLBACK", reason=parsed.reason)
    found = templates(grammar, parsed.tree.root_node, data)
    document = _document(given, found)
    if not document.definitions:
        return base
    facts = facts_of(document, given)
    lines = given.clean.lines
    broken = sorted({(lines.line_at(low), lines.last_line_of(low, high)) for low, high in document.broken})
    warnings = tuple(("graphql_syntax", first, "this part does not read as GraphQL") for first, _ in broken)
    return replace(
        base,
        units=(*base.units, *_units(document, base.units)),
        facts=replace(
            base.facts,
            symbols=(*base.facts.symbols, *facts.symbols),
            mentions=(*base.facts.mentions, *facts.mentions),
        ),
        status="PARTIAL" if broken and base.status == "OK" else base.status,
        broken=tuple(sorted({*base.broken, *broken})),
        embedded=(*base.embedded, *(Embedded("graphql", *_span(given, one)) for one in found)),
        warnings=(*base.warnings, *warnings),
    )


def _document(given: ChunkingInput, found: list[Template]) -> Document:
    """Read all templates as one document: a type in one may be the root that another one's schema names."""
    data = without_holes(given.clean.data, found)
    comments = given.policy.chunking.include_leading_comments
    whole = Document()
    for template in found:
        document = read_document(data, leading_comments=comments, start=template.start, end=template.end)
        if document.definitions:
            whole.definitions += document.definitions
            whole.broken += document.broken
    return whole


def _units(document: Document, hosts: tuple[Unit, ...]) -> list[Unit]:
    nest = Nest(hosts)
    made: list[Unit] = []
    for unit in units_of(document):
        parent = nest.around(unit.start, unit.end) if unit.parent is None else len(hosts) + unit.parent
        attributes = {**unit.attributes, "embedded": True}
        made.append(replace(unit, parent=parent, language="graphql", attributes=attributes))
    return made


def _span(given: ChunkingInput, template: Template) -> tuple[int, int]:
    lines = given.clean.lines
    return lines.line_at(template.start), lines.last_line_of(template.start, template.end)


CHUNKER = Chunker("graphql-in-code", "1", _supports, _chunk, native=True)
