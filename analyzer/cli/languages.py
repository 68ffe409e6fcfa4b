"""`repochunk languages`: what is cut by its own structure, and what is cut more plainly."""

from __future__ import annotations

import click

from analyzer.cli.options import json_option

_FALLBACKS = {"code", "code-structural", "text-windows"}


@click.command("languages", epilog="\b\nExamples:\n  repochunk languages\n  repochunk languages --json")
@json_option
def COMMAND(*, as_json: bool) -> None:  # noqa: N802  # the constant by which the group finds its commands
    """List the programming languages and formats that are cut by their own structure."""
    from chunkers import languages  # noqa: PLC0415  # keep --help light
    from chunkers.language import Language  # noqa: PLC0415  # same
    from chunkers.plugins import discover  # noqa: PLC0415  # same
    from chunkers.registry import all_chunkers  # noqa: PLC0415  # same

    known = [
        {"name": one.name, "extensions": list(one.extensions)} for one in discover(languages, "LANGUAGE", Language)
    ]
    formats = [{"name": one.name, "version": one.version} for one in all_chunkers() if one.name not in _FALLBACKS]
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        click.echo(orjson.dumps({"languages": known, "formats": formats}, option=orjson.OPT_INDENT_2).decode())
        return
    click.echo("languages, by query: types, callables, tests, module statements, facts for the graph")
    for one in known:
        click.echo(f"  {one['name']:<12} {' '.join(one['extensions'])}")
    click.echo("formats, by their own structure")
    click.echo("  " + ", ".join(str(one["name"]) for one in formats))
    click.echo("any other language with a grammar is cut at its largest nodes that fit; anything else at paragraphs")
