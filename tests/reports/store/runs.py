"""Runs over time for the store's tests: the healthy run at several commits, with edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from chunkers.chunk import Chunk
from chunkers.identity import chunk_id, content_hash, logical_chunk_id, normalize
from reports.quality import judge
from reports.record import RunRecord
from reports.store import Saved, Store, save
from tests.reports.healthy import healthy

DAYS = ("2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z", "2026-03-04T10:00:00Z")


def at_commit(number: int, change: Callable[[Chunk], Chunk] | None = None, **head: Any) -> RunRecord:
    """Return the healthy run as of commit `number`, each chunk passed through `change`."""
    run = healthy()
    commit = f"{number:x}" * 40
    head = {"commit_sha": commit, "snapshot_id": f"snap_{commit[:12]}", "commit_time": DAYS[number], **head}
    header = replace(run.header, **head)
    edited = [change(chunk) if change else chunk for chunk in run.chunks]
    ids = {
        old.chunk_id: _instance(new, header.tenant_id, header.snapshot_id)
        for old, new in zip(run.chunks, edited, strict=True)
    }
    return replace(
        run,
        header=header,
        chunks=tuple(_stamped(chunk, old.chunk_id, ids, header) for chunk, old in zip(edited, run.chunks, strict=True)),
    )


def _instance(chunk: Chunk, tenant: str, snapshot: str) -> str:
    return chunk_id(tenant, chunk.logical_chunk_id, snapshot, chunk.content_hash)


def _stamped(chunk: Chunk, old_id: str, ids: dict[str, str], header: Any) -> Chunk:
    where = {"snapshot_id": header.snapshot_id, "commit_sha": header.commit_sha}
    return replace(
        chunk,
        **where,
        tenant_id=header.tenant_id,
        chunk_id=ids[old_id],
        parent_chunk_id=ids[chunk.parent_chunk_id] if chunk.parent_chunk_id else None,
        child_chunk_ids=tuple(ids[child] for child in chunk.child_chunk_ids),
        provenance=replace(chunk.provenance, **where, content_hash=chunk.content_hash),
    )


def rewritten(title: str, raw: str) -> Callable[[Chunk], Chunk]:
    """Give the chunk called `title` another text."""

    def change(chunk: Chunk) -> Chunk:
        if chunk.title != title:
            return chunk
        digest = content_hash(normalize(raw))
        return replace(chunk, content=replace(chunk.content, raw=raw, normalized=normalize(raw)), content_hash=digest)

    return change


def renamed(title: str, path: str) -> Callable[[Chunk], Chunk]:
    """Move the chunk called `title` to another file."""

    def change(chunk: Chunk) -> Chunk:
        if chunk.title != title:
            return chunk
        logical = logical_chunk_id(chunk.repository_id, path, chunk.chunk_type, title)
        return replace(
            chunk,
            logical_chunk_id=logical,
            source=replace(chunk.source, path=path),
            provenance=replace(chunk.provenance, path=path),
        )

    return change


def keep(store: Store, run: RunRecord, **options: Any) -> Saved:
    """Judge and save a run."""
    return save(store, run, judge(run), **options)


def logical_of(run: RunRecord, title: str) -> str:
    return next(chunk.logical_chunk_id for chunk in run.chunks if chunk.title == title)
