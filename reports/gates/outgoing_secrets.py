"""No secret in any string that leaves: contents, titles, names, attributes, node names, messages.

A finding names the rule, never the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from chunkers.chunk import Chunk
from chunkers.redaction import find_secret
from reports.gate import REDACTION, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = (
    "nothing is written while this fails; add a redaction rule to the policy, or report a bug with the rule's name"
)


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    for chunk in view.record.chunks:
        rule = find_secret("\n".join(_strings(chunk)))
        tally.add(_finding(rule, chunk) if rule else None)
    for node in view.record.graph.nodes:
        rule = find_secret(f"{node.id}\n{node.name}")
        tally.add(Finding(f"the name of a graph node matches {rule}", _ADVICE, None) if rule else None)
    for text in _messages(view):
        rule = find_secret(text)
        tally.add(Finding(f"a message of the report matches {rule}", _ADVICE) if rule else None)
    return tally.result()


def _finding(rule: str, chunk: Chunk) -> Finding:
    line = chunk.provenance.span[0] if chunk.provenance.span else None
    return Finding(
        f"the chunk matches the secret rule {rule}", _ADVICE, None, line, chunk.chunk_id, chunk.logical_chunk_id
    )


def _strings(chunk: Chunk) -> Iterator[str]:
    yield chunk.content.raw or ""
    yield chunk.title
    yield chunk.source.path or ""
    yield chunk.signature or ""
    yield from chunk.symbols
    yield from chunk.heading_path
    yield from chunk.keys
    yield from _leaves(chunk.attributes)


def _leaves(value: Any) -> Iterator[str]:
    """Yield every string in nested attribute values, without recursion."""
    stack: list[Any] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif hasattr(item, "items"):
            stack.extend(item.keys())
            stack.extend(item.values())
        elif isinstance(item, Iterable):
            stack.extend(item)


def _messages(view: RunView) -> Iterator[str]:
    record = view.record
    yield from (f"{finding.message}\n{finding.advice}" for finding in record.graph_findings)
    yield from (note.message for note in record.notes)
    yield from (message for result in record.files for _, _, message in result.warnings)
    yield from (entry.reason for entry in record.skipped)


GATE = Gate("outgoing_secrets", "security", "error", REDACTION, _judge)
