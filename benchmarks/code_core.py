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
            found.append(ChunkingInput(path.as_posix(), Classification(Category.SOURCE, language, "extension"), clean, ChunkingPolicy()))
    return found


def main(language: str, folder: str, suffixes: str, rounds: str = "5") -> int:
    files = inputs(language, Path(folder), tuple(suffixes.split(",")))
    size = sum(len(given.clean.data) for given in files)
    gc.disable()  # as the workers do while they run a batch
    times: dict[str, list[float]] = {"parse": [], "cut": [], "core": []}
    for _ in range(int(rounds)):
        began = time.process_time()
        for given in files:
            plugin = language_of(given)
            assert plugin is not None
            syntax.parse(plugin.grammar, given.clean.data, 10.0)
        times["parse"].append(time.process_time() - began)
        began = time.process_time()
        cuts = [CHUNKER.chunk(given) for given in files]
        times["cut"].append(time.process_time() - began)
        began = time.process_time()
        for given, cut in zip(files, cuts, strict=True):
            assemble(given, cut, CHUNKER)
        times["core"].append(times["cut"][-1] + time.process_time() - began)
    parse, cut_time, core = (statistics.median(times[key]) for key in ("parse", "cut", "core"))
    print(
        f"| {language} | {Path(folder).name} | {len(files)} | {size / 1e6:.2f} MB | {parse:.3f} s | {cut_time / parse:.2f}x | {core / parse:.2f}x |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
