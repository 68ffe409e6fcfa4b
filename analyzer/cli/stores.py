"""What the commands over the store share: which store, and which repository in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from reports.store.connect import Store

Command = Callable[..., Any]


def store_options(command: Command) -> Command:
    """Add --out, --store and --repository-id."""
    command = click.option(
        "--repository-id", "repository", metavar="ID", help="Which repository, when the store holds several."
    )(command)
    command = click.option(
        "--store", "url", default="", metavar="URL", help="Another store than the one in the output directory."
    )(command)
    return click.option(
        "--out",
        "directory",
        default=".repochunk",
        type=click.Path(path_type=Path),
        show_default=True,
        help="The output directory.",
    )(command)


@contextmanager
def opened(directory: Path, url: str) -> Iterator[Store]:
    """Open the store that the options name.

    Raises:
        RequestError: there is none in the directory.
    """
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from reports.store.connect import open_store  # noqa: PLC0415  # SQLAlchemy

    place = directory / "repochunk.db"
    if not url and not place.is_file():
        raise RequestError(f"{directory} holds no store; run 'repochunk analyze' first, or name one with --store")
    store = open_store(url or place)
    try:
        yield store
    finally:
        store.close()


def repository_of(store: Store, name: str | None) -> tuple[str, str]:
    """Return (tenant, repository) that a command means.

    Raises:
        RequestError: the store has no finished snapshot of it, or holds several repositories and none was named.
    """
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from reports.store.fetch import snapshots  # noqa: PLC0415  # SQLAlchemy

    known = sorted(
        {
            (row.tenant_id, row.repository_id)
            for row in snapshots(store)
            if row.done and name in (None, row.repository_id)
        }
    )
    if len(known) != 1:
        listed = ", ".join(repository for _, repository in known) or "none that is finished"
        raise RequestError(f"the store holds {listed}; name one with --repository-id")
    return known[0]
