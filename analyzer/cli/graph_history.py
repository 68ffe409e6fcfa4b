"""`repochunk graph history`: what migrations did to a table or column, in order."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from analyzer.cli.options import clearance_option, json_option, out_option


@click.command("history")
@click.argument("name")
@out_option
@clearance_option
@json_option
def COMMAND(name: str, directory: Path, clearance: str, *, as_json: bool) -> None:  # noqa: N802  # as in the other command modules
    """What migrations did to the table or column NAME, oldest first; steps of the way down are marked."""
    from analyzer.cli.tables import read_tables  # noqa: PLC0415  # keep --help light
    from analyzer.errors import RequestError  # noqa: PLC0415  # same
    from graph.history import history_of  # noqa: PLC0415  # same
    from graph.queries import AmbiguousNameError, Questions  # noqa: PLC0415  # same

    tables = read_tables(directory, clearance)
    try:
        node_id = Questions(tables).one(name)
    except AmbiguousNameError as error:
        raise RequestError(str(error)) from None
    events = history_of(tables, node_id)
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        rows = [asdict(event) for event in events]
        click.echo(orjson.dumps({"node": node_id, "events": rows}, option=orjson.OPT_INDENT_2).decode())
        return
    click.echo(node_id)
    for event in events:
        way = " (down)" if event.undo else ""
        click.echo(f"  {event.verb:<8}{way} {event.path}:{event.line}  {event.title}")
    if not events:
        click.echo("no migration step of the snapshot names it", err=True)
