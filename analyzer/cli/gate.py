"""`repochunk gate`: judge a written report again. The CI step."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.options import json_option, out_argument

_SHOWN = 5


@click.command(
    "gate",
    epilog="\b\nExamples:\n  repochunk gate\n  repochunk gate --fail-on warning --max size_bands=50\n"
    "  repochunk gate --baseline main/chunk-quality-report.yaml",
)
@out_argument
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="Which findings fail the step.",
)
@click.option(
    "--max", "maxima", multiple=True, metavar="RULE=N", help="Let a gate have up to N findings (may be given again)."
)
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    metavar="REPORT",
    help="Only findings that this report does not have fail.",
)
@json_option
def COMMAND(directory: Path, fail_on: str, maxima: tuple[str, ...], baseline: Path | None, *, as_json: bool) -> int:  # noqa: N802  # see group
    """Judge the quality report in DIRECTORY (a report, a generation, or an output directory)."""
    from reports.gating import Limits, parse_maximum, rejudge  # noqa: PLC0415  # keep --help light
    from reports.reading import read_quality  # noqa: PLC0415  # same

    limits = Limits(fail_on, dict(parse_maximum(text) for text in maxima))
    judgement = rejudge(read_quality(directory), limits, read_quality(baseline) if baseline else None)
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        rows = [{"gate": g.id, "severity": g.severity, "counted": g.counted, "why": g.why} for g in judgement.failing]
        click.echo(orjson.dumps({"passed": judgement.passed, "failing": rows}).decode())
        return 0 if judgement.passed else 1
    for gate in judgement.failing:
        click.echo(f"{gate.severity:<8} {gate.id}: {gate.counted} ({gate.why})")
        for row in gate.findings[:_SHOWN]:
            click.echo(f"         {row.path or '-'}:{row.line or 1}: {row.message}; {row.advice}")
    click.echo("passed" if judgement.passed else f"failed: {len(judgement.failing)} of {len(judgement.gates)} gates")
    return 0 if judgement.passed else 1
