"""Requests that cannot be served, each with its exit code. What a file holds is never an exception: that is a verdict in the report."""

from __future__ import annotations


class RepochunkError(Exception):
    """The one base error; `exit_code` is what the command line returns."""

    exit_code = 70


class RequestError(RepochunkError):
    """A bad argument, an unknown revision, an unreadable policy."""

    exit_code = 2


class UnsafeError(RepochunkError):
    """The repository's layout or an output would be unsafe to use."""

    exit_code = 3


class LimitError(RepochunkError):
    """A hard limit was exceeded."""

    exit_code = 4
