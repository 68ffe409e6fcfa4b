"""What judging, writing and storing cost per chunk: runs one repository's analysis, then each stage of `reports` on its record.

Usage: python benchmarks/reports_cost.py REPO [ROUNDS]. CPU seconds of this process, best of the rounds; prints one table.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter

from analyzer.pipeline import Request, run
from chunkers.chunk import Chunk
from chunkers.redaction import find_secret
from reports.generation import all_writers, write_generation
from reports.quality import all_gates, judge, render_yaml
from reports.rows import chunk_row
from reports.store import Query, open_store, save, search
from reports.store.words import search_text
from reports.view import RunView
from reports.writer import Output, joined


def best(rounds: int, work: Callable[[], object]) -> float:
    """Return the least CPU seconds of some rounds."""
    times = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def main() -> None:
    repo, rounds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    analysis = run(Request(repo))
    record, report = analysis.record, analysis.report
    view = RunView(record)
    output, count = Output(record, report, view), len(record.chunks)
    rows: list[tuple[str, float, int]] = [("judge", best(rounds, lambda: judge(record)), 0)]
    rows += [(f"  gate {gate.id}", best(rounds, lambda gate=gate: gate.judge(view)), 0) for gate in all_gates()]
    rows.append(("render_yaml", best(rounds, lambda: render_yaml(report)), len(render_yaml(report))))
    for writer in all_writers():
        data = b"".join(writer.write(output))
        rows.append((f"write {writer.file}", best(rounds, lambda writer=writer: list(writer.write(output))), len(data)))
    adapter = TypeAdapter(list[Chunk])
    chunks = list(record.chunks)
    rows.append(
        (
            "  chunks by pydantic",
            best(rounds, lambda: adapter.dump_json(chunks, by_alias=True)),
            len(adapter.dump_json(chunks, by_alias=True)),
        )
    )
    rows.append(("  chunks by rows", best(rounds, lambda: list(joined(map(chunk_row, chunks), b",\n"))), 0))
    with tempfile.TemporaryDirectory() as folder:
        numbers = iter(range(1000))

        def generation(check: Callable[[str], str | None]) -> None:
            write_generation(Path(folder) / f"out{next(numbers)}", "g", record, report, check=check)

        rows.append(("generation, no check", best(rounds, lambda: generation(lambda _: None)), 0))
        rows.append(("generation, secret check", best(rounds, lambda: generation(find_secret)), 0))

        def store() -> None:
            opened = open_store(Path(folder) / f"s{next(numbers)}.db")
            save(opened, record, report)
            opened.close()

        rows.append(
            (
                "words",
                best(rounds, lambda: [search_text(c) for c in chunks]),
                sum(len(c.content.raw or "") for c in chunks),
            )
        )
        rows.append(("store", best(rounds, store), 0))
        path = next(Path(folder).glob("s*.db"))
        opened = open_store(path)
        query = Query("parse document without closing tag", record.header.repository_id)
        rows.append(("search", best(rounds * 5, lambda: search(opened, query)), 0))
        size = path.stat().st_size
    text = sum(len(c.content.raw or "") for c in chunks)
    print(f"{repo.name}: {count} chunks, {text / 1e6:.2f} MB of text, store {size / 1e6:.1f} MB")
    print(f"{'stage':34} {'CPU s':>8} {'us/chunk':>9} {'MB/s':>7}")
    for name, seconds, written in rows:
        if seconds > 0.002 or not name.startswith("  gate"):
            rate = f"{written / 1e6 / seconds:7.0f}" if written and seconds else ""
            print(f"{name:34} {seconds:8.3f} {seconds / count * 1e6:9.1f} {rate}")


if __name__ == "__main__":
    main()
