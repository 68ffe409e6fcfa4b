"""Kustomize: the files and folders that a kustomization is made of.

Takes its root node, gives paths as written; knows nothing of what they hold.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from chunkers.formats.tree.node import MAPPING, SCALAR, Node
from chunkers.formats.tree.scalar import text_of

_KINDS = frozenset({"Kustomization", "Component"})
_NAMES = frozenset({"kustomization.yaml", "kustomization.yml"})
_LISTS = (
    "resources", "bases", "components", "crds", "configurations", "generators", "transformers", "validators",
    "patchesStrategicMerge", "patches", "patchesJson6902", "replacements", "configMapGenerator", "secretGenerator",
)  # fmt: skip
_INSIDE = ("path", "files", "envs", "env")


def is_kustomization(path: str, title: str | None) -> bool:
    """Tell whether a file, or a manifest titled `Kind/name`, is a kustomization."""
    return posixpath.basename(path) in _NAMES or (title or "").partition("/")[0] in _KINDS


def references(root: Node, source: bytes) -> list[tuple[str, Node]]:
    """Return the paths that the lists of a kustomization name; text of a patch written in place is none."""
    return [pair for key in _LISTS if (node := root.get(key)) is not None for pair in of_list(node, source)]


def of_list(node: Node, source: bytes) -> Iterator[tuple[str, Node]]:
    """Yield the paths of one list: scalars, and the fields of its items that hold paths."""
    for item in node.children:
        inside = [child for key in _INSIDE if (child := item.get(key)) is not None] if item.kind is MAPPING else [item]
        for one in inside:
            for leaf in [one] if one.kind is SCALAR else one.children:
                text = text_of(source, leaf).rpartition("=")[2]
                if text and "\n" not in text:
                    yield text, leaf
