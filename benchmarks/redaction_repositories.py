"""Redaction over checkouts without planted secrets: redactions per 1,000 lines and throughput; with --sample, rows to judge by hand.

    python benchmarks/redaction_repositories.py DIR... [--sample 200 --seed 7]

Never prints a value: rows name path, line and rule only.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from analyzer.classify import classify
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, redact_file
from chunkers.source import Category, SourceFile

_UNREAD = {Category.BINARY, Category.BLOCKED, Category.LFS}
_LARGEST = 2_000_000


def files(root: Path) -> Iterator[SourceFile]:
    """Yield the regular files of a checkout, git's own left out."""
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root).as_posix()
        if file.is_symlink() or not file.is_file() or path.startswith(".git/") or "__pycache__" in path:
            continue
        data = file.read_bytes()
        if len(data) <= _LARGEST:
            yield SourceFile(path, path.encode("utf-8", "surrogateescape"), "100644", "0" * 40, len(data), data)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("roots", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    policy, rows, rules = ChunkingPolicy(), set(), Counter()
    print("| repository | files | lines | MB | redactions | per 1,000 lines | blocked | MB/s (CPU) |")
    print("|---|---|---|---|---|---|---|---|")
    for root in given.roots:
        count, lines, size, found, blocked, spent = 0, 0, 0, 0, 0, 0.0
        for source in files(root):
            verdict = classify(source, policy)
            if verdict.category in _UNREAD or source.data is None:
                continue
            start = time.process_time()
            clean = redact_file(source.data, source.path, verdict, policy.redaction).clean
            spent += time.process_time() - start
            count, lines, size = count + 1, lines + source.data.count(b"\n"), size + len(source.data)
            if isinstance(clean, Blocked):
                blocked += clean.reason != "binary"
                continue
            found += len(clean.redactions)
            rules.update(one.rule for one in clean.redactions)
            rows.update((root.name, source.path, one.rule, one.first_line) for one in clean.redactions)
        rate = 1000 * found / max(1, lines)
        print(
            f"| {root.name} | {count} | {lines} | {size / 1e6:.1f} | {found} | {rate:.2f} | {blocked} | {size / 1e6 / max(spent, 1e-9):.1f} |"
        )
    print("\n" + ", ".join(f"{rule} {number}" for rule, number in rules.most_common()))
    if given.sample:
        ones = {row[:3]: row for row in sorted(rows, reverse=True)}  # one row for a file and rule
        picked = random.Random(given.seed).sample(sorted(ones.values()), min(given.sample, len(ones)))
        print("\n".join(" | ".join(map(str, row)) for row in sorted(picked)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
