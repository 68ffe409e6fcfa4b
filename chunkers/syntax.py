"""The only user of tree-sitter: grammar + clean text -> tree, query + tree -> captures, behind the guard.

Takes bytes, gives a `Parsed` verdict; never raises for what a file holds. Runs inside worker processes only: the soft deadline here ends a slow
parse, the kill of the worker ends what no callback can stop.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

import tree_sitter_language_pack
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

from chunkers.nesting import refusal

MATCH_LIMIT = 65_536
_ENDLESS = frozenset({"perl"})  # whose scanner never returns from a comment that ends the file without a line end
_SLICE = 1024  # predicates read node texts through the same callback, byte by byte: a small slice makes them ten times cheaper


class UnreadableTreeError(Exception):
    """A tree must not be taken for all a file holds: a query lost matches, or definitions nest too deep. The text is the reason."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """`tree` is None when the parse was refused or failed; `reason` says why ("nesting_too_deep", "deadline", "no_grammar")."""

    tree: Tree | None
    reason: str | None = None


@lru_cache(maxsize=64)
def grammar(name: str) -> Language | None:
    """Return the packaged grammar, None when the pack has none of that name."""
    try:
        return tree_sitter_language_pack.get_language(name)  # type: ignore[arg-type]  # the pack types its names as a Literal
    except LookupError:
        return None


@lru_cache(maxsize=64)
def query(name: str, source: str) -> Query:
    """Compile a query once per process."""
    language = grammar(name)
    if language is None:
        raise LookupError(f"the grammar pack has no grammar {name!r}")
    return Query(language, source)


def parse(name: str, data: bytes, soft_seconds: float) -> Parsed:
    """Parse `data` with grammar `name`, unless the look before the parse refuses it.

    `soft_seconds` of zero or less starts no native parser: that is how a quarantined file is read. They count processor time: a busy machine
    must not change what a file gives.
    """
    if soft_seconds <= 0:
        return Parsed(None, "quarantined")
    language = grammar(name)
    if language is None:
        return Parsed(None, "no_grammar")
    reason = refusal(data, name)
    if reason:
        return Parsed(None, reason)
    if name in _ENDLESS and b"#" in data[data.rfind(b"\n") + 1 :]:
        data = data[:-1] + b"\n"  # of the same length: no node may end behind the text
    limit, soonest = time.process_time() + soft_seconds, time.monotonic() + soft_seconds

    def read(offset: int, _point: object) -> bytes:
        return data[offset : offset + _SLICE]

    def late(_offset: int, _has_error: bool) -> bool:  # the binding calls it with positional arguments
        return time.monotonic() > soonest and time.process_time() > limit  # the second costs a system call

    try:
        return Parsed(Parser(language).parse(read, progress_callback=late))
    except ValueError:
        return Parsed(None, "deadline")


def matches(compiled: Query, root: Node) -> list[tuple[int, dict[str, list[Node]]]]:
    """Return (pattern index, captures by name) of `compiled` over `root`, in source order of the first capture.

    Raises:
        UnreadableTreeError: more matches were begun at once than are kept track of; some may be missing.
    """
    cursor = QueryCursor(compiled, match_limit=MATCH_LIMIT)
    found = cursor.matches(root)
    if cursor.did_exceed_match_limit:
        raise UnreadableTreeError("match_limit")
    return found


def captures(compiled: Query, root: Node) -> dict[str, list[Node]]:
    """Return all captures of `compiled` over `root`, by capture name."""
    return QueryCursor(compiled, match_limit=MATCH_LIMIT).captures(root)


def broken_ranges(root: Node, limit: int = 200) -> tuple[tuple[int, int], ...]:
    """Return the 1-based line ranges of ERROR and MISSING nodes, outermost only, narrow; at most `limit`."""
    if not root.has_error:
        return ()
    found: list[tuple[int, int]] = []
    stack = [root]
    while stack and len(found) < limit:
        node = stack.pop()
        if node.is_missing or (node.is_error and node.id != root.id):
            found.append((node.start_point[0] + 1, node.end_point[0] + 1))
        elif node.has_error:
            stack.extend(reversed(node.children))
    return tuple(sorted(set(found)))
