"""What a definition looks like in the tree of a grammar without a plug-in, where node names alone do not tell.

Takes a grammar's table (chunkers/grammars/GRAMMAR.toml) and a node, gives what the node defines. Knows no file and cuts nothing.

A table has `[[definition]]` rows: `node` (types, `|` between them), `kind` ("type" or "callable"), `name` and optionally `having` (must be there)
and `body` (where the head ends, and where the members of a type are): paths with `|` between alternatives. A path has steps from a node to a child:
`type`, `type#2` (the second of that type), `*` (the first named child), `@field`, `@field:type`; `A..B` reaches from one to the other. `selector`
is the argument between the pieces of a name (`insert:at:`). `wraps` are nodes that only hold others, `joins` nodes that are one definition when
neighbours bear the same name (a type signature and its equations). `[heads]` is for Lisps: the lists that define something by their first word,
and those (`applied`) that define a callable only when the name stands in a list.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from itertools import islice
from typing import Any

from tree_sitter import Node

from chunkers.code.found import Found

Path = tuple[tuple[str, str, int], ...]  # steps as (field or "", type or "", which of that type)


@dataclass(frozen=True, slots=True)
class Row:
    """One form of definition."""

    kind: str
    name: tuple[tuple[Path, Path | None], ...]
    having: tuple[Path, ...]
    body: tuple[Path, ...]
    selector: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A grammar's definitions by node type."""

    rows: dict[str, tuple[Row, ...]] = field(default_factory=dict)
    wraps: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    lists: str = ""
    heads: dict[bytes, str] = field(default_factory=dict)
    applied: frozenset[bytes] = frozenset()

    def find(self, node: Node) -> Found | None:
        """Return what a node defines, None when it defines nothing by name."""
        for row in self.rows.get(node.type, ()):
            found = _by_row(node, row)
            if found is not None:
                return found
        return self._by_head(node) if node.type == self.lists else None

    def _by_head(self, node: Node) -> Found | None:
        parts = node.named_children[:2]
        if len(parts) < 2:  # noqa: PLR2004  # a head and a name
            return None
        head, name = parts[0].text or b"", parts[1]
        kind = self.heads.get(head)
        if kind is None:
            return None
        inner = name
        while inner.type == self.lists and inner.named_child_count:
            inner = inner.named_children[0]
        if inner is name and head in self.applied:
            return None
        inner = inner.child_by_field_name("name") or inner  # without the metadata in front of it
        return Found(kind, inner.start_byte, inner.end_byte)


@lru_cache(maxsize=32)
def table_of(grammar: str) -> Table | None:
    """Return the table of a grammar, None when it has none."""
    file = resources.files("chunkers.grammars").joinpath(f"{grammar}.toml")
    return _table(tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def tables() -> list[str]:
    """Return the grammars that have a table, sorted."""
    return sorted(
        item.name.removesuffix(".toml")
        for item in resources.files("chunkers.grammars").iterdir()
        if item.name.endswith(".toml")
    )


def _table(data: dict[str, Any]) -> Table:
    rows: dict[str, tuple[Row, ...]] = {}
    for item in data.get("definition", ()):
        row = Row(
            item["kind"],
            tuple(_reach(text) for text in item["name"].split("|")),
            _paths(item.get("having", "")),
            _paths(item.get("body", "")),
            item.get("selector", ""),
        )
        for kind in item["node"].split("|"):
            rows[kind] = (*rows.get(kind, ()), row)
    heads = data.get("heads", {})
    words = {word.encode(): kind for kind in ("type", "callable") for word in heads.get(kind, ())}
    return Table(
        rows,
        frozenset(data.get("wraps", ())),
        frozenset(data.get("joins", ())),
        heads.get("list", ""),
        words,
        _encoded(heads.get("applied", ())),
    )


def _encoded(words: Iterable[str]) -> frozenset[bytes]:
    return frozenset(word.encode() for word in words)


def _reach(text: str) -> tuple[Path, Path | None]:
    first, _, last = text.partition("..")
    return _path(first), _path(last) if last else None


def _paths(text: str) -> tuple[Path, ...]:
    return tuple(_path(one) for one in text.split("|")) if text else ()


def _path(text: str) -> Path:
    steps = []
    for step in text.split("/"):
        plain, _, which = step.partition("#")
        name, _, kind = plain[1:].partition(":") if plain.startswith("@") else ("", "", plain)
        steps.append((name, kind, int(which or 1) - 1))
    return tuple(steps)


def _by_row(node: Node, row: Row) -> Found | None:
    if row.having and _first(node, row.having) is None:
        return None
    for first, last in row.name:
        name = _walk(node, first)
        if name is None:
            continue
        end = _walk(node, last) if last else None
        spelled = _spelled(node, name.type, row.selector) if row.selector else None
        return Found(row.kind, name.start_byte, (end or name).end_byte, _first(node, row.body), spelled=spelled)
    return None


def _spelled(node: Node, kind: str, part: str) -> str | None:
    """Return a name written in pieces, each with its argument, as `insert:at:`; None for one without arguments."""
    children = [child for child in node.named_children if child.type in (kind, part)]
    if not any(child.type == part for child in children):
        return None
    return "".join(f"{(child.text or b'').decode('utf-8', 'replace')}:" for child in children if child.type == kind)


def _first(node: Node, paths: Iterable[Path]) -> Node | None:
    return next((found for path in paths if (found := _walk(node, path)) is not None), None)


def _walk(node: Node, path: Path) -> Node | None:
    found: Node | None = node
    for name, kind, which in path:
        if found is None:
            return None
        if name:
            found = found.child_by_field_name(name)
            if found is not None and kind and found.type != kind:
                return None
        elif kind == "*":
            found = found.named_children[0] if found.named_child_count else None
        else:
            found = next(islice((child for child in found.children if child.type == kind), which, None), None)
    return found
