"""States that are new: their text, unit, version, detail, spans, links and sources, each under a number handed out in order.

Takes states nobody has stored, gives their numbers. Every kind of row is looked up at once, and what is missing is appended at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from chunkers.identity import digest
from reports.store import schema as s
from reports.store.encode import BLOCK, Row, State, kind_of, originals, packed, source_mark, text_key
from reports.store.load import append, fresh_numbers, rows_with
from reports.store.versions import Version, add_versions
from reports.tables import marked_spans


@dataclass(frozen=True, slots=True)
class At:
    """Where rows go: the numbers of repository, snapshot and commit. `fresh` when the repository had no state before this run."""

    repository_no: int
    snapshot_no: int
    commit_no: int
    fresh: bool


def add_states(connection: Connection, at: At, states: Sequence[State]) -> dict[bytes, int]:
    """Write new states; return their numbers by fingerprint."""
    if not states:
        return {}
    numbers = fresh_numbers(connection, s.STATES, len(states))
    texts = _texts(connection, at, states)
    kinds = _kinds(connection, at, states)
    versions = add_versions(
        connection, at.repository_no, at.commit_no, _units(connection, at, states), states, fresh=at.fresh
    )
    blocks = _blocks(connection, at, states)
    rows = [
        _state(number, at, state, versions[index], kinds, texts[index], (blocks[index // BLOCK], index % BLOCK))
        for index, (number, state) in enumerate(zip(numbers, states, strict=True))
    ]
    append(connection, s.STATES, rows)
    _spans(connection, numbers, states)
    _links(connection, at, numbers, states)
    _sources(connection, numbers, states)
    return {state.fingerprint: number for number, state in zip(numbers, states, strict=True)}


def _state(
    number: int,
    at: At,
    state: State,
    version: Version,
    kinds: Mapping[Row, int],
    text_no: int | None,
    block: tuple[int, int],
) -> Row:
    chunk = state.chunk
    span = chunk.provenance.span or (None, None)
    return (
        number,
        at.repository_no,
        state.fingerprint,
        version.number,
        kinds[kind_of(chunk)],
        text_no,
        *block,
        chunk.token_estimate,
        *span,
        source_mark(chunk),
        None if chunk.title == version.title else chunk.title,
        chunk.symbol,
        chunk.signature,
    )


def _texts(connection: Connection, at: At, states: Sequence[State]) -> list[int | None]:
    """Return the number of each state's text."""
    keyed = [text_key(state.chunk) for state in states]
    texts = dict(pair for pair in keyed if pair is not None)
    query = "SELECT text_hash, text_no FROM content WHERE repository_no = ? AND text_hash"
    known = {bytes(key): number for key, number in rows_with(connection, query, (at.repository_no,), texts)}
    new = [key for key in texts if key not in known]
    known |= dict(zip(new, fresh_numbers(connection, s.CONTENT, len(new)), strict=True))
    append(connection, s.CONTENT, [(known[key], at.repository_no, key, texts[key]) for key in new])
    return [None if pair is None else known[pair[0]] for pair in keyed]


_KINDS_OF = """
SELECT kind_no, source_type, chunk_type, role, language, visibility_scope, stale_risk FROM chunk_kinds WHERE repository_no"""


def _kinds(connection: Connection, at: At, states: Sequence[State]) -> dict[Row, int]:
    found = rows_with(connection, _KINDS_OF, (), [at.repository_no])
    known = {tuple(row[1:]): row[0] for row in found}
    new = list(dict.fromkeys(kind for state in states if (kind := kind_of(state.chunk)) not in known))
    known |= dict(zip(new, fresh_numbers(connection, s.KINDS, len(new)), strict=True))
    append(connection, s.KINDS, [(known[kind], at.repository_no, *kind) for kind in new])
    return known


def _units(connection: Connection, at: At, states: Sequence[State]) -> list[int]:
    """Return the number of each state's unit; a new unit is of a lineage of its own."""
    chunks = [state.chunk for state in states]
    known: dict[str, int] = {}
    if not at.fresh:
        query = "SELECT logical_chunk_id, unit_no FROM chunk_units WHERE repository_no = ? AND logical_chunk_id"
        found = rows_with(connection, query, (at.repository_no,), (chunk.logical_chunk_id for chunk in chunks))
        known = dict(found)
    new = [chunk for chunk in chunks if chunk.logical_chunk_id not in known]
    rows = []
    for number, chunk in zip(fresh_numbers(connection, s.UNITS, len(new)), new, strict=True):
        logical = chunk.logical_chunk_id
        known[logical] = number
        lineage = f"lineage_{digest(logical)}"
        rows.append((number, at.repository_no, logical, chunk.chunk_type, chunk.source.path, lineage, number))
    append(connection, s.UNITS, rows)
    return [known[chunk.logical_chunk_id] for chunk in chunks]


def _blocks(connection: Connection, at: At, states: Sequence[State]) -> Sequence[int]:
    """Pack the details, neighbours together; return the numbers of the blocks."""
    parts = [states[first : first + BLOCK] for first in range(0, len(states), BLOCK)]
    numbers = fresh_numbers(connection, s.BLOCKS, len(parts))
    rows = [
        (number, at.repository_no, packed([state.detail for state in part]))
        for number, part in zip(numbers, parts, strict=True)
    ]
    append(connection, s.BLOCKS, rows)
    return numbers


def _spans(connection: Connection, numbers: Sequence[int], states: Sequence[State]) -> None:
    rows = [
        (number, *span)
        for number, state in zip(numbers, states, strict=True)
        for span in dict.fromkeys(marked_spans(state.chunk))
    ]
    append(connection, s.STATE_SPANS, rows)


def _links(connection: Connection, at: At, numbers: Sequence[int], states: Sequence[State]) -> None:
    ends = dict.fromkeys([link[:3] for state in states for link in state.links])
    targets = _targets(connection, at, list(ends))
    rows = [
        (number, targets[mark, node, kind], round(confidence * 10_000))
        for number, state in zip(numbers, states, strict=True)
        for mark, node, kind, confidence in state.links
    ]
    append(connection, s.STATE_LINKS, rows)


def _targets(connection: Connection, at: At, ends: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str, str], int]:
    """Return the numbers of what links lead to, by mark, node and type."""
    query = "SELECT mark, graph_node_id, link_type, target_no FROM graph_targets WHERE repository_no = ? AND mark"
    found = rows_with(connection, query, (at.repository_no,), {bytes.fromhex(mark) for mark, _, _ in ends})
    known = {(bytes(mark).hex(), node, kind): number for mark, node, kind, number in found}
    new = [end for end in ends if end not in known]
    known |= dict(zip(new, fresh_numbers(connection, s.TARGETS, len(new)), strict=True))
    append(connection, s.TARGETS, [(known[end], at.repository_no, bytes.fromhex(end[0]), *end[1:]) for end in new])
    return known


def _sources(connection: Connection, numbers: Sequence[int], states: Sequence[State]) -> None:
    rows = [
        (number, bytes.fromhex(mark), *cells)
        for number, state in zip(numbers, states, strict=True)
        for mark, *cells in sorted(set(originals(state.chunk)))
    ]
    append(connection, s.STATE_SOURCES, rows)
