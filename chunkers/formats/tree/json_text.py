"""JSON, JSON with comments and JSON5 as a key tree of one document.

Takes bytes, gives a `Stream`; a lost bracket is repaired by columns, so that the keys behind it keep their parents.
"""

from __future__ import annotations

from chunkers.formats.tree.flow import JSON, FlowScan
from chunkers.formats.tree.node import Document, Node, Stream
from chunkers.formats.tree.place import past


def scan_json(data: bytes) -> Stream:
    """Return the document of JSON text; none when it does not start with a bracket."""
    start = past(JSON.skip, data, 0)
    if data[start : start + 1] not in (b"{", b"["):
        return Stream((), (start,) if start < len(data) else ())
    root, scan, end = _scan(data, start, fences=False)
    if not scan.closed or scan.broken or past(JSON.skip, data, end) < len(data):
        mended, repair, mended_end = _scan(data, start, fences=True)
        if repair.closed or not scan.closed:
            root, scan, end = mended, repair, mended_end
    broken = list(scan.broken)
    if not scan.closed:
        broken.append(len(data) - 1)
    tail = past(JSON.skip, data, end)
    if tail < len(data):
        broken.append(tail)
    return Stream((Document(0, 0, len(data), root),), tuple(sorted(set(broken))))


def _scan(data: bytes, start: int, *, fences: bool) -> tuple[Node, FlowScan, int]:
    root = Node(None, start, start, start)
    scan = FlowScan(data, len(data), JSON, fences=fences)
    return root, scan, scan.run(root, start)
