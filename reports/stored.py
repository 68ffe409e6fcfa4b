"""Ask an SQLite store whether a snapshot is done, with the standard library only: a run with nothing to do must not import SQLAlchemy."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from chunkers.identity import digest

if TYPE_CHECKING:
    from reports.record import Header


def run_digest(header: Header) -> str:
    """Return what tells two analyses of one commit apart: tool, rules, policy, token counter."""
    return digest(header.tool_version, header.policy_digest, header.ruleset_digest, header.token_counter)


def is_stored(path: Path, header: Header) -> bool:
    """Tell whether the store at `path` holds the finished snapshot of `header` made by the same tool and policy."""
    return holds(path, header.tenant_id, header.repository_id, header.snapshot_id, run_digest(header))


def holds(path: Path, tenant: str, repository: str, snapshot: str, made: str) -> bool:
    """Tell whether the store at `path` holds a finished snapshot; `made` is the digest of what made it."""
    if path.is_symlink() or not path.is_file():
        return False
    query = (
        "SELECT done FROM snapshots WHERE tenant_id = ? AND repository_id = ? AND snapshot_id = ? AND run_digest = ?"
    )
    try:
        with closing(sqlite3.connect(f"file:{path.absolute().as_posix()}?mode=ro", uri=True)) as connection:
            found = connection.execute(query, (tenant, repository, snapshot, made)).fetchone()
    except sqlite3.Error:
        return False
    return bool(found and found[0])
