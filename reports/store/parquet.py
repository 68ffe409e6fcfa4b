"""Chunks as a Parquet file, one row each with flat, typed columns; what differs by kind of chunk stands in JSON columns.

Takes chunks in output order and a path; writes by row groups, so that memory stays bounded. Needs pyarrow, the extra `parquet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from chunkers.chunk import Chunk
from reports.errors import OutputError
from reports.rows import chunk_row

GROUP = 4000
"""Chunks per row group."""
_TEXTS = (
    "chunkId logicalChunkId tenantId repositoryId snapshotId commitSha chunkType role title language contentHash symbol signature pointer"
    " parentChunkId"
).split()
_LISTS = "symbols headingPath keys linkedNodes childChunkIds".split()
_JSON = "spans segments attributes overlap composition".split()
_NUMBERS = ("startLine", "endLine", "tokenEstimate")


def write_parquet(chunks: Iterable[Chunk], path: Path) -> int:
    """Write `chunks` to `path`, aside first; return their number.

    Raises:
        OutputError: pyarrow is not installed, or the file cannot be written.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415  # an extra
        import pyarrow.parquet as pq  # noqa: PLC0415  # same
    except ImportError:
        raise OutputError("Parquet needs pyarrow, which is not installed: pip install 'repochunk[parquet]'") from None
    schema = _schema(pa)
    aside = path.with_name(f".writing-{path.name}")
    count, rows = 0, iter(chunks)
    try:
        with pq.ParquetWriter(aside, schema, compression="zstd") as writer:
            while group := list(islice(rows, GROUP)):
                writer.write_table(pa.Table.from_pylist([_row(chunk_row(chunk)) for chunk in group], schema))
                count += len(group)
        aside.replace(path)
    except OSError as error:
        raise OutputError(f"{path} could not be written ({error.strerror or error})") from None
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
    return count


def _schema(pa: Any) -> Any:
    return pa.schema(
        [
            *((name, pa.string()) for name in _TEXTS),
            *((name, pa.list_(pa.string())) for name in _LISTS),
            *((name, pa.int32()) for name in _NUMBERS),
            *((name, pa.string()) for name in ("path", "sourceType", "sourceContentHash", "raw", "visibilityScope", "parseStatus", "staleRisk")),
            ("confidence", pa.float64()),
            ("redacted", pa.bool_()),
            *((name, pa.string()) for name in _JSON),
        ]
    )  # fmt: skip


def _row(fields: Mapping[str, Any]) -> dict[str, Any]:
    span = fields["provenance"]["span"] or (None, None)
    quality, security = fields["quality"], fields["security"]
    return {
        **{name: fields[name] for name in (*_TEXTS, *_LISTS)},
        **dict(_places(fields, span)),
        "raw": fields["content"]["raw"],
        "visibilityScope": security["visibilityScope"],
        "redacted": security["redacted"],
        "parseStatus": quality["parseStatus"],
        "staleRisk": quality["staleRisk"],
        "confidence": quality["confidence"],
        **{name: None if fields[name] is None else orjson.dumps(fields[name]).decode() for name in _JSON},
    }


def _places(fields: Mapping[str, Any], span: tuple[int | None, int | None]) -> Iterator[tuple[str, Any]]:
    source = fields["source"]
    yield from (("startLine", span[0]), ("endLine", span[1]), ("tokenEstimate", fields["tokenEstimate"]))
    yield from (("path", source["path"]), ("sourceType", source["type"]), ("sourceContentHash", source["contentHash"]))
