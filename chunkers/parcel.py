"""A file's result in two parts: what the graph asks of it, and its drafts, which nobody reads until they are linked and become chunks.

Takes results, gives plain data for a pipe, bytes for a cache, and results again, whose drafts are bytes until they are asked for. Knows no worker,
and no proof that bytes are ours: whoever restores some brings it.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from chunkers.chunk import ChunkDraft, FileResult
from chunkers.codec import CodecError, decode, encode
from chunkers.columns import MISMATCH, check, columns_of, record_of
from chunkers.rows import Packed
from chunkers.symbol import FileFacts

_DRAFTS: Any = tuple[ChunkDraft, ...]


def parted(result: FileResult) -> tuple[Any, Any]:
    """Return the two parts of a result as columns (`chunkers.columns`)."""
    return columns_of(FileResult, replace(result, drafts=())), columns_of(_DRAFTS, tuple(result.drafts))


def joined(head: Any, drafts: Any) -> FileResult:
    """Return the result whose parts these are; they may come from anybody.

    Raises:
        CodecError: they are not what `parted` returns.
    """
    try:
        check(_DRAFTS, drafts)
        return _whole(head, drafts[0][0], marshal.dumps(drafts))
    except MISMATCH as error:
        raise CodecError(f"not a result: {type(error).__name__}") from None


def stored(head: Any, drafts: Sequence[ChunkDraft]) -> bytes:
    """Return a result as bytes: its first part, and its drafts as they came with `joined`."""
    data = drafts.data if isinstance(drafts, Packed) else None
    return marshal.dumps((head, len(drafts), data or encode(_DRAFTS, tuple(drafts))))


def restored(data: bytes) -> FileResult:
    """Return the result that `stored` wrote, by this very interpreter; see `chunkers.codec` for what must be proven before.

    Raises:
        CodecError: the bytes hold something else.
    """
    try:
        head, count, drafts = marshal.loads(data)  # noqa: S302  # proven to be ours before it came here
        return _whole(head, count, drafts)
    except (*MISMATCH, EOFError) as error:
        raise CodecError(f"not a stored result: {type(error).__name__}") from None


def without_uses(result: FileResult) -> FileResult:
    """Return a result with what is still asked of its facts once they are linked: what the file defines."""
    facts = result.facts
    if facts is None:
        return result
    return replace(result, facts=FileFacts(facts.path, facts.language, facts.category, facts.package, facts.symbols))


def _whole(head: Any, count: int, drafts: bytes) -> FileResult:
    return replace(record_of(FileResult, head), drafts=Packed(drafts, count, _opened) if count else ())


def _opened(data: bytes) -> Sequence[ChunkDraft]:
    found: Sequence[ChunkDraft] = decode(_DRAFTS, data)
    return found
