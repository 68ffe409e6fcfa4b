"""Types of other libraries that stand for what they hold: smart pointers, and optional values that a method opens.

Takes names as written, by language; facts of the standard libraries, nothing of any project.
"""

from __future__ import annotations

from collections.abc import Mapping

POINTERS: Mapping[str, frozenset[str]] = {
    "rust": frozenset(
        {"Box", "Rc", "Arc", "Pin", "Cow", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard"}
    ),
    "cpp": frozenset({"unique_ptr", "shared_ptr", "reference_wrapper", "optional"}),
    "swift": frozenset({"Optional"}),
}
"""A member of what they hold is reached through them as if they were not there."""

OPENED: Mapping[str, frozenset[str]] = {
    "rust": frozenset({"Option", "Result", "Poll", "LockResult"}),
}
"""Hold their first argument until it is taken out, by `?` or one of `OPENING`."""

OPENING = frozenset({"unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "unwrap_unchecked"})
KEEPING = frozenset(
    {
        "as_ref",
        "as_mut",
        "as_deref",
        "clone",
        "cloned",
        "copied",
        "or",
        "or_else",
        "filter",
        "take",
        "ok",
        "context",
        "map_err",
    }
)
"""Methods that give the same holder again; of a result, an option of the same."""


def last(name: str) -> str:
    """Return the last part of a dotted name."""
    return name.rpartition(".")[2]
