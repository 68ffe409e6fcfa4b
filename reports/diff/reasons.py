"""Why a chunk differs: the trigger that invalidates it, from what its two versions show.

Takes chunks, gives one word per chunk; the table of triggers is docs/watching-a-branch.md's.
"""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import CONTRACT, NAVIGATION, ROLE_OF

SCHEMAS = frozenset({"migration_operation_chunk"})


def why_added(chunk: Chunk, paths_before: frozenset[str]) -> str:
    """Return the trigger of a chunk that only the new side has."""
    if chunk.source.path is None:
        return "graph_changed"
    return "unit_added" if chunk.source.path in paths_before else "file_added"


def why_removed(chunk: Chunk, paths_after: frozenset[str]) -> str:
    """Return the trigger of a chunk that only the old side has."""
    if chunk.source.path is None:
        return "graph_changed"
    return "unit_removed" if chunk.source.path in paths_after else "file_removed"


def why_moved(old: Chunk, new: Chunk) -> str:
    """Return the trigger of a unit under another logical id."""
    if old.source.path != new.source.path:
        return "file_moved"
    return "section_moved" if old.heading_path[-1:] == new.heading_path[-1:] != () else "unit_renamed"


def why_changed(old: Chunk, new: Chunk) -> str:
    """Return the trigger of another text."""
    if old.provenance.produced_by != new.provenance.produced_by:
        return "chunker_changed"
    if _masked(old) != _masked(new):
        return "redaction_changed"
    if new.source.path is None:
        return "original_changed"
    if ROLE_OF.get(new.chunk_type) == CONTRACT:
        return "contract_changed"
    if new.chunk_type == "config_section_chunk":
        return "config_key_changed"
    if old.signature != new.signature:
        return "signature_changed"
    if new.role == NAVIGATION and old.symbols != new.symbols:
        return "members_changed"
    return "content_changed"


def why_updated(old: Chunk, new: Chunk) -> str | None:
    """Return the trigger of the same text with other metadata, None when nothing a reader acts on differs."""
    if old.provenance.produced_by != new.provenance.produced_by:
        return "chunker_changed"
    if old.quality.parse_status != new.quality.parse_status:
        return "grammar_changed"
    if old.security.visibility_scope != new.security.visibility_scope:
        return "visibility_changed"
    if _masked(old) != _masked(new):
        return "redaction_changed"
    if (old.quality.stale_risk, old.quality.stale_reasons) != (new.quality.stale_risk, new.quality.stale_reasons):
        return "staleness_changed"
    if (old.role, old.attributes.get("generated")) != (new.role, new.attributes.get("generated")):
        return "classification_changed"
    if old.token_estimate != new.token_estimate:
        return "token_estimator_changed"
    return None


def _masked(chunk: Chunk) -> tuple[str, ...]:
    """Return the kinds masked in a chunk; lines shift with edits above and say nothing."""
    return chunk.security.redaction.redacted_patterns
