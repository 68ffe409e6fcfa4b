"""Precision and recall of call edges on a real repository, per rule and confidence band, and the time of the graph stage against parsing.

usage: python benchmarks/graph_calls.py REPOSITORY TRUTH.json [--prefix src/ ...] [--exclude .test.]

REPOSITORY is a checkout at the commit that TRUTH (format graph-truth-calls/1) names. Every file goes down the per-file road in this process.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import time
from pathlib import Path

from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile
from chunkers.syntax import grammar, parse
from graph import link
from graph.calibration import Score, miscalibrated, read_truth, score

LARGEST = 1_000_000


def results(root: Path) -> tuple[list[FileResult], float]:
    """Return the file results and the CPU time of parsing the same files with nothing else."""
    policy = ChunkingPolicy()
    names = (
        subprocess.run(["git", "-C", str(root), "ls-files", "-z"], capture_output=True, check=True)
        .stdout.decode()
        .split("\0")
    )
    found, parsing = [], 0.0
    for name in names:
        path = root / name
        if not name or path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
            continue
        data = path.read_bytes()
        source = SourceFile(name, name.encode(), "100644", "0" * 40, len(data), data)
        verdict = classify(source, policy)
        result = read_file(source, verdict, policy).result
        found.append(result)
        if result.facts is not None and result.facts.references and grammar(verdict.language or ""):
            start = time.process_time()
            parse(verdict.language or "", data, 30.0)
            parsing += time.process_time() - start
    return found, parsing


def show(title: str, judged: Score) -> None:
    print(
        f"{title:16} P {judged.edges.precision:.3f}  R {judged.recall:.3f}  edges {judged.edges.judged}  sites {judged.sites}  "
        f"external {judged.external}  strayed {judged.strayed}  Brier {judged.brier:.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--prefix", action="append")
    parser.add_argument("--exclude", default="")
    options = parser.parse_args()
    found, parsing = results(options.repository)
    gc.disable()  # as a run does
    start = time.process_time()
    tables = link(found).tables
    linking = time.process_time() - start
    truth = read_truth(json.loads(options.truth.read_text()), options.prefix or ("",), options.exclude)
    show("all edges", score(tables, truth))
    sure = score(tables, truth, 0.9)
    show("confidence >= .9", sure)
    judged = score(tables, truth)
    print("by rule: " + "  ".join(f"{rule} {tally.right}/{tally.judged}" for rule, tally in judged.by_rule.items()))
    print(
        "by band: "
        + "  ".join(f"{band:.2f} {tally.precision:.3f} of {tally.judged}" for band, tally in judged.by_band.items())
    )
    print("bands off by more than .07: " + (", ".join(f"{band:.2f}" for band, _ in miscalibrated(judged)) or "none"))
    print(
        f"parse {parsing:.2f} s, graph {linking:.2f} s CPU: {linking / parsing:.2f}x; sites {tables.call_sites}, edges {len(tables.edges)}"
    )


if __name__ == "__main__":
    main()
