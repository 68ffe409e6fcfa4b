"""CPU time and peak memory of `repochunk analyze`, as ratios to parsing the same files and nothing else.

usage: python benchmarks/whole_road.py CHECKOUT [CHECKOUT ...] [--rounds 3] [--jobs 1]
Rounds alternate yardstick and product; medians of user+system seconds of whole processes, children included. Peak memory is the largest process.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GRAMMARS = {
    ".py": "python", ".pyi": "python", ".java": "java", ".ts": "typescript", ".tsx": "tsx", ".js": "javascript", ".mjs": "javascript",
    ".cjs": "javascript", ".jsx": "javascript", ".go": "go", ".c": "c", ".h": "c", ".cpp": "cpp", ".cc": "cpp", ".rs": "rust", ".rb": "ruby",
    ".kt": "kotlin", ".cs": "csharp", ".php": "php", ".swift": "swift", ".scala": "scala", ".sh": "bash", ".yml": "yaml", ".yaml": "yaml",
    ".json": "json", ".toml": "toml", ".xml": "xml", ".html": "html", ".css": "css", ".md": "markdown", ".sql": "sql", ".proto": "proto",
}  # fmt: skip

YARDSTICK = """
import subprocess, sys, json
from tree_sitter import Parser
from tree_sitter_language_pack import get_language
grammars = json.loads(sys.argv[2]); parsers = {}
names = subprocess.run(["git", "-C", sys.argv[1], "ls-files", "-z"], capture_output=True, check=True).stdout.decode().split("\\0")
files = size = 0
for name in names:
    grammar = grammars.get("." + name.rsplit(".", 1)[-1]) if "." in name else None
    if grammar is None: continue
    try: data = open(f"{sys.argv[1]}/{name}", "rb").read()
    except OSError: continue
    if len(data) > 2_000_000: continue
    if grammar not in parsers: parsers[grammar] = Parser(get_language(grammar))
    parsers[grammar].parse(data); files += 1; size += len(data)
print(json.dumps({"files": files, "bytes": size}))
"""


def adopt_orphans() -> None:
    """Make this process the reaper of its descendants: workers of a fork server are nobody's children when their grandparent ends (Linux)."""
    ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0)


def measured(command: list[str]) -> tuple[float, float, float, str]:
    """Run a command to the end of its last descendant; return CPU seconds, wall seconds, peak MB of the largest process, and its output."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE)
        errors = process.communicate()[1]
        wall = time.perf_counter() - start
        output.seek(0)
        text = output.read().decode()
    if process.returncode not in (0, 1):
        raise SystemExit(errors.decode())
    peak = 0
    while True:
        try:
            _, _, usage = os.wait3(0)
        except ChildProcessError:
            break
        peak = max(peak, usage.ru_maxrss)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall, max(peak, after.ru_maxrss) / 1024, text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-store", action="store_true")
    options = parser.parse_args()
    adopt_orphans()
    script = Path(sys.executable).with_name("repochunk")
    print(
        "| repository | files parsed | MB | parse CPU s | analyze CPU s | ratio (range) | wall s | peak MB | stages s |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for checkout in options.checkouts:
        parse, product, ratios, walls, peaks, run = [], [], [], [], [], {}
        for number in range(options.rounds + 1):
            yard = measured([sys.executable, "-c", YARDSTICK, checkout, json.dumps(GRAMMARS)])
            with tempfile.TemporaryDirectory() as out:
                mine = measured(
                    [
                        str(script),
                        "analyze",
                        checkout,
                        "--out",
                        f"{out}/o",
                        "--jobs",
                        str(options.jobs),
                        "--quiet",
                        "--no-cache",
                        *(["--no-store"] if options.no_store else []),
                    ]
                )
                run = json.loads(Path(out, "o", "current", "run.json").read_text())
            if number:  # the first round warms the file cache
                (
                    parse.append(yard[0]),
                    product.append(mine[0]),
                    ratios.append(mine[0] / yard[0]),
                    walls.append(mine[1]),
                    peaks.append(mine[2]),
                )
        facts = json.loads(yard[3])
        stages = ", ".join(f"{name} {seconds:.1f}" for name, seconds in run["seconds"].items())
        print(
            f"| {Path(checkout).name} | {facts['files']} | {facts['bytes'] / 1e6:.1f} | {statistics.median(parse):.2f} | "
            f"{statistics.median(product):.2f} | {statistics.median(ratios):.1f} ({min(ratios):.1f}-{max(ratios):.1f}) | "
            f"{statistics.median(walls):.1f} | {statistics.median(peaks):.0f} | {stages} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
