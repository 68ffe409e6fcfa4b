"""The attribute files of a commit's tree, asked path by path.

Takes a snapshot, reads its `.gitattributes` blobs once, gives a function from path to (name, value) pairs. Never asks git.
"""

from __future__ import annotations

from collections.abc import Callable

from analyzer.classify.gitattributes import GitAttributes
from analyzer.reading import Attributes
from analyzer.snapshot import Snapshot
from chunkers.source import SourceFile

_NAME = b".gitattributes"
_REGULAR = frozenset({"100644", "100755"})
_MAX_FILES = 1000


def tree_attributes(snapshot: Snapshot) -> Callable[[str], Attributes]:
    """Return the look-up for one snapshot."""
    wanted = [
        e
        for e in snapshot.entries
        if e.reason is None and e.mode in _REGULAR and e.path_bytes.rpartition(b"/")[2] == _NAME
    ]
    files = [answer for answer in snapshot.read(wanted[:_MAX_FILES]) if isinstance(answer, SourceFile)]
    return GitAttributes((file.path, file.data) for file in files if file.data is not None).of
