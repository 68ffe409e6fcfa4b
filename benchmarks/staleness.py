"""Sections that staleness flags on real repositories, drawn by reason, to be judged by hand; and what reading the history costs.

usage: python benchmarks/staleness.py [--draw N] [--seed S] CHECKOUT [CHECKOUT ...]

Every file goes down the per-file road in this process; history is read as a run reads it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path

from analyzer.attributes import tree_attributes
from analyzer.file_road import read_entry
from analyzer.history import read_history
from analyzer.past import past_of
from analyzer.snapshot import Snapshot, open_snapshot
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import StrongValues
from chunkers.source import SourceFile
from graph import link

LARGEST = 1_000_000
SHOWN = 4


def results(snapshot: Snapshot, policy: ChunkingPolicy) -> list[FileResult]:
    attributes = tree_attributes(snapshot)
    return [
        read_entry(source, attributes(source.path), policy, StrongValues()).result
        for source in snapshot.read(entry for entry in snapshot.entries if (entry.size or 0) < LARGEST)
        if isinstance(source, SourceFile)
    ]


def flags(folder: Path) -> list[tuple[str, str, str]]:
    """Return (kinds of reasons, place, reasons) of every flagged section; the parts of a long one count with it."""
    policy = ChunkingPolicy()
    with open_snapshot(folder) as snapshot:
        read = results(snapshot, policy)
        start = time.perf_counter()
        history = read_history(snapshot, policy.history.max_commits)
        taken = time.perf_counter() - start
        linked = link(read, past_of(snapshot, history))
    titles = {(d.path, d.chunk_type, d.logical): d for result in read for d in result.drafts}
    rows = []
    for key, reasons in linked.stale.items():
        draft = titles[key]
        line = draft.segments[0].start_line if draft.segments else 0
        risk = "high" if key in linked.high else "medium"
        kinds = "+".join(sorted({reason.partition(":")[0] for reason in reasons}))
        if not draft.attributes.get("part"):
            rows.append((kinds, f"{draft.path}:{line} {draft.title!r} {risk}", "  ".join(reasons[:SHOWN])))
    listed = Counter(row["status"] for rows_ in linked.references.values() for row in rows_ if isinstance(row, dict))
    print(
        f"{folder.name}: {len(read)} files, {history.commits} commits in {taken * 1000:.0f} ms; references {dict(sorted(listed.items()))}; "
        f"flagged {len(linked.stale)} drafts, high {len(linked.high & linked.stale.keys())}; {dict(sorted(Counter(r[0] for r in rows).items()))}"
    )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--draw", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    for folder in options.checkouts:
        rows = flags(folder)
        for _kind, place, reason in sorted(draw.sample(rows, min(options.draw, len(rows)))):
            print(f"    {place}\n        {reason}")


if __name__ == "__main__":
    main()
