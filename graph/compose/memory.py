"""Memory suggestions: conventions a repository repeats often enough to be told to a newcomer, each with the places that show it.

Suggestions, never facts: they say how many cases follow the convention and how many do not, carry a low confidence and are ranked apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.chunk import ComposedDraft
from graph.compose.citation import VERSION, Atlas, Sources
from graph.model import Edge, Node

_LEAST = 4
_SHARE = 0.8
_MOST = 12
_SHOWN = 8
_SURE = 0.6
_WORD = re.compile(r"[A-Z][a-z0-9]+|[A-Z]+(?![a-z])")


def memory_drafts(atlas: Atlas) -> Iterator[ComposedDraft]:
    """Yield at most a dozen suggestions, the most widely followed first."""
    found = sorted(_families(atlas), key=lambda one: (-len(one[1]), one[0].id))
    for base, members in found[:_MOST]:
        yield _draft(atlas, base, members)


def _families(atlas: Atlas) -> Iterator[tuple[Node, list[Edge]]]:
    """Yield base types of the repository with the types that extend or implement them, tests apart."""
    found: dict[str, dict[str, Edge]] = {}
    for edge in (*atlas.of_kind("EXTENDS"), *atlas.of_kind("IMPLEMENTS")):
        if edge.confidence >= _SURE and not _in_test(atlas, edge.source):
            found.setdefault(edge.target, {})[edge.source] = edge
    for node_id, members in found.items():
        base = atlas.nodes.get(node_id)
        if base is None or base.path is None or len(members) < _LEAST or _in_test(atlas, node_id):
            continue
        yield base, [members[key] for key in sorted(members)]


def _in_test(atlas: Atlas, node_id: str) -> bool:
    definition = atlas.world.project.by_id.get(node_id)
    return definition is None or definition.view.test


def _suffix(names: list[str]) -> tuple[str, int]:
    """Return the last word most names share and how many do."""
    counts: dict[str, int] = {}
    for name in names:
        words = _WORD.findall(name.rpartition(".")[2])
        if len(words) > 1:
            counts[words[-1]] = counts.get(words[-1], 0) + 1
    return max(((word, count) for word, count in counts.items()), key=lambda pair: (pair[1], pair[0]), default=("", 0))


def _draft(atlas: Atlas, base: Node, members: list[Edge]) -> ComposedDraft:
    sources = Sources(atlas)
    sources.node(base.id)
    names = [atlas.name(edge.source) for edge in members]
    word, count = _suffix(names)
    verb = "implement" if members[0].kind == "IMPLEMENTS" else "extend"
    lines = [f"{len(members)} types {verb} {atlas.cited(base.id)}"]
    if word and count >= len(names) * _SHARE:
        lines.append(f"{count} of {len(names)} are named *{word}")
    for edge in members[:_SHOWN]:
        sources.edge(edge)
        sources.node(edge.source)
        lines.append(f"- {atlas.cited(edge.source)}")
    if len(members) > _SHOWN:
        lines.append(f"and {len(members) - _SHOWN} more")
    title = f"Suggestion: new kinds of {base.name.rpartition('.')[2]} {verb} it" + (
        f" and are named *{word}" if len(lines) > 1 and lines[1][0].isdigit() else ""
    )
    evidence = [source.file_span for source in sources.all() if source.file_span]
    attributes = {
        "memoryId": f"mem_{_snake(base.name)}",
        "scope": "repository",
        "status": "suggested",
        "followed": len(members),
        "evidence": evidence,
    }
    return ComposedDraft(
        "memory_chunk",
        f"convention {base.id}",
        title,
        "\n".join(lines) + "\n",
        sources.all(),
        tuple(sorted(sources.nodes)),
        tuple(sorted(sources.paths)),
        (base.path or "", base.declaration_line or 1),
        symbol=base.id,
        attributes=attributes,
        confidence=min(_SURE, sources.confidence),
        chunker=("memory-suggester", VERSION),
    )


def _snake(name: str) -> str:
    return "_".join(word.lower() for word in _WORD.findall(name)) or name.lower().replace(".", "_")
