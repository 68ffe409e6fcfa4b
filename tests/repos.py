"""Builds real git repositories from `fixtures/repos/<name>`: one commit a step, fixed dates, fresh random values for marked secrets."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import yaml

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
_MARK = re.compile(rb"@@secret:([a-z]+)@@")
_WHO = {
    "GIT_AUTHOR_NAME": "Fixture",
    "GIT_AUTHOR_EMAIL": "fixture@example.org",
    "GIT_COMMITTER_NAME": "Fixture",
    "GIT_COMMITTER_EMAIL": "fixture@example.org",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


@dataclass
class Repository:
    """A repository on disk: its commits, oldest first, and the secrets that were put into it."""

    path: Path
    commits: list[str] = field(default_factory=list)
    secrets: dict[str, str] = field(default_factory=dict)

    def commit(self, message: str, date: str = "2026-01-01T00:00:00Z") -> str:
        """Commit everything below the path; return the full id."""
        git(self.path, "add", "-A", "-f")
        git(self.path, "commit", "-q", "--allow-empty", "-m", message, date=date)
        self.commits.append(git(self.path, "rev-parse", "HEAD").strip())
        return self.commits[-1]

    def write(self, files: dict[str, str | bytes]) -> None:
        """Write files below the path."""
        for name, content in files.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)


def git(repo: Path, *arguments: str, date: str = "2026-01-01T00:00:00Z") -> str:
    """Run git in a repository of ours, untouched by the user's configuration."""
    environment = {**os.environ, **_WHO, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    done = subprocess.run(["git", "-C", str(repo), *arguments], check=True, capture_output=True, env=environment)
    return done.stdout.decode()


def empty_repository(path: Path) -> Repository:
    """Create a repository without commits."""
    path.mkdir(parents=True, exist_ok=True)
    git(path, "init", "-q", "-b", "main")
    return Repository(path)


def repository_of(path: Path, files: dict[str, str | bytes]) -> Repository:
    """Create a repository with one commit of these files."""
    repository = empty_repository(path)
    repository.write(files)
    repository.commit("files")
    return repository


def build(name: str, path: Path) -> Repository:
    """Build the repository of a fixture, one commit a step."""
    home = FIXTURES / "repos" / name
    history = yaml.safe_load((home / "history.yaml").read_text())
    repository = empty_repository(path)
    for step in history["steps"]:
        for old, new in (step.get("move") or {}).items():
            (path / new).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path / old, path / new)
        for gone in step.get("remove") or ():
            (path / gone).unlink()
        for source in sorted((home / step["folder"]).rglob("*")):
            if source.is_file():
                repository.write(
                    {
                        str(source.relative_to(home / step["folder"])): _with_secrets(
                            source.read_bytes(), repository.secrets
                        )
                    }
                )
        repository.commit(step["message"], step["date"])
    return repository


def _with_secrets(content: bytes, known: dict[str, str]) -> bytes:
    def value(match: re.Match[bytes]) -> bytes:
        return known.setdefault(match.group(1).decode(), "Kx9" + secrets.token_urlsafe(18)).encode()

    return _MARK.sub(value, content)
