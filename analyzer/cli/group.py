"""A click group whose commands live in modules of this package, imported on call. Knows names and one-line descriptions only."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from difflib import get_close_matches

import click

_EPILOG = """\b
Examples:
  repochunk analyze                          this repository at HEAD
  repochunk analyze ../shop --commit v2.1    another one, at a tag
  repochunk gate --fail-on warning           the CI step
  repochunk show src/app.py:40               the chunk that owns a line
  repochunk verify                           check every citation

Exit codes: 0 fine, 1 a gate failed, 2 bad request, 3 unsafe, 4 over a limit, 5 locked, 70 a bug of ours, 130/143 interrupted."""


class LazyGroup(click.Group):
    """The `repochunk` command."""

    def __init__(self, commands: Mapping[str, str]) -> None:
        """Take command names with their one-line descriptions."""
        super().__init__(
            "repochunk",
            help="Turn a git repository at one commit into evidence chunks: whole units of code, contracts, config and documents that "
            "prove where they came from, with secrets out and quality gates on.",
            epilog=_EPILOG,
            context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
            params=[
                click.Option(
                    ["--version"],
                    is_flag=True,
                    is_eager=True,
                    expose_value=False,
                    callback=_version,
                    help="Print the version.",
                )
            ],
        )
        self._known = dict(commands)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Return all command names, sorted."""
        return sorted(self._known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in self._known:
            near = get_close_matches(cmd_name, self._known, 1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{cmd_name}'.{hint}")
        module = importlib.import_module(f"analyzer.cli.{cmd_name}")
        command: click.Command = module.COMMAND
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        """Write the command list without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._known[name]) for name in sorted(self._known)])


def _version(ctx: click.Context, _param: click.Parameter, value: object) -> None:
    if value:
        from importlib.metadata import version  # noqa: PLC0415  # costs 80 ms; needed by nobody else

        click.echo(f"repochunk {version('repochunk')}")
        ctx.exit()
