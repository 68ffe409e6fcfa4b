"""Which tool made an output: its version, and a digest of everything in it that shapes chunks.

Gives strings only; two runs whose digests agree may reuse each other's drafts.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version

from chunkers.identity import digest
from chunkers.redaction import RULESET
from chunkers.registry import all_chunkers


@lru_cache(maxsize=1)
def tool_version() -> str:
    """Return the version of the installed distribution."""
    return version("repochunk")


@lru_cache(maxsize=1)
def ruleset_digest() -> str:
    """Return a digest of the redaction rules, every chunker's version and the grammar pack's."""
    parts = [f"{chunker.name}={chunker.version}" for chunker in all_chunkers()]
    grammars = version("tree-sitter-language-pack")
    return digest("redaction", RULESET, "grammars", grammars, *parts)
