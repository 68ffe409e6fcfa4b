"""JSON Schemas of the output files, made from the records that readers validate with: one truth for both.

Takes a file's name, gives its schema. YAML files are described as the JSON they load to.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from reports.diff.records import ChunkDiff
from reports.documents import ChunksFile, GraphFile, LinksFile, Manifest, RedactionReport, SpansFile
from reports.errors import OutputError
from reports.report import QualityReport

DOCUMENTS: dict[str, type[Any]] = {
    "chunk-diff": ChunkDiff,
    "chunk-links": LinksFile,
    "chunk-quality-report": QualityReport,
    "chunk-spans": SpansFile,
    "chunks": ChunksFile,
    "manifest": Manifest,
    "redaction-report": RedactionReport,
    "symbol-graph": GraphFile,
}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of an output file, with or without its ending.

    Raises:
        OutputError: there is no such file.
    """
    plain = name.removesuffix(".json").removesuffix(".yaml")
    if plain not in DOCUMENTS:
        raise OutputError(f"no schema {name!r}: use {', '.join(DOCUMENTS)}")
    made: dict[str, Any] = TypeAdapter(DOCUMENTS[plain]).json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"repochunk:{plain}:1", **made}
