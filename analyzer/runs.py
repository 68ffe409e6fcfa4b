"""One run from a question to a published generation, and many of them along a branch, oldest first.

Takes questions, gives what each came to; a question whose answer stands costs next to nothing, so a broken-off range goes on where it stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from analyzer.changes import side
from analyzer.files import Progress
from analyzer.output import Told, output_directory
from analyzer.pipeline import Analysis, Request, run
from analyzer.standing import Key, Question, answered, key_of, key_or_none
from reports.diff.compare import Side
from reports.pause import collector_paused


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to. `reuse` counts results known before and files read, None without a cache or when the answer `stands`."""

    commit: str
    place: Path
    verdict: str
    summary: tuple[str, ...]
    seconds: float = 0.0
    reuse: tuple[int, int] | None = None
    stands: bool = False


Summarize = Callable[[Analysis], tuple[str, ...]]


def carry_out(
    question: Question, request: Request, key: Key | None, summarize: Summarize, progress: Progress | None
) -> Outcome:
    """Make the run and publish it.

    Raises:
        RepochunkError: the request cannot be served.
    """
    start = time.perf_counter()
    with (
        collector_paused(),
        output_directory(question.out, request, question.formats, question.store) as directory,
    ):
        base = _side_of(request, question.base, progress) if question.base else None
        analysis = run(request, progress)
        summary = summarize(analysis)
        place = directory.publish(analysis, Told(_confirmed(question, key, analysis), summary), base)
    return Outcome(
        analysis.record.header.commit_sha,
        place,
        analysis.report.verdict,
        summary,
        round(time.perf_counter() - start, 3),
        analysis.reuse,
    )


def along(
    question: Question,
    request: Request,
    commits: list[str],
    summarize: Summarize,
    progress: Progress | None,
    *,
    again: bool = False,
) -> Iterator[Outcome]:
    """Yield the outcome of each of `commits`, in order; results of one commit are at hand for the next.

    With `again` answers that stand do not count.

    Raises:
        RepochunkError: a commit cannot be analyzed; those before it are published.
    """
    request = replace(request, recent={})
    for commit in commits:
        asked = replace(question, commit=commit)
        key = key_of(asked)
        found = answered(asked, key) if key and not again else None
        if found is not None:
            yield Outcome(commit, found.place, found.verdict, found.summary, stands=True)
        else:
            yield carry_out(asked, replace(request, commit=commit), key, summarize, progress)


def _side_of(request: Request, revision: str, progress: Progress | None) -> Side:
    return side(run(replace(request, commit=revision, worktree=False), progress))


def _confirmed(question: Question, key: Key | None, analysis: Analysis) -> str | None:
    """Return the key's digest when the revision named the same commit before and after the run, so that it is this run's answer."""
    if key is None or (key.oid != analysis.record.header.commit_sha and not key.tag):
        return None
    return key.digest if key == key_or_none(question) else None
