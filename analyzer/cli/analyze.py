"""`repochunk analyze`: the main job, with progress on a terminal and a short summary at the end."""

from __future__ import annotations

import os
from pathlib import Path

import click

from analyzer.cli.options import policy_from, quiet_options

_EPILOG = """\b
Examples:
  repochunk analyze
  repochunk analyze ../shop --commit v2.1 --out /tmp/shop
  repochunk analyze --policy ci-policy.yaml --formats report,sarif
  repochunk analyze --path 'src/**/*.java' --path docs"""


@click.command("analyze", epilog=_EPILOG)
@click.argument("repo", default=".", type=click.Path(path_type=Path))
@click.option("--commit", default="HEAD", metavar="REV", show_default=True, help="The revision to read.")
@click.option(
    "--out",
    default=".repochunk",
    metavar="DIR",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where the reports go.",
)
@click.option(
    "--policy",
    "policy_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The operator's policy (see 'policy init').",
)
@click.option(
    "--jobs", "-j", type=click.IntRange(0, 256), default=0, metavar="N", help="Worker processes; 0 = one per processor."
)
@click.option("--repository-id", metavar="ID", help="The repository's name in all ids; default: owner/name of origin.")
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="GLOB",
    help="Only these paths (may be given again); a generation of its own.",
)
@click.option("--worktree", is_flag=True, help="Read the uncommitted state instead; marked dirty.")
@click.option(
    "--store",
    metavar="URL",
    default="",
    help="Another store than the SQLite file in the output directory: postgresql://...",
)
@click.option("--no-store", is_flag=True, help="Write the files only.")
@click.option("--no-cache", is_flag=True, help="Neither use nor fill the user's cache; the outputs are the same.")
@click.option(
    "--formats",
    default="default",
    metavar="LIST",
    show_default=True,
    help="Comma-separated: default, report (no chunks), jsonl, sarif, junit, ...",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="Which findings give exit code 1.",
)
@click.option(
    "--trust-layout", is_flag=True, help="Accept redirects, alternates and symlinks in the repository's own .git."
)
@quiet_options
def COMMAND(  # noqa: N802  # the constant by which the group finds its commands
    repo: Path,
    commit: str,
    out: Path,
    policy_file: Path | None,
    jobs: int,
    repository_id: str | None,
    paths: tuple[str, ...],
    worktree: bool,
    store: str,
    no_store: bool,
    no_cache: bool,
    formats: str,
    fail_on: str,
    trust_layout: bool,
    quiet: bool,
    no_progress: bool,
) -> int:
    """Analyze one commit of REPO (default: the repository you stand in)."""
    from analyzer.cache import cache_home  # noqa: PLC0415  # keep --help light
    from analyzer.cli.progress import progress_bar  # noqa: PLC0415  # only this command draws
    from analyzer.cli.summary import summary  # noqa: PLC0415  # same
    from analyzer.output import output_directory  # noqa: PLC0415  # pulls in the whole product
    from analyzer.pipeline import Request, run  # noqa: PLC0415  # same

    chosen = frozenset(part.strip() for part in formats.split(",") if part.strip())
    cache = None if no_cache else cache_home(os.environ)
    request = Request(repo, commit, policy_from(policy_file), jobs, repository_id, paths, worktree, trust_layout, cache)
    with (
        output_directory(out, request, chosen, None if no_store else store) as directory,
        progress_bar(show=not (quiet or no_progress)) as progress,
    ):
        analysis = run(request, progress)
        place = directory.publish(analysis)
    if not quiet:
        click.echo(summary(analysis, place))
    verdict = analysis.report.verdict
    return 1 if verdict == "fail" or (fail_on == "warning" and verdict == "warn") else 0
