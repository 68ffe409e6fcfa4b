"""Edit scripts: steps over a work tree that anybody can replay, and the two ways of analyzing what comes out of them.

A step is (operation, number, number); the numbers pick files, places and words from what is there, so that any script fits any tree.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from analyzer.cache import Recent
from analyzer.output import Told, output_directory
from analyzer.pipeline import Request, run
from analyzer.workers import Job, Work, WorkerLog
from chunkers.policy import Chunking, ChunkingPolicy, Paths, RedactionPolicy, RedactionRule, VisibilityRule
from tests.repos import Repository, build, git

Step = tuple[str, int, int]
UNLIKE = {"run.json", "chunk-diff.yaml"}
"""What may depend on earlier runs."""

_WORDS = ("order", "customer", "total", "limit", "region", "queue", "status")
_TEMPLATES = {
    ".py": 'def {a}_{b}(value):\n    """Return the {a}."""\n    return {b}(value, "{a}")\n',
    ".java": "package com.acme.order;\n\nclass {A}{B} {{\n    int {a}(int {b}) {{\n        return {b} + {n};\n    }}\n}}\n",
    ".ts": 'import {{ {b} }} from "./{b}";\n\nexport function {a}(x: number): number {{\n  return {b}(x) + {n};\n}}\n',
    ".yml": "{a}:\n  {b}: {n}\n  name: {a}-{b}\n",
    ".md": "# {A}\n\nAbout `{A}{B}` and {b}.\n\n## {B}\n\nSee `{a}`.\n",
    ".sql": "CREATE TABLE {a}_{b} (id INT PRIMARY KEY, {a} TEXT);\nALTER TABLE {a}_{b} ADD COLUMN {b} INT;\n",
    ".json": '{{"{a}": {{"{b}": {n}, "list": [1, 2, {n}]}}}}\n',
    ".txt": "{A} {b}.\n\nMore of {a}, {n} times.\n",
}
_FOLDERS = ("", "src/main/java/com/acme/order", "docs", "lib", "vendor/x")
_CODECS: tuple[Callable[[str], bytes], ...] = (
    lambda text: text.encode(),
    lambda text: text.encode("utf-8-sig"),
    lambda text: text.encode("utf-16"),
    lambda text: text.replace("\n", "\r\n").encode(),
    lambda text: text.replace("\n", "\r").encode(),
    lambda text: text.encode("latin-1", "replace") + b"\xe9\n",
)
_ATTRIBUTES = ("*.ts linguist-generated\n", "docs/** linguist-documentation\n", "lib/** linguist-vendored\n", "")
_COMMITTED = ("chunking:\n  maxTokensPerChunk: 60\n", "paths:\n  blocked: ['*.sql']\n", "redaction: {}\n", "")


def _policies() -> tuple[ChunkingPolicy, ...]:
    plain = ChunkingPolicy()
    rule = RedactionRule("ticket", r"ORD-[0-9]{4}", keywords=("ORD-",))
    return (
        plain,
        replace(plain, chunking=Chunking(max_tokens_per_chunk=120, target_tokens=80)),
        replace(plain, chunking=Chunking(include_leading_comments=False)),
        replace(plain, visibility=(VisibilityRule("docs/**", "restricted"),)),
        replace(plain, paths=Paths(exclude=("lib/**",), generated=("**/*.sql",))),
        replace(plain, redaction=RedactionPolicy(rules=(rule,))),
    )


POLICIES = _policies()
OPERATIONS = (
    "edit", "insert", "delete_lines", "word", "append", "copy_lines", "add", "add", "delete", "rename", "move", "revert", "mode",
    "symlink", "encoding", "attributes", "committed", "policy", "secret", "ticket", "empty", "binary", "nothing",
)  # fmt: skip


@dataclass
class Tree:
    """A repository that scripts are played on, and the operator's policy of the moment."""

    repository: Repository
    policy: ChunkingPolicy = field(default_factory=ChunkingPolicy)
    clock: int = 0

    @property
    def path(self) -> Path:
        """The work tree."""
        return self.repository.path

    def files(self) -> list[Path]:
        """All plain files, sorted."""
        return sorted(p for p in self.path.rglob("*") if p.is_file() and not p.is_symlink() and ".git" not in p.parts)

    def play(self, steps: Sequence[Step]) -> str:
        """Play a script and commit; return the commit."""
        for name, one, two in steps:
            getattr(self, f"_{name}")(one, two)
        self.clock += 1
        return self.repository.commit(
            "script", f"2026-05-{1 + self.clock // 1440 % 28:02}T{self.clock // 60 % 24:02}:{self.clock % 60:02}:00Z"
        )

    def _pick(self, number: int) -> Path | None:
        files = self.files()
        return files[number % len(files)] if files else None

    def _lines(self, number: int) -> tuple[Path | None, list[bytes]]:
        path = self._pick(number)
        return path, path.read_bytes().splitlines(keepends=True) if path else []

    def _edit(self, one: int, two: int) -> None:
        path, lines = self._lines(one)
        if path and lines:
            at = two % len(lines)
            lines[at] = lines[at].rstrip(b"\r\n") + b" " + _WORDS[two % len(_WORDS)].encode() + b"\n"
            path.write_bytes(b"".join(lines))

    def _insert(self, one: int, two: int) -> None:
        path, lines = self._lines(one)
        if path:
            lines.insert(two % (len(lines) + 1), b"\n")
            path.write_bytes(b"".join(lines))

    def _delete_lines(self, one: int, two: int) -> None:
        path, lines = self._lines(one)
        if path and lines:
            at = two % len(lines)
            path.write_bytes(b"".join(lines[:at] + lines[at + 1 + two % 4 :]))

    def _word(self, one: int, two: int) -> None:
        path, lines = self._lines(one)
        if path:
            old, new = _WORDS[two % len(_WORDS)], _WORDS[two // 7 % len(_WORDS)]
            path.write_bytes(b"".join(lines).replace(old.encode(), new.encode()))

    def _append(self, one: int, two: int) -> None:
        path = self._pick(one)
        if path:
            path.write_bytes(path.read_bytes() + _text(path.suffix, two).encode())

    def _copy_lines(self, one: int, two: int) -> None:
        path, lines = self._lines(one)
        if path and lines:
            at = two % len(lines)
            path.write_bytes(b"".join(lines[: at + 5] + lines[at:]))

    def _add(self, one: int, two: int) -> None:
        suffix = list(_TEMPLATES)[one % len(_TEMPLATES)]
        folder = self.path / _FOLDERS[two % len(_FOLDERS)]
        self._write(folder / f"{_WORDS[two // 5 % len(_WORDS)]}{one // 8 % 3}{suffix}", _text(suffix, one + two))

    def _delete(self, one: int, _two: int) -> None:
        path = self._pick(one)
        if path and len(self.files()) > 3:  # never an empty tree
            path.unlink()

    def _rename(self, one: int, two: int) -> None:
        path = self._pick(one)
        if path:
            self._to(path, path.with_name(f"{_WORDS[two % len(_WORDS)]}_{path.name[-40:]}"))

    def _move(self, one: int, two: int) -> None:
        path = self._pick(one)
        if path:
            self._to(path, self.path / _FOLDERS[two % len(_FOLDERS)] / path.name)

    def _revert(self, one: int, _two: int) -> None:
        commits = self.repository.commits
        git(self.path, "rm", "-r", "-q", "-f", "--ignore-unmatch", ".")
        git(self.path, "checkout", "-q", commits[-1 - one % min(6, len(commits))], "--", ".")

    def _mode(self, one: int, _two: int) -> None:
        path = self._pick(one)
        if path:
            path.chmod(path.stat().st_mode ^ 0o111)

    def _symlink(self, one: int, two: int) -> None:
        path, target = self._pick(one), self._pick(two)
        if path and target and path != target and len(self.files()) > 3:  # never a tree of links
            path.unlink()
            path.symlink_to(os.path.relpath(target, path.parent))

    def _encoding(self, one: int, two: int) -> None:
        path = self._pick(one)
        if path:
            path.write_bytes(_CODECS[two % len(_CODECS)](path.read_bytes().decode("utf-8", "replace")))

    def _attributes(self, one: int, _two: int) -> None:
        self._write(self.path / ".gitattributes", _ATTRIBUTES[one % len(_ATTRIBUTES)])

    def _committed(self, one: int, _two: int) -> None:
        self._write(self.path / ".repochunk.yaml", _COMMITTED[one % len(_COMMITTED)])

    def _policy(self, one: int, _two: int) -> None:
        self.policy = POLICIES[one % len(POLICIES)]

    def _secret(self, one: int, two: int) -> None:
        """Put a secret into a file, sometimes one that stands in another file already."""
        value = "ghp_" + random.Random(two % 3).randbytes(18).hex()
        path = self._pick(one)
        if path:
            path.write_bytes(path.read_bytes() + f"\n# token = {value}\n".encode())

    def _ticket(self, one: int, two: int) -> None:
        path = self._pick(one)
        if path:
            path.write_bytes(path.read_bytes() + f"\nORD-{two % 10000:04}\n".encode())

    def _empty(self, one: int, _two: int) -> None:
        path = self._pick(one)
        if path:
            path.write_bytes(b"")

    def _binary(self, one: int, two: int) -> None:
        path = self._pick(one)
        if path:
            path.write_bytes(path.read_bytes()[:50] + bytes([0, two % 256]) * 20)

    def _nothing(self, _one: int, _two: int) -> None:
        """An empty commit."""

    def _to(self, old: Path, new: Path) -> None:
        if not new.exists() and not any(p.is_file() or p.is_symlink() for p in new.parents):
            new.parent.mkdir(parents=True, exist_ok=True)
            old.rename(new)

    def _write(self, path: Path, text: str) -> None:
        if not path.is_dir() and not any(p.is_file() or p.is_symlink() for p in path.parents if p != self.path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_text(text)


def _text(suffix: str, number: int) -> str:
    one, two = _WORDS[number % len(_WORDS)], _WORDS[number // 7 % len(_WORDS)]
    template = _TEMPLATES.get(suffix, _TEMPLATES[".txt"])
    return template.format(a=one, b=two, A=one.title(), B=two.title(), n=number % 97)


def planted(path: Path) -> Tree:
    """Return the tree scripts begin with: the last state of the practice service, and a few files of other kinds."""
    tree = Tree(build("order-service", path))
    for number, suffix in enumerate(_TEMPLATES):
        tree._write(path / "lib" / f"start{suffix}", _text(suffix, number))
    return tree


def random_script(pick: random.Random, longest: int = 5) -> list[Step]:
    """Return a script."""
    return [
        (pick.choice(OPERATIONS), pick.randrange(1 << 16), pick.randrange(1 << 16))
        for _ in range(pick.randint(1, longest))
    ]


def here(jobs: Iterable[Job], work: Work[Any], policy: ChunkingPolicy, _workers: int, _log: WorkerLog) -> Iterator[Any]:
    """Do the work of the workers in this process: what they do is pure, and starting them is most of what a small run costs."""
    return (work(job, policy) for job in jobs)


@dataclass
class Worlds:
    """Two output directories: one where every run knows the runs before, one that is new each time."""

    home: Path
    recent: Recent = field(default_factory=dict)
    known: int = 0
    read: int = 0

    @property
    def grown(self) -> Path:
        """The output directory with a past."""
        return self.home / "grown"

    def compare(self, tree: Tree, commit: str) -> list[str]:
        """Analyze `commit` in both worlds; return the names of the files that differ."""
        request = Request(tree.path, commit, tree.policy, workers=1, repository_id="acme/scripts")
        grown = replace(request, cache=self.home / "cache", recent=self.recent)
        one = self._published(grown, self.grown, "")
        shutil.rmtree(self.home / "alone", ignore_errors=True)
        two = self._published(request, self.home / "alone", None)
        return sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))

    def _published(self, request: Request, out: Path, store: str | None) -> dict[str, bytes]:
        with (
            patch("analyzer.workers.run", here),
            output_directory(out, request, frozenset({"default"}), store) as directory,
        ):
            analysis = run(request)
            place = directory.publish(analysis, Told(None, ()))
        if analysis.reuse:
            self.known, self.read = self.known + analysis.reuse[0], self.read + analysis.reuse[1]
        files = {file.name: file.read_bytes() for file in place.iterdir() if file.name not in UNLIKE}
        shutil.rmtree(place)
        return files
