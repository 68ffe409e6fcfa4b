"""Hostile inputs, made from a seed: nesting by grammar, and mutations of samples.

Nesting is what random changes never build and what kills native parsers. Takes a seed, gives the same bytes every time.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

Nest = list[str]
"""Before, opener, middle, closer, after."""

HOME = Path(__file__).resolve().parents[2] / "fixtures" / "hostile"
NESTS: Mapping[str, list[Nest]] = tomllib.loads((HOME / "nesting.toml").read_text())["nests"]
"""By file name, which decides the grammar."""

_TOKENS = (
    b"(", b")", b"{", b"}", b"[", b"]", b"<", b">", b'"', b"'", b"`", b"'''", b'"""', b"/*", b"*/", b"//", b"#", b"--", b"<!--", b"-->", b"${", b"#{",
    b"\\", b";", b":", b",", b"\n", b"\r\n", b"\t", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc2\x85", b"\xe2\x80\xa8", b"if ", b"end ", b"class ",
    b"def ", b"function ", b"import ", b"BEGIN ", b"<<A\n", b"---\n", b"```\n", b"<?php ", b"?>", b"%>", b"@", b"=>", b"::", b"$$",
    b"\xf0\x9f\x98\x80",
)  # fmt: skip


def nested(nest: Nest, depth: int) -> bytes:
    """Return one nest, `depth` levels deep."""
    before, opener, middle, closer, after = nest
    return (before + opener * depth + middle + closer * depth + after).encode()


def nests(depths: Sequence[int], most: int = 64_000) -> Iterator[tuple[str, bytes]]:
    """Yield (name, bytes) for every nest at every depth, cut to about `most` bytes; indented nests too."""
    for name, shapes in NESTS.items():
        for shape in shapes:
            for depth in depths:
                yield name, nested(shape, max(1, min(depth, most // max(1, len(shape[1] + shape[3])))))
    for depth in depths:
        rows = min(depth, 350)
        for name, row in (
            ("a.yaml", "a:\n"),
            ("a.md", "- a\n"),
            ("a.py", "if a:\n"),
            ("a.hs", "x = do\n"),
            ("a.rst", "a\n\n"),
            ("a.jl", "if a\n"),
        ):
            yield name, "".join(" " * (2 * at) + row for at in range(rows)).encode()


def mutated(samples: Sequence[bytes], random_source: random.Random, most: int) -> bytes:
    """Return a sample (at most `most` bytes of it) changed in one to four ways."""
    pick = random_source
    data = bytearray(_window(pick.choice(samples), pick, most))
    for _ in range(pick.randint(1, 4)):
        at = pick.randrange(len(data) + 1)
        size = min(len(data) - at, pick.choice((1, 2, 8, 40, 200, 1000)))
        kind = pick.randrange(9)
        if kind == 0:
            del data[at : at + size]
        elif kind == 1:
            data[at:at] = data[at : at + size] * pick.randint(1, 5)
        elif kind == 2:
            data[at : at + size] = pick.randbytes(size)
        elif kind == 3:
            data[at:at] = pick.choice(_TOKENS)
        elif kind == 4:
            data[at:at] = pick.choice(_TOKENS) * pick.choice((2, 30, 300))
        elif kind == 5:
            del data[at:]
        elif kind == 6:
            data[at : at + size] = _window(pick.choice(samples), pick, 400)
        elif kind == 7:
            data[at : at + size] = bytes(reversed(data[at : at + size]))
        else:
            old, new = pick.choice(_TOKENS), pick.choice(_TOKENS)
            data = data.replace(old, new, pick.choice((1, 5, 50)))
    return bytes(data[: 2 * most])


def _window(sample: bytes, pick: random.Random, most: int) -> bytes:
    if len(sample) <= most:
        return sample
    start = pick.randrange(len(sample) - most)
    return sample[start : start + most]
