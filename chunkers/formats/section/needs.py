"""What a section names elsewhere: jobs it needs, services it depends on, files it includes, resources it refers to.

Takes the nodes of a section, gives raw targets as written; resolves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunkers.formats.tree.node import MAPPING, SCALAR, SEQUENCE, Node
from chunkers.formats.tree.scalar import text_of

_NEEDS = frozenset(
    {"needs", "depends_on", "dependsOn", "DependsOn", "extends", "dependencies", "requires", "include", "uses"}
)
_FILES = frozenset(
    {
        "include",
        "uses",
        "extends",
        "env_file",
        "$ref",
        "include_tasks",
        "import_tasks",
        "import_playbook",
        "include_vars",
        "imports",
    }
)
_IN_ITEM = ("job", "project", "local", "file", "service", "template", "name")
_SHORT_TAGS = re.compile(rb"!(?:Ref|GetAtt)[ \t]+[\"']?([A-Za-z][\w:.]*)")
_BARE = frozenset({"extends", "$ref"})
JOB_DEPTH = 2  # a job names its needs close to its own key
MOST_DEPTH = 6
_LONG_TAGS = frozenset({"Ref", "Fn::GetAtt"})


def targets(nodes: Iterable[Node], source: bytes, *, bare: bool = False) -> list[tuple[str, Node]]:
    """Return (target as written, where) for what `nodes` need, include or refer to, in source order without repeats.

    `bare` (JSON) knows `extends` and `$ref` only: there, the other words mean something else.
    """
    found: dict[str, Node] = {}
    for top in nodes:
        for node, depth in _shallow(top):
            wanted = node.key in _BARE if bare else _is_need(node.key, depth)
            for text in _values(node, source) if wanted else ():
                found.setdefault(text, node)
        for match in _SHORT_TAGS.finditer(source, top.start, max(top.end, top.start)):
            found.setdefault(match.group(1).decode(), top)
    return list(found.items())


def _is_need(key: str | None, depth: int) -> bool:
    return (key in _NEEDS and depth <= JOB_DEPTH) or key in _FILES or key in _LONG_TAGS


def _shallow(top: Node) -> Iterator[tuple[Node, int]]:
    """Yield the pairs below `top` with their depth; at most six levels, where CI, compose and templates keep what they name."""
    stack = [(top, 0)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        if depth < MOST_DEPTH:
            stack.extend((child, depth + 1) for child in reversed(node.children))


def _values(node: Node, source: bytes) -> Iterator[str]:
    """Yield the scalars a need is written as: one, a list, the keys of a mapping, or the naming field of list items."""
    if node.kind is SCALAR:
        yield text_of(source, node)
    elif node.kind is SEQUENCE:
        for item in node.children:
            if item.kind is SCALAR:
                yield text_of(source, item)
            elif item.kind is MAPPING:
                yield from _named(item, source)
    elif node.kind is MAPPING:
        named = list(_named(node, source))
        if named:
            yield from named
        elif node.key in {"depends_on", "needs"}:
            yield from (child.key for child in node.children if child.key)


def _named(item: Node, source: bytes) -> Iterator[str]:
    for key in _IN_ITEM:
        child = item.get(key)
        if child is not None and child.kind is SCALAR and text_of(source, child):
            yield text_of(source, child)
        elif child is not None and child.kind is SEQUENCE:
            yield from (text_of(source, one) for one in child.children if one.kind is SCALAR)
