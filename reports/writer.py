"""What a writer is: a name for `--formats`, a file name, and a function that yields the file's bytes in batches.

Knows nothing of any single file; those stand in `reports.writers`, one module each, and are found by `discover`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import orjson

from reports.record import RunRecord
from reports.report import QualityReport
from reports.view import RunView

SCHEMA_VERSION = "1.0"
BATCH = 256 * 1024
"""Bytes a writer collects before it hands them on: memory stays bounded, strings never straddle a batch."""


@dataclass(frozen=True, slots=True)
class Output:
    """What is written: the judged run, with the look-ups over its record."""

    record: RunRecord
    report: QualityReport
    view: RunView


@dataclass(frozen=True, slots=True)
class Writer:
    """One output file.

    `default` writers run unless `--formats` names others; `group` names the sets that hold it ("report").
    """

    name: str
    file: str
    write: Callable[[Output], Iterator[bytes]]
    default: bool = True
    groups: tuple[str, ...] = ()


def header(record: RunRecord) -> dict[str, object]:
    """Return the head of every JSON output."""
    head = record.header
    fields: dict[str, object] = {
        "schemaVersion": SCHEMA_VERSION,
        "repositoryId": head.repository_id,
        "snapshotId": head.snapshot_id,
        "commitSha": head.commit_sha,
        "tenantId": head.tenant_id,
        "tool": {"name": "repochunk", "version": head.tool_version},
        "policyDigest": head.policy_digest,
        "rulesetDigest": head.ruleset_digest,
        "tokenCounter": head.token_counter,
        "createdAt": head.commit_time,
    }
    return fields | {"dirty": True} if head.dirty else fields


def document(
    record: RunRecord, lists: Iterable[tuple[str, Iterable[object]]], tail: dict[str, object] | None = None
) -> Iterator[bytes]:
    """Yield a JSON document: the header, then each list with one row a line, then the fields of `tail`."""
    yield orjson.dumps(header(record))[:-1]
    for name, rows in lists:
        yield f',"{name}":['.encode()
        yield from joined(rows, b",\n")
        yield b"]"
    yield b"," + orjson.dumps(tail)[1:] + b"\n" if tail else b"}\n"


def joined(rows: Iterable[object], separator: bytes, *, after: bytes = b"") -> Iterator[bytes]:
    """Yield rows as JSON joined by `separator`, in batches of about `BATCH` bytes; a row of bytes is JSON already.

    `after` follows the last row of all.
    """
    batch: list[bytes] = []
    size, first = 0, True
    dumps = orjson.dumps
    for row in rows:
        line = row if isinstance(row, bytes) else dumps(row)
        batch.append(line)
        size += len(line)
        if size >= BATCH:
            yield (b"\n" if first else separator) + separator.join(batch)
            batch, size, first = [], 0, False
    if batch:
        yield (b"\n" if first else separator) + separator.join(batch)
        first = False
    if not first:
        yield after
