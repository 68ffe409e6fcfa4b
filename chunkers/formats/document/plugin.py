"""A document format as a chunker: claimed by language, cut into sections."""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.document.readers import format_of, reader_of
from chunkers.formats.document.units import cut_document
from chunkers.unit import Cut

BY_LANGUAGE = 50


def document_chunker(name: str, version: str = "1") -> Chunker:
    """Return the chunker of document format `name`, one that `readers` knows."""

    def supports(given: ChunkingInput) -> int:
        return BY_LANGUAGE if format_of(given) == name else 0

    def chunk(given: ChunkingInput) -> Cut:
        return cut_document(given, reader_of(name)(given.path, given.clean))

    return Chunker(name, version, supports, chunk)
