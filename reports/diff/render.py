"""A chunk diff as YAML, JSON, and as a Markdown comment a reviewer wants to read.

Takes the diff, gives text. Names come from the analysed repository: in Markdown they stand in code spans and cannot
leave them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from reports.diff.records import ChunkDiff, Entry
from reports.plain import plain as plain_of
from reports.yaml_text import dump

SHOWN = 20
"""Rows per list of the Markdown comment."""


def plain(found: ChunkDiff) -> dict[str, Any]:
    """Return the diff as plain data with camelCase keys."""
    data: dict[str, Any] = plain_of(found)
    return data


def render_yaml(found: ChunkDiff) -> bytes:
    """Return chunk-diff.yaml."""
    return dump(plain(found))


def render_json(found: ChunkDiff) -> bytes:
    """Return the diff as JSON."""
    return orjson.dumps(plain(found), option=orjson.OPT_INDENT_2) + b"\n"


def render_markdown(found: ChunkDiff) -> str:
    """Return a pull-request comment: the counts, what to run and read again, then the chunks."""
    lines = [f"### Evidence changed from `{found.from_.commit_sha[:12]}` to `{found.to.commit_sha[:12]}`", ""]
    lines += list(_counts(found))
    refresh = found.refresh
    lines += _section("Tests to run", refresh.tests)
    lines += _section("Routes and operations touched", refresh.routes)
    lines += _section("Documents to check", refresh.docs)
    lines += _section("Memory to check", refresh.memory)
    lines += _details("Changed", [(e, found.reasons.get(e.logical_chunk_id, "")) for e in found.changed])
    lines += _details("Added", [(e, found.reasons.get(e.logical_chunk_id, "")) for e in found.added])
    lines += _details("Removed", [(e, found.reasons.get(e.logical_chunk_id, "")) for e in found.removed])
    lines += _details("Moved", [(m.to, f"from {code(_place(m.from_))}") for m in found.moved])
    lines += _details("Relinked", [(e, "") for e in found.relinked])
    lines += _details("Updated", [(e, found.reasons.get(e.logical_chunk_id, "")) for e in found.updated])
    return "\n".join(lines).rstrip() + "\n"


def _counts(found: ChunkDiff) -> Iterator[str]:
    names = ("added", "removed", "changed", "moved", "relinked", "updated")
    counts = {name: len(getattr(found, name)) for name in names}
    if not any(counts.values()):
        yield f"No chunk changed ({found.unchanged} unchanged)."
        return
    yield "| " + " | ".join((*names, "unchanged")) + " |"
    yield "|" + "---:|" * (len(names) + 1)
    yield "| " + " | ".join(str(n) for n in (*counts.values(), found.unchanged)) + " |"
    yield ""
    why = Counter(found.reasons.values())
    yield (
        "Why: "
        + ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in sorted(why.items(), key=lambda x: (-x[1], x[0])))
        + "."
    )
    vectors = found.refresh.vectors
    yield f"Vectors: delete {len(vectors.delete)}, write {len(vectors.write)}, of which {len(vectors.rekey)} keep their text."


def _section(title: str, entries: Sequence[Entry]) -> list[str]:
    if not entries:
        return []
    return ["", f"**{title}** ({len(entries)})", "", *_rows((e, "") for e in entries[:SHOWN]), *_more(len(entries))]


def _details(title: str, rows: Sequence[tuple[Entry, str]]) -> list[str]:
    if not rows:
        return []
    head = ["", f"<details><summary>{title} ({len(rows)})</summary>", ""]
    return [*head, *_rows(rows[:SHOWN]), *_more(len(rows)), "", "</details>"]


def _rows(rows: Iterable[tuple[Entry, str]]) -> Iterator[str]:
    for item, note in rows:
        yield f"- {code(item.title)} {code(_place(item))}" + (
            f" ({note.replace('_', ' ') if '`' not in note else note})" if note else ""
        )


def _more(total: int) -> list[str]:
    return [f"- and {total - SHOWN} more"] if total > SHOWN else []


def _place(item: Entry) -> str:
    return f"{item.path}:{item.lines}" if item.path and item.lines else item.path or item.chunk_type


def code(text: str) -> str:
    """Return `text` as a code span that it cannot leave.

    Control characters and line ends go, the fence outgrows its backticks.
    """
    flat = "".join(c if c.isprintable() else " " for c in text).strip() or " "
    longest = run = 0
    for c in flat:
        run = run + 1 if c == "`" else 0
        longest = max(longest, run)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{flat}{pad}{fence}"
