"""`repochunk history`: what became of one unit over time, through renames and moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import clearance_option, json_option
from analyzer.cli.stores import opened, repository_of, store_options

if TYPE_CHECKING:
    from reports.store.fetch import Version

_EPILOG = """\b
Examples:
  repochunk history chunklog_7bq...
  repochunk history chunk_k3x... --json
  repochunk history chunklog_7bq... --store postgresql://index@db/evidence"""


@click.command("history", epilog=_EPILOG)
@click.argument("logical_id")
@store_options
@clearance_option
@json_option
def COMMAND(  # noqa: N802  # the constant by which the group finds its commands
    logical_id: str, directory: Path, url: str, repository: str | None, clearance: str, *, as_json: bool
) -> None:
    """Show the versions of the unit LOGICAL_ID (or of a chunk id), oldest first, with what it was before it moved."""
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from reports.store.fetch import history, logical_id_of  # noqa: PLC0415  # same

    with opened(directory, url) as store:
        tenant, name = repository_of(store, repository)
        logical = logical_id_of(store, logical_id, tenant)
        found = [version for version in history(store, logical, tenant) if version.repository_id == name]
    if not found:
        raise RequestError(f"the store holds no unit {logical_id} of {name}")
    scope = _allowed_scope(found)
    if not _may_see(scope, clearance):
        raise RequestError(f"{logical_id}: needs --clearance {scope}")
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        click.echo(orjson.dumps([_row(version) for version in found], option=orjson.OPT_INDENT_2).decode())
        return
    for version in found:
        click.echo(_line(version, logical))


def _allowed_scope(versions: list[Version]) -> str:
    """Return the most restrictive scope any version had; one whose snapshots are all gone leaves that to the others."""
    from chunkers.kinds import most_restrictive  # noqa: PLC0415  # keep --help light

    known = [version.visibility_scope for version in versions if version.visibility_scope]
    return most_restrictive(*known) if known else "restricted"


def _may_see(scope: str, clearance: str) -> bool:
    from chunkers.kinds import SCOPES  # noqa: PLC0415  # keep --help light

    return SCOPES.index(scope) <= SCOPES.index(clearance)


def _row(version: Version) -> dict[str, object]:
    return {
        "logicalChunkId": version.logical_chunk_id,
        "contentHash": version.content_hash,
        "chunkType": version.chunk_type,
        "title": version.title,
        "path": version.path,
        "lineageId": version.lineage_id,
        "supersedesChunkId": version.supersedes_chunk_id,
        "firstSeen": {"commitSha": version.first_commit, "at": version.first_seen_at},
        "lastSeen": {"commitSha": version.last_commit, "at": version.last_seen_at},
        "isLatest": version.is_latest,
    }


def _line(version: Version, asked: str) -> str:
    mark = "latest" if version.is_latest else "      "
    once = version.first_commit == version.last_commit
    when = version.first_commit[:12] + ("" if once else f"..{version.last_commit[:12]}")
    other = "" if version.logical_chunk_id == asked else f"  as {version.logical_chunk_id}"
    return f"{mark}  {when:<26}  {version.first_seen_at[:10]}  {version.title}  {version.path or ''}  {version.content_hash[7:19]}{other}"
