"""Units become drafts: ownership, segments, size cap, names and roles, in that order.

Takes a `ChunkingInput` and a `Cut`; gives drafts in source order with parents by index, and the count of owned lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chunkers.assemble.drafting import Draftsman
from chunkers.assemble.geometry import owned_segments, text_of, with_shown
from chunkers.assemble.ownership import FILE, settle
from chunkers.assemble.size import pieces
from chunkers.chunk import ChunkDraft, Segment
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.tokens import estimate
from chunkers.unit import Cut, Unit

_SHORT = 120
_ONE_MORE = bytes([1, *[2] * 255])
"""Owners of a line, counted up: none, one, more."""
_TAIL_MASK, _TAIL = 0xC0, 0x80  # a byte inside a UTF-8 character
_CODE_KINDS = frozenset(
    {"method_chunk", "class_chunk", "module_chunk", "test_case_chunk", "test_suite_overview", "block_chunk"}
)


@dataclass(frozen=True, slots=True)
class Assembled:
    """Drafts of one file and its line accounts: non-blank lines, and those owned by exactly one draft."""

    drafts: tuple[ChunkDraft, ...]
    lines: int
    owned: int


def assemble(given: ChunkingInput, cut: Cut, chunker: Chunker) -> Assembled:
    """Turn a chunker's units into drafts that own every non-blank line exactly once."""
    clean = given.clean
    units = [_clipped(unit, clean.data) for unit in cut.units]
    own = owned_segments(clean, settle(clean.lines, units), len(units))
    drafts = Draftsman(given, cut, chunker)
    members = Counter(unit.parent for unit in units if unit.parent is not None)
    top: int | None = None
    overview = _overview(given, cut, own[FILE])
    if overview is not None:
        top = _add(drafts, given, overview, own[FILE], None, has_members=bool(units))
    places: list[int | None] = []
    for index, unit in enumerate(units):
        parent = top if unit.parent is None else places[unit.parent]
        if own[index] or members[index]:
            places.append(_add(drafts, given, unit, own[index], parent, has_members=bool(members[index])))
        else:
            places.append(parent)  # nothing of the unit's own is left, and nobody stands below it
    finished = drafts.finished()
    total, owned = _accounts(given, finished)
    return Assembled(finished, total, owned)


def _overview(given: ChunkingInput, cut: Cut, own: list[Segment]) -> Unit | None:
    """Return the file overview: always when it owns lines, otherwise when it has something to show and the policy wants views."""
    if own:
        return cut.overview or Unit("file_overview", "", given.path.rsplit("/", 1)[-1], 0, len(given.clean.data))
    wanted = cut.overview is not None and cut.overview.show and given.policy.chunking.create_overview_chunks
    return cut.overview if wanted else None


def _clipped(unit: Unit, data: bytes) -> Unit:
    """Return the unit within the text and on character borders."""
    start = min(max(0, unit.start), max(0, len(data) - 1))
    end = min(max(unit.end, start + 1), len(data))
    while start > 0 and data[start] & _TAIL_MASK == _TAIL:
        start -= 1
    while end < len(data) and data[end] & _TAIL_MASK == _TAIL:
        end += 1
    return unit if (unit.start, unit.end) == (start, end) else replace(unit, start=start, end=end)


def _add(
    drafts: Draftsman, given: ChunkingInput, unit: Unit, own: list[Segment], parent: int | None, *, has_members: bool
) -> int:
    """Add a unit's draft; where its own lines exceed the cap, they move to piece drafts below it."""
    cap, target = given.policy.chunking.max_tokens_per_chunk, given.policy.chunking.target_tokens
    shown = unit.show if given.policy.chunking.create_overview_chunks else ()
    language = unit.language or given.classification.language  # the same weights as the draft will be counted with
    if unit.withheld or _fits(given, own, cap, language):
        segments = _fitting(given, own, shown, cap, language) or _first_line(given, unit)
        return drafts.add(unit, segments, parent, has_members=has_members)
    groups = pieces(given.clean, own, target, cap, language)
    shown = (
        *_declaration_lines(given, unit),
        *shown,
    )  # the outline of a cut unit says at least what it is an outline of
    segments = _fitting(given, [], shown, cap, language) if shown else ()
    place = drafts.add(unit, segments or _preview(groups[0][0]), parent, has_members=True, split=True)
    kind = "block_chunk" if unit.kind in _CODE_KINDS else "text_chunk" if unit.kind == "file_overview" else unit.kind
    for number, group in enumerate(groups, 1):
        drafts.add_piece(unit, kind, number, group, place)
    return place


