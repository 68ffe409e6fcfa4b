"""The per-file road in one function: bytes -> clean text -> units -> drafts.

Pure in (bytes, path, classification, policy, tool versions); runs inside a worker. Knows nothing of commits, other files or history.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.classify import classify
from chunkers.assemble import assemble
from chunkers.chunk import FileResult
from chunkers.chunker import Chunker, ChunkingInput, owner_of
from chunkers.identity import content_hash
from chunkers.metadata import metadata_draft
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, mask, redact
from chunkers.reread import unproved
from chunkers.registry import all_chunkers
from chunkers.source import Category, Classification, Outcome, SourceFile
from chunkers.text.windows import CHUNKER as WINDOWS
from chunkers.text.windows import windows
from chunkers.unit import Cut, JsonValue

_UNREAD = {Category.BLOCKED, Category.BINARY, Category.LFS, Category.SUBMODULE, Category.SYMLINK, Category.GENERATED}
_OUTCOME = {"OK": Outcome.CHUNKED, "PARTIAL": Outcome.PARTIAL, "FALLBACK": Outcome.FALLBACK, "FAILED": Outcome.FALLBACK}


Attributes = tuple[tuple[str, str], ...]
"""What the tree's `.gitattributes` files say of one path: (name, value) pairs, sorted by name."""


def read_entry(source: SourceFile, attributes: Attributes, policy: ChunkingPolicy) -> FileResult:
    """Classify one entry and read it. Never raises for what a file holds: a chunker that fails costs the structure of that file only."""
    classification = classify(source, policy, attributes)
    try:
        return read_file(source, classification, policy)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # a fault of ours on one file must not lose the others; the gate "chunker_error" reports it
        result = fall_back(source, classification, policy, f"chunker_error: {type(error).__name__}")
        place = _place_of(error)
        return replace(result, warnings=(*result.warnings, ("chunker_error", 1, f"{type(error).__name__} at {place}")))


def _place_of(error: BaseException) -> str:
    """Return module:line of the innermost frame of ours; never the message, which may quote the file."""
    trace, place = error.__traceback__, "?"
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "?")
        if name.split(".")[0] in {"chunkers", "analyzer"}:
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def read_file(source: SourceFile, classification: Classification, policy: ChunkingPolicy) -> FileResult:
    """Return everything one file says of itself."""
    if classification.category in _UNREAD or source.data is None:
        return _metadata(
            source,
            classification,
            classification.rule if source.data is not None else _unread_reason(source, classification),
        )
    clean = redact(source.data, source.path, classification, policy.redaction)
    if isinstance(clean, Blocked):
        category = Category.BINARY if clean.reason == "binary" else Category.BLOCKED
        blocked = Classification(category, classification.language, clean.reason, classification.visibility)
        return _metadata(source, blocked, clean.reason)
    given = ChunkingInput(source.path, classification, clean, policy)
    if len(source.data) > policy.limits.max_parse_bytes:
        return _windowed(source.data, given, "over_parse_limit")
    chunker = owner_of(all_chunkers(), given)
    return _result(source.data, given, chunker.chunk(given), chunker)


def fall_back(source: SourceFile, classification: Classification, policy: ChunkingPolicy, reason: str) -> FileResult:
    """Return the windows of a file whose structural chunker failed; `reason` goes into the report."""
    if source.data is None:
        return _metadata(source, classification, reason)
    clean = redact(source.data, source.path, classification, policy.redaction)
    if isinstance(clean, Blocked):
        return _metadata(source, replace(classification, category=Category.BLOCKED), clean.reason)
    return _windowed(source.data, ChunkingInput(source.path, classification, clean, policy), reason)


def _windowed(original: bytes, given: ChunkingInput, reason: str) -> FileResult:
    return _result(original, given, windows(given, status="FALLBACK", reason=reason), WINDOWS)


def _unread_reason(source: SourceFile, classification: Classification) -> str:
    return classification.rule if classification.category in _UNREAD else f"not_read: {source.size} bytes"


def _metadata(source: SourceFile, classification: Classification, reason: str) -> FileResult:
    attributes: dict[str, JsonValue] = {}
    if classification.category is Category.SYMLINK and source.data is not None:
        attributes["target"] = mask(source.data.decode("utf-8", "replace"))
    if classification.category is Category.SUBMODULE:
        attributes["commit"] = source.blob
    draft = metadata_draft(source.path, classification, reason, attributes)
    return FileResult(source.path, classification, Outcome.METADATA_ONLY, (draft,), reason=reason)


def _result(original: bytes, given: ChunkingInput, cut: Cut, chunker: Chunker) -> FileResult:
    done, clean = assemble(given, cut, chunker), given.clean
    return FileResult(
        path=given.path,
        classification=given.classification,
        outcome=_OUTCOME[cut.status],
        drafts=done.drafts,
        facts=cut.facts,
        reason=cut.reason if cut.status != "OK" else None,
        content_hash=content_hash(clean.data.decode("utf-8", "replace")),
        broken=cut.broken,
        redactions=clean.redactions,
        notes=clean.notes,
        warnings=cut.warnings,
        lines=done.lines,
        owned=done.owned,
        encoding=clean.encoding,
        checked=sum(draft.raw is not None for draft in done.drafts),
        unproved=unproved(original, clean, done.drafts),
    )
