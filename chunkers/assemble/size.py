"""The hard cap: own segments that are too large are cut into disjoint pieces, at blank lines or low indentation, never inside a word.

Takes segments and a budget in tokens, gives groups of segments. Structural cuts come earlier, from the chunkers; this pass is the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkers.assemble.geometry import text_of
from chunkers.chunk import Segment
from chunkers.source import CleanText
from chunkers.tokens import estimate_bytes


def pieces(
    clean: CleanText, own: Sequence[Segment], target: int, cap: int, language: str | None
) -> list[list[Segment]]:
    """Cut `own` into groups of about `target` and at most `cap` tokens each."""
    groups: list[list[Segment]] = []
    current: list[Segment] = []
    weight = 0
    for atom in _atoms(clean, own, cap, language):
        cost = estimate_bytes(text_of(clean, [atom]).encode(), language) + 1
        if current and (weight + cost > cap or (weight >= target and _is_seam(clean, current[-1], atom))):
            groups.append(_merged(current))
            current, weight = [], 0
        current.append(atom)
        weight += cost
    if current:
        groups.append(_merged(current))
    return [
        group for group in groups if text_of(clean, group).encode().strip()
    ]  # blank as `Lines` says: U+2028 is text


def _atoms(clean: CleanText, own: Sequence[Segment], cap: int, language: str | None) -> Iterator[Segment]:
    """Yield single lines; a line over the cap yields stretches of columns."""
    for segment in own:
        for line in range(segment.start_line, segment.end_line + 1):
            low = segment.start_column if segment.start_column is not None else None
            atom = Segment(line, line, own=True, start_column=low, end_column=segment.end_column)
            text = text_of(clean, [atom])
            if estimate_bytes(text.encode(), language) + 1 <= cap:
                yield atom
            else:
                yield from _columns(text, line, low or 1, cap, language)


def _columns(text: str, line: int, first_column: int, cap: int, language: str | None) -> Iterator[Segment]:
    """Cut one long line behind a separator, or blindly where it has none."""
    step = max(16, cap)  # a token is at least a byte, mostly more: start long, halve until it fits
    at = 0
    body = text.rstrip("\r\n")
    while at < len(body):
        width = step * 4
        while width > 1 and estimate_bytes(body[at : at + width].encode(), language) + 1 > cap:
            width = width * 3 // 4
        end = min(len(body), at + width)
        if end < len(body):
            seam = max(body.rfind(mark, at + width // 2, end) for mark in (",", ";", "}", ">", " ", ")"))
            end = seam + 1 if seam > at else end
        yield Segment(line, line, own=True, start_column=first_column + at, end_column=first_column + end)
        at = end


def _is_seam(clean: CleanText, before: Segment, after: Segment) -> bool:
    """Tell whether a cut between two atoms falls between paragraphs or before a line no deeper than its predecessor."""
    if after.start_line > before.end_line + 1 or before.start_column is not None or after.start_column is not None:
        return True
    if clean.lines.is_blank(before.end_line):
        return True
    one, two = clean.text(before.end_line, before.end_line), clean.text(after.start_line, after.start_line)
    indent = len(two) - len(two.lstrip())
    return bool(two.strip()) and indent <= len(one) - len(one.lstrip()) and two.lstrip()[:1] not in "})]"


def _merged(atoms: Sequence[Segment]) -> list[Segment]:
    """Join neighbouring whole lines into one segment."""
    out: list[Segment] = []
    for atom in atoms:
        last = out[-1] if out else None
        if last and last.start_column is None and atom.start_column is None and atom.start_line == last.end_line + 1:
            out[-1] = Segment(last.start_line, atom.end_line, own=True)
        else:
            out.append(atom)
    return out
