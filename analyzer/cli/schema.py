"""`repochunk schema`: print the JSON Schema of an output file."""

from __future__ import annotations

import click


@click.command(
    "schema", epilog="\b\nExamples:\n  repochunk schema chunks\n  repochunk schema            (lists the names)"
)
@click.argument("name", required=False)
def COMMAND(name: str | None) -> None:  # noqa: N802  # see group
    """Print the JSON Schema of the output file NAME."""
    import orjson  # noqa: PLC0415  # keep --help light

    from reports.schemas import DOCUMENTS, schema  # noqa: PLC0415  # pulls in pydantic

    if name is None:
        click.echo("\n".join(sorted(DOCUMENTS)))
        return
    click.echo(orjson.dumps(schema(name), option=orjson.OPT_INDENT_2).decode())
