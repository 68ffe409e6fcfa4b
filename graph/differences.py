"""Which lines of a text are new against an earlier one: a patience diff over what the lines say, blind to indentation, blank lines and comments.

Takes two texts, gives line numbers of the later one. Near-linear: anchors are lines that are unique on both sides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

_COMMENTS = ("#", "//", "/*", "*", "--", '"""', "'''", "<!--")


class Differences(NamedTuple):
    """`new`: lines of the later text that the earlier one does not hold there; `cut`: lines behind which something was taken out.

    `replaced`: for each new line that stands for something else, what that was.
    """

    new: frozenset[int]
    cut: frozenset[int]
    replaced: Mapping[int, str]


def differences(earlier: str, later: str) -> Differences:
    """Return what changed from `earlier` to `later`, in line numbers of `later` (from 1); `cut` may hold 0."""
    old, new = _said(earlier), _said(later)
    lines = earlier.split("\n")
    added: set[int] = set()
    cut: set[int] = set()
    replaced: dict[int, str] = {}
    for first_old, last_old, first_new, last_new in _gaps([one for _, one in old], [one for _, one in new]):
        numbers = [number for number, _ in new[first_new:last_new]]
        added.update(numbers)
        if last_old > first_old:
            replaced.update(
                dict.fromkeys(numbers, "\n".join(lines[number - 1] for number, _ in old[first_old:last_old]))
            )
        if last_old > first_old and last_new == first_new:
            cut.add(new[first_new - 1][0] if first_new else 0)
    return Differences(frozenset(added), frozenset(cut), replaced)


def _said(text: str) -> list[tuple[int, str]]:
    """Return the lines that say something, without blanks inside, with their numbers."""
    lines = ((number, "".join(line.split())) for number, line in enumerate(text.split("\n"), 1))
    return [(number, line) for number, line in lines if line and not line.startswith(_COMMENTS)]


def _gaps(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield (first, last) of both sides where they differ, ends exclusive."""
    work = [(0, len(old), 0, len(new))]
    while work:
        first_old, last_old, first_new, last_new = work.pop()
        while first_old < last_old and first_new < last_new and old[first_old] == new[first_new]:
            first_old, first_new = first_old + 1, first_new + 1
        while first_old < last_old and first_new < last_new and old[last_old - 1] == new[last_new - 1]:
            last_old, last_new = last_old - 1, last_new - 1
        if first_old == last_old and first_new == last_new:
            continue
        anchors = _anchors(old, new, first_old, last_old, first_new, last_new)
        if not anchors:
            yield first_old, last_old, first_new, last_new
            continue
        for at_old, at_new in [*anchors, (last_old, last_new)]:
            work.append((first_old, at_old, first_new, at_new))
            first_old, first_new = at_old + 1, at_new + 1


def _anchors(
    old: Sequence[str], new: Sequence[str], first_old: int, last_old: int, first_new: int, last_new: int
) -> list[tuple[int, int]]:
    """Return pairs of lines that are unique on both sides and stand in the same order: the longest rising run."""
    here, there = Counter(old[first_old:last_old]), Counter(new[first_new:last_new])
    places = {old[at]: at for at in range(first_old, last_old) if here[old[at]] == 1}
    pairs = [(places[new[at]], at) for at in range(first_new, last_new) if there[new[at]] == 1 and new[at] in places]
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (at_old, _) in enumerate(pairs):
        position = bisect_left(tails, at_old)
        before.append(ends[position - 1] if position else -1)
        tails[position : position + 1], ends[position : position + 1] = [at_old], [number]
    run: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]
