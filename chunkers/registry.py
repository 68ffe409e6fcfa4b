"""The chunkers of the product: all of them through the plug-in door, or those that one file may ask, loaded when the first such file is met."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from chunkers import code, formats, text
from chunkers.chunker import Chunker, ChunkingInput, owner_of
from chunkers.claims import asked
from chunkers.plugins import discover


@lru_cache(maxsize=1)
def all_chunkers() -> tuple[Chunker, ...]:
    """Return every chunker, sorted by folder and module name."""
    return (
        *discover(code, "CHUNKER", Chunker),
        *discover(formats, "CHUNKER", Chunker),
        *discover(text, "CHUNKER", Chunker),
    )


def candidates(given: ChunkingInput) -> tuple[Chunker, ...]:
    """Return the chunkers that may own a file: the few whose row in `claims` it fits."""
    rows = asked(given.classification.language, given.path, given.clean.data)
    return tuple([_chunker(row.module) for row in rows])


def owner(given: ChunkingInput) -> Chunker:
    """Return the chunker that owns a file: the one `owner_of` finds among all.

    Raises:
        ChunkerTieError: the strongest claim is made twice.
    """
    return owner_of(candidates(given), given)


@lru_cache(maxsize=128)
def _chunker(module: str) -> Chunker:
    found: Chunker = import_module(module).CHUNKER
    return found
