"""A commit with every saved hostile input among real files: are the chunks of the real files what they are without them?

usage: python benchmarks/hostile_commit.py SAMPLES [SAMPLES ...] [--files 2000] [--result FILE.md]
SAMPLES are folders of real files. Chunks are compared without what names the commit and without graph links. Exit code 1 when any differ.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.faults.hostile import HOME, nests  # noqa: E402
from tests.repos import repository_of  # noqa: E402

PRODUCT = Path(sys.executable).with_name("repochunk")
COMMITTED = {"chunkId", "snapshotId", "commitSha", "provenance", "parentChunkId", "childChunkIds", "linkedNodes"}


def real_files(folders: list[Path], count: int) -> dict[str, str | bytes]:
    """Return `count` real text files below `good/`, by a path of their own."""
    found: dict[str, str | bytes] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if (
                len(found) < count
                and path.is_file()
                and not path.is_symlink()
                and ".git" not in path.parts
                and path.stat().st_size < 20_000
            ):
                found[f"good/{folder.name}/{path.relative_to(folder)}"] = path.read_bytes()
    return found


def hostile_files() -> dict[str, str | bytes]:
    """Return the saved inputs and deep nests of every grammar, below `bad/`."""
    rows = tomllib.loads((HOME / "crashes.toml").read_text())["input"]
    found: dict[str, str | bytes] = {
        f"bad/{row['name']}": row.get("before", "") + row.get("unit", "") * row.get("times", 0) + row.get("after", "")
        for row in rows
    }
    return found | {f"bad/nests/{at}/{name}": data for at, (name, data) in enumerate(nests((1100,), 16_000))}


def analyzed(path: Path, files: dict[str, str | bytes]) -> tuple[list[dict[str, Any]], float, str]:
    """Return the chunks below `good/`, the seconds and the outcomes of a run over a commit of these files."""
    repository = repository_of(path / "repository", files)
    start = time.perf_counter()
    command = [
        str(PRODUCT),
        "analyze",
        str(repository.path),
        "--out",
        str(path / "out"),
        "--repository-id",
        "x/y",
        "--no-cache",
        "--no-store",
        "--quiet",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"the run ended with {done.returncode}: {done.stderr}")
    chunks = json.loads((path / "out" / "current" / "chunks.json").read_bytes())["chunks"]
    report = (path / "out" / "current" / "chunk-quality-report.yaml").read_text()
    outcomes = report.partition("\ncoverage:")[2].partition("  files:")[2].partition("  reasons:")[0]
    good = [chunk for chunk in chunks if (chunk["source"]["path"] or "").startswith("good/")]
    return (
        [{k: v for k, v in chunk.items() if k not in COMMITTED} for chunk in good],
        time.perf_counter() - start,
        " ".join(outcomes.split()),
    )


def main() -> int:
    """Analyze both commits and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="+", type=Path)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    good, bad = real_files(arguments.samples, arguments.files), hostile_files()
    with tempfile.TemporaryDirectory() as scratch:
        calm, calm_seconds, calm_outcomes = analyzed(Path(scratch) / "calm", good)
        mixed, mixed_seconds, mixed_outcomes = analyzed(Path(scratch) / "mixed", {**good, **bad})
    unlike = sum(one != other for one, other in zip(calm, mixed, strict=False)) + abs(len(calm) - len(mixed))
    text = (
        f"# Hostile files among good ones\n\n`python benchmarks/hostile_commit.py ... --files {arguments.files}`\n\n"
        f"* good files: {len(good)}, their chunks: {len(calm)}; {calm_seconds:.0f} s without hostile files ({calm_outcomes})\n"
        f"* hostile files: {len(bad)}; {mixed_seconds:.0f} s with them ({mixed_outcomes})\n* chunks of good files that differ: {unlike}\n"
    )
    if arguments.result:
        arguments.result.write_text(text)
    print(text)
    return 1 if unlike or not calm else 0


if __name__ == "__main__":
    sys.exit(main())
