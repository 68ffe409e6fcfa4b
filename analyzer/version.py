"""Which tool made an output: its version, and a digest of everything in it that shapes chunks.

Gives strings only; two runs whose digests agree may reuse each other's drafts.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import chunkers
from chunkers.claims import CLAIMS
from chunkers.identity import digest
from chunkers.redaction.edition import RULESET


@lru_cache(maxsize=1)
def tool_version() -> str:
    """Return the version of the installed distribution."""
    return version("repochunk")


@lru_cache(maxsize=4)
def ruleset_digest(engines: tuple[str, ...]) -> str:
    """Return a digest of the redaction rules and engines, every chunker's version and the grammar pack's."""
    parts = [f"{row.name}={row.version}" for row in CLAIMS]
    grammars = version("tree-sitter-language-pack")
    return digest("redaction", RULESET, *engines, "grammars", grammars, *parts)


@lru_cache(maxsize=1)
def code_stamp() -> str:
    """Return a digest of name, size and time of every file that shapes a result; local, for the cache only.

    Versions tell releases apart; between releases a changed rule must not meet results of the rule before it.
    """
    root = Path(chunkers.__file__).parent
    folders = (root, Path(__file__).parent / "classify")
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in _SHAPING)
    stats = ((file, file.stat()) for file in files)
    return digest(*(f"{file.relative_to(root.parent)}:{stat.st_size}:{stat.st_mtime_ns}" for file, stat in stats))


_SHAPING = {".py", ".scm", ".toml"}
