"""Tiny git repositories for tests, made with git's plumbing so that even what git itself would refuse can be written."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "c",
    "GIT_COMMITTER_EMAIL": "c@example.org",
    "GIT_AUTHOR_DATE": "2024-01-02T03:04:05Z",
    "GIT_COMMITTER_DATE": "2024-01-02T03:04:05Z",
}

Row = tuple[str, bytes, str]
"""One tree entry: mode, name, object id."""


@dataclass(frozen=True)
class Repo:
    """A repository under test."""

    path: Path

    @classmethod
    def make(cls, path: Path, *options: str) -> Repo:
        subprocess.run(
            ["git", "init", "-q", "--template=", "-b", "main", *options, str(path)], env=_ENVIRONMENT, check=True
        )
        return cls(path)

    def git(self, *arguments: str, data: bytes | None = None, date: str | None = None) -> str:
        environment = _ENVIRONMENT | ({"GIT_COMMITTER_DATE": date} if date else {})
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=environment, input=data, capture_output=True, check=True
        )
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, files: dict[str, str | bytes]) -> None:
        for name, text in files.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode() if isinstance(text, str) else text)

    def commit(self, files: dict[str, str | bytes], date: str | None = None) -> str:
        self.write(files)
        self.git("add", "-A", "-f")
        self.git("commit", "-q", "--allow-empty", "-m", "x", date=date)
        return self.git("rev-parse", "HEAD")

    def blob(self, data: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", data=data)

    def tree(self, rows: Iterable[Row]) -> str:
        """Write a raw tree object, whatever its names and modes are."""
        raw = b"".join(f"{mode} ".encode() + name + b"\0" + bytes.fromhex(oid) for mode, name, oid in rows)
        return self.git("hash-object", "-t", "tree", "-w", "--stdin", "--literally", data=raw)

    def commit_tree(self, tree: str, ref: str = "refs/heads/main") -> str:
        commit = self.git("commit-tree", tree, "-m", "x")
        self.git("update-ref", ref, commit)
        return commit

    def loose(self, oid: str) -> Path:
        return self.path / ".git/objects" / oid[:2] / oid[2:]
