"""`repochunk store`: look after the store."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from analyzer.cli.options import clearance_option, json_option
from analyzer.cli.stores import opened, repository_of, store_options


@click.group(
    "store",
    epilog="\b\nExamples:\n  repochunk store info\n  repochunk store prune --keep 10\n  repochunk store export > chunks.jsonl",
)
def COMMAND() -> None:  # noqa: N802  # the constant by which the group finds its commands
    """Show, prune, compact or export the store."""


@COMMAND.command("info")
@store_options
@json_option
def info(directory: Path, url: str, repository: str | None, *, as_json: bool) -> None:
    """Show what the store holds."""
    from reports.store.maintain import info as store_info  # noqa: PLC0415  # keep --help light

    with opened(directory, url) as store:
        found = store_info(store)
    shown = [row for row in found.snapshots if repository in (None, row.repository_id)]
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        data = {
            "dialect": found.dialect,
            "schemaVersion": found.schema_version,
            "bytes": found.bytes,
            "rows": found.rows,
        }
        data["snapshots"] = [
            {"repositoryId": r.repository_id, "commitSha": r.commit_sha, "done": r.done} for r in shown
        ]
        click.echo(orjson.dumps(data, option=orjson.OPT_INDENT_2).decode())
        return
    click.echo(f"{found.dialect}, schema {found.schema_version}, {found.bytes / 1e6:.1f} MB")
    click.echo("  " + ", ".join(f"{count} {name}" for name, count in found.rows.items()))
    for row in shown:
        click.echo(
            f"  {row.repository_id} @ {row.commit_sha[:12]}  {row.commit_time}{'' if row.done else '  unfinished'}"
        )


@COMMAND.command("prune")
@store_options
@click.option(
    "--keep", type=click.IntRange(1), default=20, show_default=True, help="How many snapshots of each repository stay."
)
def prune(directory: Path, url: str, repository: str | None, keep: int) -> None:
    """Drop all but the newest snapshots; histories stay."""
    from reports.store.maintain import prune as prune_store  # noqa: PLC0415  # keep --help light
    from reports.store.maintain import vacuum as vacuum_store  # noqa: PLC0415  # same

    with opened(directory, url) as store:
        gone = prune_store(store, keep, repository_id=repository)
        vacuum_store(store)
    click.echo(f"dropped {len(gone)} snapshots")


@COMMAND.command("export")
@store_options
@click.option("--commit", metavar="SHA", help="Which snapshot; default: the newest.")
@clearance_option
def export(directory: Path, url: str, repository: str | None, commit: str | None, clearance: str) -> None:
    """Write the chunks of a snapshot to stdout, one JSON object a line."""
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from reports.store.fetch import snapshots  # noqa: PLC0415  # same
    from reports.store.maintain import export_jsonl  # noqa: PLC0415  # same

    with opened(directory, url) as store:
        tenant, name = repository_of(store, repository)
        rows = [row for row in snapshots(store, tenant, name) if row.done and row.commit_sha.startswith(commit or "")]
        if not rows:
            raise RequestError(f"the store holds no finished snapshot of {name} at {commit}")
        for batch in export_jsonl(store, rows[0], clearance):
            sys.stdout.buffer.write(batch)


@COMMAND.command("history")
@click.argument("logical_id")
@store_options
def history(logical_id: str, directory: Path, url: str, repository: str | None) -> None:
    """Show the versions of one logical chunk, oldest first, moves included."""
    from reports.store.fetch import history as versions  # noqa: PLC0415  # keep --help light

    with opened(directory, url) as store:
        tenant, _ = repository_of(store, repository)
        for version in versions(store, logical_id, tenant):
            mark = "latest" if version.is_latest else "      "
            click.echo(
                f"{mark}  {version.first_commit[:12]}..{version.last_commit[:12]}  {version.title}  {version.path or ''}  {version.content_hash[:19]}"
            )
