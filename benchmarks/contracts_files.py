"""Real files through the road, for the contract benchmarks: what they gave, whether every line is owned, how fast the chunker is.

Used by the other `contracts_*.py` scripts; takes files, gives `Run`s.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.chunk import FileResult
from chunkers.chunker import ChunkingInput, owner_of
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, redact
from chunkers.registry import all_chunkers
from chunkers.source import SourceFile
from chunkers.unit import Cut

POLICY = ChunkingPolicy()
LARGEST = 16 * 1024 * 1024


@dataclass(slots=True)
class Totals:
    """Sums over files. `seconds` is CPU time of the chunkers alone, `road` of the whole per-file road."""

    files: int = 0
    size: int = 0
    seconds: float = 0.0
    road: float = 0.0
    chunks: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    not_owned: list[str] = field(default_factory=list)

    def row(self, lines: int | None = None) -> str:
        """Return the sums as cells of a table row: files, MB, (lines,) chunks, outcomes, ownership, MB/s."""
        outcomes = ", ".join(f"{key} {count}" for key, count in sorted(self.outcomes.items()))
        exact = "exact" if not self.not_owned else f"{len(self.not_owned)} files off"
        counted = "" if lines is None else f"{lines} | "
        return f"{self.files} | {self.size / 1e6:.1f} | {counted}{self.chunks} | {outcomes} | {exact} | {self.size / 1e6 / max(self.seconds, 1e-9):.1f}"


def files(root: Path, suffixes: tuple[str, ...], limit: int | None = None) -> list[Path]:
    """Return the files below `root` with these endings, sorted, at most `limit` of them evenly spread."""
    found = sorted(
        path for path in root.rglob("*") if path.name.endswith(suffixes) and path.is_file() and not path.is_symlink()
    )
    if limit is None or len(found) <= limit:
        return found
    return [found[index * len(found) // limit] for index in range(limit)]


def run(root: Path, paths: Iterable[Path], totals: Totals) -> Iterator[tuple[Path, bytes, FileResult, Cut]]:
    """Send each file down the road and through its chunker; yield what came out."""
    for path in paths:
        data = path.read_bytes()
        if len(data) > LARGEST:
            continue
        name = path.relative_to(root).as_posix()
        source = SourceFile(name, name.encode(), "100644", "0" * 40, len(data), data)
        classification = classify(source, POLICY)
        started = time.process_time()
        result = read_file(source, classification, POLICY).result
        totals.road += time.process_time() - started
        clean = redact(data, name, classification, POLICY.redaction)
        if isinstance(clean, Blocked) or not result.lines:
            continue
        given = ChunkingInput(name, classification, clean, POLICY)
        owner = owner_of(all_chunkers(), given)
        started = time.process_time()
        cut = owner.chunk(given)
        totals.seconds += time.process_time() - started
        totals.files += 1
        totals.size += len(data)
        totals.chunks += len(result.drafts)
        totals.outcomes[result.outcome.value] = totals.outcomes.get(result.outcome.value, 0) + 1
        if result.lines != result.owned:
            totals.not_owned.append(name)
        yield path, clean.data, result, cut  # the redacted text: offsets count in it, its lines are those of the file
