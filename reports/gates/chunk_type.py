"""Chunk type and role come from the closed vocabulary, and the role is one its type may have."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import EVIDENCE, NAVIGATION, ROLE_OF, ROLES, SUPPORTING
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    usual = ROLE_OF.get(chunk.chunk_type)
    if usual is None:
        return f"unknown chunk type {chunk.chunk_type!r}"
    if chunk.role not in ROLES:
        return f"unknown role {chunk.role!r}"
    if chunk.role in EVIDENCE and usual not in EVIDENCE:
        return f"{chunk.chunk_type} may not carry the role {chunk.role}"
    if chunk.chunk_type == "class_chunk" and chunk.role not in {usual, NAVIGATION, SUPPORTING}:
        return f"class_chunk may not carry the role {chunk.role}"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(view.record.chunks, _problem, "a plug-in chunker must use the types and roles of chunkers.kinds")


GATE = Gate("chunk_type", "structural", "error", CHUNKING, _judge)
