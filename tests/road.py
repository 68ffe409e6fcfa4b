"""The per-file road for tests: a path and its text in, a `FileResult` out, in this process."""

from __future__ import annotations

from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy, RedactionPolicy
from chunkers.redaction import redact
from chunkers.source import Category, Classification, CleanText, SourceFile


def road(path: str, text: str | bytes, policy: ChunkingPolicy | None = None) -> FileResult:
    """Run one file down the per-file road."""
    data = text.encode() if isinstance(text, str) else text
    policy = policy or ChunkingPolicy()
    source = SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data)
    return read_file(source, classify(source, policy), policy).result


def clean_text(data: bytes, path: str = "a.txt") -> CleanText:
    """Return the clean text of harmless bytes."""
    clean = redact(data, path, Classification(Category.SOURCE, None, "test"), RedactionPolicy())
    assert isinstance(clean, CleanText)
    return clean
