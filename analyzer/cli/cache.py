"""`repochunk cache`: what the user's cache of file results holds, and away with it."""

from __future__ import annotations

import os
from pathlib import Path

import click

from analyzer.cli.options import json_option


@click.group(
    "cache", epilog="\b\nExamples:\n  repochunk cache info\n  repochunk cache info --json\n  repochunk cache clear"
)
def COMMAND() -> None:  # noqa: N802  # the constant by which the group finds its commands
    """Show or clear the cache of file results in your cache directory; outputs never depend on it."""


def _home() -> Path:
    from analyzer.errors import RequestError  # noqa: PLC0415  # same
    from analyzer.home import cache_home  # noqa: PLC0415  # keep --help light

    home = cache_home(os.environ)
    if home is None:
        raise RequestError("you have no cache directory: set HOME or XDG_CACHE_HOME")
    return home


@COMMAND.command("info")
@json_option
def info(*, as_json: bool) -> None:
    """Show where the cache is, how many results it holds and how large it may grow."""
    from analyzer.cached import cache_info  # noqa: PLC0415  # keep --help light

    found = cache_info(_home())
    if as_json:
        import json  # noqa: PLC0415  # only here

        data = {"path": str(found.path), "entries": found.entries, "bytes": found.bytes, "limit": found.limit}
        click.echo(json.dumps(data | {"readable": found.readable}, indent=2))
        return
    click.echo(str(found.path))
    if not found.readable:
        click.echo("  damaged: it is not used; 'repochunk cache clear' starts a new one")
        return
    click.echo(f"  {found.entries} results, {found.bytes / 1e6:.1f} MB of at most {found.limit / 1e6:.0f} MB")


@COMMAND.command("clear")
def clear() -> None:
    """Delete all results; the key of this installation stays."""
    from analyzer.cached import clear_cache  # noqa: PLC0415  # keep --help light

    click.echo(f"deleted {clear_cache(_home())} results")
