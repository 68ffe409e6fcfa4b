"""SQL that stands inside something else (a string in code, an element of a change log) as one operation.

Takes text, gives the operation of its first statement with the actions of all; nothing is known of its place.
"""

from __future__ import annotations

from dataclasses import replace

from chunkers.formats.relational.classify import classify
from chunkers.formats.relational.dialect import dialect_of
from chunkers.formats.relational.operation import Operation, unknown
from chunkers.formats.relational.splitter import split


def operation_of_text(text: str) -> Operation:
    """Return what a piece of SQL does; several statements give the title of the first and the operations of all."""
    data = text.encode("utf-8", "surrogatepass")
    dialect = dialect_of(data)
    made = [classify(data, raw.start, raw.core_end, dialect) for raw in split(data, 0, len(data), dialect).statements]
    if not made:
        return unknown(text.split()[:3])
    first = made[0]
    if len(made) == 1:
        return first
    others = (name for one in made[1:] for name in (one.table, *one.reads) if name and name != first.table)
    return replace(
        first,
        operations=tuple(name for one in made for name in one.operations),
        reads=tuple(dict.fromkeys((*first.reads, *others))),
        defines=tuple(dict.fromkeys(pair for one in made for pair in one.defines)),
        changes=tuple(dict.fromkeys(change for one in made for change in one.changes)),
    )
