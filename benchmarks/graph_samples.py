"""A sample of call edges, and of unresolved calls that might stay in the repository, with the lines they stand on: to be judged by hand.

usage: python benchmarks/graph_samples.py CHECKOUT [--under FOLDER ...] [--language NAME] [--edges 40] [--unresolved 40] [--seed 1]

Every file below the folders goes down the per-file road in this process. An unresolved call might stay in the repository when some definition in it,
outside of tests, has the name that is called.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from pathlib import Path

from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile
from chunkers.symbol import Reference
from graph import link
from graph.model import Edge, GraphTables

LARGEST = 400_000
CALLING = {"CALLS", "INSTANTIATES"}
SURE = 0.9
_CALLABLE = {"function", "method", "constructor", "class", "struct", "record", "trait", "interface"}


def results(root: Path, under: list[str]) -> list[FileResult]:
    policy, found = ChunkingPolicy(), []
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", *under], capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        path = root / name
        if not name or path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
            continue
        data = path.read_bytes()
        source = SourceFile(name, name.encode(), "100644", "0" * 40, len(data), data)
        found.append(read_file(source, classify(source, policy), policy).result)
    return found


def show_edges(root: Path, tables: GraphTables, language: str | None, count: int, draw: random.Random) -> None:
    places = {node.id: node for node in tables.nodes}
    spoken = {node.path: node.language for node in tables.nodes if node.kind == "file"}
    sites: list[tuple[Edge, int]] = [
        (edge, at)
        for edge in tables.edges
        if edge.kind in CALLING and edge.confidence >= SURE and not edge.target.startswith("external:")
        for at, proof in enumerate(edge.evidence)
        if language in {None, spoken.get(proof.path)}
    ]
    print(f"{len(sites)} edges with confidence >= {SURE}")
    for edge, at in draw.sample(sites, min(count, len(sites))):
        proof, target = edge.evidence[at], places[edge.target]
        line = (root / proof.path).read_text(errors="replace").split("\n")[proof.line - 1].strip()
        print(
            f"{proof.path}:{proof.line}:{proof.column} | {line[:120]} | -> {edge.target[7:]} ({target.path}:{target.declaration_line}) {edge.rule}"
        )


def show_unresolved(
    root: Path, found: list[FileResult], tables: GraphTables, language: str | None, count: int, draw: random.Random
) -> None:
    tests = {result.path for result in found if result.facts is not None and result.facts.category == "test"}
    names = {
        node.name.rpartition(".")[2].rpartition("::")[2]
        for node in tables.nodes
        if node.kind in _CALLABLE and node.path not in tests
    }
    reached = {(p.path, p.line, p.column) for edge in tables.edges if edge.kind in CALLING for p in edge.evidence}
    open_sites: list[tuple[str, Reference]] = []
    total = 0
    for result in found:
        facts = result.facts
        if facts is None or language not in {None, facts.language} or result.path in tests:
            continue
        calls = [one for one in facts.references if one.kind in {"call", "new"}]
        total += len(calls)
        open_sites += [
            (result.path, one)
            for one in calls
            if (result.path, one.line, one.column) not in reached and one.name in names
        ]
    print(f"{len(open_sites)} of {total} calls outside of tests are unresolved although something here has their name")
    for path, one in draw.sample(open_sites, min(count, len(open_sites))):
        line = (root / path).read_text(errors="replace").split("\n")[one.line - 1].strip()
        print(f"{path}:{one.line} {one.name} | {line[:130]} | {one.receiver}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--under", action="append", default=[])
    parser.add_argument("--language")
    parser.add_argument("--edges", type=int, default=40)
    parser.add_argument("--unresolved", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    found = results(options.checkout, options.under)
    tables = link(found).tables
    print(
        f"{options.checkout.name}: {tables.call_sites} calls, {tables.resolved} resolved, {dict(sorted(tables.unresolved.items()))}"
    )
    show_edges(options.checkout, tables, options.language, options.edges, draw)
    show_unresolved(options.checkout, found, tables, options.language, options.unresolved, draw)


if __name__ == "__main__":
    main()
