"""Every file-span chunk is linked to its source: a file of this run, with that file's hash."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    header = view.record.header

    def problem(chunk: Chunk) -> str | None:
        if (chunk.commit_sha, chunk.snapshot_id) != (header.commit_sha, header.snapshot_id):
            return "chunk belongs to another snapshot"
        if chunk.source.type != "file_span":
            return None
        result = view.files.get(chunk.source.path or "")
        if result is None:
            return "chunk names a file that is not part of the run"
        if result.content_hash != chunk.source.content_hash:
            return "chunk carries another hash of its file"
        return None

    return each_chunk(view.record.chunks, problem, "analyse the commit again without the cache (--no-cache)")


GATE = Gate("source_artefact", "structural", "error", CHUNKING, _judge)
