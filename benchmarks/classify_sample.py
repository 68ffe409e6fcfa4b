"""Draw files of repositories at random, by verdict, for people to judge whether each was called what it is.

usage: classify_sample.py REPO... [--seed N] [--quota KIND=COUNT ...] [--without FILE] [--heads] [--out FILE.tsv]

A quota's kinds: generated, test, vendored, rest. Every file of the named repositories at HEAD is classified; each kind's quota is drawn
evenly over the repositories and, inside one, without looking at the rule. `--without` names earlier samples whose files must not come again.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analyzer.attributes import tree_attributes
from analyzer.classify import classify
from analyzer.snapshot import open_snapshot
from chunkers.policy import ChunkingPolicy
from chunkers.source import Category, SourceFile

QUOTAS = {"generated": 70, "test": 70, "vendored": 45, "rest": 115}
KINDS = {Category.GENERATED: "generated", Category.TEST: "test", Category.VENDORED: "vendored"}
HEAD_LINES, HEAD_WIDTH = 12, 160


@dataclass(frozen=True)
class Drawn:
    """One file and its verdict."""

    repo: str
    path: str
    verdict: str
    language: str
    rule: str
    head: str

    @property
    def kind(self) -> str:
        """Return the quota this file counts for."""
        return KINDS.get(Category(self.verdict), "rest")


def verdicts(repo: Path) -> Iterator[Drawn]:
    policy = ChunkingPolicy()
    with open_snapshot(repo) as snapshot:
        attributes = tree_attributes(snapshot)
        for source in snapshot.read():
            if isinstance(source, SourceFile):
                found = classify(source, policy, attributes(source.path))
                head = (source.data or b"")[:4096].decode("utf-8", "replace")
                yield Drawn(repo.name, source.path, found.category.value, found.language or "-", found.rule, head)


def draw(repos: list[Path], seed: int, quotas: dict[str, int], known: set[tuple[str, str]]) -> list[Drawn]:
    chance = random.Random(seed)
    found: dict[str, list[list[Drawn]]] = {kind: [] for kind in quotas}
    for repo in repos:
        files = [one for one in verdicts(repo) if (one.repo, one.path) not in known]
        for kind in quotas:
            mine = [one for one in files if one.kind == kind]
            found[kind].append(chance.sample(mine, len(mine)))
    drawn: list[Drawn] = []
    for kind, count in quotas.items():
        piles = [list(pile) for pile in found[kind]]
        turns = [pile.pop() for _turn in range(count) for pile in piles if pile]
        drawn += turns[:count]
    return sorted(drawn, key=lambda one: (one.repo, one.path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quota", action="append", default=[], metavar="KIND=COUNT")
    parser.add_argument("--without", action="append", default=[], type=Path)
    parser.add_argument("--heads", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    quotas = {kind: int(count) for kind, _, count in (text.partition("=") for text in options.quota)} or QUOTAS
    known = {
        (row[0], row[1])
        for file in options.without
        for row in (line.split("\t") for line in file.read_text().splitlines())
    }
    drawn = draw(options.repos, options.seed, quotas, known)
    rows = [f"{one.repo}\t{one.path}\t{one.verdict}\t{one.language}\t{one.rule}" for one in drawn]
    if options.out:
        options.out.write_text("\n".join(rows) + "\n")
    for row, one in zip(rows, drawn, strict=True):
        print(row)
        if options.heads:
            lines = [line[:HEAD_WIDTH] for line in one.head.splitlines()[:HEAD_LINES]]
            print("\n".join(f"    | {line}" for line in lines))


if __name__ == "__main__":
    main()
