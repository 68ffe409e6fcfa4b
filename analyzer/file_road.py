"""The per-file road in one function: bytes -> clean text -> units -> drafts.

Pure in (bytes, path, classification, policy, tool versions); runs inside a worker. Knows nothing of commits, other files or history.
"""

from __future__ import annotations

from chunkers.assemble import assemble
from chunkers.chunk import FileResult
from chunkers.chunker import ChunkingInput, owner_of
from chunkers.identity import content_hash
from chunkers.metadata import metadata_draft
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, redact
from chunkers.registry import all_chunkers
from chunkers.source import Category, Classification, CleanText, Outcome, SourceFile
from chunkers.text.windows import CHUNKER as WINDOWS
from chunkers.text.windows import windows
from chunkers.unit import Cut

_UNREAD = {Category.BLOCKED, Category.BINARY, Category.LFS, Category.SUBMODULE, Category.SYMLINK, Category.GENERATED}
_OUTCOME = {"OK": Outcome.CHUNKED, "PARTIAL": Outcome.PARTIAL, "FALLBACK": Outcome.FALLBACK, "FAILED": Outcome.FALLBACK}


def read_file(source: SourceFile, classification: Classification, policy: ChunkingPolicy) -> FileResult:
    """Return everything one file says of itself."""
    if classification.category in _UNREAD or source.data is None:
        return _metadata(source.path, classification, classification.rule)
    clean = redact(source.data, source.path, classification, policy.redaction)
    if isinstance(clean, Blocked):
        category = Category.BINARY if clean.reason == "binary" else Category.BLOCKED
        blocked = Classification(category, classification.language, clean.reason, classification.visibility)
        return _metadata(source.path, blocked, clean.reason)
    given = ChunkingInput(source.path, classification, clean, policy)
    return _chunked(given, clean)


def _chunked(given: ChunkingInput, clean: CleanText) -> FileResult:
    chunker = owner_of(all_chunkers(), given)
    cut = chunker.chunk(given)
    done = assemble(given, cut, chunker)
    return _result(given, clean, cut, done.drafts, done.lines, done.owned)


def fall_back(source: SourceFile, classification: Classification, policy: ChunkingPolicy, reason: str) -> FileResult:
    """Return the windows of a file whose structural chunker crashed, hung or failed; `reason` goes into the report."""
    if source.data is None:
        return _metadata(source.path, classification, reason)
    clean = redact(source.data, source.path, classification, policy.redaction)
    if isinstance(clean, Blocked):
        return _metadata(source.path, classification, clean.reason)
    given = ChunkingInput(source.path, classification, clean, policy)
    cut = windows(given, status="FALLBACK", reason=reason)
    done = assemble(given, cut, WINDOWS)
    return _result(given, clean, cut, done.drafts, done.lines, done.owned)


def _metadata(path: str, classification: Classification, reason: str) -> FileResult:
    draft = metadata_draft(path, classification, reason, {})
    return FileResult(path, classification, Outcome.METADATA_ONLY, (draft,), reason=reason)


def _result(given: ChunkingInput, clean: CleanText, cut: Cut, drafts: tuple, lines: int, owned: int) -> FileResult:  # type: ignore[type-arg]
    return FileResult(
        path=given.path,
        classification=given.classification,
        outcome=_OUTCOME[cut.status],
        drafts=drafts,
        facts=cut.facts,
        reason=cut.reason if cut.status != "OK" else None,
        content_hash=content_hash(clean.data.decode("utf-8", "replace")),
        broken=cut.broken,
        redactions=clean.redactions,
        notes=clean.notes,
        warnings=cut.warnings,
        lines=lines,
        owned=owned,
        encoding=clean.encoding,
    )
