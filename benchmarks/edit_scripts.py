"""Random edit scripts, one after another on one repository: is incremental = full, byte for byte, after each of them?

usage: python benchmarks/edit_scripts.py [--scripts 500] [--seed 1] [--result FILE.md]
Each script is one to five steps (edit, add, delete, rename, move, revert, mode, encoding, policy, redaction rules, attributes ...) and a commit. The
commit is analyzed in an output directory with cache, store and all runs before, and once more from nothing; every file of the manifest is compared.
Files are read in this process, by the function that workers call.
Exit code 1 when anything differs.
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

from tests.properties.edits import Worlds, planted, random_script  # noqa: E402


def main() -> int:
    """Play, compare and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scripts", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    pick = random.Random(arguments.seed)
    steps: Counter[str] = Counter()
    unlike: list[str] = []
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        tree, worlds = planted(Path(scratch) / "repository"), Worlds(Path(scratch))
        worlds.compare(tree, tree.repository.commits[-1])
        for number in range(1, arguments.scripts + 1):
            script = random_script(pick)
            steps.update(name for name, _one, _two in script)
            differing = worlds.compare(tree, tree.play(script))
            if differing:
                unlike.append(f"script {number} {script}: {', '.join(differing)}")
                print(unlike[-1], file=sys.stderr, flush=True)
            if number % 20 == 0:
                print(f"{number} scripts, {len(unlike)} differ", file=sys.stderr, flush=True)
        files = len(tree.files())
    text = (
        f"# Incremental = full over random edit scripts\n\n`python benchmarks/edit_scripts.py --scripts {arguments.scripts} --seed {arguments.seed}`; "
        f"{time.perf_counter() - start:.0f} s; {files} files at the end.\n\n"
        f"* scripts whose commit gave other bytes than analyzed alone: {len(unlike)} of {arguments.scripts}\n"
        f"* results known from runs before: {worlds.known}, read: {worlds.read}\n"
        f"* steps: {', '.join(f'{name} {count}' for name, count in sorted(steps.items()))}\n"
    )
    if arguments.result:
        arguments.result.write_text(text + "".join(f"* {line}\n" for line in unlike))
    print(text)
    return 1 if unlike else 0


if __name__ == "__main__":
    sys.exit(main())
