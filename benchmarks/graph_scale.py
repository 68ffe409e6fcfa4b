"""Questions to a graph of a million edges: how much processor time it takes to index, to answer and to rank, and that a view in memory is refused.

usage: python benchmarks/graph_scale.py [--edges 1000000]

The graph is synthetic: callers pick callees near them or, one time in eight, one of the popular nodes, so that there are hubs as in real code.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable

from chunkers.policy import Limits
from graph.model import Edge, Evidence, GraphTables, Node
from graph.queries import Questions, neighbourhood
from graph.ranking import Ranker
from graph.symbol_graph import GraphTooLargeError, as_networkx

PER_NODE = 5
KINDS = ("CALLS", "CALLS", "REFERENCES", "INSTANTIATES", "IMPORTS")
ASKED = 200


def made(count: int) -> GraphTables:
    draw = random.Random(7)
    size = max(count // PER_NODE, 10)
    nodes = tuple(Node(f"symbol:p{at // 50}.f{at:07}", "function", f"f{at}", f"p{at // 50}.py") for at in range(size))
    popular = [draw.randrange(size) for _ in range(max(size // 1000, 5))]
    seen: dict[tuple[int, int, str], None] = {}
    while len(seen) < count:
        source = draw.randrange(size)
        target = (
            draw.choice(popular) if draw.random() < 1 / 8 else min(max(source + draw.randint(-400, 400), 0), size - 1)
        )
        seen[source, target, draw.choice(KINDS)] = None
    proof = (Evidence("p.py", 1, 1, 1, 2),)
    edges = (Edge(nodes[a].id, nodes[b].id, kind, 0.97, "exact", "r", proof) for a, b, kind in sorted(seen))
    return GraphTables(nodes, tuple(edges))


def timed(what: str, act: Callable[[], object], times: int = 1) -> None:
    start = time.process_time()
    for _ in range(times):
        act()
    print(f"{what:44} {(time.process_time() - start) / times * 1000:10.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edges", type=int, default=1_000_000)
    options = parser.parse_args()
    tables = made(options.edges)
    print(f"{len(tables.nodes)} nodes, {len(tables.edges)} edges")
    start = time.process_time()
    ask = Questions(tables)
    print(f"{'index':44} {(time.process_time() - start) * 1000:10.2f} ms")
    draw = random.Random(1)
    some = [draw.choice(tables.nodes).id for _ in range(ASKED)]
    hubs = sorted(ask.into, key=lambda one: -len(ask.into[one]))[:20]
    print(f"the largest hub has {len(ask.into[hubs[0]])} callers")
    for name, ids in (("anywhere", some), ("at the hubs", hubs)):
        asked = iter(ids * 4)
        timed(f"callers, 2 hops, {name}", lambda asked=asked: ask.callers(next(asked), 2), len(ids))  # type: ignore[misc]
        timed(f"callees, 2 hops, {name}", lambda asked=asked: ask.callees(next(asked), 2), len(ids))  # type: ignore[misc]
        timed(f"impact, 2 hops, {name}", lambda asked=asked: ask.impact(next(asked), 2), len(ids))  # type: ignore[misc]
        timed(f"neighbourhood, 2 hops, {name}", lambda asked=asked: neighbourhood(ask, next(asked), 2), len(ids))  # type: ignore[misc]
    start = time.process_time()
    ranker = Ranker(tables)
    print(f"{'arrays for ranking':44} {(time.process_time() - start) * 1000:10.2f} ms")
    for count in (1, 20, ASKED):
        timed(f"personalised PageRank, {count} seeds", lambda count=count: ranker.ranked(some[:count]))  # type: ignore[misc]
    try:
        as_networkx(tables, min(Limits().max_graph_edges, options.edges - 1))
    except GraphTooLargeError as error:
        print(f"view in memory: {error}")
    print(f"largest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
