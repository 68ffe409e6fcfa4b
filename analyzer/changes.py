"""Two commits side by side: both analyzed with this tool and one policy, then compared chunk by chunk.

Takes a request for the newer commit and the older revision; gives a `ChunkDiff`.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.files import Progress
from analyzer.pipeline import Analysis, Request, run
from reports.diff.compare import Side, diff
from reports.diff.records import ChunkDiff
from reports.tables import defined_nodes


def compare(request: Request, old: str, progress: Progress | None = None) -> ChunkDiff:
    """Return what changed from revision `old` to the commit of `request`, and what must be refreshed."""
    before = run(replace(request, commit=old), progress)
    after = run(request, progress)
    return diff(side(before), side(after))


def side(analysis: Analysis) -> Side:
    """Return one analyzed commit as a side of a comparison."""
    record = analysis.record
    header = record.header
    return Side(
        header.commit_sha,
        header.snapshot_id,
        header.repository_id,
        record.chunks,
        defined_nodes(analysis.view),
    )
