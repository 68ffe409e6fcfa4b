"""Read a generation back: files checked against the manifest, then validated into the same records that were written.

Takes an output directory, a generation or a single report; refuses what is torn, changed since, or of another major
schema version.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import orjson
import yaml
from pydantic import TypeAdapter, ValidationError

from reports.diff.records import ChunkDiff
from reports.documents import ChunksFile, GraphFile, LinksFile, Manifest, RedactionReport, SpansFile
from reports.errors import UnreadableOutputError
from reports.report import SCHEMA_VERSION, QualityReport

T = TypeVar("T")
QUALITY = "chunk-quality-report.yaml"
DIFF = "chunk-diff.yaml"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Generation:
    """A written generation. Every read is checked against `manifest`."""

    path: Path
    manifest: Manifest

    def read(self, name: str) -> bytes:
        """Return a file's bytes.

        Raises:
            UnreadableOutputError: it is not part of the generation, is gone, or is not what was written.
        """
        row = next((row for row in self.manifest.files if row.name == name), None)
        if row is None:
            raise UnreadableOutputError(
                f"{self.path} holds no {name}: write it with `repochunk analyze --formats default`"
            )
        data = _bytes(self.path / name)
        if hashlib.sha256(data).hexdigest() != row.sha256:
            raise UnreadableOutputError(f"{self.path / name} is not what was written: analyse the commit again")
        return data

    def chunks(self) -> ChunksFile:
        """Return chunks.json."""
        return _json(ChunksFile, self.read("chunks.json"), self.path / "chunks.json")

    def spans(self) -> SpansFile:
        """Return chunk-spans.json."""
        return _json(SpansFile, self.read("chunk-spans.json"), self.path / "chunk-spans.json")

    def links(self) -> LinksFile:
        """Return chunk-links.json."""
        return _json(LinksFile, self.read("chunk-links.json"), self.path / "chunk-links.json")

    def graph(self) -> GraphFile:
        """Return symbol-graph.json."""
        return _json(GraphFile, self.read("symbol-graph.json"), self.path / "symbol-graph.json")

    def quality(self) -> QualityReport:
        """Return the quality report, findings as far as the YAML lists them."""
        return _yaml(QualityReport, self.read(QUALITY), self.path / QUALITY)

    def redaction(self) -> RedactionReport:
        """Return the redaction report."""
        return _yaml(RedactionReport, self.read("redaction-report.yaml"), self.path / "redaction-report.yaml")


def open_generation(path: Path) -> Generation:
    """Open a generation directory, or the current one of an output directory.

    Raises:
        UnreadableOutputError: there is none, or its manifest cannot be read.
    """
    folder = _folder(path)
    place = folder / "manifest.json"
    return Generation(folder, _json(Manifest, _bytes(place), place))


def read_quality(path: Path) -> QualityReport:
    """Return the quality report at `path`: the YAML file itself, a generation, or an output directory.

    Raises:
        UnreadableOutputError: there is none, or it cannot be read.
    """
    if path.is_file():
        return _yaml(QualityReport, _bytes(path), path)
    return open_generation(path).quality()


def read_diff(path: Path) -> ChunkDiff:
    """Return the chunk diff at `path`: the YAML file itself, a generation, or an output directory.

    Raises:
        UnreadableOutputError: there is none, or it cannot be read.
    """
    place = path if path.is_file() else _folder(path) / DIFF
    return _yaml(ChunkDiff, _bytes(place), place)


def _folder(path: Path) -> Path:
    """Return the directory of the generation.

    `current` is followed once, so that all reads come from one generation.
    """
    if (path / "manifest.json").is_file():
        return Path(os.path.realpath(path))
    if (path / "current" / "manifest.json").is_file():
        return Path(os.path.realpath(path / "current"))
    pointer = path / "current.json"
    if pointer.is_file():
        try:
            name = str(orjson.loads(pointer.read_bytes())["generation"])
        except (ValueError, KeyError, TypeError):
            name = ""
        if name and "/" not in name and (path / name / "manifest.json").is_file():
            return path / name
    raise UnreadableOutputError(
        f"{path} holds no finished analysis: run `repochunk analyze` first, or name its output directory"
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableOutputError(f"{path} cannot be read ({error.strerror}): analyse the commit again") from error


def _json(kind: type[T], data: bytes, path: Path) -> T:
    try:
        return _valid(kind, orjson.loads(data), path)
    except ValueError as error:
        raise UnreadableOutputError(f"{path} is no JSON document: {error}") from error


def _yaml(kind: type[T], data: bytes, path: Path) -> T:
    try:
        return _valid(kind, yaml.load(data, Loader=_Loader), path)  # noqa: S506 - _Loader is the safe loader, in C when there
    except yaml.YAMLError as error:
        raise UnreadableOutputError(f"{path} is no YAML document") from error


def _valid(kind: type[T], data: Any, path: Path) -> T:
    version = str(data.get("schemaVersion", "")) if isinstance(data, dict) else ""
    if version.partition(".")[0] != SCHEMA_VERSION.partition(".")[0]:
        raise UnreadableOutputError(
            f"{path} has the schema version {version or 'none'}, this tool reads {SCHEMA_VERSION}"
        )
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UnreadableOutputError(f"{path}: {where}: {first['msg']}") from error
