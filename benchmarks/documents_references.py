"""Links of documents that lead to no file of their repository: what the staleness of a section rests on.

usage: python benchmarks/documents_references.py CHECKOUT [CHECKOUT ...]   (git work trees)
Counts relative links with a file ending; prints a sample of those whose target is neither a file nor a folder of the checkout, to be judged by hand.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile
from chunkers.symbol import Mention

ENDINGS = (".md", ".mdx", ".rst", ".adoc")
SAMPLE = 12


def links(folder: Path, paths: set[str]) -> Iterator[tuple[str, Mention]]:
    policy = ChunkingPolicy()
    for path in sorted(paths):
        if not path.endswith(ENDINGS) or not (folder / path).is_file():
            continue
        data = (folder / path).read_bytes()
        source = SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data)
        facts = read_file(source, classify(source, policy), policy).facts
        for mention in facts.mentions if facts else ():
            if mention.kind == "link":
                yield path, mention


def missing(target: str, paths: set[str], folders: set[str]) -> bool:
    place = target.partition("#")[0].rstrip("/")
    if not place or place.startswith(("/", "..", "{", "<")) or ":" in place or "." not in place.rsplit("/", 1)[-1]:
        return False
    return place not in paths and place not in folders


def main() -> None:
    draw = random.Random(3)
    for name in sys.argv[1:]:
        folder = Path(name)
        listed = subprocess.run(
            ["git", "-C", name, "ls-files", "-z"], capture_output=True, text=True, check=True
        ).stdout
        paths = set(listed.split("\0"))
        folders = {path.rsplit("/", depth)[0] for path in paths for depth in range(1, path.count("/") + 1)}
        found = list(links(folder, paths))
        broken = [(path, mention) for path, mention in found if missing(mention.target, paths, folders)]
        print(f"{folder.name}: {len(found)} links, {len(broken)} lead nowhere")
        for path, mention in draw.sample(broken, min(SAMPLE, len(broken))):
            print(f"    {path}:{mention.line} -> {mention.target}")


if __name__ == "__main__":
    main()
