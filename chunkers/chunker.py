"""What a chunker is: a record with a name, a version, a claim on files and a function from one clean file to a `Cut`.

The analyzer asks `owner_of` for the one owner of a file; refuses ties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chunkers.policy import ChunkingPolicy
from chunkers.source import Classification, CleanText
from chunkers.unit import Cut


@dataclass(frozen=True, slots=True)
class ChunkingInput:
    """All a chunker may look at: one file, redacted, and the policy. `deadline` is the soft parse limit in seconds.

    `siblings` are the paths of the snapshot in the file's directory tree that the classification found relevant (empty for most formats).
    """

    path: str
    classification: Classification
    clean: CleanText
    policy: ChunkingPolicy


@dataclass(frozen=True, slots=True)
class Chunker:
    """A plug-in that owns files.

    `supports` gives the strength of its claim: 0 = not mine, higher wins; 100 = a content-proved format, 50 = by language, 10 = generic,
    1 = last resort. A tie between two chunkers on one file is an error. `native` chunkers give the file to a native parser, whose memory grows
    with it, and are bound by `limits.maxParseBytes`; scanners of ours are linear and bound by `limits.maxScanBytes`.
    """

    name: str
    version: str
    supports: Callable[[ChunkingInput], int]
    chunk: Callable[[ChunkingInput], Cut]
    native: bool = False


class ChunkerTieError(Exception):
    """Two chunkers claim one file with equal strength."""


def owner_of(chunkers: Sequence[Chunker], given: ChunkingInput) -> Chunker:
    """Return the chunker with the strongest claim.

    Raises:
        ChunkerTieError: the strongest claim is made twice, or by none.
    """
    claims = sorted(
        ((chunker.supports(given), chunker.name, chunker) for chunker in chunkers), key=lambda c: (-c[0], c[1])
    )
    if not claims or claims[0][0] <= 0 or (len(claims) > 1 and claims[1][0] == claims[0][0]):
        names = ", ".join(f"{name}={strength}" for strength, name, _ in claims[:3])
        raise ChunkerTieError(f"{given.path}: no single owner among {names}")
    return claims[0][2]
