"""Two commits side by side: both analyzed with this tool and one policy, then compared chunk by chunk.

Takes a request for the newer commit and the older revision; gives a `ChunkDiff`.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.files import Progress
from analyzer.pipeline import Analysis, Request, run
from chunkers.identity import logical_chunk_id
from reports.diff.compare import Side, diff
from reports.diff.records import ChunkDiff


def compare(request: Request, old: str, progress: Progress | None = None) -> ChunkDiff:
    """Return what changed from revision `old` to the commit of `request`, and what must be refreshed."""
    before = run(replace(request, commit=old), progress)
    after = run(request, progress)
    return diff(side(before), side(after))


def side(analysis: Analysis) -> Side:
    """Return one analyzed commit as a side of a comparison."""
    header = analysis.record.header
    ids = {chunk.logical_chunk_id: chunk.chunk_id for chunk in analysis.chunks}
    defines: dict[str, set[str]] = {}
    for link in analysis.links:
        if link.link_type == "DEFINES":
            path, kind, logical = link.draft
            name = ids.get(logical_chunk_id(header.repository_id, path, kind, logical))
            if name is not None:
                defines.setdefault(name, set()).add(link.node)
    return Side(
        header.commit_sha,
        header.snapshot_id,
        header.repository_id,
        analysis.chunks,
        {name: frozenset(nodes) for name, nodes in defines.items()},
    )