def _fits(given: ChunkingInput, segments: Sequence[Segment], cap: int, language: str | None) -> bool:
    """Tell whether the text of the segments is within the cap; short lines need no look, since no byte weighs two tokens."""
    size = given.clean.lines.size
    most = sum([size(one.start_line, one.end_line) + 1 for one in segments])  # a line end may be added
    return 2 * most <= cap or estimate(text_of(given.clean, segments), language) <= cap


def _declaration_lines(given: ChunkingInput, unit: Unit) -> tuple[tuple[int, int], ...]:
    """Return the line range of a unit's declaration, none for a unit without one."""
    if unit.declaration is None:
        return ()
    lines = given.clean.lines
    return ((lines.line_at(unit.declaration[0]), lines.last_line_of(*unit.declaration)),)


def _first_line(given: ChunkingInput, unit: Unit) -> tuple[Segment, ...]:
    """The view of a unit whose children own all of it."""
    line = given.clean.lines.line_at(unit.start)
    return (Segment(line, line, own=False),)


def _preview(head: Segment) -> tuple[Segment, ...]:
    """The beginning of the first piece: what the outline of a unit without signature shows."""
    if head.start_column is None or head.end_column is None:
        return (Segment(head.start_line, head.start_line, own=False),)
    return (
        Segment(
            head.start_line,
            head.start_line,
            own=False,
            start_column=head.start_column,
            end_column=min(head.end_column, head.start_column + _SHORT),
        ),
    )


def _fitting(
    given: ChunkingInput, own: list[Segment], shown: Sequence[tuple[int, int]], cap: int, language: str | None
) -> tuple[Segment, ...]:
    """Own segments plus as many shown ranges as the cap leaves room for."""
    segments = with_shown(own, shown)
    if len(shown) == 0 or _fits(given, segments, cap, language):
        return segments
    low, high = 0, len(shown)
    while low < high:
        middle = (low + high + 1) // 2
        fits = _fits(given, with_shown(own, shown[:middle]), cap, language)
        low, high = (middle, high) if fits else (low, middle - 1)
    return with_shown(own, shown[:low] if low else _beginning(given, own, shown[0], cap, language))


def _beginning(
    given: ChunkingInput, own: list[Segment], shown: tuple[int, int], cap: int, language: str | None
) -> tuple[tuple[int, int], ...]:
    """Return as many first lines of a range as a chunk of the wanted size holds: a signature may be longer than the cap."""
    first, last = shown
    cap = min(cap, given.policy.chunking.target_tokens)
    low, high = first - 1, last
    while low < high:
        middle = (low + high + 1) // 2
        fits = _fits(given, with_shown(own, ((first, middle),)), cap, language)
        low, high = (middle, high) if fits else (low, middle - 1)
    return ((first, low),) if low >= first else ()


def _accounts(given: ChunkingInput, drafts: Sequence[ChunkDraft]) -> tuple[int, int]:
    """Count the non-blank lines, and those owned once (a shared line counts when its columns are disjoint)."""
    lines = given.clean.lines
    whole = bytearray(len(lines) + 1)
    shared: dict[int, list[tuple[int, int]]] = {}
    for draft in drafts:
        for segment in draft.segments:
            if not segment.own:
                continue
            if segment.start_column is not None:
                shared.setdefault(segment.start_line, []).append((segment.start_column, segment.end_column or 0))
                continue
            first, behind = segment.start_line, segment.end_line + 1
            whole[first:behind] = whole[first:behind].translate(_ONE_MORE)
    filled = lines.filled()
    owned = [whole[line] for line in filled if line not in shared].count(1)
    return len(filled), owned + sum(_once(whole[line], shared[line]) for line in filled if line in shared)


def _once(whole: int, columns: list[tuple[int, int]]) -> bool:
    columns.sort()
    return whole == 0 and all(one[1] <= two[0] for one, two in pairwise(columns))
