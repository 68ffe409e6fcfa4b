"""Fuzz of the whole per-file road through real worker processes: nesting by grammar, then mutations of real files.

usage: python benchmarks/fuzz_parsers.py SAMPLES [SAMPLES ...] [--inputs 100000] [--seed 1] [--jobs 2] [--save DIR] [--result FILE.md]
SAMPLES are folders of real files. Exit code 1 when the main process lost an answer, a file took longer than its hard limit and two seconds, a
chunk could not be proved, or one of our own chunkers raised. Inputs that did, and quarantined ones, are saved in DIR.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from analyzer import workers  # noqa: E402
from analyzer.classify.languages import LANGUAGES  # noqa: E402
from analyzer.reading import Reading, read_job  # noqa: E402
from chunkers.policy import ChunkingPolicy  # noqa: E402
from chunkers.source import Outcome, SourceFile  # noqa: E402
from tests.faults.hostile import mutated, nests  # noqa: E402

DEPTHS = (3, 60, 240, 300, 1100, 4000, 16000)
SIZES = (200, 600, 1500, 6000)
LARGE = 64_000
PER_NAME = 60
Samples = Mapping[str, Sequence[bytes]]


@dataclass
class Tally:
    """What happened to the inputs of one language or format."""

    outcomes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    slowest: float = 0.0


def gather(folders: Sequence[Path]) -> Samples:
    """Return real files by a file name that leads to their language."""
    by_ending = {f".{ending}": language.name for language in LANGUAGES for ending in language.extensions.split()}
    by_name = {name: language.name for language in LANGUAGES for name in language.names.split()}
    found: dict[str, list[bytes]] = defaultdict(list)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            name = path.name if path.name in by_name else f"a{path.suffix}" if path.suffix in by_ending else None
            if (
                name is None
                or ".git" in path.parts
                or len(found[name]) >= PER_NAME
                or path.is_symlink()
                or not path.is_file()
            ):
                continue
            data = path.read_bytes()
            if 20 < len(data) < LARGE:
                found[name].append(data)
    return {name: samples for name, samples in sorted(found.items()) if samples}


def inputs(samples: Samples, count: int, seed: int, depths: Sequence[int] = DEPTHS) -> Iterator[tuple[str, bytes]]:
    """Yield `count` (name, bytes): all nests, then mutations, every name equally often; the same for the same seed."""
    made = 0
    for name, data in nests(depths):
        if made < count:
            yield name, data
            made += 1
    names = list(samples)
    while made < count:
        pick = random.Random(f"{seed}:{made}")
        name = names[made % len(names)]
        yield name, mutated(samples[name], pick, LARGE if made % 400 == 0 else pick.choice(SIZES))
        made += 1


def timed(job: workers.Job, policy: ChunkingPolicy) -> tuple[Reading, float]:
    """Read one file and take its processor time: a busy machine makes no file late."""
    start = time.process_time()
    reading = read_job(job, policy)
    return reading, time.process_time() - start


def main() -> int:
    """Run all inputs and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="+", type=Path)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    policy = ChunkingPolicy()
    samples = gather(arguments.samples)
    kept: dict[str, bytes] = {}

    def jobs() -> Iterator[workers.Job]:
        for at, (name, data) in enumerate(inputs(samples, arguments.inputs, arguments.seed)):
            path = f"{at}/{name}"
            kept[path] = data
            yield workers.Job(SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data), ())

    tallies: dict[str, Tally] = defaultdict(Tally)
    findings: Counter[str] = Counter()
    log = workers.WorkerLog()
    started, answers = time.perf_counter(), 0
    for reading, seconds in workers.run(jobs(), timed, policy, arguments.jobs, log):
        result = reading.result
        data = kept.pop(result.path)
        answers += 1
        tally = tallies[result.classification.language or "(none)"]
        tally.outcomes[result.outcome.value] += 1
        tally.bytes += len(data)
        tally.slowest = max(tally.slowest, seconds)
        if result.outcome is Outcome.FALLBACK:
            tally.reasons[(result.reason or "").partition(":")[0]] += 1
        wrong = [f"{rule} {message}" for rule, _line, message in result.warnings if rule == "chunker_error"]
        wrong += ["unproved chunk"] if result.unproved else []
        wrong += ["late"] if seconds > policy.limits.hard_seconds + 2 else []
        quarantined = log.quarantined.pop(result.path, None)
        if quarantined:
            tally.reasons[f"quarantined: {quarantined}"] += 1
        findings.update(wrong)
        if wrong or quarantined:
            arguments.save.mkdir(parents=True, exist_ok=True)
            mark = hashlib.sha256(data).hexdigest()[:8]
            (arguments.save / f"{mark}-{Path(result.path).name}").write_bytes(data)
            print(result.path, mark, *wrong, quarantined or "", file=sys.stderr, flush=True)
        if answers % 5000 == 0:
            print(f"{answers} answers, {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
            if arguments.result:
                arguments.result.write_text(
                    report(tallies, findings, answers, time.perf_counter() - started, log.restarts, arguments)
                )
    text = report(tallies, findings, answers, time.perf_counter() - started, log.restarts, arguments)
    if arguments.result:
        arguments.result.write_text(text)
    print(text)
    return 1 if findings or answers != arguments.inputs else 0


def report(
    tallies: Mapping[str, Tally],
    findings: Counter[str],
    answers: int,
    seconds: float,
    restarts: int,
    arguments: argparse.Namespace,
) -> str:
    """Return the table as Markdown."""
    lines = [
        "# Fuzz of the per-file road",
        "",
        f"`python benchmarks/fuzz_parsers.py ... --inputs {arguments.inputs} --seed {arguments.seed}`: nests of depths {DEPTHS}, then mutations",
        "of real files.",
        "",
        f"{answers} inputs and answers, {sum(t.bytes for t in tallies.values()) / 1e6:.0f} MB, {seconds:.0f} s, {arguments.jobs} workers; {restarts} restarts.",
        f"Findings (late, unproved, our own errors): {dict(sorted(findings.items())) or 'none'}.",
        "",
        "| language | inputs | chunked | partial | fallback | metadata only | why fallback | slowest file, s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, tally in sorted(tallies.items()):
        counts = [
            tally.outcomes[outcome.value]
            for outcome in (Outcome.CHUNKED, Outcome.PARTIAL, Outcome.FALLBACK, Outcome.METADATA_ONLY)
        ]
        why = ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common())
        lines.append(
            f"| {name} | {sum(tally.outcomes.values())} | {' | '.join(map(str, counts))} | {why} | {tally.slowest:.1f} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
