"""A range of commits of a real repository, oldest first: total time, reuse, growth of the store; SQLite and PostgreSQL hold the same rows.

usage: python benchmarks/commit_range.py REPO [--commits 300] [--jobs 1] [--no-postgres] [--result FILE.md]
Walks the last `--commits` commits along the first parents of HEAD with `analyze --range --formats report`, once from an empty cache into the SQLite
file of the output directory and once more, from the cache, into a PostgreSQL server that this script starts. Then the digests of all rows are compared.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from reports.store import open_store  # noqa: E402
from reports.store.maintain import digest_rows, info, vacuum  # noqa: E402
from tests.reports.store import postgres  # noqa: E402

PRODUCT = Path(sys.executable).with_name("repochunk")
LINE = re.compile(r"(\d+)/(\d+)  (\w+)  (\w+)  (?:([\d.]+) s, (\d+) of (\d+) results known|stands)")


@dataclass
class Walk:
    """What one walk of the range cost, and the size of the store as it went on."""

    wall: float = 0.0
    cpu: float = 0.0
    peak: float = 0.0
    known: int = 0
    total: int = 0
    seconds: list[float] = field(default_factory=list)
    sizes: dict[int, int] = field(default_factory=dict)
    verdicts: dict[str, int] = field(default_factory=dict)


def git(repo: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(repo), *arguments], capture_output=True, text=True, check=True
    ).stdout.strip()


def walk(repo: Path, asked: str, out: Path, jobs: int, cache: Path, url: str | None) -> Walk:
    """Walk the range; watch the store's file."""
    found, store = Walk(), out / "repochunk.db"
    command = [
        PRODUCT,
        "analyze",
        repo,
        "--range",
        asked,
        "--out",
        out,
        "--jobs",
        str(jobs),
        "--formats",
        "report",
        "--repository-id",
        "bench/range",
    ]
    command += ["--store", url] if url else []
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with subprocess.Popen(
        list(map(str, command)), stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_CACHE_HOME": str(cache)}
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            match = LINE.match(line)
            if match:
                number = int(match[1])
                found.verdicts[match[4]] = found.verdicts.get(match[4], 0) + 1
                if match[5]:
                    found.seconds.append(float(match[5]))
                    found.known += int(match[6])
                    found.total += int(match[7])
                if not url and (number == 1 or number % 50 == 0):
                    found.sizes[number] = sum(f.stat().st_size for f in (store, Path(f"{store}-wal")) if f.exists())
                    print(line.rstrip(), f"{found.sizes[number] / 1e6:.1f} MB", file=sys.stderr, flush=True)
    if process.returncode not in (0, 1):
        raise SystemExit(f"the walk ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found.wall = time.perf_counter() - start
    found.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found.peak = after.ru_maxrss / 1024
    return found


def digest(target: str | Path) -> tuple[str, dict[str, int], int]:
    """Return the digest of all rows but wall clocks, counts, and the size after a vacuum."""
    store = open_store(target)
    try:
        with store.write() as connection:
            connection.exec_driver_sql("UPDATE runs SET info = ''")
        vacuum(store)
        facts = info(store)
        return digest_rows(store), facts.rows, facts.bytes
    finally:
        store.close()


@contextlib.contextmanager
def server(wanted: bool) -> Iterator[str | None]:
    """Start a PostgreSQL server when there is one and it is wanted."""
    if not wanted or postgres.missing():
        yield None
        return
    running = postgres.serve()
    try:
        yield next(running)
    finally:
        running.close()


def report(
    arguments: argparse.Namespace,
    name: str,
    lite: Walk,
    rows: tuple[str, dict[str, int], int],
    pg: tuple[Walk, tuple[str, dict[str, int], int]] | None,
) -> str:
    fresh = lite.total - lite.known
    lines = [
        f"# {name}: {len(lite.seconds)} commits, oldest first\n",
        f"`python benchmarks/commit_range.py {arguments.repo.name} --commits {arguments.commits} --jobs {arguments.jobs}`, from an empty cache, `--formats report`.\n",
        "| | |",
        "|---|---|",
        f"| wall, CPU seconds in all (children included) | {lite.wall:.0f}, {lite.cpu:.0f} |",
        f"| CPU seconds a commit | {lite.cpu / max(1, len(lite.seconds)):.2f} |",
        f"| wall seconds a commit: first, median, longest of the others | {lite.seconds[0]:.1f}, {sorted(lite.seconds)[len(lite.seconds) // 2]:.1f}, {max(lite.seconds[1:]):.1f} |",
        f"| results known, read | {lite.known}, {fresh} ({100 * lite.known / lite.total:.2f} % reused) |",
        f"| peak memory of the largest process | {lite.peak:.0f} MB |",
        f"| verdicts | {json.dumps(lite.verdicts)} |",
        f"| store after commit: MB | {', '.join(f'{n}: {size / 1e6:.1f}' for n, size in lite.sizes.items())} |",
        f"| store in the end, vacuumed | {rows[2] / 1e6:.1f} MB; {', '.join(f'{count} {table}' for table, count in rows[1].items())} |",
        f"| digest of all rows, SQLite | `{rows[0][:32]}` |",
    ]
    if pg:
        lines += [
            f"| the same range into PostgreSQL, from the cache: wall, CPU seconds of ours | {pg[0].wall:.0f}, {pg[0].cpu:.0f}; {pg[1][2] / 1e6:.1f} MB |",
            f"| digest of all rows, PostgreSQL | `{pg[1][0][:32]}` {'(the same)' if pg[1][0] == rows[0] else '**DIFFERENT**'} |",
        ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Walk, compare, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repo", type=Path)
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-postgres", action="store_true")
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    asked = f"HEAD~{arguments.commits}..HEAD"
    with tempfile.TemporaryDirectory() as scratch, server(not arguments.no_postgres) as url:
        home = Path(scratch)
        lite = walk(arguments.repo, asked, home / "lite", arguments.jobs, home / "cache", None)
        rows = digest(home / "lite" / "repochunk.db")
        pg = (
            (walk(arguments.repo, asked, home / "pg", arguments.jobs, home / "cache", url), digest(url))
            if url
            else None
        )
    name = f"{arguments.repo.name} @ {git(arguments.repo, 'rev-parse', 'HEAD')[:12]}"
    text = report(arguments, name, lite, rows, pg)
    if arguments.result:
        arguments.result.write_text(text)
    print(text)
    return 1 if pg and pg[1][0] != rows[0] else 0


if __name__ == "__main__":
    sys.exit(main())
