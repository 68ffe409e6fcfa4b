"""Recall and precision of the routes of a real repository against the framework's own listing or a list read by hand.

usage: python benchmarks/graph_routes.py REPOSITORY TRUTH.tsv [--under PATH ...] [--without REGEX]

REPOSITORY is a checkout. TRUTH holds one route a line, METHOD and path with a tab between, as the framework prints it; `#` starts a comment. The
scripts in benchmarks/oracles print such lists, those made by hand lie in benchmarks/results/routes. Paths are compared without their parameters'
names. HEAD and OPTIONS, which frameworks add by themselves, count only where the truth names them; a method the framework leaves open (ANY)
stands for any. Partial routes are counted apart: they are neither right nor wrong.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile
from graph import link
from graph.routes.paths import normalised

LARGEST = 1_000_000
Pair = tuple[str, str]
ADDED = frozenset({"HEAD", "OPTIONS", "TRACE"})


def results(root: Path, under: Iterable[str], without: str | None) -> list[FileResult]:
    """Return what the per-file road says of every file below `under`."""
    policy = ChunkingPolicy()
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", *under], capture_output=True, check=True)
    found = []
    for name in listed.stdout.decode().split("\0"):
        path = root / name
        if not name or path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
            continue
        if without and re.search(without, name):
            continue
        data = path.read_bytes()
        source = SourceFile(name, name.encode(), "100644", "0" * 40, len(data), data)
        found.append(read_file(source, classify(source, policy), policy).result)
    return found


def truth_of(path: Path) -> set[Pair]:
    """Return (method, normalised path) of each line of a truth file."""
    found = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            method, template = line.split("\t")[:2]
            found.add((method, normalised(template)))
    return found


def routes_of(files: list[FileResult]) -> tuple[dict[Pair, str], dict[Pair, str]]:
    """Return the complete and the partial routes with the place of each."""
    complete: dict[Pair, str] = {}
    partial: dict[Pair, str] = {}
    for node in link(files).tables.nodes:
        if node.kind == "route":
            method, _, path = node.name.partition(" ")
            table = partial if path.startswith("{?}") else complete
            table[method, path] = f"{node.path}:{node.declaration_line}"
    return complete, partial


def meets(pair: Pair, others: Iterable[Pair] | set[Pair]) -> bool:
    """Tell whether `others` holds a route: the same, or one of the two leaves the method open."""
    method, path = pair
    held = others if isinstance(others, set) else set(others)
    return pair in held or ("ANY", path) in held or (method == "ANY" and any(one[1] == path for one in held))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--under", nargs="*", default=[])
    parser.add_argument("--without")
    options = parser.parse_args()
    truth = truth_of(options.truth)
    complete, partial = routes_of(results(options.repository, options.under, options.without))
    found = {pair: place for pair, place in complete.items() if pair[0] not in ADDED or pair in truth}
    missed = sorted(pair for pair in truth if not meets(pair, found.keys()))
    wrong = sorted(pair for pair in found if not meets(pair, truth))
    for pair in missed:
        print("missed ", *pair)
    for pair in wrong:
        print("wrong  ", *pair, found[pair])
    for pair in sorted(partial):
        print("partial", *pair, partial[pair])
    right = len(truth) - len(missed)
    print(
        f"truth {len(truth)}  found {len(found)}  partial {len(partial)}  recall {right / max(1, len(truth)):.3f}  "
        f"precision {(len(found) - len(wrong)) / max(1, len(found)):.3f}"
    )


if __name__ == "__main__":
    main()
