"""A progress bar on stderr, only when it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from analyzer.files import Progress


@contextmanager
def progress_bar(*, show: bool) -> Iterator[Progress | None]:
    """Yield a callback that draws (stage, done, total); None when there is nobody to look."""
    if not show or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415  # 100 ms that only a terminal pays
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415  # same
    from rich.progress import Progress as Bar  # noqa: PLC0415  # same

    bar = Bar(
        TextColumn("{task.description:<8}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("files", total=None)

        def tell(stage: str, done: int, total: int) -> None:
            bar.update(task, description=stage, completed=done, total=total or None)

        yield tell
