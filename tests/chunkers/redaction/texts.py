"""Fixture texts with fresh values, and one door to the redactor that classifies as the product does."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

from analyzer.classify import classify
from chunkers.policy import ChunkingPolicy, RedactionPolicy
from chunkers.redaction import Redacted, StrongValues, redact_file
from chunkers.redaction.examples import parts
from chunkers.source import CleanText, SourceFile

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "redaction"
POLICY = ChunkingPolicy()


def cases(name: str) -> list[dict[str, Any]]:
    with (FIXTURES / name).open("rb") as file:
        (rows,) = tomllib.load(file).values()  # one array of tables a file
    return list(rows)


def filled(template: str, seed: int) -> tuple[str, list[str]]:
    """Return the text and the values drawn into it."""
    draw = random.Random(seed)
    text, values = parts(template, draw)
    return text, values


def redacted(
    path: str, data: bytes, policy: RedactionPolicy = POLICY.redaction, known: StrongValues | None = None
) -> Redacted:
    source = SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data)
    return redact_file(data, path, classify(source, POLICY), policy, known or StrongValues())


def clean(path: str, text: str, policy: RedactionPolicy = POLICY.redaction) -> CleanText:
    result = redacted(path, text.encode(), policy).clean
    assert isinstance(result, CleanText)
    return result
