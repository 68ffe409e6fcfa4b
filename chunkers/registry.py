"""All chunkers of the product, found once per process through the plug-in door."""

from __future__ import annotations

from functools import lru_cache

from chunkers import code, formats, text
from chunkers.chunker import Chunker
from chunkers.plugins import discover


@lru_cache(maxsize=1)
def all_chunkers() -> tuple[Chunker, ...]:
    """Return every chunker, sorted by folder and module name."""
    return (
        *discover(code, "CHUNKER", Chunker),
        *discover(formats, "CHUNKER", Chunker),
        *discover(text, "CHUNKER", Chunker),
    )
