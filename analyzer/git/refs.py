"""Refs read by ourselves: loose files first, then packed-refs, symbolic refs to a fixed depth.

Takes a layout and a full ref name, gives an object id. Every file is opened without following links or waiting on pipes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from analyzer.errors import RequestError
from analyzer.git.files import read_file
from analyzer.git.layout import Layout

_ID = re.compile(rb"^([0-9a-f]{64}|[0-9a-f]{40})\s*$")
_PACKED = re.compile(rb"^([0-9a-f]{64}|[0-9a-f]{40}) ([^\n]+)$", re.MULTILINE)
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|(^|/)\.|\.lock(/|$)|[/.]$|^/|^@$")
_SYMBOLIC_DEPTH = 5
_OWN = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")
_LOOSE_BYTES = 4096


def is_ref_name(name: str) -> bool:
    """Tell whether git would take `name` as (part of) a ref name."""
    return bool(name) and not _FORBIDDEN.search(name) and not name.startswith("-")


class Refs:
    """The refs of one repository."""

    def __init__(self, layout: Layout) -> None:
        """Read nothing yet."""
        self._layout = layout

    def read(self, name: str) -> str | None:
        """Return the id `name` (a full name, e.g. "refs/heads/main" or "HEAD") stands for, None when there is no such ref.

        Raises:
            RequestError: a chain of symbolic refs is too long or leaves the refs.
            UnsafeError: a link or pipe stands where a ref should be.
        """
        for _step in range(_SYMBOLIC_DEPTH):
            text = self._loose(name)
            if text is None:
                return self._packed.get(name)
            if not text.startswith(b"ref:"):
                match = _ID.match(text)
                return match[1].decode() if match else None
            name = text[4:].strip().decode("utf-8", "surrogateescape")
            if not name.startswith("refs/") or not is_ref_name(name):
                raise RequestError("a symbolic ref leads out of refs/")
        raise RequestError("a chain of symbolic refs is longer than five")

    def target(self, name: str) -> str | None:
        """Return the ref that the symbolic ref `name` names, None when it is no symbolic ref."""
        text = self._loose(name) or b""
        return text[4:].strip().decode("utf-8", "replace") if text.startswith(b"ref:") else None

    def _loose(self, name: str) -> bytes | None:
        own = not name.startswith("refs/") or name.startswith(_OWN)
        place = self._layout.git_dir if own else self._layout.common_dir
        return read_file(place, name.encode("utf-8", "surrogateescape"), _LOOSE_BYTES)

    @cached_property
    def _packed(self) -> Mapping[str, str]:
        data = read_file(self._layout.common_dir, "packed-refs") or b""
        return {
            name.rstrip(b"\r").decode("utf-8", "surrogateescape"): oid.decode() for oid, name in _PACKED.findall(data)
        }
