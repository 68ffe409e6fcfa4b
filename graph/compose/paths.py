"""Graph-path chunks: what happens below an entry point, one step a line, from the route through services to repositories and tables.

Bounded in depth and breadth, each callable once; the weakest edge gives the confidence; every step cites its lines and every edge its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chunkers.chunk import ComposedDraft
from graph.compose.citation import VERSION, Atlas, Sources
from graph.edges.routes import handler_id
from graph.model import Edge
from graph.routes.route import Route

_DEPTH = 6
_STEPS = 16
_SHORT = 4
_SURE = 0.5
_SERVED = 3
_RUNNING = frozenset({"cli_command", "listener", "schedule", "task"})
_ENTERING = ("ROUTES_TO", "IMPLEMENTS_RPC", "RESOLVES_FIELD")
_ROOT = re.compile(r"^graphql:(?:Query|Mutation|Subscription)\.")
_TRIVIAL = re.compile(r"^(get|set|is|has|to|of|from|equals|hashCode|toString|builder|build|with)(?=[A-Z]|$)|^__\w+__$")


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where a flow starts: the node the outside calls, its name and title, its place and the node that serves it."""

    id: str
    name: str
    title: str
    place: tuple[str, int]
    start: str
    twin: bool = False  # a HEAD or OPTIONS beside the method that does the work


def path_drafts(atlas: Atlas, routes: list[Route]) -> Iterator[ComposedDraft]:
    """Yield one draft per entry point whose code calls on; equal flows of several methods are told once."""
    told: set[tuple[str, ...]] = set()
    done: set[str] = set()
    for entry in (*_of_routes(atlas, routes), *_of_others(atlas)):
        if entry.id in done:
            continue
        done.add(entry.id)
        walked = _walk(atlas, entry.start)
        steps = tuple(target for _, target, _ in walked)
        if len(walked) == 1 or (steps in told and entry.twin):
            continue
        told.add(steps)
        yield _draft(atlas, entry, walked)


def _of_routes(atlas: Atlas, routes: list[Route]) -> Iterator[_Entry]:
    for route in routes:
        title = f"{route.method} {route.path if route.partial else route.template or '/'}"
        place = (route.view.path, route.line)
        start = handler_id(atlas.world, route)
        yield _Entry(
            route.id, route.id.removeprefix("route:"), title, place, start, route.method in {"HEAD", "OPTIONS"}
        )


def _of_others(atlas: Atlas) -> Iterator[_Entry]:
    """Yield commands, listeners, schedules and tasks with what they run, rpcs and GraphQL's roots with what serves them."""
    for node in atlas.tables.nodes:
        node_id = node.id
        if node.kind in _RUNNING:
            served = [edge.target for edge in atlas.out.get(node_id, ()) if edge.kind == "ROUTES_TO"]
        elif node.kind == "rpc" or _ROOT.match(node_id):
            served = [edge.source for edge in atlas.into(node_id, "IMPLEMENTS_RPC", "RESOLVES_FIELD")]
        else:
            continue
        for start in served[:_SERVED]:
            known = atlas.nodes.get(start)
            if known is not None and known.path is not None:
                name = node_id if len(served) == 1 else f"{node_id} by {known.name}"
                title = f"{node.kind.replace('_', ' ')} {node.name}"
                yield _Entry(
                    node_id if len(served) == 1 else name, name, title, (known.path, known.declaration_line or 1), start
                )


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


def _draft(atlas: Atlas, entry: _Entry, walked: list[tuple[int, str, Edge | None]]) -> ComposedDraft:
    sources = Sources(atlas)
    node = entry.id.partition(" by ")[0] if entry.id not in atlas.nodes else entry.id
    sources.nodes[node] = None
    start = walked[0][1]
    for edge in (*(one for one in atlas.out.get(node, ()) if one.kind in _ENTERING), *atlas.into(node, *_ENTERING)):
        if start in {edge.source, edge.target}:
            sources.edge(edge)
    lines = [entry.title]
    for depth, step, into in walked:
        if into is not None:
            sources.edge(into)
        sources.node(step)
        lines.append(f"{'  ' * (depth + 1)}{atlas.cited(step)}")
    for query in _tables(atlas, walked):
        sources.edge(query)
        sources.node(query.target)
        lines.append(f"  {atlas.name(query.source)} {query.kind} {atlas.cited(query.target)}")
    names = [entry.title, *(atlas.name(step) for _, step, _ in walked)]
    return ComposedDraft(
        "graph_path_chunk",
        f"{entry.name} request flow",
        f"{entry.title} request flow",
        "\n".join(lines) + "\n",
        sources.all(),
        tuple(sorted(sources.nodes)),
        tuple(sorted(sources.paths)),
        entry.place,
        symbol=node,
        attributes={"graphPath": names, "steps": len(walked), "truncated": len(walked) >= _STEPS},
        confidence=sources.confidence,
        chunker=("path-composer", VERSION),
    )


def _tables(atlas: Atlas, walked: list[tuple[int, str, Edge | None]]) -> list[Edge]:
    """Return what the steps ask of tables: by themselves, or as methods of a repository that stands for one."""
    found: dict[str, Edge] = {}
    for _, node, _ in walked:
        definition = atlas.world.project.by_id.get(node)
        holder = definition.parent.id if definition is not None and definition.parent is not None else ""
        for edge in (*atlas.out.get(node, ()), *atlas.out.get(holder, ())):
            if edge.kind == "QUERIES_TABLE" and (edge.source == node or edge.rule == "entity_repository"):
                found.setdefault(edge.target, edge)
    return [found[key] for key in sorted(found)]
