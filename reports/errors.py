"""Why an output could not be written or read.

`exit_code` is what the command line returns for it; texts say what, where and what to do.
"""

from __future__ import annotations


class OutputError(Exception):
    """The one base error of this package."""

    exit_code = 2


class UnsafeOutputError(OutputError):
    """The output directory is a symbolic link, or a directory that is not ours."""

    exit_code = 3


class SecretInOutputError(OutputError):
    """A string on its way out matches a secret rule; nothing was published. Names file and rule only."""

    exit_code = 3


class LockedOutputError(OutputError):
    """Another run holds the output directory."""

    exit_code = 5


class UnreadableOutputError(OutputError):
    """A generation is missing, torn, of a newer schema, or was changed after it was written."""

    exit_code = 2
