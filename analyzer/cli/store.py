"""`repochunk store`: look after the store."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from analyzer.cli.history import COMMAND as HISTORY
from analyzer.cli.options import clearance_option, json_option
from analyzer.cli.stores import opened, repository_of, store_options


@click.group(
    "store",
    epilog="\b\nExamples:\n  repochunk store info\n  repochunk store prune --keep 10\n  repochunk store vacuum\n"
    "  repochunk store export > chunks.jsonl\n  repochunk store export --format parquet --to chunks.parquet",
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


@COMMAND.command("vacuum")
@store_options
def vacuum(directory: Path, url: str, repository: str | None) -> None:
    """Give free space back and refresh the planner's figures."""
    from reports.store.maintain import info as store_info  # noqa: PLC0415  # keep --help light
    from reports.store.maintain import vacuum as vacuum_store  # noqa: PLC0415  # same

    del repository  # space belongs to the whole store
    with opened(directory, url) as store:
        before = store_info(store).bytes
        vacuum_store(store)
        after = store_info(store).bytes
    click.echo(f"{before / 1e6:.1f} MB -> {after / 1e6:.1f} MB")


@COMMAND.command("export")
@store_options
@click.option("--commit", metavar="SHA", help="Which snapshot; default: the newest.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "parquet"]),
    default="jsonl",
    show_default=True,
    help="One JSON object a line, or Parquet (needs the extra 'parquet').",
)
@click.option(
    "--to", "target", type=click.Path(path_type=Path), metavar="FILE", help="Where to; default: stdout (jsonl)."
)
@clearance_option
def export(
    directory: Path,
    url: str,
    repository: str | None,
    commit: str | None,
    form: str,
    target: Path | None,
    clearance: str,
) -> None:
    """Write the chunks of a snapshot, as they are in chunks.json."""
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from reports.store.fetch import chunks_of, snapshots  # noqa: PLC0415  # same
    from reports.store.maintain import export_jsonl, write_jsonl  # noqa: PLC0415  # same
    from reports.store.parquet import write_parquet  # noqa: PLC0415  # same

    if form == "parquet" and target is None:
        raise RequestError("--format parquet needs --to FILE: it is no text for a terminal or pipe")
    with opened(directory, url) as store:
        tenant, name = repository_of(store, repository)
        rows = [row for row in snapshots(store, tenant, name) if row.done and row.commit_sha.startswith(commit or "")]
        if not rows:
            raise RequestError(f"the store holds no finished snapshot of {name} at {commit}")
        if target is None:
            for batch in export_jsonl(store, rows[0], clearance):
                sys.stdout.buffer.write(batch)
            return
        chunks = chunks_of(store, rows[0], clearance)
        count = write_parquet(chunks, target) if form == "parquet" else write_jsonl(chunks, target)
    click.echo(f"{count} chunks of {name} @ {rows[0].commit_sha[:12]} -> {target}")


COMMAND.add_command(HISTORY)
