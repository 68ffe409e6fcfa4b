"""Chunks of generated files say so and name what is known of their generator."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.source import Category
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    if chunk.attributes.get("generated") is not True:
        return "chunk of a generated file is not marked as generated"
    if not isinstance(chunk.attributes.get("generator"), dict):
        return "chunk of a generated file carries no generator metadata"
    return None


def _judge(view: RunView) -> GateResult:
    paths = {result.path for result in view.record.files if result.classification.category is Category.GENERATED}
    chunks = [c for c in view.record.chunks if c.source.path in paths or c.attributes.get("generated") is True]
    return each_chunk(chunks, _problem, "readers must be able to go to the generator instead: report a bug")


GATE = Gate("generated_metadata", "document", "warning", CHUNKING, _judge)
