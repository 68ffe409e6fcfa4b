"""What the redaction stage costs: against a bare parse of the same source files, and in MB a second over all text of a repository.

    python benchmarks/redaction_speed.py DIR... > benchmarks/results/redaction_speed.md

At most 6 MB of each checkout, drawn at random. Rounds of the stage and of the parse alternate, in processor time; the best round counts, for other
processes only ever slow one down. Exit code 1 when the stage costs more than .8 of the parse, or runs below 8 MB/s.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from analyzer.classify import classify
from benchmarks.redaction_repositories import files
from chunkers import syntax
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import redact_file
from chunkers.source import Category, Classification, SourceFile

POLICY = ChunkingPolicy()
UNREAD = {Category.BINARY, Category.BLOCKED, Category.LFS}
SOURCES = {Category.SOURCE, Category.TEST}
SIZE, ROUNDS, MOST_OF_PARSE, LEAST_SPEED = 6_000_000, 5, 0.8, 8.0

Text = tuple[bytes, str, Classification]


def texts(root: Path) -> list[Text]:
    """Return the texts of a checkout with their paths and verdicts, `SIZE` bytes of them at most."""
    found, size = [], 0
    sources = list(files(root))
    random.Random(3).shuffle(sources)
    for source in sources:
        verdict = classify(source, POLICY)
        if size < SIZE and source.data is not None and verdict.category not in UNREAD:
            found.append((source.data, source.path, verdict))
            size += len(source.data)
    return found


def parsed(verdict: Classification) -> str | None:
    """Return the grammar of a source file, None for what the product does not parse as code."""
    language = verdict.language or ""
    known = verdict.category in SOURCES and language and syntax.grammar(language) is not None
    return language if known else None


def redact_all(given: Sequence[Text]) -> None:
    """Run the stage."""
    for data, path, verdict in given:
        redact_file(data, path, verdict, POLICY.redaction)


def parse_all(given: Sequence[Text]) -> None:
    """Run the parse and nothing else."""
    for data, _, verdict in given:
        syntax.parse(verdict.language or "", data, 20.0)


def seconds(work: Callable[[Sequence[Text]], None], given: Sequence[Text]) -> float:
    """Return the processor time of one round."""
    start = time.process_time()
    work(given)
    return time.process_time() - start


def main(roots: list[str]) -> int:
    """Measure and print the table."""
    warm = b"password: 0\n"
    redact_all(
        [(warm, "warm.txt", classify(SourceFile("warm.txt", b"warm.txt", "100644", "", len(warm), warm), POLICY))]
    )
    print("# What redaction costs\n\nProcessor time, the best of five rounds; at most 6 MB of each checkout.\n")
    print(
        "| repository | MB of text | stage MB/s | MB of source files | parse s | stage s | stage / parse |\n|---|---|---|---|---|---|---|"
    )
    failed = False
    for root in roots:
        everything = texts(Path(root))
        code = [text for text in everything if parsed(text[2])]
        whole, stage, parse = [], [], []
        for _ in range(ROUNDS):
            whole.append(seconds(redact_all, everything))
            stage.append(seconds(redact_all, code))
            parse.append(seconds(parse_all, code))
        size, of_code = (sum(len(text[0]) for text in given) / 1e6 for given in (everything, code))
        speed, share = size / min(whole), min(stage) / max(min(parse), 1e-9)
        failed = (
            failed or speed < LEAST_SPEED or (of_code > 0.1 and share > MOST_OF_PARSE)
        )  # less is too little to measure
        shown = f"{share:.2f}" if code else "no source"
        print(
            f"| {Path(root).name} | {size:.1f} | {speed:.1f} | {of_code:.1f} | {min(parse):.2f} | {min(stage):.2f} | {shown} |",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
