"""Files that leave metadata only: blocked, generated, binary, LFS pointers, submodules, symlinks, and what was too large to read.

Takes an entry and its classification, gives one draft without content. Never looks at text, sizes or hashes of a blocked file.
"""

from __future__ import annotations

from chunkers.chunk import ChunkDraft, Spans
from chunkers.identity import content_hash
from chunkers.kinds import METADATA, most_restrictive
from chunkers.source import Category, Classification
from chunkers.unit import JsonValue

VERSION = "1"
_KIND = {
    Category.BLOCKED: "blocked_file_metadata",
    Category.GENERATED: "generated_file_metadata",
    Category.BINARY: "binary_file_metadata",
    Category.LFS: "lfs_pointer_metadata",
    Category.SUBMODULE: "submodule_reference",
    Category.SYMLINK: "symlink_reference",
}


def metadata_draft(
    path: str, classification: Classification, reason: str, attributes: dict[str, JsonValue]
) -> ChunkDraft:
    """Return the one draft of a file that has no content chunks. `attributes` e.g. {"target": "../x"} for a symlink."""
    kind = _KIND.get(classification.category, "generated_file_metadata")
    blocked = kind == "blocked_file_metadata"
    facts: dict[str, JsonValue] = {"reason": reason, "category": classification.category.value, **attributes}
    if classification.category is Category.GENERATED:
        facts |= {"generated": True, "generator": dict(classification.generator)}
    return ChunkDraft(
        chunk_type=kind,
        role=METADATA,
        logical="",
        title=path.rsplit("/", 1)[-1],
        path=path,
        language=classification.language,
        raw=None,
        normalized=None,
        content_hash=content_hash(""),
        spans=Spans(None),
        segments=(),
        token_estimate=0,
        attributes=facts,
        parse_status="OK",
        visibility="restricted" if blocked else most_restrictive(classification.visibility),
        chunker=("metadata", VERSION),
    )
