"""What a component says to the graph: the facts of its scripts, the component itself as a symbol, the components its markup uses."""

from __future__ import annotations

from chunkers.code.embedded import Bench
from chunkers.code.text import FileText
from chunkers.pattern import later
from chunkers.symbol import FileFacts, Reference, Symbol

USED = later(rb"<([A-Z][\w]*)((?:\.[A-Za-z_]\w*)*)(?=[\s/>])")


def facts_of(work: Bench) -> FileFacts:
    """Return the facts of all scripts, the component as a symbol, and the components its markup uses."""
    given = work.given
    facts = [cut.facts for cut in work.cuts]
    symbols = tuple(symbol for one in facts for symbol in one.symbols)
    return FileFacts(
        given.path,
        work.layout.name,
        given.classification.category.value,
        symbols=(*_component(work, symbols), *symbols),
        imports=tuple(item for one in facts for item in one.imports),
        bindings=tuple(item for one in facts for item in one.bindings),
        references=(*(item for one in facts for item in one.references), *_uses(work)),
        extras=tuple(item for one in facts for item in one.extras),
    )


def component_name(work: Bench) -> str:
    """Return the name a component goes by: its file's."""
    stem = work.given.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    name = stem.split(".", 1)[0]  # `Map.client.vue` is a Map
    return name if any(char.isalnum() for char in name) else stem.strip("[].")  # `[...slug].astro`


def _component(work: Bench, symbols: tuple[Symbol, ...]) -> list[Symbol]:
    """Return the symbol other files import: the component, unless a script exports a class or function as default or has its name."""
    name = component_name(work)
    if not name or any("default_export" in symbol.tags or symbol.qualified == name for symbol in symbols):
        return []
    text = FileText(work.given.clean)
    start, end = text.skip(0, len(text.data)), text.back(len(text.data), 0)
    if start >= end:
        return []
    span = text.span(start, end)
    tags = ("exported", "default_export")
    return [Symbol("class", name, name, span, span.start_line, language=work.layout.name, tags=tags)]


def _uses(work: Bench) -> list[Reference]:
    """Return the components that the markup names by tags of their own names."""
    lines, found = work.given.clean.lines, []
    for block in work.blocks:
        if block.kind != "template":
            continue
        for match in USED.finditer(work.given.clean.data, *block.inner):
            names = match.group(0)[1:].decode().split(".")
            line = lines.line_at(match.start())
            column = lines.column_on(line, match.end() - len(names[-1]))
            receiver = ("name", names[0]) if len(names) > 1 else None
            found.append(Reference("jsx", names[-1], "", line, column, column + len(names[-1]), receiver))
    return found
