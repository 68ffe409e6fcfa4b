"""What one file gave, as it comes back from a worker, and the work by which it is read there.

Imported by the processes that read no file themselves: the road, its rules and parsers are loaded where the work is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from chunkers.redaction.strong import StrongValues

if TYPE_CHECKING:
    from analyzer.workers import Job

Attributes = tuple[tuple[str, str], ...]
"""What the tree's `.gitattributes` files say of one path: (name, value) pairs, sorted by name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file's result and, in memory only, the secret values worth looking for in the rest of the snapshot."""

    result: FileResult
    strong: StrongValues = field(default_factory=StrongValues)


def read_job(job: Job, policy: ChunkingPolicy) -> Reading:
    """Read one file: the work of an analysis, named to the workers."""
    from analyzer.file_road import read_entry  # noqa: PLC0415  # named here, loaded in the worker

    return read_entry(job.source, job.attributes, policy, *job.claims)
