"""systemd units: which units and files a section names, which variables it sets.

Takes the pairs of one section, gives names as written; knows nothing of what a unit does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunkers.formats.tree.node import Node

_UNITS = frozenset(
    "After Before Requires Requisite Wants BindsTo PartOf Upholds Conflicts OnFailure OnSuccess WantedBy RequiredBy UpheldBy Also Unit Sockets "
    "Service Network Volume Pod".split()
)
_FILES = frozenset({"EnvironmentFile", "LoadCredential", "SourcePath"})
_SET = re.compile(
    rb"\"([A-Za-z_]\w*)=(?:[^\"\\\n]++|\\.)*+\"|'([A-Za-z_]\w*)=(?:[^'\\\n]++|\\.)*+'"
    rb"|(?<![^\s=])([A-Za-z_]\w*)=(?:\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\"'])*+",
    re.DOTALL,
)
_ENDINGS = (
    ".service", ".socket", ".timer", ".target", ".mount", ".automount", ".path", ".slice", ".swap", ".scope",
    ".container", ".pod", ".volume", ".network", ".kube",
)  # fmt: skip


def is_unit(path: str) -> bool:
    """Tell whether a file is a unit, or a drop-in beside one."""
    return path.endswith(_ENDINGS) or (
        path.endswith(".conf") and path.rpartition("/")[0].endswith(tuple(f"{e}.d" for e in _ENDINGS))
    )


def references(nodes: Iterable[Node], data: bytes) -> list[str]:
    """Return the units and files that a section names, in order."""
    found: list[str] = []
    for node in nodes:
        words = data[node.at : node.end].decode("utf-8", "replace").replace("\\\n", " ").split()
        if node.key in _UNITS:
            found += words
        elif node.key in _FILES:
            found += [word.lstrip("-") for word in words[:1]]
    return list(dict.fromkeys(found))


def variables(nodes: Iterable[Node], data: bytes) -> Iterator[tuple[str, Node]]:
    """Yield the variables that `Environment=` sets; a quoted assignment may hold blanks."""
    for node in nodes:
        if node.key == "Environment":
            for found in _SET.finditer(data, node.at, node.end):
                yield (found.group(1) or found.group(2) or found.group(3)).decode(), node
