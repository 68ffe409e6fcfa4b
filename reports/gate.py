"""What a quality gate is: an id, a severity, the stage it needs, and a function from the run to a result.

Verdicts are data.

Knows nothing of any single gate; those stand in `reports.gates`, one file each, and are found by `discover`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice

from chunkers.chunk import Chunk
from reports.view import RunView

FAMILIES = ("structural", "code", "document", "security", "graph", "robustness")
SEVERITIES = ("error", "warning", "info")

CHUNKING = "chunking"
"""Stage: every entry went down the per-file road (classification, redaction, parse, cut) and was stamped."""
REDACTION = "redaction"
"""Stage: the redaction engine read every text file before it was cut."""
GRAPH = "graph"
"""Stage: the symbol graph was built and linked."""
VERIFICATION = "verification"
"""Stage: spans were read again and compared; the counts stand in `RunRecord.verification`."""
STAGES = (CHUNKING, REDACTION, GRAPH, VERIFICATION)

KEPT = 1000
"""Findings kept per gate; beyond it they are counted only."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken expectation: what is wrong and what to do.

    `subject` names the thing across commits (a logical id, a node id).
    """

    message: str
    advice: str
    path: str | None = None
    line: int | None = None
    chunk_id: str | None = None
    subject: str = ""


@dataclass(frozen=True, slots=True)
class GateResult:
    """How many things a gate looked at, how many failed, and the first `KEPT` findings in order."""

    checked: int
    failed: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Gate:
    """A quality gate. It fails when more than `threshold` (a share, 0..1) of what it checked failed.

    `stage` must be among the run's stages, else the gate fails closed. `severity` error means a broken promise,
    warning means doubtful
    quality, info is told and never fails.
    """

    id: str
    family: str
    severity: str
    stage: str
    judge: Callable[[RunView], GateResult]
    threshold: float = 0.0


@dataclass(slots=True)
class Tally:
    """Counts while a gate looks around."""

    checked: int = 0
    failed: int = 0
    findings: list[Finding] = field(default_factory=list)

    def add(self, finding: Finding | None) -> None:
        """Count one thing as checked, and as failed when it has a finding."""
        self.checked += 1
        if finding is not None:
            self.failed += 1
            if len(self.findings) < KEPT:
                self.findings.append(finding)

    def result(self) -> GateResult:
        """Return what was counted."""
        return GateResult(self.checked, self.failed, tuple(self.findings))


def at_chunk(chunk: Chunk, message: str, advice: str) -> Finding:
    """Return a finding that points at a chunk."""
    span = chunk.provenance.span
    line = span[0] if span else None
    return Finding(message, advice, chunk.source.path, line, chunk.chunk_id, chunk.logical_chunk_id)


def each_chunk(chunks: Iterable[Chunk], problem: Callable[[Chunk], str | None], advice: str) -> GateResult:
    """Check every chunk with `problem`, which returns what is wrong with it or None."""
    tally = Tally()
    for chunk in chunks:
        message = problem(chunk)
        if message is None:
            tally.checked += 1
        else:
            tally.add(at_chunk(chunk, message, advice))
    return tally.result()


def of_findings(checked: int, findings: Iterable[Finding]) -> GateResult:
    """Return the result of `checked` things of which `findings` failed."""
    iterator = iter(findings)
    kept = tuple(islice(iterator, KEPT))
    return GateResult(checked, len(kept) + sum(1 for _ in iterator), kept)
