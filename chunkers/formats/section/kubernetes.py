"""Kubernetes manifests: what makes a document one, what it is called, what it names elsewhere.

Takes the root of a document, gives a title and references such as `ConfigMap/app` or an image; knows no cluster.
"""

from __future__ import annotations

from chunkers.formats.tree.node import MAPPING, SCALAR, Node
from chunkers.formats.tree.scalar import text_of

_NAMED = {
    "configMapRef": "ConfigMap", "configMapKeyRef": "ConfigMap", "configMap": "ConfigMap",
    "secretRef": "Secret", "secretKeyRef": "Secret", "persistentVolumeClaim": "PersistentVolumeClaim",
}  # fmt: skip
_DIRECT = {
    "serviceAccountName": "ServiceAccount", "claimName": "PersistentVolumeClaim", "secretName": "Secret",
    "storageClassName": "StorageClass", "ingressClassName": "IngressClass", "image": "",
}  # fmt: skip


def title_of(root: Node, source: bytes) -> str | None:
    """Return `Kind/name` when `root` is a manifest, None otherwise; template text stays as written."""
    version, kind = root.get("apiVersion"), root.get("kind")
    if version is None or kind is None or version.kind is not SCALAR or kind.kind is not SCALAR:
        return None
    name = root.find("metadata", "name") or root.find("metadata", "generateName")
    return f"{text_of(source, kind)}/{text_of(source, name)}" if text_of(source, name) else text_of(source, kind)


def references(root: Node, source: bytes) -> list[tuple[str, Node]]:
    """Return what a manifest names: other objects as `Kind/name`, images, service accounts."""
    found: list[tuple[str, Node]] = []
    stack = [root]
    while stack:
        node = stack.pop()
        stack.extend(reversed(node.children))
        if node.key in _NAMED and node.kind is MAPPING:
            name = node.get("name")
            if text_of(source, name):
                found.append((f"{_NAMED[node.key]}/{text_of(source, name)}", node))
        elif node.key in _DIRECT and text_of(source, node):
            kind = _DIRECT[node.key]
            found.append((f"{kind}/{text_of(source, node)}" if kind else text_of(source, node), node))
        elif node.key == "scaleTargetRef" and text_of(source, node.get("kind")):
            found.append((f"{text_of(source, node.get('kind'))}/{text_of(source, node.get('name'))}", node))
    return found
