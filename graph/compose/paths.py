"""Graph-path chunks: what happens below an entry point, one step a line, from the route through services to repositories and tables.

Bounded in depth and breadth, each callable once; the weakest edge gives the confidence; every step cites its lines and every edge its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.chunk import ComposedDraft
from graph.compose.citation import VERSION, Atlas, Sources
from graph.edges.routes import handler_id
from graph.model import Edge
from graph.routes.route import Route

_DEPTH = 6
_STEPS = 16
_SHORT = 4
_SURE = 0.5
_TRIVIAL = re.compile(r"^(get|set|is|has|to|of|from|equals|hashCode|toString|builder|build|with)(?=[A-Z]|$)|^__\w+__$")


def path_drafts(atlas: Atlas, routes: list[Route]) -> Iterator[ComposedDraft]:
    """Yield one draft per route whose handler calls on; equal flows of several methods are told once."""
    told: set[tuple[str, ...]] = set()
    done: set[str] = set()
    for route in routes:
        if route.id in done:
            continue
        done.add(route.id)
        walked = _walk(atlas, handler_id(atlas.world, route))
        steps = tuple(target for _, target, _ in walked)
        if len(walked) == 1 or (steps in told and route.method in {"HEAD", "OPTIONS"}):
            continue
        told.add(steps)
        yield _draft(atlas, route, walked)


def _walk(atlas: Atlas, start: str) -> list[tuple[int, str, Edge | None]]:
    """Return (depth, node, edge into it) in the order of the text, depth first, each node once."""
    found: list[tuple[int, str, Edge | None]] = []
    seen = {start}
    stack: list[tuple[int, str, Edge | None]] = [(0, start, None)]
    while stack and len(found) < _STEPS:
        depth, node, edge = stack.pop()
        found.append((depth, node, edge))
        if depth >= _DEPTH:
            continue
        following = []
        for one in _onward(atlas, node):
            if one.target not in seen:
                seen.add(one.target)
                following.append((depth + 1, one.target, one))
        stack.extend(reversed(following))
    return found


def _onward(atlas: Atlas, node_id: str) -> list[Edge]:
    """Return the edges that carry the flow on: calls of callables, and the implementation behind an interface method."""
    kept = []
    for edge in atlas.calls(node_id):
        target = atlas.nodes.get(edge.target)
        if edge.kind != "CALLS" or edge.confidence < _SURE or target is None or target.path is None:
            continue
        last = target.name.rsplit(".", 1)[-1]
        if _TRIVIAL.match(last) and not any(
            one.kind in {"CALLS", "DISPATCHES_TO"} for one in atlas.out.get(edge.target, ())
        ):
            continue
        if not _accessor(atlas, edge.target):
            kept.append(edge)
    kept += [
        edge
        for edge in atlas.out.get(node_id, ())
        if edge.kind == "DISPATCHES_TO" and edge.rule == "sole_implementation"
    ]
    return kept


def _accessor(atlas: Atlas, node_id: str) -> bool:
    """Tell whether a callable only hands out a field: a record component or a method of one to three lines that calls nothing."""
    node = atlas.nodes[node_id]
    if node.kind in {"field", "property"}:
        return True
    definition = atlas.world.project.by_id.get(node_id)
    if definition is None or node.span is None or definition.parent is None:
        return False
    if definition.symbol.returns == "void":
        return False
    short = node.span.end_line - node.span.start_line < _SHORT
    return (
        short
        and not definition.symbol.parameters
        and not atlas.calls(node_id)
        and definition.parent.kind not in {"interface", "trait"}
    )


def _draft(atlas: Atlas, route: Route, walked: list[tuple[int, str, Edge | None]]) -> ComposedDraft:
    sources = Sources(atlas)
    sources.nodes[route.id] = None
    start = walked[0][1]
    for entry in atlas.out.get(route.id, ()):
        if entry.kind == "ROUTES_TO" and entry.target == start:
            sources.edge(entry)
    title = f"{route.method} {route.template or '/'}" if not route.partial else f"{route.method} {route.path}"
    lines = [title]
    for depth, node, edge in walked:
        if edge is not None:
            sources.edge(edge)
        sources.node(node)
        lines.append(f"{'  ' * (depth + 1)}{atlas.cited(node)}")
    for query in _tables(atlas, walked):
        sources.edge(query)
        sources.node(query.target)
        lines.append(f"  {atlas.name(query.source)} {query.kind} {atlas.cited(query.target)}")
    names = [title, *(atlas.name(node) for _, node, _ in walked)]
    return ComposedDraft(
        "graph_path_chunk",
        f"{route.id.removeprefix('route:')} request flow",
        f"{title} request flow",
        "\n".join(lines) + "\n",
        sources.all(),
        tuple(sorted(sources.nodes)),
        tuple(sorted(sources.paths)),
        (route.view.path, route.line),
        symbol=route.id,
        attributes={"graphPath": names, "steps": len(walked), "truncated": len(walked) >= _STEPS},
        confidence=sources.confidence,
        chunker=("path-composer", VERSION),
    )


def _tables(atlas: Atlas, walked: list[tuple[int, str, Edge | None]]) -> list[Edge]:
    found: dict[str, Edge] = {}
    for _, node, _ in walked:
        for edge in atlas.out.get(node, ()):
            if edge.kind == "QUERIES_TABLE":
                found.setdefault(edge.target, edge)
    return [found[key] for key in sorted(found)]
