"""Nested ranges asked by offset: which is the innermost one over a byte.

Takes half-open ranges in any order, gives indexes; O(n log n) to build, O(log n) to ask. Knows nothing of what the ranges are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

NONE = -1


class Intervals:
    """An index over ranges that nest; where two overlap otherwise, the later start wins."""

    __slots__ = ("_owners", "_points")

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Index `ranges`; of equal ranges the later one is the inner one."""
        self._points = [0]
        self._owners = [NONE]
        stack: list[tuple[int, int]] = []
        for index in sorted(range(len(ranges)), key=lambda i: (ranges[i][0], -ranges[i][1], i)):
            start, end = ranges[index]
            self._close(stack, start)
            stack.append((end, index))
            self._add(start, index)
        self._close(stack, 1 << 62)

    def _close(self, stack: list[tuple[int, int]], upto: int) -> None:
        while stack and stack[-1][0] <= upto:
            end, _ = stack.pop()
            self._add(end, stack[-1][1] if stack else NONE)

    def _add(self, offset: int, owner: int) -> None:
        if self._points[-1] == offset:
            self._owners[-1] = owner
        else:
            self._points.append(offset)
            self._owners.append(owner)

    def at(self, offset: int) -> int:
        """Return the index of the innermost range over the byte at `offset`, `NONE` for none."""
        return self._owners[bisect_right(self._points, offset) - 1]

    def along(self, offsets: Iterable[int]) -> Iterator[int]:
        """Yield what `at` answers for each of many ascending offsets, walking beside them."""
        points, owners = [*self._points, 1 << 63], self._owners
        at = 0
        for offset in offsets:
            while points[at + 1] <= offset:
                at += 1
            yield owners[at]
