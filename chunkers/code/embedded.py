"""The scripts of a component read as code: through a text in which all else is blank, so that lines and bytes stay those of the file.

Takes blocks and the layout of the format, gives the cut of each language; what a parser refuses stays with the caller.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from chunkers.chunker import ChunkingInput
from chunkers.code.blocks import Block
from chunkers.code.engine import cut_code
from chunkers.code.queries import all_languages
from chunkers.component import Component
from chunkers.pattern import later
from chunkers.span import Lines
from chunkers.unit import Cut, Unit

_VISIBLE = later(rb"[^\r\n]")


@dataclass(slots=True)
class Bench:
    """What is gathered while a component is cut."""

    given: ChunkingInput
    layout: Component
    blocks: list[Block]
    units: list[Unit] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)


def language_of(layout: Component, block: Block) -> str:
    """Return the plug-in that reads a script, "" for a script in no language of ours (JSON, a template)."""
    return layout.scripts.get(block.lang, "") if block.lang else layout.script


def read_scripts(work: Bench) -> list[Block]:
    """Read the scripts, those of one language in one text; return the blocks that gave units or hold nothing."""
    taken: list[Block] = []
    for name in sorted({language_of(work.layout, block) for block in work.blocks if block.kind == "script"} - {""}):
        mine = [b for b in work.blocks if b.kind == "script" and language_of(work.layout, b) == name]
        clean = work.given.clean
        masked = _masked(clean.data, [block.inner for block in mine])
        given = replace(work.given, clean=replace(clean, data=masked, lines=Lines(masked)))
        cut = cut_code(given, all_languages()[name])
        if cut.status == "FALLBACK":
            continue
        base = len(work.units)
        work.units += [u if u.parent is None else replace(u, parent=u.parent + base) for u in cut.units]
        work.cuts.append(cut)
        taken += mine
    return taken


def _masked(data: bytes, shown: list[tuple[int, int]]) -> bytes:
    """Return the text with all but the shown ranges blank, of the same length and lines."""
    out, at = [], 0
    for start, end in shown:
        out += [_VISIBLE.sub(b" ", data[at:start]), data[start:end]]
        at = end
    return b"".join([*out, _VISIBLE.sub(b" ", data[at:])])
