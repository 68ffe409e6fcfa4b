"""`repochunk diff`: compare two commits chunk by chunk and say what must be refreshed."""

from __future__ import annotations

import os
from pathlib import Path

import click

from analyzer.cli.options import policy_from, quiet_options


@click.command(
    "diff",
    epilog="\b\nExamples:\n  repochunk diff main HEAD\n"
    "  repochunk diff v1.0 v1.1 ../shop --format markdown\n  repochunk diff HEAD~1 HEAD --format json",
)
@click.argument("old")
@click.argument("new")
@click.argument("repo", default=".", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["yaml", "json", "markdown"]),
    default="yaml",
    show_default=True,
    help="How to answer.",
)
@click.option("--policy", "policy_file", type=click.Path(path_type=Path), metavar="FILE", help="The operator's policy.")
@click.option(
    "--jobs", "-j", type=click.IntRange(0, 256), default=0, metavar="N", help="Worker processes; 0 = one per processor."
)
@click.option("--repository-id", metavar="ID", help="The repository's name in all ids; default: owner/name of origin.")
@click.option(
    "--trust-layout", is_flag=True, help="Accept redirects, alternates and symlinks in the repository's own .git."
)
@quiet_options
def COMMAND(  # noqa: N802  # the constant by which the group finds its commands
    old: str,
    new: str,
    repo: Path,
    form: str,
    policy_file: Path | None,
    jobs: int,
    repository_id: str | None,
    *,
    trust_layout: bool,
    quiet: bool,
    no_progress: bool,
) -> int:
    """Compare the chunks of revisions OLD and NEW of REPO; both are read with this tool and the same policy."""
    from analyzer.changes import compare  # noqa: PLC0415  # pulls in the whole product
    from analyzer.cli.progress import progress_bar  # noqa: PLC0415  # same
    from analyzer.home import cache_home  # noqa: PLC0415  # keep --help light
    from analyzer.pipeline import Request  # noqa: PLC0415  # same
    from reports.diff.render import render_json, render_markdown, render_yaml  # noqa: PLC0415  # same

    request = Request(
        repo,
        new,
        policy_from(policy_file),
        jobs,
        repository_id,
        trust_layout=trust_layout,
        cache=cache_home(os.environ),
    )
    with progress_bar(show=not (quiet or no_progress)) as progress:
        found = compare(request, old, progress)
    text = {
        "yaml": lambda: render_yaml(found).decode(),
        "json": lambda: render_json(found).decode(),
        "markdown": lambda: render_markdown(found),
    }[form]()
    click.echo(text, nl=not text.endswith("\n"))
    return 0
