"""Mutated config, contract and document files, and inputs that crash or hang parsers: every one ends in units, no line is lost, none takes long.

Usage: PYTHONPATH=. python benchmarks/config_mutations.py [COUNT=50000] [SEED=1] > benchmarks/results/config_mutations.md
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

import yaml

from tests.chunkers.formats.config.case import cases
from tests.chunkers.formats.documents.test_fixtures import EXPECTATIONS, source_of
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


CRASHES = {  # what is known to end or hang other parsers
    "256 nested quotes": ("q.md", "> " * 256 + "x\n"),
    "50,000 nested quotes": ("q.md", "> " * 50_000 + "x\n"),
    "300 nested lists": ("l.md", "".join(" " * (2 * n) + "- a\n" for n in range(300))),
    "254 nested sequences": ("s.yaml", "- " * 254 + "x\n"),
    "1,000 nested mappings": ("m.yaml", "".join(" " * n + f"k{n}:\n" for n in range(1000))),
    "100,000 open brackets": ("f.yaml", "a:\n" + " [\n" * 100_000),
    "33,000 lines": ("long.yaml", "".join(f"k{n}: 1\n" for n in range(33_000))),
    "aliases of aliases": (
        "bomb.yaml",
        "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)),
    ),
    "400 deeper and deeper paragraphs": ("p.rst", "".join("\n" + " " * n + "p\n" for n in range(400))),
    "100,000 open elements": ("e.xml", "<a>\n" * 100_000),
    "entities of entities": (
        "b.xml",
        "<!DOCTYPE a [<!ENTITY e0 'x'>"
        + "".join(f"<!ENTITY e{n} '&e{n - 1};&e{n - 1};'>" for n in range(1, 30))
        + "]><a>&e29;</a>",
    ),
    "100,000 open braces": ("n.json", '{"a":\n' * 100_000),
    "100,000 open arrays": ("t.toml", "a = [\n" + "[\n" * 100_000),
    "100,000 open blocks": ("t.tf", 'a "b" {\n' * 100_000),
    "100,000 open nginx blocks": ("nginx/n.conf", "a {\n" * 100_000),
    "one line of 1.9 MB": ("w.md", "# A\n" + "word " * 380_000 + "\n"),
    "100,000 headings": ("h.md", "# H\n" * 100_000),
    "100,000 open fences": ("f.adoc", "----\n" * 99_999),
    "150,000 open tables": ("t.html", "<table>\n" * 150_000),
    "100,000 open Org blocks": ("o.org", "#+begin_src x\n" * 100_000),
    "100,000 open definitions": ("d.tex", "\\newcommand{\\a}{\n" * 100_000),
}


def seeds() -> list[tuple[str, str, bytes]]:
    """Return name, path and text of every fixture."""
    found = [(case.name, case.path, case.text) for case in cases()]
    for expectation in EXPECTATIONS:
        path = yaml.safe_load(expectation.read_text("utf-8"))["path"]
        found.append((f"{expectation.parent.name}/{expectation.stem}", path, source_of(expectation).read_bytes()))
    return found


def mutated(text: bytes, chance: random.Random) -> bytes:
    data = bytearray(text)
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(data))
        end = min(len(data), at + chance.choice([0, 0, 1, 3, 20]))
        piece = chance.choice(PIECES)
        data[at:end] = piece * chance.choice([1, 1, 1, 2, 50])
    return bytes(data)


def main(count: int, seed: int) -> None:
    chance, found = random.Random(seed), seeds()
    outcomes: dict[str, Counter[str]] = {}
    slowest, lost = (0.0, ""), []
    begin = time.process_time()
    for number in range(count):
        name, path, seed_text = chance.choice(found)
        text = mutated(seed_text, chance)
        start = time.process_time()
        result = road(path, text)
        spent = time.process_time() - start
        slowest = max(slowest, (spent, f"{name} #{number}"))
        outcomes.setdefault(name.split("/")[0], Counter())[result.outcome.value] += 1
        if result.lines != result.owned:
            lost.append(f"{name} #{number}")
    print(
        f"{count} inputs, seed {seed}: {len(lost)} with a line not owned once, slowest {slowest[0]:.2f} s ({slowest[1]}),"
    )
    print(f"{time.process_time() - begin:.0f} s in all\n")
    names = sorted({name for counter in outcomes.values() for name in counter})
    print(f"| format | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}")
    for name, counter in sorted(outcomes.items()):
        print(f"| {name} | {' | '.join(str(counter[one]) for one in names)} |")
    print(*lost, sep="\n")
    print("\n| known to end or hang parsers | MB | outcome | chunks | lines = owned | s |\n|---|---|---|---|---|---|")
    for name, (path, text) in CRASHES.items():
        start = time.process_time()
        result = road(path, text)
        spent = time.process_time() - start
        exact = "yes" if result.lines == result.owned else "no"
        outcome = result.outcome.value + (f" ({result.reason})" if result.reason else "")
        print(
            f"| {name} (`{path}`) | {len(text) / 1e6:.2f} | {outcome} | {len(result.drafts)} | {exact} | {spent:.2f} |"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
