"""`repochunk rules`: what the redactor looks for, and what it would do to a file."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.options import json_option, policy_from


@click.group("rules", epilog="\b\nExamples:\n  repochunk rules list\n  repochunk rules test config/application.yml")
def COMMAND() -> None:  # noqa: N802  # the constant by which the group finds its commands
    """List the redaction rules, or test a file against them."""


@COMMAND.command("list")
@json_option
def list_rules(*, as_json: bool) -> None:
    """List every rule: id, layer, what it finds. Those of the second engine stand last, where it is installed."""
    from chunkers.redaction import all_rules, second_engine_rules  # noqa: PLC0415  # keep --help light

    rows = [
        {"id": r.id, "layer": r.layer, "kind": r.kind, "confidence": r.confidence, "description": r.description}
        for r in (*all_rules(), *second_engine_rules())
    ]
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        click.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode())
        return
    for row in rows:
        click.echo(f"{row['id']:<28} {row['layer']:<10} {row['description']}")


@COMMAND.command("test")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--policy",
    "policy_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The operator's policy, with its own rules.",
)
def test(file: Path, policy_file: Path | None) -> None:
    """Show what would be masked in FILE, by line and rule; the redacted lines are printed, the values never."""
    from analyzer.classify import classify  # noqa: PLC0415  # keep --help light
    from analyzer.errors import RequestError  # noqa: PLC0415  # same
    from chunkers.redaction import Blocked, redact  # noqa: PLC0415  # same
    from chunkers.source import SourceFile  # noqa: PLC0415  # same

    policy = policy_from(policy_file)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise RequestError(f"{file}: {error.strerror}") from None
    name = file.as_posix()
    source = SourceFile(name, name.encode("utf-8", "replace"), "100644", "", len(data), data)
    clean = redact(data, name, classify(source, policy), policy.redaction)
    if isinstance(clean, Blocked):
        click.echo(f"{file}: metadata only ({clean.reason}); no content would leave")
        return
    for row in clean.redactions:
        click.echo(
            f"{file}:{row.first_line}: {row.rule} ({row.layer}, {row.confidence:.2f})  {clean.text(row.first_line, row.first_line).strip()[:100]}"
        )
    for note in clean.notes:
        click.echo(f"{file}:{note.line}: {note.what} ({note.rule}), left in place")
    click.echo(f"{file}: {len(clean.redactions)} redactions")
