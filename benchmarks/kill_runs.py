"""Kill -9 at random moments of a run, again and again: is the previous generation always whole, and is the next run's output the same?

usage: python benchmarks/kill_runs.py [--kills 1000] [--seed 1] [--every 10] [--result FILE.md]
Two commits of a small repository take turns in one output directory, with the SQLite store and the cache. After each kill the current generation
is read against the digests of its manifest and the store is checked; after every few kills a run goes to its end and its files are compared with
those of an undisturbed run. Exit code 1 when anything was torn, lost or different.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.faults.firing_range import Range, two_commits  # noqa: E402

FORGETFUL = 0.4


def shoot(place: Range, kills: int, seed: int, every: int) -> Counter[str]:
    """Kill `kills` runs; return counts of what was seen. Keys that begin with "!" are failures."""
    seen: Counter[str] = Counter()
    pick = random.Random(seed)
    commits = place.repository.commits[-2:]
    while seen["killed"] < kills:
        commit = commits[seen["tries"] % 2]
        seen["tries"] += 1
        if pick.random() < FORGETFUL:
            seen["runs without a cache"] += 1
            place.forget()
        seen[
            "killed" if place.kill_once(commit, pick.uniform(0.0, 1.15 * place.wall)) else "ended before the kill"
        ] += 1
        seen.update(f"! {wrong}" for wrong in place.inspect())
        if seen["tries"] % every == 0:
            seen["next runs"] += 1
            seen.update(f"! {wrong}" for wrong in place.finish(commits[pick.randrange(2)]))
            print(dict(seen), file=sys.stderr, flush=True)
    return seen


def main() -> int:
    """Kill and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        place = Range(two_commits(Path(scratch) / "repository"), Path(scratch))
        place.measure()
        start = time.perf_counter()
        seen = shoot(place, arguments.kills, arguments.seed, arguments.every)
        rooms = len(list((place.home / "tmp").iterdir()))
    failures = {key: count for key, count in seen.items() if key.startswith("!")}
    text = (
        f"# Kill -9 during runs\n\n`python benchmarks/kill_runs.py --kills {arguments.kills} --seed {arguments.seed}`; "
        f"{time.perf_counter() - start:.0f} s; an undisturbed run takes {place.wall:.1f} s here.\n\n"
        + "".join(f"* {key}: {count}\n" for key, count in sorted(seen.items()))
        + f"* failures: {failures or 'none'}\n* private directories left in TMPDIR by killed runs: {rooms}\n"
    )
    if arguments.result:
        arguments.result.write_text(text)
    print(text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
