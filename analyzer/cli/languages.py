"""`repochunk languages`: what is cut by its own structure, how that was checked, and what is cut more plainly."""

from __future__ import annotations

from typing import Any

import click

from analyzer.cli.options import json_option

_SCANNED = ("groovy",)  # by lines: its grammar knows words and blocks only
_NAMED = frozenset(
    {"clojure", "groovy", "haskell", "julia", "objc", "solidity", "zig"}
)  # benchmarks/results/languages_without_plugin.md
_PLAIN = {"code", "code-structural", "component", "text-windows", "lock"}
_CHECKED = frozenset(
    """
    python java go typescript tsx javascript php c cpp rust csharp ruby kotlin scala swift bash
    lua elixir erlang r powershell dart perl vue svelte astro
    markdown rst html asciidoc org latex adr runbook changelog yaml json toml xml ini properties dotenv hcl dockerfile make just
    nginx gomod csv notebook openapi asyncapi json-schema protobuf graphql
    sql liquibase migrations avro prisma mybatis graphql-in-code
    """.split()
)
"""Names that an independent parser, or a reading by hand, agreed with on real files (benchmarks/results); the others have fixtures only."""


@click.command("languages", epilog="\b\nExamples:\n  repochunk languages\n  repochunk languages --json")
@json_option
def COMMAND(*, as_json: bool) -> None:  # noqa: N802  # the constant by which the group finds its commands
    """List the programming languages and formats that are cut by their own structure."""
    from chunkers import languages  # noqa: PLC0415  # keep --help light
    from chunkers.code.definition_tables import tables  # noqa: PLC0415  # same
    from chunkers.component import Component  # noqa: PLC0415  # same
    from chunkers.language import Language  # noqa: PLC0415  # same
    from chunkers.plugins import discover  # noqa: PLC0415  # same
    from chunkers.registry import all_chunkers  # noqa: PLC0415  # same

    plugins: list[Language | Component] = [
        *discover(languages, "LANGUAGE", Language),
        *discover(languages, "COMPONENT", Component),
    ]
    known: list[dict[str, Any]] = [
        {"name": one.name, "extensions": list(one.extensions), "checked": one.name in _CHECKED} for one in plugins
    ]
    formats = [{"name": one.name, "checked": one.name in _CHECKED} for one in all_chunkers() if one.name not in _PLAIN]
    named = [{"name": name, "checked": name in _NAMED} for name in sorted([*tables(), *_SCANNED])]
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        told = {"languages": known, "definitionsOnly": named, "formats": formats}
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode())
        return
    click.echo("languages: types, callables, tests, module statements, facts for the graph")
    for one in known:
        click.echo(
            f"  {one['name']:<12} {'checked on real code' if one['checked'] else 'fixtures only':<22} {' '.join(one['extensions'])}"
        )
    click.echo(
        "languages of which definitions are named with their heads, without facts for the graph (* checked on real code)"
    )
    click.echo("  " + ", ".join(f"{one['name']}{'*' if one['checked'] else ''}" for one in named))
    click.echo("formats, checked against an independent parser or by hand on real files")
    click.echo("  " + ", ".join(str(one["name"]) for one in formats if one["checked"]))
    click.echo("formats with fixtures only")
    click.echo("  " + ", ".join(str(one["name"]) for one in formats if not one["checked"]))
    click.echo("any other language with a grammar is cut at its largest nodes that fit; anything else at paragraphs")
