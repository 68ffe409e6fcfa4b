"""The history of a snapshot as the graph asks for it: what is there, what was removed, when each path changed, and the text it had before.

Takes an open snapshot and its history. Reads old blobs through one git process, bounded in number and size; nothing of them reaches an output.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.errors import LimitError
from analyzer.git.objects import contents, headers
from analyzer.history import History, read_history
from analyzer.snapshot import Snapshot
from chunkers.chunk import FileResult
from graph.past import Pair, Past
from reports.record import PolicyNote

MOST_VERSIONS = 2_000
"""So many old versions are compared at most, in the order of their paths."""
LARGEST = 400_000


def past_for(
    snapshot: Snapshot, max_commits: int, results: Sequence[FileResult]
) -> tuple[Past, tuple[PolicyNote, ...]]:
    """Return the past of a snapshot, read only when some document could be held against it, and a note when it was not read to its beginning."""
    paths = Past(frozenset(entry.path for entry in snapshot.entries))
    if max_commits < 1 or not any(result.facts is not None and result.facts.mentions for result in results):
        return paths, ()
    history = read_history(snapshot, max_commits)
    if history.reason == "deadline":
        return paths, (PolicyNote("history.unread", "the history could not be read in time; age tells nothing here"),)
    text = f"the last {history.commits} commits were read ({history.reason}); what is older is not compared"
    notes = () if history.complete else (PolicyNote("history.incomplete", text),)
    return past_of(snapshot, history), notes


def past_of(snapshot: Snapshot, history: History) -> Past:
    """Return what the graph may ask of the past of `snapshot`; its answers can be had while the snapshot is open."""

    def before(pairs: Sequence[Pair]) -> Mapping[Pair, str]:
        wanted = {pair: blob for pair in pairs if (blob := _replaced(history, *pair)) is not None}
        texts = _texts(snapshot, sorted(set(list(wanted.values())[:MOST_VERSIONS])))
        return {pair: texts[blob] for pair, blob in wanted.items() if blob in texts}

    back = {path: changes[0].back for path, changes in history.changes.items()}
    return Past(frozenset(entry.path for entry in snapshot.entries), history.removed, back, before, history.complete)


def _replaced(history: History, path: str, document: str) -> str | None:
    """Return the blob that the oldest change of `path` after the last one of `document` replaced; None when it then came to be."""
    known = history.changes.get(document)
    limit = known[0].back if known else history.commits
    later = [change for change in history.changes.get(path, ()) if change.back < limit]
    return later[-1].before if later else None


def _texts(snapshot: Snapshot, blobs: Sequence[str]) -> dict[str, str]:
    try:
        sizes = {found.oid: found.size for found in headers(snapshot.room, blobs) if found.kind == "blob"}
        small = [blob for blob in blobs if (size := sizes.get(blob)) is not None and size <= LARGEST]
        return {
            found.oid: found.data.decode("utf-8", "replace")
            for found in contents(snapshot.room, small)
            if found.data is not None
        }
    except LimitError:
        return {}
