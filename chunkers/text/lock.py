"""Lock files: the head is shown as supporting evidence, the rest is owned and withheld, so that a thousand pinned versions are one fact.

Takes a clean file that the classification calls a lock file; knows no lock format. Hashes in the head survive, being no secrets.
"""

from __future__ import annotations

from chunkers.assemble.size import pieces
from chunkers.chunk import Segment
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.kinds import METADATA, SUPPORTING
from chunkers.symbol import FileFacts
from chunkers.unit import Cut, JsonValue, Unit

RULE = "path:lock_file"


def _supports(given: ChunkingInput) -> int:
    return 97 if given.classification.rule == RULE else 0


def _chunk(given: ChunkingInput) -> Cut:
    clean, sizes = given.clean, given.policy.chunking
    lines, cap = clean.lines, sizes.max_tokens_per_chunk
    name = given.path.rsplit("/", 1)[-1]
    facts = FileFacts(given.path, given.classification.language, given.classification.category.value)
    groups = pieces(clean, [Segment(1, len(lines), own=True)], cap, cap, given.classification.language)
    if not groups:
        return Cut((), facts)
    attributes: dict[str, JsonValue] = {
        "generated": True,
        "generator": dict(given.classification.generator),
        "subkind": "lock_file",
    }
    if groups[0][0].start_column is not None:  # one long line: nothing of it reads as a head
        whole = Unit(
            "generated_file_metadata", "", name, 0, len(clean.data), role=METADATA, withheld=True, attributes=attributes
        )
        return Cut((whole,), facts)
    edge = lines.end(groups[0][-1].end_line)
    head = Unit("text_chunk", "head", name, 0, edge, role=SUPPORTING, attributes=attributes)
    if not clean.data[edge:].strip():
        return Cut((head,), facts)
    rest = Unit(
        "generated_file_metadata",
        "",
        f"{name} (rest)",
        edge,
        len(clean.data),
        role=METADATA,
        withheld=True,
        attributes=attributes,
    )
    return Cut((head, rest), facts)


CHUNKER = Chunker("lock", "1", _supports, _chunk)
