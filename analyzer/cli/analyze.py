"""`repochunk analyze`: the main job, with progress on a terminal and a short summary at the end."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.ending import END
from analyzer.cli.options import policy_from, quiet_options

if TYPE_CHECKING:
    from analyzer.pipeline import Analysis, Request
    from analyzer.runs import Outcome
    from analyzer.standing import Key, Question

_EPILOG = """\b
Examples:
  repochunk analyze
  repochunk analyze ../shop --commit v2.1 --out /tmp/shop
  repochunk analyze --policy ci-policy.yaml --formats report,sarif
  repochunk analyze --base origin/main --commit HEAD
  repochunk analyze --range v2.0..main --formats report
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
@click.option(
    "--base", metavar="REV", help="Write chunk-diff.yaml against this revision; default: the first parent, if stored."
)
@click.option(
    "--range",
    "range_",
    metavar="A..B",
    help="Every commit along the first parents from A to B instead of one, oldest first; goes on where it stopped.",
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
    base: str | None,
    range_: str | None,
    quiet: bool,
    no_progress: bool,
) -> int:
    """Analyze one commit of REPO (default: the repository you stand in)."""
    from analyzer.standing import Question, answered, key_or_none  # noqa: PLC0415  # keep --help light

    chosen = frozenset(part.strip() for part in formats.split(",") if part.strip())
    question = Question(
        repo,
        out,
        commit,
        base,
        policy_file,
        repository_id,
        paths,
        chosen,
        None if no_store else store,
        worktree,
        trust_layout,
    )
    order = _Order(question, jobs, use_cache=not no_cache, quiet=quiet, show=not (quiet or no_progress))
    if range_ is not None:
        verdicts = order.range(range_)
    else:
        key = key_or_none(question)
        found = answered(question, key) if key and not no_cache else None
        if found is not None:
            order.tell(found.summary, found.place, "nothing to do: this generation stands")
        verdicts = [found.verdict if found is not None else order.once(key)]
    return 1 if "fail" in verdicts or (fail_on == "warning" and "warn" in verdicts) else 0


@dataclass(frozen=True, slots=True)
class _Order:
    """What to do, and how much to say about it."""

    question: Question
    jobs: int
    use_cache: bool
    quiet: bool
    show: bool

    def once(self, key: Key | None) -> str:
        """Analyze the one commit; return the verdict."""
        from analyzer.cli.progress import progress_bar  # noqa: PLC0415  # only runs draw
        from analyzer.cli.summary import summary  # noqa: PLC0415  # same
        from analyzer.runs import carry_out  # noqa: PLC0415  # pulls in the whole product

        def kept(analysis: Analysis) -> tuple[str, ...]:
            END.keep(analysis)
            return summary(analysis)

        with progress_bar(show=self.show) as progress:
            done = carry_out(self.question, self._request(), key, kept, progress)
        self.tell(done.summary, done.place)
        return done.verdict

    def range(self, asked: str) -> list[str]:
        """Analyze commit after commit, one line each; return the verdicts.

        Raises:
            RequestError: options that name another commit, or a range that cannot be read.
        """
        from analyzer.cli.progress import progress_bar  # noqa: PLC0415  # only runs draw
        from analyzer.cli.summary import summary  # noqa: PLC0415  # same
        from analyzer.errors import RequestError  # noqa: PLC0415  # same
        from analyzer.ranges import commits_of  # noqa: PLC0415  # same
        from analyzer.runs import along  # noqa: PLC0415  # pulls in the whole product

        question = self.question
        if question.commit != "HEAD" or question.worktree or question.base:
            raise RequestError("--range names its commits itself; leave out --commit, --base and --worktree")
        commits = commits_of(question.repo, asked, trust_layout=question.trust_layout)
        verdicts: list[str] = []
        with progress_bar(show=self.show) as progress:
            for done in along(question, self._request(), commits, summary, progress, again=not self.use_cache):
                verdicts.append(done.verdict)
                if not self.quiet:
                    click.echo(_line(done, len(verdicts), len(commits)))
        if not self.quiet:
            failed = verdicts.count("fail")
            click.echo(
                f"{len(commits)} commits, {failed} of them failed a gate" if commits else f"{asked} holds no commits"
            )
        return verdicts

    def tell(self, lines: tuple[str, ...], place: Path, remark: str = "") -> None:
        """Print the summary."""
        from analyzer.cli.summary import whole  # noqa: PLC0415  # only here

        if not self.quiet:
            click.echo(whole(lines, place) + (f"\n  {remark}" if remark else ""))

    def _request(self) -> Request:
        from analyzer.home import cache_home  # noqa: PLC0415  # keep --help light
        from analyzer.pipeline import Request  # noqa: PLC0415  # same

        asked = self.question
        return Request(
            asked.repo,
            asked.commit,
            policy_from(asked.policy_file),
            self.jobs,
            asked.repository_id,
            asked.paths,
            asked.worktree,
            asked.trust_layout,
            cache_home(os.environ) if self.use_cache else None,
        )


def _line(done: Outcome, number: int, total: int) -> str:
    """Return what is said of one commit of a range."""
    known, read = done.reuse or (0, 0)
    share = f", {known} of {known + read} results known" if done.reuse else ""
    cost = "stands" if done.stands else f"{done.seconds:.1f} s{share}"
    return f"{number}/{total}  {done.commit[:12]}  {done.verdict.upper()}  {cost}"
