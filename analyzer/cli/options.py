"""Options that several commands share, and the reading of what they name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from chunkers.policy import ChunkingPolicy

Command = Callable[..., Any]


def quiet_options(command: Command) -> Command:
    """Add --quiet and --no-progress."""
    command = click.option("--no-progress", is_flag=True, help="No progress bar.")(command)
    return click.option("--quiet", "-q", is_flag=True, help="Print nothing but errors.")(command)


def out_argument(command: Command) -> Command:
    """Add the output directory (or a generation in it) as an argument."""
    return click.argument("directory", default=".repochunk", type=click.Path(path_type=Path))(command)


def out_option(command: Command) -> Command:
    """Add --out: where an analysis wrote."""
    return click.option(
        "--out",
        "directory",
        default=".repochunk",
        type=click.Path(path_type=Path),
        show_default=True,
        help="The output directory.",
    )(command)


def json_option(command: Command) -> Command:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")(command)


def clearance_option(command: Command) -> Command:
    """Add --clearance."""
    return click.option(
        "--clearance",
        type=click.Choice(["public", "internal", "private", "restricted"]),
        default="private",
        show_default=True,
        help="The most restrictive scope you may see.",
    )(command)


def policy_from(file: Path | None) -> ChunkingPolicy:
    """Return the policy of a file, the default one for None.

    Raises:
        RequestError: the file cannot be read or holds an unknown key.
    """
    if file is None:
        return ChunkingPolicy()
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from analyzer.policy import parse_policy  # noqa: PLC0415  # pulls in pydantic

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(
            f"{file}: cannot read the policy: {getattr(error, 'strerror', None) or 'not UTF-8'}"
        ) from None
    return parse_policy(text, str(file))
