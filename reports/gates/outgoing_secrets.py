"""No secret in any string that leaves: contents, titles, names, attributes, node names, messages.

A finding names the rule, never the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeVar

import orjson

from chunkers.chunk import Chunk
from chunkers.redaction import find_secret, suspicious
from reports.gate import REDACTION, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = (
    "nothing is written while this fails; add a redaction rule to the policy, or report a bug with the rule's name"
)


_AT_ONCE = 256
"""Chunks, nodes or messages looked at together."""
_WITHOUT = (bool, int, float, type(None))
"""Values that hold no string."""
T = TypeVar("T")


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    for chunk, rule in _leaking(tally, view.record.chunks, _said):
        tally.add(_finding(rule, chunk))
    for _, rule in _leaking(tally, view.record.graph.nodes, attrgetter("id", "name")):
        tally.add(Finding(f"the name of a graph node matches {rule}", _ADVICE, None))
    for _, rule in _leaking(tally, list(_messages(view)), str):
        tally.add(Finding(f"a message of the report matches {rule}", _ADVICE))
    return tally.result()


def _leaking(tally: Tally, things: Sequence[T], said: Callable[[T], object]) -> Iterator[tuple[T, str]]:
    """Yield each thing that says a secret, with the rule it breaks; count all others.

    Many are looked at together, and one by one only where that look says there may be something.
    """
    for at in range(0, len(things), _AT_ONCE):
        part = things[at : at + _AT_ONCE]
        if not _may_leak([said(thing) for thing in part]):
            tally.checked += len(part)
            continue
        for thing in part:
            rule = find_secret("\n".join(_leaves(said(thing))))
            if rule is None:
                tally.checked += 1
            else:
                yield thing, rule


def _may_leak(said: list[object]) -> bool:
    try:
        return suspicious(orjson.dumps(said))
    except orjson.JSONEncodeError:  # a plug-in's odd value
        return True


def _finding(rule: str, chunk: Chunk) -> Finding:
    line = chunk.provenance.span[0] if chunk.provenance.span else None
    return Finding(
        f"the chunk matches the secret rule {rule}", _ADVICE, None, line, chunk.chunk_id, chunk.logical_chunk_id
    )


def _said(chunk: Chunk) -> object:
    named = (chunk.title, chunk.source.path, chunk.signature, chunk.symbols, chunk.heading_path, chunk.keys)
    return chunk.content.raw, *named, chunk.attributes


def _leaves(value: Any) -> Iterator[str]:
    """Yield every string in nested values, in order and without recursion."""
    stack: list[Any] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, _WITHOUT):
            continue
        elif hasattr(item, "items"):
            stack.extend(reversed([part for pair in item.items() for part in pair]))
        elif isinstance(item, Iterable):
            stack.extend(reversed(list(item)))


def _messages(view: RunView) -> Iterator[str]:
    record = view.record
    yield from (f"{finding.message}\n{finding.advice}" for finding in record.graph_findings)
    yield from (note.message for note in view.notes)
    yield from (message for result in record.files for _, _, message in result.warnings)
    yield from (entry.reason for entry in record.skipped)


GATE = Gate("outgoing_secrets", "security", "error", REDACTION, _judge)
