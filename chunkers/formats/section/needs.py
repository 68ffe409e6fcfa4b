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
        "vars_files",
        "include_role",
        "import_role",
        "imports",
    }
)
_IN_ITEM = ("job", "project", "local", "file", "service", "template", "name")
_SHORT_TAGS = re.compile(rb"!(?:Ref|GetAtt)[ \t]+[\"']?([A-Za-z][\w:.]*)")
_SUBSTITUTED = re.compile(rb"\$\{([A-Za-z]\w*(?:\.\w+)*)\}")
_SUBSTITUTES = re.compile(rb"!Sub\b|Fn::Sub\b")
_BARE = frozenset({"extends", "$ref", "Ref", "Fn::GetAtt", "DependsOn"})
_BUILTIN = ("ansible.builtin.", "ansible.legacy.")
JOB_DEPTH = 2  # a job names its needs close to its own key
WORKFLOW_DEPTH = 4  # CircleCI: workflow, jobs, item, job
MOST_DEPTH = 6
_LONG_TAGS = frozenset({"Ref", "Fn::GetAtt"})


def targets(nodes: Iterable[Node], source: bytes, *, prefix: str = "", bare: bool = False) -> list[tuple[str, Node]]:
    """Return (target as written, where) for what `nodes` need, include or refer to, in source order without repeats.

    `prefix` is the place of the section. `bare` (JSON) knows `extends`, `$ref` and what templates of clouds refer with only: there, the other
    words mean something else.
    """
    found: dict[str, Node] = {}
    for top in nodes:
        for node, depth in _shallow(top):
            wanted = node.key in _BARE if bare else _is_need(node.key, depth)
            for text in _values(node, source) if wanted else ():
                found.setdefault(text, node)
        for text in _of_service(top, source) if prefix == "services" else _of_play(top, source):
            found.setdefault(text, top)
        for match in _SHORT_TAGS.finditer(source, top.start, max(top.end, top.start)):
            found.setdefault(match.group(1).decode(), top)
        if _SUBSTITUTES.search(source, top.start, max(top.end, top.start)):
            for match in _SUBSTITUTED.finditer(source, top.start, max(top.end, top.start)):
                found.setdefault(match.group(1).decode(), top)
    return list(found.items())


def _of_service(top: Node, source: bytes) -> Iterator[str]:
    """Yield the image and the build folder of a compose service."""
    build = top.get("build")
    names = [top.get("image"), build, *((build.get("context"), build.get("dockerfile")) if build else ())]
    yield from (text for node in names if node is not None and node.kind is SCALAR and (text := text_of(source, node)))


def _of_play(top: Node, source: bytes) -> Iterator[str]:
    """Yield the roles of an Ansible play: a list beside `hosts`."""
    roles = top.get("roles") if top.get("hosts") is not None else None
    for item in roles.children if roles is not None else ():
        named = item.get("role") or item.get("name") if item.kind is MAPPING else item
        if text_of(source, named):
            yield text_of(source, named)


def _is_need(key: str | None, depth: int) -> bool:
    if key is not None and key.startswith(_BUILTIN):
        key = key.rpartition(".")[2]
    return (
        (key in _NEEDS and depth <= (WORKFLOW_DEPTH if key == "requires" else JOB_DEPTH))
        or key in _FILES
        or key in _LONG_TAGS
    )


def _may_name(key: str | None) -> bool:
    return key in _NEEDS or key in _FILES or key in _LONG_TAGS or (key is not None and key.startswith(_BUILTIN))


def _shallow(top: Node) -> Iterator[tuple[Node, int]]:
    """Yield the pairs below `top` with their depth; at most six levels, where CI, compose and templates keep what they name."""
    stack = [(top, 0)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        if depth < MOST_DEPTH and node.children:
            stack += [(child, depth + 1) for child in reversed(node.children) if child.children or _may_name(child.key)]


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
