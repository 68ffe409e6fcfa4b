"""The per-file road in one function: bytes -> clean text -> units -> drafts.

Pure in (bytes, path, classification, policy, tool versions); runs inside a worker. Knows nothing of commits, other files or history.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.classify import classify
from analyzer.reading import Attributes, Reading
from chunkers.assemble import assemble
from chunkers.chunk import FileResult
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.fault import came_up_at
from chunkers.identity import content_hash
from chunkers.metadata import metadata_draft
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, StrongValues, mask, redact_file
from chunkers.registry import owner
from chunkers.reread import unproved
from chunkers.source import Category, Classification, Outcome, SourceFile
from chunkers.text.lock import RULE as LOCK
from chunkers.text.windows import CHUNKER as WINDOWS
from chunkers.text.windows import windows
from chunkers.unit import Cut, JsonValue

_UNREAD = {Category.BLOCKED, Category.BINARY, Category.LFS, Category.SUBMODULE, Category.SYMLINK, Category.GENERATED}
_OUTCOME = {"OK": Outcome.CHUNKED, "PARTIAL": Outcome.PARTIAL, "FALLBACK": Outcome.FALLBACK, "FAILED": Outcome.FALLBACK}


def read_entry(
    source: SourceFile, attributes: Attributes, policy: ChunkingPolicy, known: StrongValues | None = None
) -> Reading:
    """Classify one entry and read it. Never raises for what a file holds: a chunker that fails costs the structure of that file only.

    `known` are strong values of other files, masked here too.
    """
    classification = classify(source, policy, attributes)
    try:
        return read_file(source, classification, policy, known)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # a fault of ours on one file must not lose the others; the gate "chunker_error" reports it
        reading = fall_back(source, classification, policy, f"chunker_error: {type(error).__name__}", known)
        warning = ("chunker_error", 1, f"{type(error).__name__} at {came_up_at(error)}")
        return replace(reading, result=replace(reading.result, warnings=(*reading.result.warnings, warning)))


def read_file(
    source: SourceFile, classification: Classification, policy: ChunkingPolicy, known: StrongValues | None = None
) -> Reading:
    """Return everything one file says of itself."""
    if classification.category in _UNREAD and classification.rule != LOCK:
        return Reading(_metadata(source, classification, classification.rule))
    return _cut(source, classification, policy, known, None)


def fall_back(
    source: SourceFile,
    classification: Classification,
    policy: ChunkingPolicy,
    reason: str,
    known: StrongValues | None = None,
) -> Reading:
    """Return the windows of a file whose structural chunker failed; `reason` goes into the report."""
    return _cut(source, classification, policy, known, reason)


def _cut(
    source: SourceFile,
    classification: Classification,
    policy: ChunkingPolicy,
    known: StrongValues | None,
    failed: str | None,
) -> Reading:
    """Redact and cut; `failed` says why only windows are wanted."""
    if source.data is None:  # too large to be scanned for secrets, or it ended the worker that read it
        reason = failed or ("too_large" if source.size is not None else "not_read")
        return Reading(_metadata(source, replace(classification, category=Category.BLOCKED, rule=reason), reason))
    redacted = redact_file(source.data, source.path, classification, policy.redaction, known or StrongValues())
    if isinstance(redacted.clean, Blocked):
        category = Category.BINARY if redacted.clean.reason == "binary" else Category.BLOCKED
        blocked = replace(classification, category=category, rule=redacted.clean.reason)
        return Reading(_metadata(source, blocked, redacted.clean.reason))
    given = ChunkingInput(source.path, classification, redacted.clean, policy)
    if failed is not None:
        return Reading(_windowed(source.data, given, failed), redacted.strong)
    chunker, limits = owner(given), policy.limits
    if len(source.data) > limits.max_scan_bytes:
        return Reading(_windowed(source.data, given, "over_parse_limit"), redacted.strong)
    if (
        chunker.native and len(source.data) > limits.max_parse_bytes
    ):  # named units by outline, without the native parser
        unparsed = replace(given, policy=replace(policy, limits=replace(limits, soft_seconds=0.0)))
        cut = replace(chunker.chunk(unparsed), reason="over_parse_limit")
        return Reading(_result(source.data, given, cut, chunker), redacted.strong)
    return Reading(_result(source.data, given, chunker.chunk(given), chunker), redacted.strong)


def _windowed(original: bytes, given: ChunkingInput, reason: str) -> FileResult:
    return _result(original, given, windows(given, status="FALLBACK", reason=reason), WINDOWS)


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
