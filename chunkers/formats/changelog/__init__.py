"""Changelogs: one chunk per release, its sub-headings inside. In any document format."""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.changelog.releases import date_of, is_release, opening, version_of
from chunkers.formats.document.outline import Outline
from chunkers.formats.document.readers import format_of, read
from chunkers.formats.document.section import Section
from chunkers.formats.document.units import Shape, cut_document
from chunkers.unit import Cut, JsonValue

STRENGTH = 91
_NAME = re.compile(
    r"(?:change-?_?logs?|changes|history|release[-_ ]?notes|releases|news|whats-?new)(?:[-_.]?v?\d[\w.]*)?$",
    re.IGNORECASE,
)


def _supports(given: ChunkingInput) -> int:
    stem = given.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return STRENGTH if _NAME.match(stem) and format_of(given) else 0


def _chunk(given: ChunkingInput) -> Cut:
    outline = read(given)
    assert outline is not None, "supports() let only documents in"
    return cut_document(given, _by_release(outline), _genre)


def _by_release(outline: Outline) -> Outline:
    """Return the outline with only those headings that open a chunk."""
    opens = opening(outline.headings())
    blocks = (
        replace(block, kind="subheading") if block.kind == "heading" and block.first not in opens else block
        for block in outline.blocks
    )
    return replace(outline, blocks=tuple(blocks))


def _genre(section: Section) -> Shape:
    if section.heading is None or (section.level == 1 and not is_release(section.title)):
        return Shape()
    attributes: dict[str, JsonValue] = {"subkind": "release"}
    if version := version_of(section.title):
        attributes["version"] = version
    if date := date_of(section.title):
        attributes["date"] = date
    return Shape("changelog_release_chunk", attributes=attributes)


CHUNKER = Chunker("changelog", "1", _supports, _chunk)
