"""Single-file components: scripts as code units with the lines of the file, templates, styles and custom blocks as chunks of their own.

Takes a clean file, gives a `Cut` whose overview is the component. Scripts are read by the plug-in of their language through a text in which
all else is blank; what a script's parser refuses stays one chunk.
"""

from __future__ import annotations

from functools import lru_cache

from chunkers import languages
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.code.blocks import Block, blocks_of
from chunkers.code.component_facts import USED, component_name, facts_of
from chunkers.code.embedded import Bench, language_of, read_scripts
from chunkers.component import Component
from chunkers.plugins import discover
from chunkers.unit import Cut, Embedded, JsonValue, Unit

_STYLES = frozenset({"css", "scss", "sass", "less", "stylus", "postcss", "styl"})


@lru_cache(maxsize=1)
def components() -> dict[str, Component]:
    """Return every component plug-in by name."""
    return {one.name: one for one in discover(languages, "COMPONENT", Component)}


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language in components() else 0


def _chunk(given: ChunkingInput) -> Cut:
    layout = components()[given.classification.language or ""]
    work = Bench(given, layout, blocks_of(given.clean.data, layout))
    taken = read_scripts(work)
    for block in work.blocks:
        if block not in taken:
            work.units.append(_plain_unit(work, block))
    broken = [lines for cut in work.cuts for lines in cut.broken]
    rows = given.clean.lines
    broken += [(rows.line_at(b.start), rows.line_at(b.start)) for b in work.blocks if not b.closed]
    return Cut(
        tuple(work.units),
        facts_of(work),
        status="PARTIAL" if broken else "OK",
        broken=tuple(sorted(set(broken))),
        overview=_overview(work),
        embedded=tuple(
            Embedded(language_of(layout, b), rows.line_at(b.inner[0]), rows.last_line_of(*b.inner))
            for b in taken
            if given.clean.data[slice(*b.inner)].strip()
        ),
    )


def _plain_unit(work: Bench, block: Block) -> Unit:
    """Return the unit of a template, a style, a custom block, or a script nobody reads."""
    data = work.given.clean.data
    file = work.given.path.rsplit("/", 1)[-1]
    lang = block.lang or {"style": "css", "template": "html", "script": work.layout.script}.get(block.kind, "")
    attributes: dict[str, JsonValue] = {"subkind": block.kind, "lang": lang}
    used = sorted({match.group(1).decode() for match in USED.finditer(data, block.start, block.end)})
    if block.kind == "template" and used:
        attributes["components"] = used
    return Unit(
        kind="module_chunk",
        name=f"<{block.kind}>",
        title=f"{file}: {block.kind}",
        start=block.start,
        end=block.end,
        body=block.inner if block.inner[0] < block.inner[1] else None,
        language=lang if lang in _STYLES or lang == "html" else work.layout.name,
        attributes=attributes,
        flags=() if block.closed else ("syntax_error",),
    )


def _overview(work: Bench) -> Unit:
    """Return the overview: the component with its blocks, and what its scripts define and import."""
    rows = work.given.clean.lines
    views = [cut.overview for cut in work.cuts if cut.overview is not None]
    heads = [(rows.line_at(block.start), rows.line_at(block.start)) for block in work.blocks]
    named = {symbol.qualified for symbol in facts_of(work).symbols}
    return Unit(
        kind="file_overview",
        name="",
        title=work.given.path.rsplit("/", 1)[-1],
        start=0,
        end=max(1, len(work.given.clean.data)),
        symbol=component_name(work) if component_name(work) in named else None,
        show=tuple(sorted({*heads, *(lines for view in views for lines in view.show)})),
        symbols=tuple(name for view in views for name in view.symbols),
        language=work.layout.name,
        attributes={
            "subkind": "component",
            "blocks": [
                {
                    "kind": block.kind,
                    "lang": block.lang or None,
                    "startLine": rows.line_at(block.start),
                    "endLine": rows.last_line_of(block.start, block.end),
                }
                for block in work.blocks
            ],
            **{
                key: [name for view in views for name in view.attributes.get(key, ())] for key in ("defines", "imports")
            },
        },
    )


CHUNKER = Chunker("component", "1", _supports, _chunk, native=True)
