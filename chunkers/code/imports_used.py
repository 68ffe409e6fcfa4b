"""Which imported names each unit uses, found as identifier tokens of the tree, never in comments or strings.

Takes finished units and the file's imports, gives the units with `includes_imports` filled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chunkers.code.intervals import NONE, Intervals
from chunkers.code.sheet import Sheet
from chunkers.pattern import later
from chunkers.unit import Unit

_FEW = 64
_WORD = later(rb"[^\W\d]\w*")
_PART = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.")
_TAIL = _PART - frozenset(b".")
_MEMBERS = frozenset({"property_identifier", "field_identifier", "shorthand_property_identifier_pattern"})


def with_imports(sheet: Sheet, units: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the units in order, each with the imported names it uses, in import order."""
    names = list(dict.fromkeys(item.alias for item in sheet.facts.imports if item.alias))
    used: list[set[str]] = [set() for _ in units]
    if names and units:
        holders = Intervals([(unit.start, unit.end) for unit in units])
        for name, offset in _uses(sheet, names):
            owner = holders.at(offset)
            if owner != NONE:
                used[owner].add(name)
    for unit, found in zip(units, used, strict=True):
        yield replace(unit, includes_imports=tuple(name for name in names if name in found)) if found else unit


def _uses(sheet: Sheet, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    root, data = sheet.root, sheet.text.data
    for name, start, end in _words(data, names):
        if (start and data[start - 1] in _PART and data[start - 3 : start] != b"...") or (
            end < len(data) and data[end] in _TAIL
        ):
            continue
        node = root.descendant_for_byte_range(start, end)
        if node is not None and "identifier" in node.type and node.type not in _MEMBERS and node.end_byte == end:
            yield name, start


def _words(data: bytes, names: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    if len(names) > _FEW:
        wanted = {name.encode(): name for name in names}
        for match in _WORD.finditer(data):
            if match.group() in wanted:
                yield wanted[match.group()], match.start(), match.end()
        return
    for name in names:
        word = name.encode()
        at = data.find(word)
        while at >= 0:
            yield name, at, at + len(word)
            at = data.find(word, at + len(word))
