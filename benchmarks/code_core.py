"""Time of the per-file core (parse + facts + units + drafts + ids + token estimates) as a ratio to parsing the same files alone.

Usage: code_core.py LANGUAGE FOLDER SUFFIX[,SUFFIX] [ROUNDS]; both are timed in alternating rounds of one run, medians of CPU seconds.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from chunkers import syntax
from chunkers.assemble import assemble
from chunkers.chunker import ChunkingInput
from chunkers.code.engine import CHUNKER, language_of
from chunkers.policy import ChunkingPolicy
from chunkers.source import Category, Classification, CleanText
from chunkers.span import Lines


def inputs(language: str, folder: Path, suffixes: tuple[str, ...]) -> list[ChunkingInput]:
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and path.is_file() and path.stat().st_size < 500_000:
            data = path.read_bytes()
            try:
                data.decode()
            except UnicodeDecodeError:
                continue
            clean = CleanText(data, Lines(data))
            found.append(
                ChunkingInput(
                    path.as_posix(), Classification(Category.SOURCE, language, "extension"), clean, ChunkingPolicy()
                )
            )
    return found


def _round(files: list[ChunkingInput]) -> tuple[float, float, float]:
    """Return CPU seconds of one pass over the files, one after the other as a worker reads them: parse alone, cut, cut + drafts."""
    parse = cut_time = core = 0.0
    for given in files:
        plugin = language_of(given)
        assert plugin is not None
        began = time.process_time()
        syntax.parse(plugin.grammar, given.clean.data, 10.0)
        parse += time.process_time() - began
        began = time.process_time()
        cut = CHUNKER.chunk(given)
        cut_time += time.process_time() - began
        assembled = assemble(given, cut, CHUNKER)
        del cut, assembled  # a worker has sent them by now; to free them is part of the price
        core += time.process_time() - began
    return parse, cut_time, core


def main(language: str, folder: str, suffixes: str, rounds: str = "5") -> int:
    files = inputs(language, Path(folder), tuple(suffixes.split(",")))
    size = sum(len(given.clean.data) for given in files)
    gc.disable()  # as the workers do while they run a batch
    rounds_of = [_round(files) for _ in range(int(rounds))]
    parse, cut_time, core = (statistics.median(times) for times in zip(*rounds_of, strict=True))
    print(
        f"| {language} | {Path(folder).name} | {len(files)} | {size / 1e6:.2f} MB | {parse:.3f} s | {cut_time / parse:.2f}x | {core / parse:.2f}x |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
