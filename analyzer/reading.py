"""What one file gave, as it comes back from a worker, and the work by which it is read there.

Imported by the processes that read no file themselves: the road, its rules and parsers are loaded where the work is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chunkers.chunk import FileResult
from chunkers.parcel import joined, parted, stored
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

    def __reduce__(self) -> tuple[type[Received], tuple[Any, Any, StrongValues]]:
        """Travel as columns of plain data: a third of what records cost to send."""
        return Received, (*parted(self.result), self.strong)

    def body(self) -> bytes:
        """Return the result as a cache stores it."""
        return stored(parted(self.result)[0], self.result.drafts)


@dataclass(frozen=True, slots=True, init=False)
class Received(Reading):
    """A reading as it came from a worker. `head` is the first part of its result, good for storing it at once."""

    head: Any = None

    def __init__(self, head: Any, drafts: Any, strong: StrongValues) -> None:
        """Join what a worker parted.

        Raises:
            CodecError: it sent something else.
        """
        object.__setattr__(self, "head", head)
        object.__setattr__(self, "result", joined(head, drafts))
        object.__setattr__(self, "strong", strong)

    def body(self) -> bytes:
        """Return the result as a cache stores it."""
        return stored(self.head, self.result.drafts)


def read_job(job: Job, policy: ChunkingPolicy) -> Reading:
    """Read one file: the work of an analysis, named to the workers."""
    from analyzer.file_road import read_entry  # noqa: PLC0415  # named here, loaded in the worker

    return read_entry(job.source, job.attributes, policy, *job.claims)
