"""Call edges against the PyCG micro-benchmark: small Python programs, each with the call graph its authors wrote by hand.

The programs are in github.com/vitsalis/PyCG, folder micro-benchmark/snippets (Apache-2.0).
usage: python benchmarks/graph_pycg.py SNIPPETS [--wrong]

Edges whose target is not defined in the snippet are left out on both sides. Calling a class counts as calling the `__init__` it finds, and decorating
as calling the decorator where the function is defined.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path

from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile
from graph import link
from graph.model import GraphTables

Pair = tuple[str, str]
CALLING = {"CALLS", "INSTANTIATES"}
DECORATING = {"ANNOTATED_BY"}


def read(folder: Path) -> list[FileResult]:
    policy, found = ChunkingPolicy(), []
    for path in sorted(folder.rglob("*.py")):
        name, data = path.relative_to(folder).as_posix(), path.read_bytes()
        source = SourceFile(name, name.encode(), "100644", "0" * 40, len(data), data)
        found.append(read_file(source, classify(source, policy), policy).result)
    return found


def spelled(node_id: str) -> str:
    """Return a node id as the benchmark spells it."""
    kind, _, name = node_id.partition(":")
    if kind == "file":
        return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    name = re.sub(r"<lambda~(\d+)>", r"<lambda\1>", name.replace(".<locals>", ""))
    return re.sub(r"~\d+", "", name)


def constructors(tables: GraphTables) -> dict[str, str]:
    """Return the `__init__` that calling each class runs."""
    ids = {node.id for node in tables.nodes}
    above: dict[str, list[str]] = {}
    for edge in tables.edges:
        if edge.kind == "EXTENDS":
            above.setdefault(edge.source, []).append(edge.target)
    found: dict[str, str] = {}
    for node in tables.nodes:
        queue, seen = [node.id], {node.id}
        while node.kind == "class" and queue and node.id not in found:
            at = queue.pop(0)
            if f"{at}.__init__" in ids:
                found[node.id] = f"{at}.__init__"
            queue += [one for one in above.get(at, ()) if one not in seen]
            seen.update(queue)
    return found


def predicted(folder: Path) -> set[Pair]:
    tables = link(read(folder)).tables
    built, classes = constructors(tables), {node.id for node in tables.nodes if node.kind == "class"}
    found = set()
    for edge in tables.edges:
        target = built.get(edge.target, edge.target)
        if edge.kind in CALLING | DECORATING and target.startswith("symbol:") and target not in classes:
            found.add((spelled(edge.source), spelled(target)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("snippets", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print every edge that is wrong or missing")
    options = parser.parse_args()
    right, told, true = Counter[str](), Counter[str](), Counter[str]()
    cases, sound, complete = Counter[str](), Counter[str](), Counter[str]()
    for file in sorted(options.snippets.rglob("callgraph.json")):
        kind, name = file.parent.relative_to(options.snippets).parts[0], file.parent.name
        written = json.loads(file.read_text())
        modules = tuple(f"{spelled(f'file:{path.relative_to(file.parent)}')}." for path in file.parent.rglob("*.py"))
        inside = {name for name in written if f"{name}.".startswith(modules)}
        wanted = {(caller, callee) for caller, callees in written.items() for callee in callees if callee in inside}
        found = {pair for pair in predicted(file.parent) if pair[1] in inside}
        right[kind] += len(found & wanted)
        told[kind] += len(found)
        true[kind] += len(wanted)
        cases[kind] += 1
        sound[kind] += wanted <= found
        complete[kind] += found <= wanted
        if options.wrong and wanted != found:
            print(f"{kind}/{name}: missing {sorted(wanted - found)} wrong {sorted(found - wanted)}")
    print("| category | cases | precision | recall | sound | complete |\n|---|---|---|---|---|---|")
    for kind in [*sorted(cases), "all"]:
        r, t, w, c, s, o = (
            sum(table.values()) if kind == "all" else table[kind]
            for table in (right, told, true, cases, sound, complete)
        )
        print(f"| {kind} | {c} | {r / max(t, 1):.3f} ({r}/{t}) | {r / max(w, 1):.3f} ({r}/{w}) | {s} | {o} |")


if __name__ == "__main__":
    main()
