"""Module overviews: what a package or folder of code holds, what it needs and who needs it, what the outside reaches through it.

A module is the folder of its files. Bounded: the largest modules, the members most used from elsewhere; every line cites its place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from chunkers.chunk import ComposedDraft
from graph.compose.citation import VERSION, Atlas, Sources
from graph.definition import Definition
from graph.model import Edge

_LEAST = 3
_MOST = 60
_MEMBERS = 10
_NEIGHBOURS = 6
_ENTRIES = 8
_USING = frozenset({"CALLS", "INSTANTIATES", "EXTENDS", "IMPLEMENTS", "REFERENCES"})
_SURE = 0.6
Uses = dict[tuple[str, str], list[Edge]]


def module_drafts(atlas: Atlas) -> Iterator[ComposedDraft]:
    """Yield one draft per module of at least three files of code, the largest first when there are too many."""
    members: defaultdict[str, list[Definition]] = defaultdict(list)
    files: defaultdict[str, set[str]] = defaultdict(set)
    for node_id in sorted(atlas.world.project.by_id):
        definition = atlas.world.project.by_id[node_id]
        if not definition.view.test:
            folder = definition.view.path.rpartition("/")[0]
            files[folder].add(definition.view.path)
            if definition.parent is None and (definition.is_type or definition.is_callable):
                members[folder].append(definition)
    kept = sorted(
        (one for one in files if len(files[one]) >= _LEAST and members[one]), key=lambda one: (-len(files[one]), one)
    )
    uses, entrances = _uses(atlas), _entrances(atlas)
    for folder in sorted(kept[:_MOST]):
        yield _draft(atlas, folder, sorted(files[folder]), members[folder], (uses, entrances.get(folder, [])))


def _uses(atlas: Atlas) -> Uses:
    """Return the edges between folders of production code, by (using folder, used folder)."""
    found: Uses = {}
    by_id = atlas.world.project.by_id
    folders = {path: path.rpartition("/")[0] for path in atlas.world.project.views}
    for node_id, edges in atlas.out.items():
        source = by_id.get(node_id)
        if source is None or source.view.test:
            continue
        own = folders[source.view.path]
        for edge in edges:
            target = by_id.get(edge.target) if edge.kind in _USING and edge.confidence >= _SURE else None
            if target is not None:
                other = folders[target.view.path]
                if other != own:
                    found.setdefault((own, other), []).append(edge)
    return found


def _draft(
    atlas: Atlas, folder: str, files: list[str], members: list[Definition], around: tuple[Uses, list[Edge]]
) -> ComposedDraft:
    sources = Sources(atlas)
    uses, entrances = around
    name = folder or "(root)"
    lines = [f"{len(files)} files, {len(members)} types and functions"]
    lines += _members(atlas, folder, members, uses, sources)
    lines += _neighbours(
        atlas, [(pair[1], edges) for pair, edges in uses.items() if pair[0] == folder], "needs", sources
    )
    lines += _neighbours(
        atlas, [(pair[0], edges) for pair, edges in uses.items() if pair[1] == folder], "needed by", sources
    )
    lines += _entries(atlas, entrances, sources)
    return ComposedDraft(
        "module_overview",
        f"module {name}",
        f"Module {name}",
        "\n".join(lines) + "\n",
        sources.all(),
        tuple(sorted(sources.nodes)),
        tuple(sorted(sources.paths)),
        (files[0], 1),
        symbol=f"file:{files[0]}",
        attributes={"module": folder, "files": len(files), "members": len(members)},
        confidence=sources.confidence,
        chunker=("module-composer", VERSION),
    )


def _members(atlas: Atlas, folder: str, members: list[Definition], uses: Uses, sources: Sources) -> Iterator[str]:
    """Yield the members most used from other modules, then the rest by place, at most ten."""
    used: Counter[str] = Counter()
    for (_, target), edges in uses.items():
        for edge in edges if target == folder else ():
            held = atlas.world.project.by_id[edge.target]
            used[(held.parent or held).id] += 1
    ranked = sorted(members, key=lambda one: (-used[one.id], one.view.path, one.symbol.declaration_line))
    for one in ranked[:_MEMBERS]:
        sources.node(one.id)
        count = used[one.id]
        yield f"holds: {atlas.cited(one.id)}" + (f" used {count} times from other modules" if count else "")


def _neighbours(atlas: Atlas, found: list[tuple[str, list[Edge]]], word: str, sources: Sources) -> Iterator[str]:
    ranked = sorted(found, key=lambda pair: (-len(pair[1]), pair[0]))
    for folder, edges in ranked[:_NEIGHBOURS]:
        best = max(edges, key=lambda edge: (edge.confidence, edge.source, edge.target))
        sources.edge(best)
        sources.node(best.source)
        sources.node(best.target)
        yield f"{word}: {folder or '(root)'} {len(edges)} times, as in {atlas.edge_text(best)}"


def _entrances(atlas: Atlas) -> dict[str, list[Edge]]:
    """Return the edges from routes, commands and listeners by the folder of the code that serves them, in the order of their names."""
    found: dict[str, list[Edge]] = {}
    for edge in atlas.of_kind("ROUTES_TO"):
        served = atlas.nodes.get(edge.target)
        if served is not None and served.path is not None:
            found.setdefault(served.path.rpartition("/")[0], []).append(edge)
    return found


def _entries(atlas: Atlas, entrances: list[Edge], sources: Sources) -> Iterator[str]:
    """Yield the routes, commands and listeners that code of the module serves."""
    for edge in entrances[:_ENTRIES]:
        sources.edge(edge)
        sources.node(edge.target)
        yield f"serves: {atlas.name(edge.source)} by {atlas.cited(edge.target)}"
