"""List and read a commit of 100,000 small files; print seconds and peak memory.

usage: snapshot_speed.py WORK_FOLDER [--files N] [--out FILE.json]
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import time
from pathlib import Path

from analyzer.history import changed_paths
from analyzer.snapshot import open_snapshot


def make(place: Path, files: int) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main", str(place)], check=True)
    numbers = random.Random(1)
    with subprocess.Popen(["git", "fast-import", "--quiet"], cwd=place, stdin=subprocess.PIPE) as importer:
        assert importer.stdin is not None
        write = importer.stdin.write
        write(b"commit refs/heads/main\ncommitter a <a@example.org> 1700000000 +0000\ndata 1\nx\n")
        for n in range(files):
            text = "".join(f"value_{numbers.randint(0, 10**9)} = {line}\n" for line in range(40)).encode()
            write(
                b"M 100644 inline src/d%d/e%d/file_%d.py\ndata %d\n%b\n"
                % (n % 100, n % 1000 // 100, n, len(text), text)
            )
        write(b"commit refs/heads/main\ncommitter a <a@example.org> 1700000001 +0000\ndata 1\ny\n")
        write(b"M 100644 inline src/d1/changed.py\ndata 6\nx = 1\n\n")
        importer.stdin.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    place = options.work / f"files-{options.files}"
    if not place.exists():
        make(place, options.files)
    runs = []
    for _run in range(3):
        start = time.perf_counter()
        with open_snapshot(place) as snapshot:
            listed = time.perf_counter()
            count = sum(1 for _answer in snapshot.read())
            read = time.perf_counter()
            changes = len(changed_paths(snapshot, "HEAD~1"))
            compared = time.perf_counter()
        runs.append(
            {
                "files": count,
                "changed": changes,
                "list_s": round(listed - start, 2),
                "read_s": round(read - listed, 2),
                "diff_s": round(compared - read, 3),
                "total_s": round(read - start, 2),
            }
        )
    report = {"runs": runs, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}
    print(json.dumps(report, indent=1))
    if options.out:
        options.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
