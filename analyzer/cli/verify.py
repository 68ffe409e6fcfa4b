"""`repochunk verify`: re-read every cited span from git and check it."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.options import json_option, out_argument

_SHOWN = 20


@click.command(
    "verify",
    epilog="\b\nExamples:\n  repochunk verify\n  repochunk verify .repochunk/2ac89889f4cc --repo ../flask\n  repochunk verify --json",
)
@out_argument
@click.option("--repo", type=click.Path(path_type=Path), help="The repository; default: the one that was analyzed.")
@click.option(
    "--policy",
    "policy_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The policy of the run, if it had one.",
)
@click.option(
    "--jobs", "-j", type=click.IntRange(0, 256), default=0, metavar="N", help="Worker processes; 0 = one per processor."
)
@json_option
def COMMAND(directory: Path, repo: Path | None, policy_file: Path | None, jobs: int, *, as_json: bool) -> int:  # noqa: N802  # see group
    """Re-read every span that the chunks of DIRECTORY cite, at their commit, and compare."""
    from analyzer.cli.options import policy_from  # noqa: PLC0415  # keep --help light
    from analyzer.proof import verify_directory  # noqa: PLC0415  # pulls in the whole product

    checked, mismatches = verify_directory(directory, repo, policy_from(policy_file), jobs)
    if as_json:
        import orjson  # noqa: PLC0415  # only here

        rows = [{"chunkId": m.chunk_id, "path": m.path, "line": m.line, "problem": m.problem} for m in mismatches]
        click.echo(orjson.dumps({"checked": checked, "failed": len(rows), "mismatches": rows}).decode())
        return 1 if mismatches else 0
    for mismatch in mismatches[:_SHOWN]:
        click.echo(f"{mismatch.path}:{mismatch.line or 1}: {mismatch.problem} ({mismatch.chunk_id})")
    if len(mismatches) > _SHOWN:
        click.echo(f"... and {len(mismatches) - _SHOWN} more")
    click.echo(f"{checked - len(mismatches)} of {checked} citations hold")
    return 1 if mismatches else 0
