"""Whole runs over real repositories: no crash, exact accounting, few quarantined files, and what the gates say.

usage: python benchmarks/real_repositories.py REPOSITORY [REPOSITORY ...] [--jobs 2] [--result FILE.md]
One row a repository: entries of the tree as git lists them against the sum of outcomes in the report, chunks, seconds, exit code, gates that
warn or fail. Exit code 1 when a run crashed or an account is not exact.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

PRODUCT = Path(sys.executable).with_name("repochunk")


@dataclass(frozen=True)
class Row:
    """What one run gave."""

    name: str
    commit: str
    languages: tuple[str, ...]
    entries: int
    outcomes: dict[str, int]
    chunks: int
    seconds: float
    code: int
    quarantined: tuple[str, ...]
    gates: tuple[str, ...]
    complaint: str

    @property
    def sound(self) -> bool:
        """No crash, and every entry of the tree has exactly one outcome."""
        return self.code in (0, 1) and self.entries == sum(self.outcomes.values())


def measure(repository: Path, jobs: int) -> Row:
    """Analyze HEAD of one repository."""
    listed = subprocess.run(
        ["git", "-C", str(repository), "ls-tree", "-r", "-z", "HEAD"], capture_output=True, check=True
    )
    commit = subprocess.run(
        ["git", "-C", str(repository), "rev-parse", "HEAD"], capture_output=True, check=True, text=True
    )
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "out"
        start = time.perf_counter()
        command = [
            str(PRODUCT),
            "analyze",
            str(repository),
            "--out",
            str(out),
            "--jobs",
            str(jobs),
            "--quiet",
            "--no-cache",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - start
        path = out / "current" / "chunk-quality-report.yaml"
        report: dict[str, Any] = yaml.load(path.read_text(), yaml.CSafeLoader) if path.exists() else {}
    coverage = report.get("coverage", {})
    summary = report.get("summary", {})
    return Row(
        name=repository.name,
        commit=commit.stdout[:12],
        languages=tuple(name for name, _count in Counter(_counts(summary.get("byLanguage", {}))).most_common(3)),
        entries=listed.stdout.count(b"\0"),
        outcomes=dict(coverage.get("files", {})),
        chunks=int(summary.get("chunks", 0)),
        seconds=seconds,
        code=done.returncode,
        quarantined=tuple(f"{q['path']} ({q['reason']})" for q in report.get("robustness", {}).get("quarantined", [])),
        gates=tuple(
            f"{g['id']} {g['status']} {g['failed']}/{g['checked']}"
            for g in report.get("gates", [])
            if g["status"] in ("warn", "fail")
        ),
        complaint=done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "",
    )


def _counts(by_language: dict[str, Any]) -> dict[str, int]:
    return {
        name: count if isinstance(count, int) else int(count.get("chunks", 0)) for name, count in by_language.items()
    }


def table(rows: list[Row]) -> str:
    """Return the rows as Markdown."""
    head = "| repository | commit | largest languages | entries | outcomes | chunks | seconds | exit | quarantined | gates not passed |\n|---|---|---|---|---|---|---|---|---|---|\n"
    lines = [
        f"| {r.name} | {r.commit} | {', '.join(r.languages)} | {r.entries} | {', '.join(f'{k} {v}' for k, v in r.outcomes.items())} | {r.chunks} | {r.seconds:.1f} "
        f"| {r.code} | {', '.join(r.quarantined) or '0'} | {'; '.join(r.gates) or r.complaint or 'none'} |"
        for r in rows
    ]
    entries, lost = sum(r.entries for r in rows), sum(len(r.quarantined) for r in rows)
    tail = f"\n\n{len(rows)} repositories, {entries} entries, {lost} quarantined ({lost / max(1, entries):.4%}); accounting exact in {sum(r.sound for r in rows)}.\n"
    return head + "\n".join(lines) + tail


def main() -> int:
    """Run all and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    rows = []
    for repository in arguments.repositories:
        rows.append(measure(repository, arguments.jobs))
        print(table(rows[-1:]).splitlines()[2], file=sys.stderr, flush=True)
    text = table(rows)
    if arguments.result:
        arguments.result.write_text(
            "# Real repositories\n\n`python benchmarks/real_repositories.py`, one run each, no cache, a shared machine of 2 cores.\n\n"
            + text
        )
    print(text)
    return 0 if all(row.sound for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
