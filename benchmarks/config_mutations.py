"""Mutated config and contract files: every one ends in units, no line is lost, none takes long.

Usage: python benchmarks/config_mutations.py [COUNT=50000] [SEED=1] > benchmarks/results/config_mutations.md
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from tests.chunkers.formats.config.case import cases
from tests.road import road

PIECES = [
    b"",
    b"\n",
    b"\t",
    b'"',
    b"'",
    b"{",
    b"}",
    b"[",
    b"]",
    b": ",
    b"#",
    b"- ",
    b"\\",
    b"<",
    b">",
    b"\r\n",
    b"\xc3\xa9",
    b"\xff",
    b"x y",
    b"{{",
    b"}}",
    b"|",
    b"<<EOF",
    b"${",
]


def mutated(text: bytes, chance: random.Random) -> bytes:
    data = bytearray(text)
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(data))
        end = min(len(data), at + chance.choice([0, 0, 1, 3, 20]))
        piece = chance.choice(PIECES)
        data[at:end] = piece * chance.choice([1, 1, 1, 2, 50])
    return bytes(data)


def main(count: int, seed: int) -> None:
    chance, found = random.Random(seed), cases()
    outcomes: dict[str, Counter[str]] = {}
    slowest, lost = (0.0, ""), []
    begin = time.process_time()
    for number in range(count):
        case = chance.choice(found)
        text = mutated(case.text, chance)
        start = time.process_time()
        result = road(case.path, text)
        spent = time.process_time() - start
        slowest = max(slowest, (spent, f"{case.name} #{number}"))
        outcomes.setdefault(case.name.split("/")[0], Counter())[result.outcome.value] += 1
        if result.lines != result.owned:
            lost.append(f"{case.name} #{number}")
    print(
        f"{count} inputs, seed {seed}: {len(lost)} with a line not owned once, slowest {slowest[0]:.2f} s ({slowest[1]}),"
    )
    print(f"{time.process_time() - begin:.0f} s in all\n")
    names = sorted({name for counter in outcomes.values() for name in counter})
    print(f"| format | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}")
    for name, counter in sorted(outcomes.items()):
        print(f"| {name} | {' | '.join(str(counter[one]) for one in names)} |")
    print(*lost, sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
