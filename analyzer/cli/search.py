"""`repochunk search`: find chunks by words, in the store."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.options import clearance_option, json_option
from analyzer.cli.stores import opened, repository_of, store_options


@click.command(
    "search",
    epilog="\b\nExamples:\n  repochunk search 'reject order without customer'\n"
    "  repochunk search createOrder --type method_chunk --limit 5\n  repochunk search 'tax id' --json",
)
@click.argument("query")
@store_options
@click.option(
    "--type", "types", multiple=True, metavar="CHUNK_TYPE", help="Only these chunk types (may be given again)."
)
@click.option("--code", is_flag=True, help="Leave comments and documents out.")
@click.option("--limit", type=click.IntRange(1, 200), default=10, show_default=True, help="How many hits.")
@clearance_option
@json_option
def COMMAND(  # noqa: N802  # the constant by which the group finds its commands
    query: str,
    directory: Path,
    url: str,
    repository: str | None,
    types: tuple[str, ...],
    limit: int,
    clearance: str,
    *,
    code: bool,
    as_json: bool,
) -> int:
    """Find the chunks of the latest stored commit that match QUERY best; identifiers are found by their parts. Exit 1 when none does."""
    from reports.store.searching import Query, search  # noqa: PLC0415  # keep --help light

    with opened(directory, url) as store:
        tenant, name = repository_of(store, repository)
        hits = search(
            store, Query(query, name, tenant, clearance=clearance, chunk_types=types, code_only=code, limit=limit)
        )
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        click.echo(orjson.dumps(hits, option=orjson.OPT_INDENT_2).decode())
        return 0 if hits else 1
    for hit in hits:
        where = f"{hit.path}:{hit.start_line}-{hit.end_line}" if hit.path else "composed"
        click.echo(f"{hit.score:7.2f}  {hit.title}  [{hit.chunk_type}]  {where}  {hit.chunk_id}")
    return 0 if hits else 1
