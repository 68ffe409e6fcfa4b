"""How many definitions of languages without a plug-in are named: a line pattern finds heads, the structural chunker must have a chunk of that name.

python benchmarks/structural_names.py CHECKOUT EXTENSIONS PATTERN [--show N]
The first group of PATTERN that matched is the name; heads inside strings and comments are counted too, so read the misses before the ratio.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import Counter
from pathlib import Path

from tests.road import road

DEFINES = {"method_chunk", "class_chunk"}
DUPLICATE = re.compile(r"~\d+")
MOST = 400


def names_of(path: str, text: str) -> tuple[set[str], int, str]:
    """Return the last parts of all names, how many definitions there are, and the outcome."""
    result = road(path, text)
    symbols = [DUPLICATE.sub("", d.symbol or "") for d in result.drafts if d.chunk_type in DEFINES]
    lasts = {name.rsplit(".", 1)[-1] for name in symbols} | set(symbols) | {name.split(":")[0] for name in symbols}
    return lasts | {name.rsplit(".", 1)[-1].split(":")[0] for name in symbols}, len(symbols), result.outcome.value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("extensions")
    parser.add_argument("pattern")
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    listed = subprocess.run(["git", "-C", asked.checkout, "ls-files", "-z"], capture_output=True, text=True).stdout
    ends = tuple(asked.extensions.split(","))
    files = [name for name in listed.split("\0") if name.endswith(ends) and (asked.checkout / name).is_file()][:MOST]
    outcomes: Counter[str] = Counter()
    heads = named = defined = 0
    missed: list[tuple[str, int, str]] = []
    for name in files:
        text = (asked.checkout / name).read_bytes().decode("utf-8", "replace")
        known, count, outcome = names_of(name, text)
        outcomes[outcome] += 1
        defined += count
        for match in re.finditer(asked.pattern, text, re.MULTILINE):
            heads += 1
            word = next(group for group in match.groups() if group)
            if word in known:
                named += 1
            else:
                missed.append((name, text.count("\n", 0, match.start()) + 1, word))
    print(
        f"| {asked.checkout.name} | {len(files)} | {dict(outcomes)} | {defined} | {heads} | {100 * named / max(heads, 1):.2f} % |"
    )
    for row in missed[: asked.show]:
        print("   ", *row)


if __name__ == "__main__":
    main()
