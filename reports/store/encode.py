"""Chunks as states: what of a chunk is the same in every snapshot that holds it, and the fingerprint by which it is known again.

Takes a `Chunk` and its links, gives values for columns; packs details in blocks. Knows nothing of SQL.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson

from chunkers.chunk import Chunk
from reports.store.detail import detail_of
from reports.tables import MarkedLink, mark_of, marked_links
from reports.view import RunView

Row = tuple[Any, ...]
SourceRow = tuple[str, str, str, str]
"""Mark, reference type, reference, usage."""
_KEY = 16
"""Bytes of a hash kept as a key: 128 bits."""
BLOCK = 64
"""Details packed together: neighbours repeat each other, and one is read in a tenth of a millisecond."""


@dataclass(frozen=True, slots=True)
class State:
    """A chunk with what is stored of it once: its fingerprint, its detail and its links."""

    chunk: Chunk
    fingerprint: bytes
    detail: bytes
    links: Sequence[MarkedLink]


@dataclass(frozen=True, slots=True)
class Encoder:
    """Makes the states of one snapshot; each is computed when it is asked for and not kept.

    `logical` gives logical ids by chunk id, `file_hashes` the hash of each file by path, `links` the links of a chunk; `known` the fingerprints that
    have been computed before, by chunk id.
    """

    logical: Mapping[str, str]
    file_hashes: Mapping[str, str | None]
    links: Callable[[Chunk], Sequence[MarkedLink]]
    known: Mapping[str, bytes] = field(default_factory=dict)

    def state(self, chunk: Chunk) -> State:
        """Return the state of a chunk of the snapshot."""
        detail, links = self._detail(chunk), self.links(chunk)
        return State(chunk, _fingerprint(chunk, detail, links), detail, links)

    def fingerprint(self, chunk: Chunk) -> bytes:
        """Return the fingerprint of a chunk's state."""
        return _fingerprint(chunk, self._detail(chunk), self.links(chunk))

    def _detail(self, chunk: Chunk) -> bytes:
        path = chunk.source.path
        return detail_of(chunk, self.logical, None if path is None else self.file_hashes.get(path))


def encoder_of(view: RunView) -> Encoder:
    """Return the encoder of a run."""
    logical = {chunk.chunk_id: chunk.logical_chunk_id for chunk in view.record.chunks}
    file_hashes = {file.path: file.content_hash for file in view.record.files}
    return Encoder(logical, file_hashes, partial(marked_links, view), view.fingerprints)


def _fingerprint(chunk: Chunk, detail: bytes, links: Sequence[MarkedLink]) -> bytes:
    """Return the hash over everything a state holds; path and chunk type are in the logical id."""
    content = chunk.content
    untidy = None if content.raw == content.normalized else text_hash(content.raw or "")
    columns = (
        chunk.logical_chunk_id,
        chunk.content_hash,
        content.raw is None,
        untidy,
        chunk.source.type,
        chunk.role,
        chunk.title,
        chunk.language,
        chunk.token_estimate,
        chunk.security.visibility_scope,
        chunk.quality.stale_risk,
        chunk.provenance.span,
        chunk.symbol,
        chunk.signature,
        links,
    )
    return hashlib.sha256(orjson.dumps(columns) + detail).digest()[:_KEY]


def fingerprints(view: RunView) -> dict[bytes, str]:
    """Return, by fingerprint, the logical id of every chunk.

    A stored state with the same one is the same chunk in every field but those of its snapshot and the hash of its file. They are kept in the view:
    a save that follows has them at hand.
    """
    encoder, chunks = encoder_of(view), view.record.chunks
    view.fingerprints.update((chunk.chunk_id, encoder.fingerprint(chunk)) for chunk in chunks)
    return {view.fingerprints[chunk.chunk_id]: chunk.logical_chunk_id for chunk in chunks}


def kind_of(chunk: Chunk) -> Row:
    """Return the columns that take few values: the row of `chunk_kinds`."""
    scope, risk = chunk.security.visibility_scope, chunk.quality.stale_risk
    return chunk.source.type, chunk.chunk_type, chunk.role, chunk.language, scope, risk


def text_key(chunk: Chunk) -> tuple[bytes, bytes] | None:
    """Return the key of a chunk's raw text and the text as UTF-8, None for a chunk without text.

    Nearly all texts are as the content hash takes them, which is then not computed twice.
    """
    raw, normalized = chunk.content.raw, chunk.content.normalized
    if raw is None:
        return None
    text = raw.encode("utf-8", "surrogatepass")
    if raw == normalized:
        return hash_of(chunk.content_hash)[:_KEY], text
    return bytes.fromhex(text_hash(raw))[:_KEY], text


def text_hash(raw: str) -> str:
    """Return the hash of a raw text, hex digits."""
    return hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()


def hash_of(named: str) -> bytes:
    """Return the bytes of a hash written `sha256:` + hex digits."""
    return bytes.fromhex(named.removeprefix("sha256:"))


def row_key(cells: Row) -> bytes:
    """Return the key of a row of plain values."""
    return hashlib.sha256(orjson.dumps(cells)).digest()[:_KEY]


def source_mark(chunk: Chunk) -> bytes | None:
    """Return the mark of the file a chunk was cut from; the view spells the row of `chunk_sources` from the chunk's columns."""
    if chunk.source.path is None:
        return None
    span = chunk.provenance.span
    place = f"{chunk.source.path}:{span[0]}-{span[1]}" if span else chunk.source.path
    return bytes.fromhex(mark_of("file_span", place, "content" if chunk.content.raw is not None else "metadata"))


def originals(chunk: Chunk) -> Iterator[SourceRow]:
    """Yield the originals a chunk was composed of."""
    for source in chunk.provenance.sources:
        for kind, name in (
            ("file_span", source.file_span),
            ("schema_pointer", source.schema_pointer),
            ("graph_edge", source.graph_edge),
        ):
            if name is not None:
                yield mark_of(kind, name, "evidence"), kind, name, "evidence"


def packed(details: Sequence[bytes]) -> bytes:
    """Return a block of details as it is stored."""
    return zlib.compress(b"[" + b",".join(details) + b"]", 1)


def unpacked(stored: bytes) -> bytes:
    """Return a block as the JSON list it holds."""
    return zlib.decompress(stored)


def details_in(stored: bytes) -> list[Mapping[str, Any]]:
    """Return the details of a block."""
    found: list[Mapping[str, Any]] = orjson.loads(unpacked(stored))
    return found


class Anything(dict[str, str]):
    """Stands in for the content hashes of relatives where the ids of relatives do not matter."""

    def __missing__(self, key: str) -> str:
        """Answer with the key."""
        return key
